import { LRUCache } from 'lru-cache'
import type { Versions } from '#database/versions.ts'
import { type CachedAnswer, sizeOf } from './cached-answer.ts'

/** Counts on a page may be so old, in milliseconds, before a new page is made for whoever asks next. */
const COUNTS_LAG = { refreshAfter: 1_000, most: 2_000 }
/** For what depends on the time of day ("3 days ago"); also when the clock is put right. */
const AGE = { refreshAfter: 60_000, most: 120_000 }

/** What an answer is made from, and when. */
export type Beginning = Pick<CachedAnswer, 'versions' | 'madeAt'>
/** Makes an answer; `begin` is called when it leaves the queue, just before the first read. */
export type Make = (signal: AbortSignal, begin: () => Beginning) => Promise<CachedAnswer>

type Flight = {
  answer: Promise<CachedAnswer>
  /** Null while it waits in the queue: what is read later is at least as new as whoever waits for it. */
  content: number | null
  waiting: number
  abort: AbortController
}

export type PageCache = {
  /** The answer, if one may still be sent; soon stale, it is made anew in the background. */
  find(key: string, hasCounts: boolean, make: Make): CachedAnswer | null
  /** Makes the answer, once for all who wait for it; `gone` leaves the queue for those who broke off. */
  make(key: string, make: Make, gone: AbortSignal): Promise<{ answer: CachedAnswer; isShared: boolean }>
  /** To be called when an encoding was added. */
  grow(key: string, answer: CachedAnswer): void
  clear(): void
}

export function createPageCache(options: {
  /** Bytes of headers and bodies, least recently used out first. */
  maxBytes: number
  versions: (isAnew?: boolean) => Versions
  /** Milliseconds of a clock that never jumps. */
  now: () => number
}): PageCache {
  const { versions, now } = options
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: options.maxBytes,
    // Otherwise one giant answer would push out all others.
    maxEntrySize: Math.ceil(options.maxBytes / 8),
    sizeCalculation: (answer, key) => sizeOf(answer) + 2 * key.length,
  })
  const flights = new Map<string, Flight>()

  function begin(key: string, make: Make): Flight {
    const abort = new AbortController()
    const flight: Flight = { answer: undefined as never, content: null, waiting: 0, abort }
    flight.answer = make(abort.signal, () => {
      const current = versions(true)
      flight.content = current.content
      return { versions: current, madeAt: now() }
    })
      .then((answer) => {
        if (answer.isReusable && !abort.signal.aborted) answers.set(key, answer)
        return answer
      })
      .finally(() => {
        if (flights.get(key) === flight) flights.delete(key)
      })
    flights.set(key, flight)
    return flight
  }

  return {
    find(key, hasCounts, make) {
      const answer = answers.get(key)
      if (!answer) return null
      const freshness = freshnessOf(answer, versions(), now() - answer.madeAt, hasCounts)
      if (freshness === 'gone') answers.delete(key)
      // A failed refresh leaves the old answer until it is too old.
      if (freshness === 'stale' && !flights.has(key)) begin(key, make).answer.catch(() => {})
      return freshness === 'gone' ? null : answer
    },
    async make(key, make, gone) {
      const running = flights.get(key)
      const mayJoin = running && (running.content === null || running.content === versions(true).content)
      const flight = mayJoin ? running : begin(key, make)
      flight.waiting += 1
      const leave = () => {
        flight.waiting -= 1
        if (flight.waiting > 0 || flight.content !== null) return
        if (flights.get(key) === flight) flights.delete(key)
        flight.abort.abort()
      }
      gone.addEventListener('abort', leave, { once: true })
      try {
        return { answer: await flight.answer, isShared: mayJoin === true }
      } finally {
        gone.removeEventListener('abort', leave)
      }
    },
    grow: (key, answer) => void (answers.peek(key) === answer && answers.set(key, answer)),
    clear: () => answers.clear(),
  }
}

/** A page without counts is fresh until an administrator changes something. */
function freshnessOf({ versions }: CachedAnswer, current: Versions, age: number, hasCounts: boolean) {
  if (versions.content !== current.content) return 'gone'
  const limits = hasCounts && versions.data !== current.data ? COUNTS_LAG : AGE
  if (age >= limits.most) return 'gone'
  return age >= limits.refreshAfter ? 'stale' : 'fresh'
}
