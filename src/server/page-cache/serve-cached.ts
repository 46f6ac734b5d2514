import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { NO_VERSIONS, type Versions } from '#database/locks.ts'
import type { App } from '#domain/app.ts'
import { indiaDayNumber } from '#domain/time/india-time.ts'
import { type CacheAddress, readCacheAddress } from '#server/addresses.ts'
import type { Config } from '#server/config.ts'
import { networkOf } from '#server/middleware/client.ts'
import type { NoteSearch } from '#server/middleware/counter-limits.ts'
import type { CacheFill, HttpEnv, Place } from '#server/serving/http-env.ts'
import { createPlace } from '../middleware/admission.ts'
import { type CachedAnswer, type Searched, sizeOf, toCachedAnswer } from './cached-answer.ts'
import { headerOf, sendAnswer } from './send-answer.ts'

/** Counts on a page may be so old, in milliseconds, before a new page is made for whoever asks next. */
const COUNTS_LAG = { refreshAfter: 1_000, most: 2_000 }
/** For what depends on the time of day ("3 days ago"); also when the clock is put right. */
const AGE = { refreshAfter: 60_000, most: 120_000 }

/** What an answer is made from, and when. */
type Beginning = Pick<CachedAnswer, 'versions' | 'madeAt'>
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
  make(key: string, make: Make, requester: { network: string; gone: AbortSignal }): Promise<CachedAnswer>
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

type Fetch = (request: Request, env: HttpEnv['Bindings']) => Response | Promise<Response>

type CacheSettings = Pick<Config, 'pageCacheBytes' | 'sharedCacheSeconds'>

/** Headers that an answer may depend on; all others stay out, so that nobody's request shapes another's page. */
const PASSED_ON = ['host', 'accept', 'x-forwarded-for', 'x-forwarded-proto']
/** RFC 9211; a miss waited until the answer was made, for itself or for others as well. */
const [HIT, MISS] = ['thervu; hit', 'thervu; fwd=miss']
/** An error of its own, with its stack, would be made for each answer otherwise. */
const LEFT = new Error('The visitor left.')
/** For the log. */
const LEFT_STATUS = 499

/**
 * Answers from memory what was asked before, and makes by `fetch` what was not, once for all who wait; the rest of the
 * chain answers what may not be cached. An answer goes to the connection itself: as a Response it would cost as much again.
 */
export function serveCached(
  app: App,
  { pageCacheBytes, sharedCacheSeconds }: CacheSettings,
  fetch: Fetch,
  note: NoteSearch,
): MiddlewareHandler<HttpEnv> {
  const cache = createPageCache({
    maxBytes: pageCacheBytes,
    versions: app.versions,
    now: () => performance.now(),
  })
  return async (c, next) => {
    const { incoming, outgoing, cacheFill } = c.env ?? {}
    if (!incoming || !outgoing || cacheFill || !mayBeCached(incoming)) return await next()
    const { url = '' } = incoming
    const address = readCacheAddress(url)
    if (!address) return await next()
    const [siteOrigin, from, requestId] = [c.get('siteOrigin'), c.get('address'), c.get('requestId')]
    const isLight = address.variesBySaveData && headerOf(incoming, 'save-data') === 'on'
    // What lasts some days, as an announcement does, begins and ends at midnight in India.
    const day = indiaDayNumber(app.clock.now())
    const key = `${siteOrigin} ${isLight ? 'light' : ''} ${day} ${address.path}`
    const prepare = () => maker({ incoming, address, siteOrigin, isLight, requestId })
    let known: CachedAnswer | null
    try {
      known = cache.find(key, address.hasCounts, prepare)
    } catch (error) {
      app.log.error({ err: error, requestId }, 'no version of the content could be read')
      return await next()
    }
    let answer = known
    if (!answer) {
      const left = new AbortController()
      outgoing.once('close', () => left.abort(LEFT))
      answer = await cache.make(key, prepare(), { network: networkOf(from), gone: left.signal })
    }
    // A redirect keeps the parameters as they were sent, also those that the page does not know.
    if (address.path !== url && answer.status >= 300 && answer.status < 400) return await next()
    const requester = { address: from, header: (name: string) => headerOf(incoming, name) }
    for (const { q, found } of answer.searched) note(requester, q, found)
    c.set('cache', known ? 'hit' : 'miss')
    const own = ['x-request-id', requestId, 'cache-status', known ? HIT : MISS]
    const grown = () => cache.grow(key, answer)
    c.set('sent', outgoing.destroyed ? LEFT_STATUS : await sendAnswer(incoming, outgoing, answer, own, grown))
    return c.body(null)
  }

  function maker({ incoming, address, siteOrigin, isLight, requestId }: Asked): Make {
    return async (signal, place, begin) => {
      const headers = new Headers(isLight ? { 'save-data': 'on' } : {})
      for (const name of PASSED_ON) {
        const value = headerOf(incoming, name)
        if (value !== undefined) headers.set(name, value)
      }
      const searched: Searched[] = []
      let made = { versions: NO_VERSIONS, madeAt: 0 }
      const cacheFill: CacheFill = {
        requestId,
        place,
        begin() {
          made = begin()
        },
        searched: (q, found) => searched.push({ q, found }),
      }
      const request = new Request(siteOrigin + address.path, { headers, signal })
      const response = await fetch(request, { incoming, cacheFill })
      const vary = address.variesBySaveData ? 'Accept-Encoding, Save-Data' : 'Accept-Encoding'
      return await toCachedAnswer(response, { ...made, searched, vary, sharedCacheSeconds })
    }
  }
}

type Asked = {
  incoming: IncomingMessage
  address: CacheAddress
  siteOrigin: string
  isLight: boolean
  requestId: string
}

function mayBeCached({ method, headers }: IncomingMessage) {
  return (
    (method === 'GET' || method === 'HEAD') && !headers['content-length'] && !headers['transfer-encoding']
  )
}
