import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { type PartReader, withReader } from '#domain/files/part-reader.ts'
import { waitBefore } from './retry.ts'
import { asking } from './s3-fault.ts'

/** Asks for an object's bytes from `start` on; null when it is gone. */
type Reopen = (start: number) => Promise<Readable | null>

/**
 * The bytes `start` to `end`, both included, of an object whose first answer is `body`. What breaks off is asked for
 * again from there, as long as bytes come within `limitMs`.
 */
export function resumedBody(
  body: Readable,
  { start, end }: { start: number; end: number },
  reopen: Reopen,
  limitMs: number,
): ReadableStream<Uint8Array> {
  let at = start
  let chunks = chunksOf(body)
  let isClosed = false

  async function nextChunk(): Promise<Uint8Array | null> {
    const until = performance.now() + limitMs
    for (let attempt = 1; at <= end; attempt++) {
      try {
        const { done, value } = (await chunks.next()) as IteratorResult<Uint8Array>
        if (done) throw new Error(`The store ended an object ${end + 1 - at} bytes early.`)
        const chunk = value.subarray(0, end + 1 - at)
        at += chunk.length
        return chunk
      } catch (error) {
        if (isClosed) throw error
        if (performance.now() > until) return await asking(Promise.reject(error))
        if (attempt > 1) await wait(waitBefore(attempt))
        const again = await reopen(at)
        if (!again) return await asking(Promise.reject(error))
        if (isClosed) again.destroy()
        body = again
        chunks = chunksOf(again)
      }
    }
    return null
  }

  async function close() {
    isClosed = true
    body.destroy()
  }

  return streamOf(nextChunk, close)
}

/** The line may break before anybody reads, or after; it is heard of with the next chunk. */
function chunksOf(body: Readable) {
  body.on('error', () => {})
  return body[Symbol.asyncIterator]()
}

/** Asks for the next part only when it is wanted. */
function streamOf(nextChunk: () => Promise<Uint8Array | null>, close: () => Promise<void>) {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await nextChunk()
        if (chunk) controller.enqueue(new Uint8Array(chunk))
        else {
          controller.close()
          await close()
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
  return withReader(stream, readerOf(nextChunk, close))
}

function readerOf(nextChunk: () => Promise<Uint8Array | null>, close: () => Promise<void>): PartReader {
  let left: Uint8Array = new Uint8Array()
  return {
    async read(into) {
      if (left.length === 0) left = (await nextChunk()) ?? left
      const part = left.subarray(0, into.length)
      into.set(part)
      left = left.subarray(part.length)
      return part.length
    },
    close,
  }
}
