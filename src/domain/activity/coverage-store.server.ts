import type { ReadDatabase } from '#database/schema.ts'

/** How many papers stand on each shelf of a year, of these types, from the shelves' own counts. */
export async function selectShelvesOfYears(readDb: ReadDatabase, types: readonly string[]) {
  return await readDb
    .selectFrom('shelves')
    .select(['type', 'grade', 'subject', 'year', 'papers'])
    .where('year', '>', 0)
    .where('type', 'in', types)
    .where('papers', '>', 0)
    .execute()
}

/** How many papers of these types have answers, by shelf and year; an index of those papers alone is walked. */
export async function countAnswered(readDb: ReadDatabase, types: readonly string[]) {
  return await readDb
    .selectFrom('papers')
    .select((eb) => ['type', 'grade', 'subject', 'year', eb.fn.countAll<number>().as('withAnswers')])
    .where((eb) => eb.or([eb('referenceLink', 'is not', null), eb('answersKey', 'is not', null)]))
    .where('type', 'in', types)
    .groupBy(['type', 'grade', 'subject', 'year'])
    .execute()
}
