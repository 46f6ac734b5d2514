import type { Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '../lists/bucketed-values.ts'
import { APART_NAMES } from '../paper/variant.ts'

const FILED = ['serial', 'title', 'type', 'grade', 'subject', 'month', 'year', ...APART_NAMES] as const

export type UnfiledRow = Pick<PaperRow, (typeof FILED)[number]>
export type SetRow = Pick<
  PaperRow,
  'id' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'examSet'
> & {
  exam: string
}

/** A page of papers, each of an exam with a dozen sets. */
const MOST_ROWS = 500

/** All sets of the exams that these papers are sets of, in their order. */
export async function selectSetsOf(readDb: ReadDatabase, ids: string[]): Promise<SetRow[]> {
  if (ids.length === 0) return []
  const exams = readDb
    .selectFrom('papers')
    .select('exam')
    .where('id', 'in', bucketedValues(ids))
    .where('exam', '<>', '')
  return (await readDb
    .selectFrom('papers')
    .select(['id', 'title', 'type', 'grade', 'subject', 'month', 'year', 'exam', 'examSet'])
    .where('exam', 'in', exams)
    .where('exam', '<>', '')
    .orderBy('exam')
    .orderBy('examSet')
    .orderBy('serial')
    .limit(MOST_ROWS)
    .execute()) as SetRow[]
}

export async function selectUnfiled(db: Database, limit: number): Promise<UnfiledRow[]> {
  const rows = db.selectFrom('papers').select(FILED).where('exam', 'is', null)
  return await rows.orderBy('serial').limit(limit).execute()
}

/** Leaves alone what somebody has filed meanwhile. */
export async function updateExam(
  db: Database,
  serials: number[],
  columns: Pick<PaperRow, 'exam' | 'examSet'>,
): Promise<void> {
  if (serials.length === 0) return
  const papers = db.updateTable('papers').set(columns).where('serial', 'in', bucketedValues(serials))
  await papers.where('exam', 'is', null).execute()
}
