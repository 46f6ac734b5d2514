import { type Selectable, sql } from 'kysely'
import type { ReadDatabase, Schema } from '#database/schema.ts'

export type CountRow = Omit<Selectable<Schema['paperCounts']>, 'changed'>

/** How often the counts have changed. */
export async function selectAge(readDb: ReadDatabase): Promise<number> {
  const row = await readDb.selectFrom('paperCountsAge').select('changes').executeTakeFirst()
  return row?.changes ?? 0
}

/** What was counted anew after so many changes. */
export async function selectCountsAfter(readDb: ReadDatabase, changes: number): Promise<CountRow[]> {
  return await readDb
    .selectFrom('paperCounts')
    .select(['type', 'grade', 'subject', 'year', 'month', 'answered', 'papers'])
    .where('changed', '>', changes)
    .execute()
}

/** All counts, those of one class of one type at a time: as one text, since rows for each would take five times as long. */
export async function* selectAllCounts(readDb: ReadDatabase): AsyncGenerator<CountRow[]> {
  const degrees = await readDb.selectFrom('paperCounts').select(['type', 'grade']).distinct().execute()
  for (const { type, grade } of degrees) {
    const { rows } = await sql<{ counts: string }>`select
      json_group_array(json_array(subject, year, month, answered, papers)) as counts
      from paper_counts where type = ${type} and grade = ${grade}`.execute(readDb)
    const counts = JSON.parse(rows[0]?.counts ?? '[]') as [string, number, number, number, number][]
    yield counts.map(([subject, year, month, answered, papers]) => ({
      ...{ type, grade, subject, year, month, answered, papers },
    }))
  }
}
