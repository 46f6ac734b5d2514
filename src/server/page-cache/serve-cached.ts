import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { NO_VERSIONS } from '#database/versions.ts'
import type { App } from '#domain/app.ts'
import { indiaDayNumber } from '#domain/time/india-time.ts'
import { type CacheAddress, readCacheAddress } from '#server/addresses.ts'
import type { Config } from '#server/config.ts'
import type { NoteSearch } from '#server/middleware/answered-searches.ts'
import { networkOf } from '#server/middleware/network-of.ts'
import type { CacheFill, HttpEnv } from '#server/serving/http-env.ts'
import { type CachedAnswer, type Searched, toCachedAnswer } from './cached-answer.ts'
import { createPageCache, type Make } from './page-cache.ts'
import { headerOf, sendAnswer } from './send-answer.ts'

type Fetch = (request: Request, env: HttpEnv['Bindings']) => Response | Promise<Response>

export type CacheSettings = Pick<Config, 'pageCacheBytes' | 'sharedCacheSeconds'>

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
    const { siteOrigin, address: from, requestId } = c.var
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
    const asker = { address: from, header: (name: string) => headerOf(incoming, name) }
    for (const { q, found } of answer.searched) note(asker, q, found)
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
