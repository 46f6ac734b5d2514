import { LRUCache } from 'lru-cache'
import type { Versions } from '#database/versions.ts'
import { createPlace } from '#server/admission/admission.ts'
import type { Place } from '#server/serving/http-env.ts'
import { type CachedAnswer, sizeOf } from './cached-answer.ts'

/** Counts on a page may be so old, in milliseconds, before a new page is made for whoever asks next. */
const COUNTS_LAG = { refreshAfter: 1_000, most: 2_000 }
/** For what depends on the time of day ("3 days ago"); also when the clock is put right. */
const AGE = { refreshAfter: 60_000, most: 120_000 }

/** What an answer is made from, and when. */
export type Beginning = Pick<CachedAnswer, 'versions' | 'madeAt'>
/** Makes an answer in its place in the queue; `begin` is called when it leaves that, just before the first read. */
export type Make = (signal: AbortSignal, place: Place, begin: () => Beginning) => Promise<CachedAnswer>

type Flight = {
  answer: Promise<CachedAnswer>
  place: Place
  /** Null while it waits in the queue: what is read later is at least as new as whoever waits for it. */
  content: number | null
  waiting: number
  abort: AbortController
}

export type PageCache = {
  /** The answer, if one may still be sent; soon stale, it is made again in the background, by what `prepare` returns. */
  find(key: string, hasCounts: boolean, prepare: () => Make): CachedAnswer | null
  /**
   * Makes the answer, once for all who wait for it; `gone` leaves the queue for those who broke off. It waits behind each
   * of their networks, and is made when the first is reached: nobody waits for the end of another's queue.
   */
  make(key: string, make: Make, asker: { network: string; gone: AbortSignal }): Promise<CachedAnswer>
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
  const flights = new Map<string, Flight>()

  function begin(key: string, make: Make, network = ''): Flight {
    const flight = {
      place: createPlace(network),
      content: null,
      waiting: 0,
      abort: new AbortController(),
    } as Flight
    flights.set(key, flight)
    const leaveQueue = () => {
      const current = versions(true)
      flight.content = current.content
      return { versions: current, madeAt: now() }
    }
    flight.answer = make(flight.abort.signal, flight.place, leaveQueue)
      .then((answer) => {
        if (answer.isReusable) answers.set(key, answer)
        return answer
      })
      .finally(() => forget(key, flight))
    return flight
  }

  function forget(key: string, flight: Flight) {
    if (flights.get(key) === flight) flights.delete(key)
  }

  /** One that still waits in the queue, or was begun since the last change. */
  function findFlight(key: string): Flight | undefined {
    const flight = flights.get(key)
    const isNew = flight && (flight.content === null || flight.content === versions(true).content)
    return isNew ? flight : undefined
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
      const joined = findFlight(key)
      joined?.place.join(network)
      const flight = joined ?? begin(key, make, network)
      flight.waiting += 1
      const leave = () => {
        flight.waiting -= 1
        if (flight.waiting > 0 || flight.content !== null) return
        forget(key, flight)
        flight.abort.abort()
      }
      gone.addEventListener('abort', leave, { once: true })
      try {
        return await flight.answer
      } finally {
        gone.removeEventListener('abort', leave)
      }
    },
    grow: (key, answer) => void (answers.peek(key) === answer && answers.set(key, answer)),
  }
}

function freshnessOf({ versions, madeAt }: CachedAnswer, current: Versions, now: number, hasCounts: boolean) {
  const age = now - madeAt
  const hasOldCounts = hasCounts && versions.counts !== current.counts
  const { refreshAfter, most } = hasOldCounts ? COUNTS_LAG : AGE
  if (versions.content !== current.content || age >= most) return 'gone'
  // What was rendered and recognised may be missing while one new answer is made.
  return age >= refreshAfter || versions.prepared !== current.prepared ? 'stale' : 'fresh'
}
