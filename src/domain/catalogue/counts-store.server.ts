import type { Selectable } from 'kysely'
import type { Reader, Schema } from '#database/schema.ts'

export type CountRow = Selectable<Schema['paperCounts']>

/** How often the counts have changed. */
export async function selectAge(reader: Reader): Promise<number> {
  const row = await reader.selectFrom('paperCountsAge').select('changes').executeTakeFirst()
  return row?.changes ?? 0
}

/** What was counted anew after so many changes. */
export async function selectCountsAfter(reader: Reader, changes: number): Promise<CountRow[]> {
  return await reader.selectFrom('paperCounts').selectAll().where('changed', '>', changes).execute()
}
