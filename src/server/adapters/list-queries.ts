import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { ReadDatabase, Schema } from '#database/schema.ts'
import type { PaperCount } from '#domain/lists/paper-lists.ts'
import { boardsOf, type First } from '#domain/paper/filters.ts'

export type Papers = SelectQueryBuilder<Schema, 'papers', object>

/** What both engines ask alike of the lists of papers. */
export async function countPapers(readDb: ReadDatabase, papers: Papers, limit: number): Promise<number> {
  const counted = papers.select('serial').limit(limit).as('counted')
  const row = await readDb
    .selectFrom(counted)
    .select((eb) => eb.fn.countAll<number>().as('papers'))
    .executeTakeFirstOrThrow()
  return row.papers
}

/** Without those of a part that is listed first. */
export function withoutFirst(papers: Papers, but: First[number] | undefined): Papers {
  return but ? papers.where((eb) => eb.not(eb.and(conditionsOf(eb, but)))) : papers
}

function conditionsOf(
  eb: ExpressionBuilder<Schema, 'papers'>,
  { type, grade, medium, ...of }: First[number],
) {
  const boards = boardsOf(of)
  return [
    ...(type ? [eb('type', '=', type)] : []),
    ...(grade ? [eb('grade', '=', grade)] : []),
    ...(boards.length > 0 ? [eb('board', 'in', boards)] : []),
    ...(boards.includes('') ? [eb('type', '=', 'state')] : []),
    ...(medium ? [eb('medium', '=', medium)] : []),
  ]
}

type Counted = [subject: string, year: number, month: number, answered: number, board: string]
type Sums = [papers: number, folded: number, foldedAnswered: number]

/** `select` has the counts of a type and grade as JSON: a row for each count would take five times as long. */
export async function* listCounts(
  readDb: ReadDatabase,
  select: (type: string, grade: string) => Promise<{ rows: { counts: string }[] }>,
): AsyncGenerator<PaperCount[]> {
  const degrees = await readDb.selectFrom('paperCounts').select(['type', 'grade']).distinct().execute()
  for (const { type, grade } of degrees) {
    const { rows } = await select(type, grade)
    const counts = JSON.parse(rows[0]?.counts ?? '[]') as [...Counted, ...Sums][]
    yield counts.map(([subject, year, month, answered, board, papers, folded, foldedAnswered]) => {
      return { type, grade, subject, year, month, answered, board, papers, folded, foldedAnswered }
    })
  }
}
