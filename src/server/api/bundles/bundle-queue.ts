import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createRoute, type z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import pLimit from 'p-limit'
import type { App } from '#domain/app.ts'
import type { BundledPaper } from '#domain/bundles/bundle.server.ts'
import type { PdfsMerged } from '#domain/files/inspect-pdf.ts'
import { refuses } from '#server/api/schemas.ts'
import { withPaths } from '#server/folders/make-folder.ts'
import { networkOf } from '#server/middleware/client.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { writeStream } from '#server/uploading/write-file.ts'

/** Each takes up to 60 MB of the disk until it is sent. */
const MADE = { each: 3, all: 12 }
const MAKING = { most: 2, queue: 6, patienceMs: 8_000 }
/** With the wait in the queue; below the limit for any request. */
const MAKE_LIMIT_MS = 27_000

/** A file that is made before it is sent; a sentence where it cannot be, null once the signal has said so. */
type Make = (signal: AbortSignal) => Promise<SentFile | { refused: string } | null>

/** Files that take the memory and time of the work process: two at once, and three for one network until they are sent. */
export function createBundleQueue() {
  const limits = createDownloadLimits(MADE)
  const enqueue = createBoundedQueue(MAKING)
  return async (c: Context<HttpEnv>, headersOf: (length: number) => Record<string, string>, make: Make) => {
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(MAKE_LIMIT_MS)])
    const release = limits.take(c.var.address)
    if (!release) return tooManyDownloads(c)
    try {
      const file = await enqueue(signal, () => make(signal))
      if (!file || 'refused' in file) {
        release()
        return file ? problem(c, 422, 'not-mergeable', file.refused) : tooBusy(c)
      }
      return c.body(sentStream(file, release), 200, headersOf(file.length))
    } catch (error) {
      release()
      throw error
    }
  }
}

export function tooManyDownloads(c: Context<HttpEnv>) {
  return problem(c, 429, 'too-many-downloads', (m) => m.refused_downloads(), {
    retryAfter: 20,
  })
}

function tooBusy(c: Context<HttpEnv>) {
  return problem(c, 503, 'merging-busy', (m) => m.refused_merging(), { retryAfter: 10 })
}

/** Concurrent downloads of one network, and of all; a download ends with its last byte. */
type DownloadLimits = { each: number; all: number }

/** `take` returns a function that ends the download, or null at a limit. */
export function createDownloadLimits({ each, all }: DownloadLimits) {
  const taken = new Map<string, number>()
  let total = 0
  return {
    take(address: string): (() => void) | null {
      const network = networkOf(address)
      const own = taken.get(network) ?? 0
      if (own >= each || total >= all) return null
      taken.set(network, own + 1)
      total++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        total--
        const left = (taken.get(network) ?? 1) - 1
        if (left > 0) taken.set(network, left)
        else taken.delete(network)
      }
    },
  }
}

/** Runs `most` jobs at a time; up to `queue` others wait, for `patienceMs` at most. */
export function createBoundedQueue({
  most,
  queue,
  patienceMs,
}: {
  most: number
  queue: number
  patienceMs: number
}) {
  const limit = pLimit(most)
  /** Null when the job did not start in time or was aborted; a running job keeps its slot until it ends. */
  return async <Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result | null> => {
    if (limit.pendingCount >= queue) return null
    const late = AbortSignal.timeout(patienceMs)
    let hasBegun = false
    const over = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true })
      late.addEventListener('abort', () => hasBegun || resolve(null), { once: true })
    })
    const done = limit(async () => {
      if (signal.aborted || late.aborted) return null
      hasBegun = true
      return await job()
    })
    return await Promise.race([done, over])
  }
}

/** `length` in bytes; `close` may be called at any time. */
export type SentFile = {
  length: number
  begin: () => ReadableStream<Uint8Array>
  close: () => void | Promise<void>
}

/** Begins when first read; closes the file and calls `release` once: at the end, on failure or on cancel. */
export function sentStream({ begin, close }: SentFile, release: () => void): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    release()
    await close()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          reader ??= begin().getReader()
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          await end()
          controller.close()
        } catch (error) {
          await end()
          controller.error(error)
        }
      },
      async cancel(reason) {
        await Promise.all([reader?.cancel(reason).catch(() => {}), end()])
      },
    },
    { highWaterMark: 0 },
  )
}

/** Of copies of these papers. Unlinked before the first byte is sent: nothing stays behind. Null on abort; a sentence when not mergeable. */
export async function composedFile(
  app: Pick<App, 'files'>,
  quarantine: Quarantine,
  papers: readonly Pick<BundledPaper, 'paper' | 'fileKey'>[],
  signal: AbortSignal,
  compose: (copies: string[], to: string) => Promise<PdfsMerged>,
): Promise<SentFile | { refused: string } | null> {
  try {
    const merged = await withPaths(quarantine, async (newPath) => {
      const copies: string[] = []
      for (const { fileKey, paper } of papers) {
        signal.throwIfAborted()
        const bytes = await app.files.open(fileKey, undefined, paper)
        if (!bytes) throw new Error(`A file went away while it was copied: ${fileKey}`)
        const path = newPath()
        await writeStream(bytes, path, signal)
        copies.push(path)
      }
      const target = newPath()
      const outcome = await compose(copies, target)
      return outcome.merged ? await openToUnlink(target) : { refused: outcome.sentence }
    })
    // Looked at last: whoever waited for an aborted merge has gone and would not close its file.
    if (!signal.aborted || 'refused' in merged) return merged
    await merged.close()
    return null
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

async function openToUnlink(path: string): Promise<SentFile> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  return {
    length: size,
    begin: () => Readable.toWeb(file.createReadStream({ autoClose: false })) as ReadableStream<Uint8Array>,
    close: () => file.close(),
  }
}

/** A file of papers that is made when it is asked for, as the description of the API has it. */
export function fileRoute<Path extends string, Query extends z.ZodObject>(
  path: Path,
  query: Query,
  { summary, type, found, ...refused }: Record<'summary' | 'type' | 'found' | 404 | 413 | 422 | 503, string>,
) {
  return createRoute({
    method: 'get',
    path,
    tags: ['Papers'],
    summary,
    servers: [{ url: '/', description: 'Next to the API, as it is opened like a page' }],
    request: { query },
    responses: {
      200: { description: found, content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
      404: refuses(refused[404]),
      413: refuses(refused[413]),
      422: refuses(refused[422]),
      429: refuses('Too many downloads from this address'),
      503: refuses(refused[503]),
    },
  })
}
