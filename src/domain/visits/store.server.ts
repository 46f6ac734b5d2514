import type { Database, ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '../lists/bucketed-values.ts'
import type { DaySum } from './sums.ts'

/** Each number of rows is a statement of its own to prepare. */
const ROWS_TOGETHER = 50

/** By paper, how many views come; returns the new counts. Missing ones are left out. */
export async function addViews(db: Database, times: Map<string, number>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [views, papers] of Map.groupBy(times, ([, views]) => views)) {
    const rows = await db
      .updateTable('papers')
      .set((eb) => ({ views: eb('views', '+', views) }))
      .where('id', 'in', bucketedValues(papers.map(([id]) => id)))
      .returning(['id', 'views'])
      .execute()
    for (const row of rows) counts.set(row.id, row.views)
  }
  return counts
}

export async function addVisits(db: Database, visits: number): Promise<number> {
  const row = await db
    .updateTable('visitCount')
    .set((eb) => ({ value: eb('value', '+', visits) }))
    .where('id', '=', 'count')
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

export async function addToDays(db: Database, sums: DaySum[]): Promise<void> {
  const views = sums.flatMap(({ day, paperId, times }) =>
    paperId === null ? [] : [{ day, paperId, views: times }],
  )
  for (let at = 0; at < views.length; at += ROWS_TOGETHER) {
    await db
      .insertInto('viewsByDay')
      .values(views.slice(at, at + ROWS_TOGETHER))
      .onConflict((on) =>
        on
          .columns(['day', 'paperId'])
          .doUpdateSet((eb) => ({ views: eb('viewsByDay.views', '+', eb.ref('excluded.views')) })),
      )
      .execute()
  }
  const visits = sums.flatMap(({ day, paperId, times }) => (paperId === null ? [{ day, visits: times }] : []))
  if (visits.length === 0) return
  await db
    .insertInto('visitsByDay')
    .values(visits)
    .onConflict((on) =>
      on
        .column('day')
        .doUpdateSet((eb) => ({ visits: eb('visitsByDay.visits', '+', eb.ref('excluded.visits')) })),
    )
    .execute()
}

export async function selectVisits(readDb: ReadDatabase): Promise<number> {
  const row = await readDb
    .selectFrom('visitCount')
    .select('value')
    .where('id', '=', 'count')
    .executeTakeFirst()
  return row?.value ?? 0
}
