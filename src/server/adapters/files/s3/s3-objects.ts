import { performance } from 'node:perf_hooks'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import {
  type Aside,
  type ByteRange,
  isAsideDay,
  type PartReader,
  withReader,
} from '#domain/files/file-store.ts'
import { type S3Connection, waitBefore } from './s3-connection.ts'
import { asking, isMissingObject, isOutsideObject } from './s3-fault.ts'

/** What was set aside: `removed/<day>/<name>`. */
export const REMOVED = 'removed/'
export type ListedObject = { name: string; size: number; storedAt: Date }
type Metadata = Record<string, string>

/** A bucket's objects by their names below the prefix. Throws FileStoreFault when the store fails for longer. */
export type S3Objects = ReturnType<typeof openObjects>

export function openObjects({ place, patience, reads, calls }: S3Connection) {
  const at = (name: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${name}` })

  async function get(name: string, range?: ByteRange, abortSignal?: AbortSignal) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await orNull(reads.send(new GetObjectCommand({ ...at(name), Range }), { abortSignal }))
    if (!range || range.start === 0 || found?.ContentRange?.startsWith(`bytes ${range.start}-`)) return found
    ;(found?.Body as Readable | undefined)?.destroy()
    if (found) throw new Error(`The store answers with other bytes than ${Range}: ${found.ContentRange}`)
    return null
  }

  async function head(
    name: string,
    abortSignal?: AbortSignal,
  ): Promise<{ size: number; metadata: Metadata } | null> {
    const found = await asking(orNull(calls.send(new HeadObjectCommand(at(name)), { abortSignal })))
    return found && { size: found.ContentLength ?? 0, metadata: found.Metadata ?? {} }
  }

  /** Throws when the answer has not begun in time; later the signal would break it off. */
  async function getSoon(name: string, range: ByteRange | undefined, limitMs: number) {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), limitMs)
    try {
      return await get(name, range, late.signal)
    } catch (error) {
      throw late.signal.aborted ? new Error(`It did not begin within ${limitMs / 1000} s.`) : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** The bytes `range`, or all, as far as there are any; begun within `limitMs`, where it is given. Throws what `refuse`
   * makes for an object of another size than `expected`. */
  async function open(
    name: string,
    range?: ByteRange,
    limitMs?: number,
    expected?: { size: number; refuse(size: number): Error },
  ): Promise<ReadableStream<Uint8Array> | null> {
    let refused: Error | undefined
    try {
      const first = await (limitMs === undefined ? get(name, range) : getSoon(name, range, limitMs))
      if (!first) return null
      const size = sizeOf(first)
      if (expected && size !== expected.size) {
        ;(first.Body as Readable).destroy()
        refused = expected.refuse(size)
        throw refused
      }
      const start = range?.start ?? 0
      // Some stores take 0-0 for the whole.
      const end = Math.min(start + (first.ContentLength ?? 0) - 1, range?.end ?? Number.POSITIVE_INFINITY)
      const reopen = async (from: number) =>
        (await asking(get(name, { start: from, end })))?.Body as Readable | null
      return resumedBody(first.Body as Readable, { start, end }, reopen, patience.calls)
    } catch (error) {
      if (refused) throw refused
      if (isOutsideObject(error) && expected) throw expected.refuse((await head(name))?.size ?? 0)
      if (isOutsideObject(error)) return new Blob([]).stream()
      return await asking(Promise.reject(error))
    }
  }

  return {
    head,
    open,

    async read(name: string, limitMs?: number): Promise<Buffer | null> {
      const bytes = await open(name, undefined, limitMs)
      return bytes && (await asking(buffer(bytes)))
    },

    /** In one piece, in place of what is there. */
    async put(name: string, bytes: Uint8Array, more: { type: string; metadata?: Metadata }): Promise<void> {
      const put = { ...at(name), Body: bytes, ContentType: more.type, Metadata: more.metadata }
      await asking(calls.send(new PutObjectCommand(put)))
    },

    /** Copies, then removes; false when it is not there or the other name is taken. */
    async move(from: string, to: string): Promise<boolean> {
      if ((await head(to)) || !(await head(from))) return false
      const CopySource = `${place.bucket}/${at(from).Key}`.split('/').map(encodeURIComponent).join('/')
      await asking(calls.send(new CopyObjectCommand({ ...at(to), CopySource })))
      await asking(calls.send(new DeleteObjectCommand(at(from))))
      return true
    },

    /** Also when there is none. */
    async remove(name: string): Promise<void> {
      await asking(calls.send(new DeleteObjectCommand(at(name))))
    },

    async findBucket(abortSignal: AbortSignal): Promise<void> {
      await asking(calls.send(new HeadBucketCommand({ Bucket: place.bucket }), { abortSignal }))
    },

    /** All whose name begins so, in the order of names. */
    async *list(begin: string): AsyncIterable<ListedObject> {
      for await (const { Contents = [] } of pagesOf(begin)) {
        for (const { Key, Size = 0, LastModified = new Date() } of Contents) {
          if (Key)
            yield { name: Key.slice(place.prefix.length), size: Size, storedAt: toLocalClock(LastModified) }
        }
      }
    },

    /** The names of what is directly in a folder, which is '' or ends in a slash; of folders with their slash. */
    async *namesIn(folder: string): AsyncIterable<string> {
      for await (const { Contents = [], CommonPrefixes = [] } of pagesOf(folder, '/')) {
        const names = [...CommonPrefixes.map(({ Prefix }) => Prefix), ...Contents.map(({ Key }) => Key)]
        for (const name of names) if (name) yield name.slice(place.prefix.length + folder.length)
      }
    },
  }

  /** What was just stored must not look old where the clocks differ: the SDK notices more than five minutes. */
  function toLocalClock(time: Date) {
    return new Date(time.getTime() - calls.config.systemClockOffset)
  }

  async function* pagesOf(begin: string, delimiter?: string) {
    let next: string | undefined
    do {
      const asked = { Bucket: place.bucket, Prefix: `${place.prefix}${begin}`, Delimiter: delimiter }
      const page = await asking(calls.send(new ListObjectsV2Command({ ...asked, ContinuationToken: next })))
      yield page
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next)
  }
}

/** Of the whole object, whatever part of it was answered. */
function sizeOf({ ContentRange = '', ContentLength = 0 }: { ContentRange?: string; ContentLength?: number }) {
  return Number(/\/(\d+)$/.exec(ContentRange)?.[1] ?? ContentLength)
}

async function orNull<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  return await call.catch((error: unknown) => {
    if (isMissingObject(error)) return null
    throw error
  })
}

export function asideName({ day, name }: Aside): string {
  return `${REMOVED}${day}/${name}`
}

export function asideOf(object: string): Aside | null {
  const [, day = '', name = ''] = /^removed\/([^/]+)\/(.+)$/.exec(object) ?? []
  return isAsideDay(day) ? { day, name } : null
}

/** Asks for an object's bytes from `start` on; null when it is gone. */
type Reopen = (start: number) => Promise<Readable | null>

/**
 * The bytes `start` to `end`, both included, of an object whose first answer is `body`. What breaks off is asked for
 * again from there, as long as bytes come within `limitMs`.
 */
function resumedBody(
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
