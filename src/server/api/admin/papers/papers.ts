import { Hono } from 'hono'
import { z } from 'zod'
import {
  findAdminPaper,
  findAdminPapers,
  listAdminPapers,
  listForExport,
  listFound,
} from '#domain/admin-list/admin-list.server.ts'
import { writePapers } from '#domain/admin-list/papers-csv.ts'
import { matchAnswers } from '#domain/answers/match-answers.server.ts'
import { NAMES_LIMIT } from '#domain/answers/match-answers.ts'
import type { App } from '#domain/app.ts'
import { findDuplicates } from '#domain/duplicates/find-duplicates.server.ts'
import { MAX_PAGES } from '#domain/files/inspect-pdf.ts'
import { openFile } from '#domain/files/read.server.ts'
import { pagesOneOf } from '#domain/inbox/first-pages.server.ts'
import { listJobs, retryFailed } from '#domain/page-images/reprocess.server.ts'
import { findTurns, turnPages } from '#domain/page-images/turn-pages.server.ts'
import { readingProgress } from '#domain/page-text/reading.server.ts'
import { ADMIN_SHOWS, ADMIN_SORTS } from '#domain/paper/admin-paper.ts'
import { TRAIT_NAMES } from '#domain/paper/filters.ts'
import { recordOf } from '#domain/paper/paper-fields.ts'
import { findPart } from '#domain/publishing/revise.server.ts'
import { listUnread, readFailedAgain } from '#domain/recognition/recognise-next.server.ts'
import { removeSamples } from '#domain/samples.server.ts'
import { valid } from '#server/api/api.ts'
import { idSchema, noQuery, paperQuerySchema } from '#server/api/schemas.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { duplicateQuestionsSchema } from '../inbox/inbox-schemas.ts'
import { noPaper } from './replacements.ts'

const pageRule = 'must be the number of a page, or null for all pages'
const turned = z.strictObject({ page: z.int(pageRule).min(1, pageRule).max(MAX_PAGES, pageRule).nullable() })

/** Turns pages of a paper by a quarter to the right, and says how they are turned. */
export function pageTurnsApi(app: App) {
  const param = valid('param', idSchema)
  return new Hono<HttpEnv>()
    .get('/papers/:id/page-turns', param, valid('query', noQuery), async (c) => {
      const found = await findTurns(app, c.req.valid('param').id)
      return found ? c.json(found, 200) : noPaper(c)
    })
    .post('/papers/:id/page-turns', param, valid('json', turned), async (c) => {
      const { id } = c.req.valid('param')
      const { page } = c.req.valid('json')
      const isTurned = await turnPages(app, id, page, c.var.administrator)
      const found = await findTurns(app, id)
      if (!found) return noPaper(c)
      if (!isTurned)
        return problem(
          c,
          422,
          'no-such-page',
          `This paper has no page ${page}: it ends at ${found.sizes.length}.`,
          {
            field: 'page',
          },
        )
      const { requestId, administrator } = c.var
      app.log.info({ requestId, administrator: administrator.id, paper: id, page }, 'pages turned')
      return c.json(found, 200)
    })
}

const kindQuery = z.strictObject({ of: z.enum(['rendered', 'read']).optional() })
type Kind = z.infer<typeof kindQuery>['of']

/** Papers whose pages wait to be rendered, how far scanned pages are read, and which could not be rendered, or could not be read from their pictures. Either kind is tried again by itself,
 * or both. */
export function renderJobsApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/render-jobs', valid('query', noQuery), async (c) => c.json(await list(), 200))
    .post('/render-jobs', valid('query', kindQuery), async (c) =>
      c.json(await tryAgain(c.var, c.req.valid('query').of), 200),
    )
    .post('/render-jobs/:id', valid('param', idSchema), valid('query', kindQuery), async (c) =>
      c.json(await tryAgain(c.var, c.req.valid('query').of, c.req.valid('param').id), 200),
    )

  async function tryAgain({ requestId, administrator }: HttpEnv['Variables'], of: Kind, id?: string) {
    if (of !== 'read') await retryFailed(app, id)
    if (of !== 'rendered') await readFailedAgain(app, id)
    const details = { requestId, administrator: administrator.id, ...(of && { of }), ...(id && { id }) }
    app.log.info(details, 'pages that could not be rendered or read are tried again')
    return await list()
  }

  async function list() {
    const scans = (await app.recogniser.isOn()) ? await readingProgress(app) : null
    return { ...(await listJobs(app)), unread: await listUnread(app), scans }
  }
}

