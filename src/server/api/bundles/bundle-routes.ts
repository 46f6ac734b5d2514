import { z } from '@hono/zod-openapi'
import { makeZip, predictLength } from 'client-zip'
import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import {
  type Bundle,
  bundleName,
  listInWords,
  type NoSuchPages,
  planBundle,
  type TooMuch,
} from '#domain/bundles/bundle.server.ts'
import type { BundleKind } from '#domain/bundles/picked.ts'
import { disposition } from '#domain/files/stored-file.ts'
import { newApi } from '#server/api/api.ts'
import { paperIds } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { papersNotFound, problem } from '#server/serving/problem.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import {
  composedFile,
  type createBundleQueue,
  createDownloadLimits,
  fileRoute,
  type SentFile,
  sentStream,
  tooManyDownloads,
} from './bundle-queue.ts'

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
const idsSchema = z.strictObject({
  ids: paperIds.openapi({ type: 'string', example: 'abcd2345efgh,mnpq6789rstu' }),
})

const pagesRule = 'must be pages of each paper, such as 1-3,7, with semicolons between papers'
const partsSchema = idsSchema.extend({
  // A form has a field of this name for each paper.
  pages: z
    .union([z.string(), z.array(z.string()).transform((each) => each.join(';'))])
    .pipe(
      z
        .string()
        .max(2_000, pagesRule)
        .regex(/^[\d\s,;–-]*$/, pagesRule),
    )
    .transform((text) => text.split(';').map((part) => part.trim()))
    .optional()
    .openapi({
      type: 'string',
      description: 'Of each paper these pages alone; all where it says none',
      example: '1-3,7;2',
    }),
})

const SAID = {
  found: 'The file; papers that are gone are left out',
  404: 'None of the papers is there',
  413: 'More than one file may hold',
  422: 'The ids are wrong or too many, or the papers cannot be put together',
  503: 'Too many are being put together at the moment',
}

export const BUNDLE_ROUTES = {
  zip: fileRoute('/papers.zip', idsSchema, {
    ...SAID,
    summary: 'Papers as one zip, with a list of them',
    type: 'application/zip',
  }),
  pdf: fileRoute('/papers.pdf', partsSchema, {
    ...SAID,
    summary: 'Papers as one PDF, one after the other, or some pages of them',
    type: 'application/pdf',
  }),
}

/** Counts no views: links that add fifty at a time would make the counts worthless. */
export function bundleRoutes(app: App, quarantine: Quarantine, make: ReturnType<typeof createBundleQueue>) {
  const zips = createDownloadLimits(ZIPS)
  return newApi()
    .openapi(BUNDLE_ROUTES.zip, async (c) => {
      const plan = await planBundle(app, 'zip', c.req.valid('query').ids)
      if (!plan || !('papers' in plan)) return refuseBundle(c, plan)
      const list = listInWords(plan, (await app.centre.read()).centre.name, c.var.siteOrigin)
      const file = zipOf(app, plan, list)
      const headers = headersOf(plan, 'zip', file.length)
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      const release = zips.take(c.var.address)
      if (!release) return tooManyDownloads(c)
      return c.body(sentStream(file, release), 200, headers)
    })
    .openapi(BUNDLE_ROUTES.pdf, async (c) => {
      const { ids, pages } = c.req.valid('query')
      const plan = await planBundle(app, 'pdf', ids, pages)
      if (!plan || !('papers' in plan)) return refuseBundle(c, plan)
      if (c.req.method === 'HEAD') return c.body(null, 200, headersOf(plan, 'pdf'))
      return await make(
        c,
        (length) => headersOf(plan, 'pdf', length),
        (signal) =>
          composedFile(app, quarantine, plan.papers, signal, (copies, to) =>
            app.inspector.mergePdfs(
              copies,
              to,
              plan.papers.map((paper) => paper.pages),
            ),
          ),
      )
    })
}

function headersOf({ papers }: Bundle, kind: BundleKind, length?: number): Record<string, string> {
  const one = papers.length === 1 ? papers[0] : undefined
  const name = one ? one.name.replace(/\.pdf$/, '') : bundleName(papers.map(({ paper }) => paper))
  return {
    'Cache-Control': 'no-store',
    'Content-Disposition': disposition(`${name}.${kind}`, 'attachment'),
    ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    'Content-Type': `application/${kind}`,
    'X-Robots-Tag': 'noindex',
  }
}

function refuseBundle(c: Context<HttpEnv>, plan: TooMuch | NoSuchPages | null) {
  if (plan && 'noPages' in plan) return problem(c, 422, 'no-such-pages', plan.noPages)
  if (plan) return problem(c, 413, 'too-much', plan.tooMuch)
  return papersNotFound(c)
}
