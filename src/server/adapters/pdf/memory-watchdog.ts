const MiB = 2 ** 20
const LOOK_EVERY_MS = 100

/** Aborts the newest job when memory outside PDFium's and V8's limits, such as libvips', grows too much. */
export function createMemoryWatchdog(limitMiB: number) {
  const jobs: AbortController[] = []
  let idle = 0
  let timer: NodeJS.Timeout | undefined

  function look() {
    const grown = (process.memoryUsage.rss() - idle) / MiB
    if (grown > limitMiB * jobs.length) jobs.at(-1)?.abort('too-much-memory')
  }

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