const NAME_LIMIT = 300
const rule = `must be 1 to ${NAMES_LIMIT} names of files, each of at most ${NAME_LIMIT} characters`
const name = z.string(rule).min(1, rule).max(NAME_LIMIT, rule)
const schema = z.strictObject(
  { names: z.array(name, rule).min(1, rule).max(NAMES_LIMIT, rule) },
  'must be an object with names',
)

/** The papers that each file of answers may belong to, in the order sent; changes nothing. */
export function answerMatchesApi(app: App) {
  return new Hono<HttpEnv>().post('/answer-matches', valid('json', schema), async (c) =>
    c.json({ matches: await matchAnswers(app, c.req.valid('json').names) }, 200),
  )
}

/** Lists of the admin area are not narrowed by traits, which the search index alone knows. */
const listQuery = paperQuerySchema.omit(recordOf(TRAIT_NAMES, () => true as const)).extend({
  show: z.enum(ADMIN_SHOWS, `must be one of ${ADMIN_SHOWS.join(', ')}`).optional(),
  sort: z.enum(ADMIN_SORTS, `must be one of ${ADMIN_SORTS.join(', ')}`).optional(),
})
const exportQuery = listQuery.omit({ page: true }).strict()
const foundQuery = exportQuery.omit({ sort: true }).strict()
const idsRule = 'must be a list of 1 to 200 texts'
const named = z.strictObject(
  { ids: z.array(z.string(idsRule).max(40, idsRule), idsRule).min(1, idsRule).max(200, idsRule) },
  'must be an object with ids',
)

const partSchema = idSchema.extend({ part: z.enum(['file', 'thumbnail', 'answers']) })

/** With the files of hidden papers, which are served to nobody else. */
export function adminPapersApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/papers', valid('query', listQuery), async (c) => {
      const { q, sort, page, ...filter } = c.req.valid('query')
      return c.json(await listAdminPapers(app, filter, { q, sort, page }), 200)
    })
    .get('/found', valid('query', foundQuery), async (c) => {
      const { q, ...filter } = c.req.valid('query')
      return c.json(await listFound(app, filter, q), 200)
    })
    .get('/papers.csv', valid('query', exportQuery), async (c) => {
      const { q, sort, ...filter } = c.req.valid('query')
      const papers = await listForExport(app, filter, { q, sort })
      return c.body(writePapers(papers, c.var.siteOrigin), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="papers.csv"',
      })
    })
    .post('/papers/named', valid('json', named), async (c) =>
      c.json({ papers: await findAdminPapers(app, c.req.valid('json').ids) }, 200),
    )
    .get('/papers/:id', valid('param', idSchema), valid('query', noQuery), async (c) => {
      const paper = await findAdminPaper(app, c.req.valid('param').id)
      return paper ? c.json(paper, 200) : noPaper(c)
    })
    .get('/papers/:id/files/:part', valid('param', partSchema), async (c) => {
      const { id, part } = c.req.valid('param')
      const file = await findPart(app, id, part)
      const bytes = file && (await openFile(app, file))
      if (!bytes || typeof bytes === 'string')
        return problem(
          c,
          404,
          'file-not-found',
          'This paper has no such file, or it is missing on the server.',
        )
      return c.body(bytes, 200, {
        'Content-Type': file.contentType,
        'Content-Length': String(file.size),
        'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'Cache-Control': 'no-store',
      })
    })
    .delete('/samples', async (c) => {
      const { requestId, administrator } = c.var
      const removed = await removeSamples(app, administrator)
      app.log.info({ requestId, administrator: administrator.id, removed }, 'samples deleted')
      return c.json({ removed }, 200)
    })
}

/** Papers with the same bytes or the same fields, binned ones included; a file's page 1 counts where its key is its upload
 * in the inbox. */
export function duplicatesApi(app: App) {
  return new Hono<HttpEnv>().post('/duplicates', valid('json', duplicateQuestionsSchema), async (c) => {
    const { files } = c.req.valid('json')
    const pagesOne = await pagesOneOf(
      app,
      files.map(({ key }) => key),
    )
    return c.json({ duplicates: await findDuplicates(app, files, pagesOne) }, 200)
  })
}
