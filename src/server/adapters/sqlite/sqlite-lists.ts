import { type SqlBool, sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import type { Sequences } from '#domain/archive/archive.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import type { ListedPapers, PaperLists, PublishedShow, StoredSort } from '#domain/lists/paper-lists.ts'
import { boardsOf, type PaperFilter } from '#domain/paper/filters.ts'
import { MONTHS, positionsOf } from '#domain/paper/paper.ts'
import { countPapers, listCounts, type Papers, withoutFirst } from '../list-queries.ts'

// In all predicates: SQLite may look a bare column up in its index, one within `coalesce` is only compared.

/** Spelt like the partial indexes, which match these words alone. */
const SHOWN: Record<PublishedShow, string> = {
  'no-answers': 'answered = 0',
  'no-thumbnail': 'thumbnail_given = 0',
  questions: "kind = '' and file_key in (select file_key from question_files where doubt is not null)",
  samples: 'is_sample = 1',
}

const allPapers = (readDb: ReadDatabase): Papers => readDb.selectFrom('papers')

function listedPapers(readDb: ReadDatabase, { filter, show, but }: ListedPapers): Papers {
  return withoutFirst(whereSaid(papersOf(readDb, filter, show), filter), but)
}

/** Spelt like its index, which has only papers that say one. */
function whereSaid(papers: Papers, { medium }: PaperFilter): Papers {
  return medium ? papers.where(sql<SqlBool>`medium = ${medium} and medium <> ''`) : papers
}

function papersOf(readDb: ReadDatabase, filter: PaperFilter, show: PublishedShow | undefined): Papers {
  if (show) return shownPapers(readDb, filter, show)
  const boards = boardsOf(filter)
  if (boards.length > 0 && !boards.includes('')) return papersOfState(readDb, filter)
  if (filter.answered) return answeredPapers(readDb, filter)
  const { type, grade, subject } = filter
  let papers = allPapers(readDb)
  if (type) papers = papers.where('type', '=', type)
  if (grade) papers = papers.where('grade', '=', grade)
  if (subject) papers = papers.where('subject', '=', subject)
  return whereDated(whereFolded(whereOwn(papers, filter), filter), filter)
}

/** Another state's, few among many, have an index of their own. */
function papersOfState(readDb: ReadDatabase, { board, ...filter }: PaperFilter): Papers {
  const papers = whereCompared(allPapers(readDb).where('board', '=', board ?? ''), filter)
  return whereDated(whereFolded(papers, filter), filter)
}

/** Most papers of the State Board are the centre's own. */
function whereOwn(papers: Papers, filter: PaperFilter): Papers {
  const boards = boardsOf(filter)
  if (boards.length === 0) return papers
  const those = papers.where(sql<SqlBool>`coalesce(board, '') in (${sql.join(boards)})`)
  return boards.includes('') ? those.where(sql<SqlBool>`coalesce(type, '') = 'state'`) : those
}

/** Uses the index of what is shown; the filter's would find many papers of which few are shown. */
function shownPapers(readDb: ReadDatabase, filter: PaperFilter, show: PublishedShow): Papers {
  const papers = whereCompared(allPapers(readDb).where(sql.raw<SqlBool>(SHOWN[show])), filter)
  if (!filter.year) return papers
  if (show === 'samples') return papers.where(sql<SqlBool>`coalesce(year, 0) = ${filter.year}`)
  const { after, before } = positionsOf(filter.year)
  return papers.where('position', '>', after).where('position', '<', before)
}

/** Whole shelves have an index of their own; all else is compared along the index of answered papers. */
function answeredPapers(readDb: ReadDatabase, filter: PaperFilter): Papers {
  const { type, grade, subject } = filter
  const isShelf = type && grade && subject
  let papers = allPapers(readDb).where(sql<SqlBool>`answered = 1`)
  for (const [column, value] of Object.entries({ type, grade, subject })) {
    if (!value) continue
    const compared = isShelf ? sql.ref(column) : sql`coalesce(${sql.ref(column)}, '')`
    papers = papers.where(sql<SqlBool>`${compared} = ${value}`)
  }
  return whereDated(whereFolded(whereOwn(papers, filter), filter), filter)
}

/** All indexes of these lists end in the column. */
function whereFolded(papers: Papers, { foldsSets, answered }: PaperFilter): Papers {
  if (!foldsSets) return papers
  return papers.where(answered ? sql<SqlBool>`folded_answered = 0` : sql<SqlBool>`folded = 0`)
}

/** A month of all years is computed from the positions, which every index has. */
function whereDated(papers: Papers, { year, month }: PaperFilter): Papers {
  const number = month ? MONTHS.indexOf(month) + 1 : null
  if (year) {
    const { after, before } = positionsOf(year, number)
    return papers.where('position', '>', after).where('position', '<', before)
  }
  return number === null ? papers : papers.where(sql<SqlBool>`(position >> 32) % 12 = ${number % 12}`)
}

/** All of the filter but the year, without its indexes. */
function whereCompared(papers: Papers, filter: PaperFilter): Papers {
  const { type, grade, subject, month, answered } = filter
  let left = whereOwn(papers, filter)
  if (month)
    left = left.where(sql<SqlBool>`(coalesce(position, 0) >> 32) % 12 = ${(MONTHS.indexOf(month) + 1) % 12}`)
  if (answered) left = left.where(sql<SqlBool>`coalesce(answered, 0) = 1`)
  for (const [column, value] of Object.entries({ type, grade, subject })) {
    if (value) left = left.where(sql<SqlBool>`coalesce(${sql.ref(column)}, '') = ${value}`)
  }
  return left
}

/** Uses no index but that of the order, which is walked. */
function walkedPapers(readDb: ReadDatabase, { filter, show }: ListedPapers): Papers {
  const papers = whereSaid(whereShown(whereCompared(allPapers(readDb), filter), show), filter)
  return filter.year ? papers.where(sql<SqlBool>`coalesce(year, 0) = ${filter.year}`) : papers
}

function whereShown<Query extends { where(condition: ReturnType<typeof sql.raw<SqlBool>>): Query }>(
  papers: Query,
  show: PublishedShow | undefined,
): Query {
  return show ? papers.where(sql.raw<SqlBool>(SHOWN[show].replace(/^\w+/, 'coalesce($&, 0)'))) : papers
}

/** Up to so many papers are sorted; beyond that the order's index is walked. */
const FEW = 2_000

/** Every order ends in the serial number, like the indexes, so that ties are stable. */
const ORDERS: Record<StoredSort, string> = {
  newest: 'position desc',
  added: 'serial desc',
  changed: 'updated_at desc, serial desc',
  title: 'title collate nocase, serial',
  views: 'views desc, serial desc',
}

/** Walks one index, and never sorts more than a few papers. */
export const sqliteLists: PaperLists = {
  async newest(readDb, listed, { offset, limit }) {
    // Samples are few, and no index has them in this order.
    if (listed.show === 'samples')
      return (await sortAll(readDb, listed, 'newest')).slice(offset, offset + limit)
    const papers = listedPapers(readDb, listed).select('serial').orderBy('position', 'desc')
    return serialsOf(await papers.limit(limit).offset(offset).execute())
  },

  async ordered(readDb, listed, sort, { offset, limit, total }) {
    if (total <= FEW) return (await sortAll(readDb, listed, sort)).slice(offset, offset + limit)
    const papers = walkedPapers(readDb, listed).select('serial')
    return serialsOf(await papers.orderBy(sql.raw(ORDERS[sort])).limit(limit).offset(offset).execute())
  },

  count: (readDb, listed, limit) => countPapers(readDb, listedPapers(readDb, listed), limit),

  sort: sortSerials,

  counts: (readDb) =>
    listCounts(readDb, (type, grade) =>
      sql<{ counts: string }>`select
        json_group_array(json_array(subject, year, month, answered, board, papers, folded, folded_answered)) as counts
        from paper_counts where type = ${type} and grade = ${grade}`.execute(readDb),
    ),
}

async function sortAll(readDb: ReadDatabase, listed: ListedPapers, sort: StoredSort): Promise<number[]> {
  const all = await listedPapers(readDb, listed).select('serial').limit(FEW).execute()
  return await sortSerials(readDb, serialsOf(all), listed.show, sort)
}

async function sortSerials(
  readDb: ReadDatabase,
  serials: readonly number[],
  show: PublishedShow | undefined,
  sort: StoredSort,
): Promise<number[]> {
  if (serials.length === 0) return []
  const papers = readDb.selectFrom('papers').select('serial').where('serial', 'in', bucketedValues(serials))
  return serialsOf(await whereShown(papers, show).orderBy(sql.raw(ORDERS[sort])).execute())
}

function serialsOf(rows: { serial: number }[]): number[] {
  return rows.map((row) => row.serial)
}

const NUMBERED = ['papers', 'journal'] as const

export const sqliteSequences: Sequences = {
  async read(db) {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
      db,
    )
    const of = (name: string) => rows.find((row) => row.name === name)?.seq ?? 0
    return { papers: of('papers'), journal: of('journal') }
  },
  async set(db, values) {
    for (const name of NUMBERED) {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${values[name]})`.execute(db)
    }
  },
}
