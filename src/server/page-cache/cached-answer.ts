import { hash } from 'node:crypto'
import type { Versions } from '#database/locks.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
/** What an answer says of a search that it holds, to be counted each time it is sent. */
export type Searched = { q: string; found: number }

/** A whole answer, ready to be sent any number of times. */
export type CachedAnswer = {
  status: number
  etag: string
  /** Names and values in turn, as Node sends them without another look. */
  headers: string[]
  /** The headers of a 304. */
  briefHeaders: string[]
  isCompressible: boolean
  body: Buffer
  /** The body as it is sent; each is made when it is first asked for. */
  bodies: Map<Encoding, Buffer | Promise<Buffer>>
  searched: Searched[]
  /** What it was made from, and when, in milliseconds of a clock that never jumps. */
  versions: Versions
  madeAt: number
  isReusable: boolean
}

/** Set again for each request, or by Node. */
const OWN_HEADERS = ['x-request-id', 'content-length', 'transfer-encoding', 'date', 'connection']
/** Below this, the headers weigh more than what compression saves. */
const WORTH_COMPRESSING = 1_024
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|[\w.-]+\+(?:json|xml))|image\/svg)/
const STATUSES = [200, 301, 302, 308, 404]
const BRIEF = ['cache-control', 'vary', 'etag']

/** Reads the response to its end. */
export async function toCachedAnswer(
  response: Response,
  {
    vary,
    sharedCacheSeconds,
    ...made
  }: Pick<CachedAnswer, 'searched' | 'versions' | 'madeAt'> & {
    vary: string
    sharedCacheSeconds: number
  },
): Promise<CachedAnswer> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  for (const name of OWN_HEADERS) headers.delete(name)
  const cacheControl = headers.get('cache-control') ?? ''
  const isReusable =
    STATUSES.includes(response.status) && !headers.has('set-cookie') && !/no-store|private/.test(cacheControl)
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  headers.set('vary', varyOf(headers.get('vary'), vary))
  if (isReusable) headers.set('etag', etag)
  if (isReusable && response.status === 200 && cacheControl === 'no-cache' && sharedCacheSeconds > 0) {
    const shared = `s-maxage=${sharedCacheSeconds}, stale-while-revalidate=${sharedCacheSeconds}`
    // Browsers go on asking each time; only caches between them and the server keep a copy.
    headers.set('cache-control', `public, max-age=0, must-revalidate, ${shared}`)
  }
  return {
    ...made,
    status: response.status,
    etag,
    headers: [...headers].flat(),
    briefHeaders: [...headers].filter(([name]) => BRIEF.includes(name)).flat(),
    isCompressible: isCompressible(headers.get('content-type') ?? '', body.length),
    body,
    bodies: new Map(),
    isReusable,
  }
}

function isCompressible(contentType: string, bytes: number): boolean {
  return bytes >= WORTH_COMPRESSING && COMPRESSIBLE.test(contentType)
}

/** Bytes in memory; grows with each encoding that is made. */
export function sizeOf({ body, bodies }: CachedAnswer): number {
  const encoded = [...bodies.values()].filter((each) => Buffer.isBuffer(each) && each !== body) as Buffer[]
  return 2_000 + body.length + encoded.reduce((sum, { length }) => sum + length, 0)
}

function varyOf(own: string | null, cache: string) {
  const names = new Map<string, string>()
  for (const name of `${own ?? ''},${cache}`.split(',').map((each) => each.trim()))
    if (name) names.set(name.toLowerCase(), name)
  return [...names.values()].join(', ')
}
