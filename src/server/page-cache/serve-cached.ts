import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NO_VERSIONS } from '#database/versions.ts'
import type { App } from '#domain/app.ts'
import { indiaDayNumber } from '#domain/time/india-time.ts'
import type { Config } from '#server/config.ts'
import type { NoteSearch } from '#server/middleware/answered-searches.ts'
import { type Client, type ClientSettings, createClientReader } from '#server/middleware/client.ts'
import { networkOf } from '#server/middleware/network-of.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { createRequestId } from '#server/serving/request-id.ts'
import { type CacheAddress, readCacheAddress } from './cache-address.ts'
import { type CachedAnswer, type Searched, toCachedAnswer } from './cached-answer.ts'
import { createPageCache, type Make, type PageCache } from './page-cache.ts'
import { headerOf, sendAnswer } from './send-answer.ts'

type Fetch = (request: Request, env: HttpEnv['Bindings']) => Response | Promise<Response>
type Serve = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

export type CacheSettings = ClientSettings & Pick<Config, 'pageCacheBytes' | 'sharedCacheSeconds'>

/** Headers that an answer may depend on; all others stay out, so that nobody's request shapes another's page. */
const PASSED_ON = ['host', 'accept', 'x-forwarded-for', 'x-forwarded-proto']
const URL_LIMIT = 2_048

/** One request for a page that may be cached. */
type Asked = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  header: (name: string) => string | undefined
  url: string
  address: CacheAddress
  client: Client
  key: string
  isLight: boolean
  isHit: boolean
  requestId: string
  began: number
}

/** RFC 9211; a miss waited until the answer was made, for itself or for others as well. */
const [HIT, MISS] = ['thervu; hit', 'thervu; fwd=miss']

/**
 * Answers from memory what was asked before; `next` answers all that may not be cached. What is known is sent
 * in the same turn, and little is made for it: garbage took a tenth of its time.
 */
export function serveCached(app: App, settings: CacheSettings, fetch: Fetch, note: NoteSearch): Serve {
  const readClient = createClientReader(settings)
  const cache = createPageCache({
    maxBytes: settings.pageCacheBytes,
    versions: app.versions,
    now: () => performance.now(),
  })

  function send(asked: Asked, answer: CachedAnswer, next: () => void) {
    const { incoming, outgoing, header, address, client } = asked
    // A redirect keeps the parameters as they were sent, also those that the page does not know.
    if (address.path !== asked.url && answer.status >= 300 && answer.status < 400) return next()
    for (const { q, found } of answer.searched) note({ address: client.address, header }, q, found)
    if (outgoing.destroyed) return log(asked, 499)
    try {
      const own = ['x-request-id', asked.requestId, 'cache-status', asked.isHit ? HIT : MISS]
      const sent = sendAnswer(incoming, outgoing, answer, own, () => cache.grow(asked.key, answer))
      if (typeof sent === 'number') log(asked, sent)
      else sent.then((status) => log(asked, status)).catch((error) => fail(asked, error))
    } catch (error) {
      fail(asked, error)
    }
  }

  function log({ requestId, incoming, url, began, client }: Asked, status: number) {
    const ms = Math.round(app.clock.monotonic() - began)
    const { method = '' } = incoming
    app.logRequest({ requestId, method, path: pathOf(url), status, ms, address: client.address })
  }

  function fail({ requestId, outgoing, url }: Asked, error: unknown) {
    app.log.error({ err: error, requestId, path: pathOf(url) }, 'request failed')
    outgoing.destroy()
  }

  return (incoming, outgoing, next) => {
    const { url = '' } = incoming
    const address = mayBeCached(incoming) && url.length <= URL_LIMIT ? readCacheAddress(url) : null
    if (!address) return next()
    const began = app.clock.monotonic()
    const header = (name: string) => headerOf(incoming, name)
    const client = readClient({ header, socket: incoming.socket })
    if (!client.isOurHost) return next()
    const isLight = address.variesBySaveData && header('save-data') === 'on'
    // What lasts some days, as an announcement does, begins and ends at midnight in India.
    const day = indiaDayNumber(app.clock.now())
    const key = `${client.siteOrigin} ${isLight ? 'light' : ''} ${day} ${address.path}`
    const requestId = createRequestId()
    const asked = {
      incoming,
      outgoing,
      header,
      url,
      address,
      client,
      key,
      isLight,
      isHit: false,
      requestId,
      began,
    }
    const prepare = () => maker(fetch, asked, settings.sharedCacheSeconds)
    let known: CachedAnswer | null
    try {
      known = cache.find(key, address.hasCounts, prepare)
    } catch (error) {
      app.log.error({ err: error, requestId }, 'no version of the content could be read')
      return next()
    }
    if (!known && !URL.canParse(client.siteOrigin)) return next()
    asked.isHit = known !== null
    if (known) return send(asked, known, next)
    draw(cache, key, prepare(), networkOf(client.address), outgoing)
      .then((answer) => send(asked, answer, next))
      .catch((error) => fail(asked, error))
  }
}

/** An error of its own, with its stack, would be made for each answer otherwise. */
const LEFT = new Error('The visitor left.')

/** Whoever waited in another network's place, and was refused with it, asks once more in their own. */
async function draw(cache: PageCache, key: string, make: Make, network: string, outgoing: ServerResponse) {
  const left = new AbortController()
  outgoing.once('close', () => left.abort(LEFT))
  const asker = { network, gone: left.signal }
  const { answer, isShared } = await cache.make(key, make, asker)
  const mayTryAgain = isShared && answer.status === 503 && !left.signal.aborted
  return mayTryAgain ? (await cache.make(key, make, asker)).answer : answer
}

function maker(
  fetch: Fetch,
  { incoming, outgoing, header, address, client, isLight, requestId }: Asked,
  sharedCacheSeconds: number,
): Make {
  return async (signal, begin, former) => {
    const headers = new Headers(isLight ? { 'save-data': 'on' } : {})
    for (const name of PASSED_ON) {
      const value = header(name)
      if (value !== undefined) headers.set(name, value)
    }
    const searched: Searched[] = []
    let source: string | undefined
    let made = { versions: NO_VERSIONS, madeAt: 0 }
    const response = await fetch(new Request(client.siteOrigin + address.path, { headers, signal }), {
      incoming,
      outgoing,
      cacheFill: {
        requestId,
        begin: () => {
          made = begin()
        },
        searched: (q, found) => searched.push({ q, found }),
        isDrawn(text) {
          source = hash('sha256', text, 'base64url')
          return source === former?.source
        },
      },
    })
    if (former && source && source === former.source && response.status === former.status)
      return { ...former, ...made, searched }
    const vary = address.variesBySaveData ? 'Accept-Encoding, Save-Data' : 'Accept-Encoding'
    return await toCachedAnswer(response, { ...made, source, searched, vary, sharedCacheSeconds })
  }
}

function mayBeCached({ method, headers }: IncomingMessage) {
  return (
    (method === 'GET' || method === 'HEAD') && !headers['content-length'] && !headers['transfer-encoding']
  )
}

function pathOf(url: string) {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}
