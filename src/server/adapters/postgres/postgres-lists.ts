import { type SqlBool, sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Sequences } from '#domain/archive/archive.ts'
import type { ListedPapers, PaperLists, PublishedShow, StoredSort } from '#domain/lists/paper-lists.ts'
import { boardsOf } from '#domain/paper/filters.ts'
import { MONTHS, positionsOf } from '#domain/paper/paper.ts'
import { countPapers, listCounts, type Papers, withoutFirst } from '../list-queries.ts'

/** Every order ends in the serial number, like the indexes, so that ties are stable. */
const ORDERS: Record<StoredSort, string> = {
  newest: 'position desc',
  added: 'serial desc',
  changed: 'updated_at desc, serial desc',
  title: 'lower(title), serial',
  views: 'views desc, serial desc',
}
/** Spelt like the partial indexes. */
const SHOWN: Record<PublishedShow, string> = {
  'no-answers': 'not answered',
  'no-thumbnail': 'not thumbnail_given',
  questions: "kind = '' and file_key in (select file_key from question_files where doubt is not null)",
  samples: 'is_sample',
}

/** The planner weighs the indexes, one for each filter and one for each order, by what it has counted in the table. */
export const postgresLists: PaperLists = {
  async newest(readDb, listed, { offset, limit }) {
    return await serialsIn(listedPapers(readDb, listed), 'newest', { offset, limit })
  },

  async ordered(readDb, listed, sort, { offset, limit }) {
    return await serialsIn(listedPapers(readDb, listed), sort, { offset, limit })
  },

  count: (readDb, listed, limit) => countPapers(readDb, listedPapers(readDb, listed), limit),

  async sort(readDb, serials, show, sort) {
    if (serials.length === 0) return []
    const papers = listedPapers(readDb, { filter: {}, show })
    return await serialsIn(papers.where(sql<SqlBool>`serial = any(${[...serials]}::bigint[])`), sort)
  },

  counts: (readDb) =>
    listCounts(readDb, (type, grade) =>
      sql<{ counts: string }>`select
        coalesce(json_agg(json_build_array(subject, year, month, answered::integer, board, papers, folded,
          folded_answered)), '[]') as counts
        from paper_counts where type = ${type} and grade = ${grade}`.execute(readDb),
    ),
}

function listedPapers(readDb: ReadDatabase, { filter, show, but }: ListedPapers): Papers {
  const { type, grade, subject, year, month, answered, foldsSets } = filter
  let papers: Papers = readDb.selectFrom('papers')
  if (show) papers = papers.where(sql.raw<SqlBool>(SHOWN[show]))
  if (answered) papers = papers.where(sql<SqlBool>`answered`)
  if (foldsSets)
    papers = papers.where(answered ? sql<SqlBool>`not folded_answered` : sql<SqlBool>`not folded`)
  if (type) papers = papers.where('type', '=', type)
  if (grade) papers = papers.where('grade', '=', grade)
  if (subject) papers = papers.where('subject', '=', subject)
  const boards = boardsOf(filter)
  if (boards.length > 0) papers = papers.where('board', 'in', boards)
  if (boards.includes('')) papers = papers.where('type', '=', 'state')
  if (filter.medium) papers = papers.where(sql<SqlBool>`medium = ${filter.medium} and medium <> ''`)
  papers = withoutFirst(papers, but)
  const number = month ? MONTHS.indexOf(month) + 1 : null
  if (year) {
    const { after, before } = positionsOf(year, number)
    return papers.where('position', '>', after).where('position', '<', before)
  }
  return number === null ? papers : papers.where('month', '=', number)
}

async function serialsIn(
  papers: Papers,
  sort: StoredSort,
  range?: { offset: number; limit: number },
): Promise<number[]> {
  let ordered = papers.select('serial').orderBy(sql.raw(ORDERS[sort]))
  if (range) ordered = ordered.limit(range.limit).offset(range.offset)
  return (await ordered.execute()).map(({ serial }) => serial)
}

const SERIALS = { papers: 'papers_serial_seq', journal: 'journal_id_seq' } as const

export const postgresSequences: Sequences = {
  async read(db) {
    return { papers: await lastOf(db, SERIALS.papers), journal: await lastOf(db, SERIALS.journal) }
  },
  async set(db, values) {
    // Without a last one, the next is the first.
    for (const name of ['papers', 'journal'] as const)
      await sql`select setval(${SERIALS[name]}, ${Math.max(1, values[name])}::bigint, ${values[name] > 0}::boolean)`.execute(
        db,
      )
  },
}

async function lastOf(db: Database, sequence: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else 0 end as last from ${sql.table(sequence)}`.execute(db)
  return rows[0]?.last ?? 0
}
