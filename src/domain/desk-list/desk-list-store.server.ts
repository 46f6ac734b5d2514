import { type SqlBool, sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import { papersOf, positionsOf } from '../lists/filter-store.server.ts'
import type { DeskShow, DeskSort } from '../paper/desk-paper.ts'
import type { PaperFilter } from '../paper/filters.ts'
import { MONTHS } from '../paper/paper.ts'

/** The orders that papers have by themselves, without a search. */
export type StoredSort = Exclude<DeskSort, 'best'>
type Range = { offset: number; limit: number }
/** What is shown of the published papers. */
export type PublishedShow = Exclude<DeskShow, 'binned'>

/** As the partial indexes have them, which match these words alone. */
const SHOWN: Record<PublishedShow, string> = {
  'no-answers': 'answered = 0',
  'no-thumbnail': 'thumbnail_given = 0',
  samples: 'is_sample = 1',
}

/** Every order ends in the serial number, as the indexes do, so that papers that are alike in it keep their places. */
const ORDERS: Record<StoredSort, string> = {
  newest: 'position desc',
  added: 'serial desc',
  changed: 'updated_at desc, serial desc',
  title: 'title collate nocase, serial',
  views: 'views desc, serial desc',
}

/** Serial numbers of papers, newest month and year first: a walk along the filter's index, or that of what is shown. */
export async function selectNewestSerials(
  readDb: ReadDatabase,
  filter: PaperFilter,
  show: PublishedShow | undefined,
  { offset, limit }: Range,
): Promise<number[]> {
  const papers = show ? shownPapers(readDb, filter, show) : papersOf(readDb, filter)
  const rows = await papers.select('serial').orderBy(sql`position desc`).limit(limit).offset(offset).execute()
  return rows.map((row) => row.serial)
}

/** Serial numbers in one of the orders: a walk along its index, which also says which papers to leave out. */
export async function walkSerials(
  readDb: ReadDatabase,
  filter: PaperFilter,
  show: PublishedShow | undefined,
  sort: StoredSort,
  { offset, limit }: Range,
): Promise<number[]> {
  let papers = leaveOut(readDb.selectFrom('papers').select('serial'), filter)
  if (filter.year) papers = papers.where(sql<SqlBool>`coalesce(year, 0) = ${filter.year}`)
  if (show) papers = papers.where(sql.raw<SqlBool>(SHOWN[show].replace(/^\w+/, 'coalesce($&, 0)')))
  const rows = await papers.orderBy(sql.raw(ORDERS[sort])).limit(limit).offset(offset).execute()
  return rows.map((row) => row.serial)
}

/** Serial numbers of all papers of the filter, at most `limit`, in no order that counts. */
export async function selectSerials(
  readDb: ReadDatabase,
  filter: PaperFilter,
  show: PublishedShow | undefined,
  limit: number,
): Promise<number[]> {
  const papers = show ? shownPapers(readDb, filter, show) : papersOf(readDb, filter)
  return (await papers.select('serial').limit(limit).execute()).map((row) => row.serial)
}

/** These papers in one of the orders, those that are to be shown. A few thousand at most. */
export async function sortSerials(
  readDb: ReadDatabase,
  serials: number[],
  show: PublishedShow | undefined,
  sort: StoredSort,
): Promise<number[]> {
  if (serials.length === 0) return []
  let papers = readDb.selectFrom('papers').select('serial').where('serial', 'in', padded(serials))
  if (show) papers = papers.where(sql.raw<SqlBool>(SHOWN[show].replace(/^\w+/, 'coalesce($&, 0)')))
  return (await papers.orderBy(sql.raw(ORDERS[sort])).execute()).map((row) => row.serial)
}

/** How many papers are shown, counted up to a limit. */
export async function countShown(
  readDb: ReadDatabase,
  filter: PaperFilter,
  show: PublishedShow,
  limit: number,
): Promise<number> {
  const shown = shownPapers(readDb, filter, show).select('serial').limit(limit).as('shown')
  const row = await readDb
    .selectFrom(shown)
    .select((eb) => eb.fn.countAll<number>().as('papers'))
    .executeTakeFirstOrThrow()
  return row.papers
}

/** What is shown has an index of its own; the filter's would find many papers of which few are shown. */
function shownPapers(readDb: ReadDatabase, filter: PaperFilter, show: PublishedShow) {
  const papers = leaveOut(readDb.selectFrom('papers').where(sql.raw<SqlBool>(SHOWN[show])), filter)
  if (!filter.year) return papers
  if (show === 'samples') return papers.where(sql<SqlBool>`coalesce(year, 0) = ${filter.year}`)
  const { after, before } = positionsOf(filter.year)
  return papers.where('position', '>', after).where('position', '<', before)
}

type Narrowed<Query> = { where(condition: ReturnType<typeof sql<SqlBool>>): Query }

/** Keeps to the filter without its indexes: within `coalesce` a column is compared where it is found. */
function leaveOut<Query extends Narrowed<Query>>(
  papers: Query,
  { type, grade, subject, month, answered }: PaperFilter,
): Query {
  let left = papers
  if (month)
    left = left.where(sql<SqlBool>`(coalesce(position, 0) >> 32) % 12 = ${(MONTHS.indexOf(month) + 1) % 12}`)
  if (answered) left = left.where(sql<SqlBool>`coalesce(answered, 0) = 1`)
  for (const [column, value] of Object.entries({ type, grade, subject })) {
    if (value) left = left.where(sql<SqlBool>`coalesce(${sql.ref(column)}, '') = ${value}`)
  }
  return left
}

/** Repeats the last number up to a power of two, so that lists of any length share a dozen prepared statements. */
function padded(serials: number[]) {
  const length = 2 ** Math.ceil(Math.log2(serials.length))
  return [...serials, ...Array<number>(length - serials.length).fill(serials.at(-1) as number)]
}
