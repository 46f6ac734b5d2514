import { Writable } from 'node:stream'
import { brokenBody } from './upload-fault.ts'

/** Bytes that are still read of a body that was refused: the rest of any upload that a page would send. */
const DISCARD_LIMIT = 64 * 1024 * 1024

/**
 * Hands the body to the parser. Once it is refused the rest is read and thrown away: a sender who is cut off while
 * sending sees a broken connection instead of the answer.
 */
export function feed(parser: Writable, refused: AbortSignal): Writable {
  let discarded = 0
  const untilRefused = (act: (done: () => void) => void, done: (error?: Error) => void) => {
    const end = () => {
      refused.removeEventListener('abort', end)
      done()
    }
    refused.addEventListener('abort', end)
    act(end)
  }
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!refused.aborted) return untilRefused((end) => parser.write(chunk, end), once(done))
      discarded += chunk.length
      done(discarded > DISCARD_LIMIT ? brokenBody() : null)
    },
    final(done) {
      if (refused.aborted) return done()
      untilRefused((end) => parser.once('finish', end).end(), once(done))
    },
  })
}

function once(act: () => void) {
  let done = false
  return () => {
    if (!done) act()
    done = true
  }
}
