import type { Database, ReadDatabase } from '#database/schema.ts'

/** Past this, only what was asked for already on that day is counted. */
const NEW_WISHES_A_DAY = 500
/** What is asked for in words is shown once so many visitors used the same: fewer may be somebody's own. */
const LEAST_OF_WORDS = 3
/** As many as somebody looks through. */
const WISHES_READ = 500

export async function addWish(db: Database, day: string, wish: string): Promise<void> {
  const known = await db
    .updateTable('wantedByDay')
    .set((eb) => ({ times: eb('times', '+', 1) }))
    .where('day', '=', day)
    .where('wish', '=', wish)
    .returning('times')
    .executeTakeFirst()
  if (known || (await countWishes(db, day)) >= NEW_WISHES_A_DAY) return
  await db
    .insertInto('wantedByDay')
    .values({ day, wish, times: 1 })
    .onConflict((on) =>
      on.columns(['day', 'wish']).doUpdateSet((eb) => ({ times: eb('wantedByDay.times', '+', 1) })),
    )
    .execute()
}

async function countWishes(db: Database, day: string) {
  const row = await db
    .selectFrom('wantedByDay')
    .select((eb) => eb.fn.countAll<number>().as('wishes'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(row.wishes)
}

/** Asked for since that day and not dismissed, most first. */
export async function selectWishes(readDb: ReadDatabase, from: string, limit = WISHES_READ) {
  const rows = await readDb
    .selectFrom('wantedByDay')
    .select((eb) => ['wish', eb.fn.sum<number>('times').as('times'), eb.fn.max<string>('day').as('lastDay')])
    .where('day', '>=', from)
    .where('dismissed', '=', 0)
    .groupBy('wish')
    .having((eb) => eb.or([eb('wish', 'not like', '%q=%'), eb(eb.fn.sum('times'), '>=', LEAST_OF_WORDS)]))
    .orderBy('times', 'desc')
    .orderBy('lastDay', 'desc')
    .orderBy('wish')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, times: Number(row.times) }))
}

/** All that was asked until now; asked again on another day, it is there again. */
export async function updateDismissed(db: Database, wish: string, isDismissed: boolean) {
  await db
    .updateTable('wantedByDay')
    .set({ dismissed: isDismissed ? 1 : 0 })
    .where('wish', '=', wish)
    .execute()
}

const SAID = ['id', 'title', 'variant', 'type', 'grade', 'subject', 'month', 'year'] as const

/** Of the last `limit` papers added those since that time, without samples, oldest first. */
export async function selectAddedSince(readDb: ReadDatabase, time: string, limit: number) {
  return await readDb
    .selectFrom((db) =>
      db
        .selectFrom('papers')
        .select([...SAID, 'board', 'medium', 'answered', 'createdAt', 'isSample'])
        .orderBy('serial', 'desc')
        .limit(limit)
        .as('last'),
    )
    .selectAll()
    .where('createdAt', '>=', time)
    .where('isSample', '=', 0)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

type Columns = { [Column in 'type' | 'grade' | 'subject' | 'year' | 'month' | 'medium']?: string | number }

/** Whether a paper with these values was added in that time: first and last moment, without the last. */
export async function isAddedBetween(readDb: ReadDatabase, columns: Columns, from: string, to: string) {
  let papers = readDb
    .selectFrom('papers')
    .select('id')
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
  for (const [column, value] of Object.entries(columns))
    if (value !== undefined) papers = papers.where(column as keyof Columns, '=', value as never)
  return (await papers.limit(1).executeTakeFirst()) !== undefined
}
