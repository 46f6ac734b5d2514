import { createHash } from 'node:crypto'
import type { Versions } from '#database/versions.ts'
import { type Encoding, encode, isCompressible } from './encodings.ts'

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
  bodies: Map<Encoding, Buffer | Promise<Buffer>>
  searched: Searched[]
  /** What it was made from, and when, in milliseconds of a clock that never jumps. */
  versions: Versions
  madeAt: number
  isReusable: boolean
}

/** Set anew for each request, or by Node. */
const OWN_HEADERS = ['x-request-id', 'content-length', 'transfer-encoding', 'date', 'connection']
const STATUSES = [200, 301, 302, 308, 404]
const BRIEF = ['cache-control', 'vary', 'etag']

/** Reads the response to its end. */
export async function toCachedAnswer(
  response: Response,
  {
    vary,
    sharedCacheSeconds,
    ...made
  }: Pick<CachedAnswer, 'searched' | 'versions' | 'madeAt'> & { vary: string; sharedCacheSeconds: number },
): Promise<CachedAnswer> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  for (const name of OWN_HEADERS) headers.delete(name)
  const cacheControl = headers.get('cache-control') ?? ''
  const isReusable =
    STATUSES.includes(response.status) && !headers.has('set-cookie') && !/no-store|private/.test(cacheControl)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
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
    bodies: new Map([['identity', body]]),
    isReusable,
  }
}

/** The body in an encoding; made when it is first asked for, once for all who wait for it. */
export function bodyOf(answer: CachedAnswer, encoding: Encoding): Buffer | Promise<Buffer> {
  const known = answer.bodies.get(encoding)
  if (known) return known
  const encoded = encode(answer.bodies.get('identity') as Buffer, encoding)
  if (Buffer.isBuffer(encoded)) {
    answer.bodies.set(encoding, encoded)
    return encoded
  }
  const made = encoded.then(
    (body) => {
      answer.bodies.set(encoding, body)
      return body
    },
    (error: unknown) => {
      // Tried anew for the next.
      answer.bodies.delete(encoding)
      throw error
    },
  )
  answer.bodies.set(encoding, made)
  return made
}

/** Bytes in memory; grows with each encoding that is made. */
export function sizeOf(answer: CachedAnswer): number {
  let bytes = 2_000
  for (const body of answer.bodies.values()) if (Buffer.isBuffer(body)) bytes += body.length
  return bytes
}

function varyOf(own: string | null, cache: string) {
  const names = new Map<string, string>()
  for (const name of `${own ?? ''},${cache}`.split(',').map((each) => each.trim()))
    if (name) names.set(name.toLowerCase(), name)
  return [...names.values()].join(', ')
}
