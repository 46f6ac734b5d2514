import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { binPaper, deleteForGood, restorePaper } from '#domain/bin/bin.server.ts'
import { type Hiding, hidePaper, showPaper } from '#domain/bin/hide.server.ts'
import type { Author } from '#domain/journal/entry.ts'
import { type PaperChange, revisePaper } from '#domain/publishing/revise.server.ts'
import { hasSamples } from '#domain/samples.server.ts'
import { listBinned } from '../bin/bin-list.server.ts'
import { countBinned, type Off } from '../bin/bin-store.server.ts'
import {
  selectBinnedAt,
  selectForAdmin,
  selectFoundAt,
  selectPublishedAt,
} from '../lists/admin-paper-store.server.ts'
import { countPapers, listFacets } from '../lists/facets.server.ts'
import { PAGE_SIZE, type PublishedShow, type StoredSort } from '../lists/paper-lists.ts'
import {
  type AdminFilter,
  type AdminPaper,
  type AdminShow,
  type AdminSort,
  FOUND_LIMIT,
  type FoundPaper,
} from '../paper/admin-paper.ts'
import type { FacetCounts, PaperFilter } from '../paper/filters.ts'
import { serialOf } from '../paper/paper.ts'
import { findPositions } from '../search/finding/find.server.ts'

/** Most papers of a search that are sorted otherwise than by match. */
const FEW = 2_000
/** Papers without answers or thumbnail are counted up to here. */
const COUNT_LIMIT = 10_000
const READ_AT_ONCE = 500

/** `more` tells that `total` is not all; `binned` counts the bin, `hidden` what is hidden of what was asked for, `facets` all
 * published papers of the filter. */
type AdminListPage = {
  papers: AdminPaper[]
  page: number
  pages: number
  total: number
  more: boolean
  samples: boolean
  binned: number
  hidden: number
  facets: FacetCounts
}

type Needs = Parameters<typeof findPositions>[0]
type Found = { serials: number[]; total: number; more: boolean }
type Range = { offset: number; limit: number }

/** Published papers, or those that are hidden or in the bin. A search has its best match first; other orders sort its first 2,000 papers. */
export async function listAdminPapers(
  app: Needs,
  { show, ...filter }: AdminFilter,
  { q = '', sort = 'best', page = 1 }: { q?: string; sort?: AdminSort; page?: number } = {},
): Promise<AdminListPage> {
  const range = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
  const found = await findSerials(app, { show, ...filter }, q, sort, range)
  const [papers, samples, binned, hidden, facets] = await Promise.all([
    isOff(show) ? selectBinnedAt(app.readDb, found.serials) : selectPublishedAt(app.readDb, found.serials),
    hasSamples(app),
    countBinned(app.readDb, 'binned'),
    listBinned(app, 'hidden', filter, wordsOf(q), 'best', { offset: 0, limit: 1 }),
    listFacets(app, filter),
  ])
  const { total, more } = found
  const pages = Math.ceil(total / PAGE_SIZE)
  return { papers, page, pages, total, more, samples, binned, hidden: hidden.total, facets }
}

/** For bulk changes: at most `FOUND_LIMIT` papers, of a search the first 2,000; `more` tells of others. */
export async function listFound(
  app: Needs,
  filter: AdminFilter,
  q = '',
): Promise<{ papers: FoundPaper[]; more: boolean }> {
  const range = { offset: 0, limit: FOUND_LIMIT }
  const { serials, total, more } = await findSerials(app, filter, q, 'newest', range)
  const from = isOff(filter.show) ? 'binnedPapers' : 'papers'
  const papers: FoundPaper[] = []
  for (let at = 0; at < serials.length; at += READ_AT_ONCE) {
    papers.push(...(await selectFoundAt(app.readDb, from, serials.slice(at, at + READ_AT_ONCE))))
    await yieldToEventLoop()
  }
  return { papers, more: more || total > serials.length }
}

/** As the list shows them, at most `FOUND_LIMIT` papers, of a search the first 2,000. */
export async function listForExport(
  app: Needs,
  filter: AdminFilter,
  { q = '', sort = 'best' }: { q?: string; sort?: AdminSort } = {},
): Promise<AdminPaper[]> {
  const { serials } = await findSerials(app, filter, q, sort, { offset: 0, limit: FOUND_LIMIT })
  const select = isOff(filter.show) ? selectBinnedAt : selectPublishedAt
  const papers: AdminPaper[] = []
  for (let at = 0; at < serials.length; at += READ_AT_ONCE) {
    papers.push(...(await select(app.readDb, serials.slice(at, at + READ_AT_ONCE))))
    await yieldToEventLoop()
  }
  return papers
}

/** Those of these ids that are published or hidden. */
export async function findAdminPapers(
  app: Pick<App, 'readDb'>,
  ids: readonly string[],
): Promise<AdminPaper[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => selectForAdmin(app.readDb, id)))
  return found.filter((paper) => paper !== null && paper.binnedAt === null) as AdminPaper[]
}

export async function findAdminPaper(app: Pick<App, 'readDb'>, id: string): Promise<AdminPaper | null> {
  return await selectForAdmin(app.readDb, id)
}

