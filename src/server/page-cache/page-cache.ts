import { LRUCache } from 'lru-cache'
import type { Versions } from '#database/versions.ts'
import { type CachedAnswer, sizeOf } from './cached-answer.ts'

/** Counts on a page may be so old, in milliseconds, before a new page is made for whoever asks next. */
const COUNTS_LAG = { refreshAfter: 1_000, most: 2_000 }
/** For what depends on the time of day ("3 days ago"); also when the clock is put right. */
const AGE = { refreshAfter: 60_000, most: 120_000 }

/** What an answer is made from, and when. */
export type Beginning = Pick<CachedAnswer, 'versions' | 'madeAt'>
/**
 * Makes an answer; `begin` is called when it leaves the queue, just before the first read. `former` may be sent again if all that it was drawn from is the same.
 */
export type Make = (
  signal: AbortSignal,
  begin: () => Beginning,
  former: CachedAnswer | undefined,
) => Promise<CachedAnswer>

/** Networks in whose places the same address may wait; who comes after them shares the last one's. */
const PLACES = 4

type Flight = {
  answer: Promise<CachedAnswer>
  /** The network in whose place it waits. */
  network: string
  /** Takes another flight's answer in place of its own. */
  follow(answer: Promise<CachedAnswer>): void
  /** Null while it waits in the queue: what is read later is at least as new as whoever waits for it. */
  content: number | null
  waiting: number
  abort: AbortController
}

export type PageCache = {
  /** The answer, if one may still be sent; soon stale, it is made anew in the background, by what `prepare` returns. */
  find(key: string, hasCounts: boolean, prepare: () => Make): CachedAnswer | null
  /**
   * Makes the answer, once for all who wait for it; `gone` leaves the queue for those who broke off. Other networks wait
   * in places of their own, and the first that is reached answers all: nobody waits for the end of another's queue.
   */
  make(
    key: string,
    make: Make,
    asker: { network: string; gone: AbortSignal },
  ): Promise<{ answer: CachedAnswer; isShared: boolean }>
  /** To be called when an encoding was added. */
  grow(key: string, answer: CachedAnswer): void
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
  const flights = new Map<string, Set<Flight>>()

  function begin(key: string, make: Make, network = ''): Flight {
    const abort = new AbortController()
    const { promise, resolve, reject } = Promise.withResolvers<CachedAnswer>()
    const flight: Flight = {
      answer: promise,
      network,
      follow: resolve,
      content: null,
      waiting: 0,
      abort,
    }
    flights.set(key, (flights.get(key) ?? new Set()).add(flight))
    const leaveQueue = () => {
      const current = versions(true)
      flight.content = current.content
      if (!abort.signal.aborted) overtake(key, flight)
      return { versions: current, madeAt: now() }
    }
    make(abort.signal, leaveQueue, formerOf(key))
      .then((answer) => {
        if (answer.isReusable && !abort.signal.aborted) answers.set(key, answer)
        return answer
      })
      .finally(() => end(key, flight))
      .then(resolve, reject)
    return flight
  }

  function formerOf(key: string) {
    const former = answers.peek(key)
    return former && now() - former.drawnAt < AGE.refreshAfter ? former : undefined
  }

  function end(key: string, flight: Flight) {
    const own = flights.get(key)
    if (own?.delete(flight) && own.size === 0) flights.delete(key)
  }

  /** Answers those who wait in other places. */
  function overtake(key: string, first: Flight) {
    for (const flight of flights.get(key) ?? []) {
      if (flight === first || flight.content !== null) continue
      flight.follow(first.answer)
      abandon(key, flight)
    }
  }

  function abandon(key: string, flight: Flight) {
    end(key, flight)
    flight.abort.abort()
  }

  /** One that was begun since the last change, or waits in a place that may be shared. */
  function findFlight(key: string, network: string): Flight | undefined {
    const known = [...(flights.get(key) ?? [])]
    if (known.length === 0) return undefined
    const { content } = versions(true)
    const queued = known.filter((flight) => flight.content === null)
    return (
      known.find((flight) => flight.content === content) ??
      queued.find((flight) => flight.network === network) ??
      (queued.length < PLACES ? undefined : queued.at(-1))
    )
  }

  return {
    find(key, hasCounts, prepare) {
      const answer = answers.get(key)
      if (!answer) return null
      const freshness = freshnessOf(answer, versions(), now(), hasCounts)
      // A failed refresh leaves the old answer until it is too old.
      if (freshness === 'stale' && !flights.has(key)) begin(key, prepare()).answer.catch(() => {})
      return freshness === 'gone' ? null : answer
    },
    async make(key, make, { network, gone }) {
      const joined = findFlight(key, network)
      const flight = joined ?? begin(key, make, network)
      flight.waiting += 1
      const leave = () => {
        flight.waiting -= 1
        if (flight.waiting === 0 && flight.content === null) abandon(key, flight)
      }
      gone.addEventListener('abort', leave, { once: true })
      try {
        return { answer: await flight.answer, isShared: joined !== undefined }
      } finally {
        gone.removeEventListener('abort', leave)
      }
    },
    grow: (key, answer) => void (answers.peek(key) === answer && answers.set(key, answer)),
  }
}

function freshnessOf(answer: CachedAnswer, current: Versions, now: number, hasCounts: boolean) {
  const { versions, madeAt, drawnAt } = answer
  if (versions.content !== current.content) return 'gone'
  // What was drawn and recognised may be missing while one new answer is made.
  const pages = versions.prepared !== current.prepared ? 'stale' : 'fresh'
  const counts =
    hasCounts && versions.counts !== current.counts ? lagOf(now - madeAt, COUNTS_LAG, pages) : pages
  return counts === 'gone' ? counts : lagOf(now - drawnAt, AGE, counts)
}

function lagOf(age: number, { refreshAfter, most }: typeof AGE, otherwise: 'fresh' | 'stale' = 'fresh') {
  if (age >= most) return 'gone'
  return age >= refreshAfter ? 'stale' : otherwise
}
