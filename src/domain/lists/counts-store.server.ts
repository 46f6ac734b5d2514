import type { ReadDatabase } from '#database/schema.ts'
import { runCompiled } from '../run-compiled.server.ts'
import type { PaperCount } from './paper-lists.ts'

export async function selectAge(readDb: ReadDatabase): Promise<number> {
  const [row] = await runCompiled(readDb, 'age of the counts', [], () =>
    readDb.selectFrom('paperCountsAge').select('changes'),
  )
  return row?.changes ?? 0
}

export async function selectCountsAfter(readDb: ReadDatabase, changes: number): Promise<PaperCount[]> {
  return await readDb
    .selectFrom('paperCounts')
    .select(['type', 'grade', 'subject', 'year', 'month', 'answered', 'board'])
    .select(['papers', 'folded', 'foldedAnswered'])
    .where('changed', '>', changes)
    .execute()
}
