import type { ReadDatabase } from '#database/schema.ts'

/** How many papers of these types there are of each class, subject, year, with answers and without. */
export async function selectCoverage(readDb: ReadDatabase, types: readonly string[]) {
  const rows = await readDb
    .selectFrom('paperCounts')
    .select((eb) => [
      'type',
      'grade',
      'subject',
      'year',
      'answered',
      eb.fn.sum<number>('papers').as('papers'),
    ])
    .where('type', 'in', types)
    .where('papers', '>', 0)
    .groupBy(['type', 'grade', 'subject', 'year', 'answered'])
    .execute()
  return rows.map((row) => ({ ...row, papers: Number(row.papers) }))
}
