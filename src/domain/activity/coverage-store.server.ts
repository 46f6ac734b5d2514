import type { ReadDatabase } from '#database/schema.ts'

/** How many papers of these types there are of each class, subject and year, and how many of them have answers. */
export async function selectCoverage(readDb: ReadDatabase, types: readonly string[]) {
  const rows = await readDb
    .selectFrom('paperCounts')
    .select((eb) => [
      ...(['type', 'grade', 'subject', 'year'] as const),
      eb.fn.sum<number>('papers').as('papers'),
      eb.fn.sum<number | null>('papers').filterWhere('answered', '=', 1).as('withAnswers'),
    ])
    .where('type', 'in', types)
    .groupBy(['type', 'grade', 'subject', 'year'])
    .having((eb) => eb.fn.sum('papers'), '>', 0)
    .execute()
  return rows.map((row) => ({
    ...row,
    papers: Number(row.papers),
    withAnswers: Number(row.withAnswers ?? 0),
  }))
}
