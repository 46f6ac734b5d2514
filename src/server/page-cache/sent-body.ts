import type { CachedAnswer } from './cached-answer.ts'
import { gzipParts, mayCompressWell, toBrotliBody, toGzipBody } from './compress.ts'
import type { Encoding } from './encodings.ts'

/** What is larger would hold up the event loop for milliseconds. */
const QUICK_BYTES = 256 * 1_024

/** How an answer is sent to whoever allows these encodings; the body is made when it is first asked for. */
export function bodyFor(
  answer: CachedAnswer,
  allowed: Encoding[],
): { encoding: Encoding; body: Buffer | Promise<Buffer> } {
  const encodings: Encoding[] = answer.isCompressible ? allowed : ['identity']
  const made = encodings.find((each) => each !== 'identity' && answer.bodies.has(each))
  const encoding = made ?? choose(encodings)
  return { encoding, body: answer.bodies.get(encoding) ?? make(answer, encoding) }
}

/** In a crowd gzip for all who allow it: many pages are made at the moment of a publication. */
function choose(encodings: Encoding[]): Encoding {
  const [best = 'identity'] = encodings
  return best === 'br' && encodings.includes('gzip') && !mayCompressWell() ? 'gzip' : best
}

function make(answer: CachedAnswer, encoding: Encoding): Buffer | Promise<Buffer> {
  const encoded = encode(answer, encoding)
  answer.bodies.set(encoding, encoded)
  if (Buffer.isBuffer(encoded)) return encoded
  encoded.then(
    (body) => answer.bodies.set(encoding, body),
    // Tried anew for the next.
    () => answer.bodies.delete(encoding),
  )
  return encoded
}

function encode({ body }: CachedAnswer, encoding: Encoding): Buffer | Promise<Buffer> {
  const bytes = () =>
    body.length === 1 && body[0] ? body[0].bytes : Buffer.concat(body.map(({ bytes }) => bytes))
  if (encoding === 'identity') return bytes()
  if (encoding === 'br') return toBrotliBody(bytes())
  const length = body.reduce((sum, part) => sum + part.bytes.length, 0)
  return length <= QUICK_BYTES ? gzipParts(body) : toGzipBody(bytes())
}