async function findSerials(
  app: Needs,
  { show, ...filter }: AdminFilter,
  q: string,
  sort: AdminSort,
  range: Range,
): Promise<Found> {
  if (isOff(show)) return await listBinned(app, show, filter, wordsOf(q), sort, range)
  return await findPublished(app, filter, show, wordsOf(q), sort, range)
}

function isOff(show: AdminShow | undefined): show is Off {
  return show === 'binned' || show === 'hidden'
}

function wordsOf(q: string): string | null {
  return q.trim() === '' ? null : q
}

async function findPublished(
  app: Needs,
  filter: PaperFilter,
  show: PublishedShow | undefined,
  q: string | null,
  sort: AdminSort,
  range: Range,
): Promise<Found> {
  if (q !== null) return await findByWords(app, filter, show, q, sort, range)
  return await listPublished(app, filter, show, sort === 'best' ? 'newest' : sort, range)
}

async function listPublished(
  app: Needs,
  filter: PaperFilter,
  show: PublishedShow | undefined,
  sort: StoredSort,
  range: Range,
): Promise<Found> {
  const { lists, readDb } = app
  const listed = { filter, show }
  const counted = show ? await lists.count(readDb, listed, COUNT_LIMIT + 1) : await countPapers(app, filter)
  const more = show !== undefined && counted > COUNT_LIMIT
  const total = more ? COUNT_LIMIT : counted
  const serials =
    sort === 'newest'
      ? await lists.newest(readDb, listed, range)
      : await lists.ordered(readDb, listed, sort, { ...range, total })
  return { serials, total, more }
}

async function findByWords(
  app: Needs,
  filter: PaperFilter,
  show: PublishedShow | undefined,
  q: string,
  sort: AdminSort,
  range: Range,
): Promise<Found> {
  const found = await findPositions(app, { q, filter }, FEW)
  const { more } = found
  const serials = found.positions.map(serialOf)
  if (found.filter) return await listWith(app, found.filter, show, { serials, more }, sort, range)
  const sorted = await app.lists.sort(app.readDb, serials, show, sort === 'best' ? 'newest' : sort)
  if (sort !== 'best') return { ...pageOf(sorted, range), more }
  const listed = new Set(sorted)
  const kept = serials.filter((serial) => listed.has(serial))
  return { ...pageOf(kept, range), more }
}

/** The filter's papers, then those that follow; while they are few, other sorts than by match mix the two. */
async function listWith(
  app: Needs,
  filter: PaperFilter,
  show: PublishedShow | undefined,
  following: { serials: number[]; more: boolean },
  sort: AdminSort,
  range: Range,
): Promise<Found> {
  const order = sort === 'best' ? 'newest' : sort
  const listed = await listPublished(app, filter, show, order, range)
  const siblings = await app.lists.sort(app.readDb, following.serials, show, order)
  if (siblings.length === 0) return listed
  const total = listed.total + siblings.length
  const more = listed.more || following.more
  if (sort !== 'best' && total <= FEW) {
    const own = await app.lists.newest(app.readDb, { filter, show }, { offset: 0, limit: FEW })
    return { ...pageOf(await app.lists.sort(app.readDb, [...own, ...siblings], show, sort), range), more }
  }
  const from = Math.max(0, range.offset - listed.total)
  const added = siblings.slice(from, from + range.limit - listed.serials.length)
  return { serials: [...listed.serials, ...added], total, more }
}

function pageOf(serials: number[], { offset, limit }: Range): Found {
  return { serials: serials.slice(offset, offset + limit), total: serials.length, more: false }
}

type BulkAction =
  | { action: 'change'; change: PaperChange }
  | ({ action: 'hide' } & Hiding)
  | { action: 'show' | 'bin' | 'restore' | 'delete' }

type BulkOutcome = {
  done: string[]
  missing: string[]
  refused: { id: string; detail: string }[]
}

/** Each paper in a transaction of its own: one that is missing or refused keeps none of the others back. `others` are those
 * that the author may not change, and why. */
export async function doInBulk(
  app: Pick<App, 'db' | 'files' | 'search' | 'clock' | 'log' | 'reserve'>,
  ids: string[],
  action: BulkAction,
  author: Author,
  siblings = { ids: new Set<string>(), detail: '' },
): Promise<BulkOutcome> {
  const refused = [...siblings.ids].map((id) => ({ id, detail: siblings.detail }))
  const outcome: BulkOutcome = { done: [], missing: [], refused }
  for (const id of new Set(ids).difference(siblings.ids)) {
    const result = await doOne(app, id, action, author)
    if (result === false || result === 'missing') outcome.missing.push(id)
    else if (result !== true && 'refused' in result) outcome.refused.push({ id, detail: result.sentence })
    else outcome.done.push(id)
    await yieldToEventLoop()
  }
  return outcome
}

async function doOne(app: Parameters<typeof doInBulk>[0], id: string, action: BulkAction, author: Author) {
  if (action.action === 'change') return await revisePaper(app, id, action.change, author)
  if (action.action === 'hide') return await hidePaper(app, id, action, author)
  if (action.action === 'show') return await showPaper(app, id, author)
  if (action.action === 'bin') return await binPaper(app, id, author)
  if (action.action === 'restore') return await restorePaper(app, id, author)
  return await deleteForGood(app, id, author)
}
