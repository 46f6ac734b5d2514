import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Below this, the headers weigh more than what compression saves. */
const WORTH_COMPRESSING = 1_024
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|[\w.-]+\+(?:json|xml))|image\/svg)/
/** Of 0 to 11: a page of 60 KB takes 2 ms, and 11 would save another 8 % in 90 ms. */
const BROTLI_QUALITY = 5
/** A third of the time for a tenth more bytes. */
const QUICK = { brotli: 3, gzip: 3 }
/** More at once would take the processor from the pages that are drawn. */
const AT_ONCE = 2
/** What is larger would hold up the event loop for milliseconds. */
const QUICK_BYTES = 256 * 1_024
const KNOWN_HEADERS = 200

const known = new Map<string, Encoding>()

/** The best that an Accept-Encoding header allows; without one, or for one that cannot be read, the body as it is. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const chosenBefore = known.get(accepted)
  if (chosenBefore) return chosenBefore
  const chosen = choose(accepted)
  if (known.size >= KNOWN_HEADERS) known.clear()
  known.set(accepted, chosen)
  return chosen
}

function choose(accepted: string): Encoding {
  const wanted = parseAccept(accepted.toLowerCase())
  const any = wanted.find(({ type }) => type === '*')?.q ?? 0
  const quality = (name: string) => wanted.find(({ type }) => type === name)?.q ?? any
  if (quality('br') > 0 && quality('br') >= quality('gzip')) return 'br'
  return quality('gzip') > 0 ? 'gzip' : 'identity'
}

export function isCompressible(contentType: string, bytes: number): boolean {
  return bytes >= WORTH_COMPRESSING && COMPRESSIBLE.test(contentType)
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

let running = 0

/** In the thread pool, so that answers go on meanwhile; in a crowd, when the pool is busy, at once and quicker. */
export function encode(body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'identity') return body
  if (running >= AT_ONCE && body.length <= QUICK_BYTES) return alone(encodeQuickly(body, encoding))
  return encodeWell(body, encoding)
}

async function encodeWell(body: Buffer, encoding: 'br' | 'gzip') {
  running += 1
  try {
    if (encoding === 'gzip') return alone(await toGzip(body))
    return alone(await toBrotli(body, { params: paramsOf(body, BROTLI_QUALITY) }))
  } finally {
    running -= 1
  }
}

function encodeQuickly(body: Buffer, encoding: 'br' | 'gzip') {
  if (encoding === 'gzip') return gzipSync(body, { level: QUICK.gzip })
  return brotliCompressSync(body, { params: paramsOf(body, QUICK.brotli) })
}

function paramsOf(body: Buffer, quality: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length }
}

/** A copy in memory of its own size: what zlib gives keeps its whole 16 KB block. */
function alone(made: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(made.length)
  made.copy(copy)
  return copy
}
