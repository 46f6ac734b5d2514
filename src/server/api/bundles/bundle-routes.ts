import { createRoute, z } from '@hono/zod-openapi'
import { makeZip, predictLength } from 'client-zip'
import type { Context } from 'hono'
import pLimit from 'p-limit'
import type { App } from '#domain/app.ts'
import { type Bundle, listInWords, planBundle, type TooMuch } from '#domain/bundles/bundle.server.ts'
import { bundleName } from '#domain/bundles/bundle-names.ts'
import { type BundleKind, PICK_LIMIT } from '#domain/bundles/picked.ts'
import { inlineDisposition } from '#domain/files/stored-file.ts'
import { newApi } from '#server/api/api.ts'
import { paperId, refuses } from '#server/api/schemas.ts'
import { networkOf } from '#server/middleware/client.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { papersNotFound, problem } from '#server/serving/problem.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { mergedFile } from './merged-file.ts'
import { type SentFile, sentStream } from './sent-stream.ts'

const LIST_NAME = 'papers.txt'

/** A zip of known length, made while it is read, one file open at a time. PDFs are stored, as they do not shrink. */
function zipOf(
  app: Pick<App, 'files' | 'clock'>,
  { papers }: Pick<Bundle, 'papers'>,
  list: string,
): SentFile {
  const lastModified = app.clock.now()
  const text = new TextEncoder().encode(list)
  const sizes = papers.map(({ name, paper }) => ({ name, size: paper.size }))
  let open: ReadableStreamDefaultReader<Uint8Array> | undefined
  let isClosed = false
  async function* entries() {
    for (const { fileKey, name, paper } of papers) {
      const bytes = await app.files.open(fileKey, undefined, paper)
      if (!bytes) throw new Error(`A file went away while it was packed: ${fileKey}`)
      open = bytes.getReader()
      if (isClosed) return await open.cancel()
      yield { name, input: exactly(open, paper.size, fileKey), lastModified }
    }
    yield { name: LIST_NAME, input: text, lastModified }
  }
  return {
    length: Number(predictLength([...sizes, { name: LIST_NAME, size: text.length }])),
    begin: () => makeZip(entries()),
    // client-zip stops reading when its reader cancels, but leaves the file open.
    async close() {
      isClosed = true
      await open?.cancel().catch(() => {})
    },
  }
}

/** Throws unless the file has the promised size: a download of another length would look broken. */
async function* exactly(file: ReadableStreamDefaultReader<Uint8Array>, size: number, key: string) {
  let sent = 0
  for (;;) {
    const { done, value } = await file.read()
    if (done) break
    sent += value.length
    if (sent > size) break
    yield value
  }
  if (sent !== size) throw new Error(`A file is not as long as recorded: ${key}`)
}

/** Many phones share one address here, so a few more than one person needs. */
const ZIPS = { each: 4, all: 40 }
/** Each takes up to 60 MB of the disk until it is sent. */
const MERGED = { each: 3, all: 12 }
const MERGING = { most: 2, queue: 6, patienceMs: 8_000 }
/** With the wait in the queue; below the limit for any request. */
const MERGE_LIMIT_MS = 27_000

const idsRule = `must be 1 to ${PICK_LIMIT} ids of papers, with commas between them`
const idsSchema = z.strictObject({
  ids: z
    .string(idsRule)
    .transform((text) => text.split(','))
    .pipe(z.array(paperId, idsRule).min(1, idsRule).max(PICK_LIMIT, idsRule))
    .openapi({ type: 'string', example: 'abcd2345efgh,mnpq6789rstu' }),
})

const described = (kind: BundleKind, summary: string, type: string) =>
  createRoute({
    method: 'get',
    path: `/papers.${kind}`,
    tags: ['Papers'],
    summary,
    servers: [{ url: '/', description: 'Beside the API, as it is opened like a page' }],
    request: { query: idsSchema },
    responses: {
      200: {
        description: 'The file; papers that are gone are left out',
        content: { [type]: { schema: { type: 'string', format: 'binary' } } },
      },
      404: refuses('None of the papers is there'),
      413: refuses('More than one file may hold'),
      422: refuses('The ids are wrong or too many, or the papers cannot be put together'),
      429: refuses('Too many downloads from this address'),
      503: refuses('Too many are being put together at the moment'),
    },
  })

export const BUNDLE_ROUTES = {
  zip: described('zip', 'Papers as one zip, with a list of them', 'application/zip'),
  pdf: described('pdf', 'Papers as one PDF, one after the other', 'application/pdf'),
}

/** Counts no views: links that add fifty at a time would make the counts worthless. */
export function bundleRoutes(app: App, quarantine: Quarantine) {
  const zips = createDownloadLimits(ZIPS)
  const merged = createDownloadLimits(MERGED)
  const enqueue = createBoundedQueue(MERGING)
  return newApi()
    .openapi(BUNDLE_ROUTES.zip, async (c) => {
      const plan = await planBundle(app, 'zip', c.req.valid('query').ids)
      if (!plan || 'tooMuch' in plan) return refuseBundle(c, plan)
      const list = listInWords(plan, (await app.centre.read()).centre.name, c.var.siteOrigin)
      const file = zipOf(app, plan, list)
      const headers = headersOf(plan, 'zip', file.length)
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      const release = zips.take(c.var.address)
      if (!release) return tooManyDownloads(c)
      return c.body(sentStream(file, release), 200, headers)
    })
    .openapi(BUNDLE_ROUTES.pdf, async (c) => {
      const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(MERGE_LIMIT_MS)])
      const plan = await planBundle(app, 'pdf', c.req.valid('query').ids)
      if (!plan || 'tooMuch' in plan) return refuseBundle(c, plan)
      if (c.req.method === 'HEAD') return c.body(null, 200, headersOf(plan, 'pdf'))
      const release = merged.take(c.var.address)
      if (!release) return tooManyDownloads(c)
      try {
        const file = await enqueue(signal, () => mergedFile(app, quarantine, plan, signal))
        if (!file || 'refused' in file) {
          release()
          return file ? problem(c, 422, 'not-mergeable', file.refused) : tooBusy(c)
        }
        return c.body(sentStream(file, release), 200, headersOf(plan, 'pdf', file.length))
      } catch (error) {
        release()
        throw error
      }
    })
}

function headersOf({ papers }: Bundle, kind: BundleKind, length?: number): Record<string, string> {
  const one = papers.length === 1 ? papers[0] : undefined
  const name = one ? one.name.replace(/\.pdf$/, '') : bundleName(papers.map(({ paper }) => paper))
  return {
    'Cache-Control': 'no-store',
    'Content-Disposition': inlineDisposition(`${name}.${kind}`).replace(/^inline/, 'attachment'),
    ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    'Content-Type': `application/${kind}`,
    'X-Robots-Tag': 'noindex',
  }
}

function refuseBundle(c: Context<HttpEnv>, plan: TooMuch | null) {
  if (plan) return problem(c, 413, 'too-much', plan.tooMuch)
  return papersNotFound(c)
}

function tooManyDownloads(c: Context<HttpEnv>) {
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
function createDownloadLimits({ each, all }: DownloadLimits) {
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
