import type { Context } from 'hono'
import pLimit from 'p-limit'
import { networkOf } from '#server/middleware/client.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { type SentFile, sentStream } from './sent-stream.ts'

/** Each takes up to 60 MB of the disk until it is sent. */
const MADE = { each: 3, all: 12 }
const MAKING = { most: 2, queue: 6, patienceMs: 8_000 }
/** With the wait in the queue; below the limit for any request. */
const MAKE_LIMIT_MS = 27_000

/** A file that is made before it is sent; a sentence where it cannot be, null once the signal has said so. */
type Make = (signal: AbortSignal) => Promise<SentFile | { refused: string } | null>

/** Files that take the memory and time of the work process: two at once, and three for one network until they are sent. */
export function createMaker() {
  const limits = createDownloadLimits(MADE)
  const enqueue = createBoundedQueue(MAKING)
  return async (c: Context<HttpEnv>, headersOf: (length: number) => Record<string, string>, make: Make) => {
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(MAKE_LIMIT_MS)])
    const release = limits.take(c.var.address)
    if (!release) return tooManyDownloads(c)
    try {
      const file = await enqueue(signal, () => make(signal))
      if (!file || 'refused' in file) {
        release()
        return file ? problem(c, 422, 'not-mergeable', file.refused) : tooBusy(c)
      }
      return c.body(sentStream(file, release), 200, headersOf(file.length))
    } catch (error) {
      release()
      throw error
    }
  }
}

export function tooManyDownloads(c: Context<HttpEnv>) {
  return problem(c, 429, 'too-many-downloads', (m) => m.refused_downloads(), {
    retryAfter: 20,
  })
}

function tooBusy(c: Context<HttpEnv>) {
  return problem(c, 503, 'merging-busy', (m) => m.refused_merging(), { retryAfter: 10 })
}

/** Concurrent downloads of one network, and of all; a download ends with its last byte. */
type DownloadLimits = { each: number; all: number }

/** `take` returns a function that ends the download, or null at a limit. */
export function createDownloadLimits({ each, all }: DownloadLimits) {
  const taken = new Map<string, number>()
  let total = 0
  return {
    take(address: string): (() => void) | null {
      const network = networkOf(address)
      const own = taken.get(network) ?? 0
      if (own >= each || total >= all) return null
      taken.set(network, own + 1)
      total++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        total--
        const left = (taken.get(network) ?? 1) - 1
        if (left > 0) taken.set(network, left)
        else taken.delete(network)
      }
    },
  }
}

/** Runs `most` jobs at a time; up to `queue` others wait, for `patienceMs` at most. */
export function createBoundedQueue({
  most,
  queue,
  patienceMs,
}: {
  most: number
  queue: number
  patienceMs: number
}) {
  const limit = pLimit(most)
  /** Null when the job did not start in time or was aborted; a running job keeps its slot until it ends. */
  return async <Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result | null> => {
    if (limit.pendingCount >= queue) return null
    const late = AbortSignal.timeout(patienceMs)
    let hasBegun = false
    const over = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true })
      late.addEventListener('abort', () => hasBegun || resolve(null), { once: true })
    })
    const done = limit(async () => {
      if (signal.aborted || late.aborted) return null
      hasBegun = true
      return await job()
    })
    return await Promise.race([done, over])
  }
}
