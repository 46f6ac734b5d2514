import type { ReadDatabase } from '#database/schema.ts'

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
