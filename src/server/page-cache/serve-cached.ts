import { hash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '#domain/app.ts'
import type { Config } from '#server/config.ts'
import type { NoteSearch } from '#server/middleware/answered-searches.ts'
import { type ClientSettings, createClientReader, socketOf } from '#server/middleware/client.ts'
import { networkOf } from '#server/middleware/network-of.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
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

/** Answers from memory what was asked before; `next` answers all that may not be cached. */
export function serveCached(app: App, settings: CacheSettings, fetch: Fetch, note: NoteSearch): Serve {
  const readClient = createClientReader(settings)
  const cache = createPageCache({
    maxBytes: settings.pageCacheBytes,
    versions: app.versions,
    now: () => performance.now(),
  })
  return (incoming, outgoing, next) => {
    const { url = '' } = incoming
    const address = mayBeCached(incoming) && url.length <= URL_LIMIT ? readCacheAddress(url) : null
    if (!address) return next()
    const began = app.clock.monotonic()
    const header = (name: string) => headerOf(incoming, name)
    const client = readClient({ header, socket: socketOf(incoming) })
    if (!client.isOurHost) return next()
    const isLight = address.variesBySaveData && header('save-data') === 'on'
    const key = `${client.siteOrigin} ${isLight ? 'light' : ''} ${address.path}`
    const requestId = randomUUID()
    const asked = { address, origin: client.siteOrigin, isLight, requestId }
    const make = maker(fetch, incoming, outgoing, asked, settings.sharedCacheSeconds)

    const fail = (error: unknown) => {
      app.log.error({ err: error, requestId, path: pathOf(url) }, 'request failed')
      outgoing.destroy()
    }
    const logged = (status: number) => {
      const ms = Math.round(app.clock.monotonic() - began)
      const path = pathOf(url)
      app.log.info(
        { requestId, method: incoming.method, path, status, ms, address: client.address },
        'request',
      )
    }
    const send = (answer: CachedAnswer) => {
      // A redirect keeps the parameters as they were sent, also those that the page does not know.
      if (address.path !== url && answer.status >= 300 && answer.status < 400) return next()
      for (const { q, found } of answer.searched) note({ address: client.address, header }, q, found)
      if (outgoing.destroyed) return logged(499)
      try {
        const sent = sendAnswer(incoming, outgoing, answer, requestId, () => cache.grow(key, answer))
        if (typeof sent === 'number') logged(sent)
        else sent.then(logged).catch(fail)
      } catch (error) {
        fail(error)
      }
    }
    let known: CachedAnswer | null
    try {
      known = cache.find(key, address.hasCounts, make)
    } catch (error) {
      app.log.error({ err: error, requestId }, 'no version of the content could be read')
      return next()
    }
    if (!known && !URL.canParse(client.siteOrigin)) return next()
    if (known) send(known)
    else draw(cache, key, make, networkOf(client.address), outgoing).then(send).catch(fail)
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
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  asked: { address: CacheAddress; origin: string; isLight: boolean; requestId: string },
  sharedCacheSeconds: number,
): Make {
  return async (signal, begin, askers, former) => {
    const headers = new Headers(asked.isLight ? { 'save-data': 'on' } : {})
    for (const name of PASSED_ON) {
      const value = headerOf(incoming, name)
      if (value !== undefined) headers.set(name, value)
    }
    const searched: Searched[] = []
    let source: string | undefined
    let made = { versions: { data: -1, content: -1 }, madeAt: 0 }
    const response = await fetch(new Request(asked.origin + asked.address.path, { headers, signal }), {
      incoming,
      outgoing,
      cacheFill: {
        requestId: asked.requestId,
        begin: () => {
          made = begin()
        },
        searched: (q, found) => searched.push({ q, found }),
        askers,
        isDrawn(text) {
          source = hash('sha256', text, 'base64url')
          return source === former?.source
        },
      },
    })
    if (former && source && source === former.source && response.status === former.status)
      return { ...former, ...made, searched }
    const vary = asked.address.variesBySaveData ? 'Accept-Encoding, Save-Data' : 'Accept-Encoding'
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
