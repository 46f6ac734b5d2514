const MiB = 2 ** 20
const LOOK_EVERY_MS = 100

/**
 * The last resort for memory that neither PDFium's nor JavaScript's limit counts, such as libvips' own. When the
 * process has grown by more than `limitMiB` per job since it was idle, the job that began last is given up.
 */
export function createMemoryWatchdog(limitMiB: number) {
  const jobs: AbortController[] = []
  let idle = 0
  let timer: NodeJS.Timeout | undefined

  function look() {
    const grown = (process.memoryUsage.rss() - idle) / MiB
    if (grown > limitMiB * jobs.length) jobs.at(-1)?.abort('too-much-memory')
  }

  /** Watches a job until the returned function is called. */
  function watch(job: AbortController): () => void {
    if (jobs.length === 0) {
      idle = process.memoryUsage.rss()
      timer = setInterval(look, LOOK_EVERY_MS).unref()
    }
    jobs.push(job)
    return () => {
      jobs.splice(jobs.indexOf(job), 1)
      if (jobs.length === 0) clearInterval(timer)
    }
  }

  return { watch }
}

export type MemoryWatchdog = ReturnType<typeof createMemoryWatchdog>
