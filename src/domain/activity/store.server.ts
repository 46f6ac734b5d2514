import type { Database, ReadDatabase } from '#database/schema.ts'
import { ALL_PAPERS } from '#domain/visits/count.server.ts'
import type { DayViews } from './activity.ts'

/** Past this, only terms already known on that day are counted. */
const NEW_TERMS_A_DAY = 500

export async function addSearchWithoutHits(db: Database, day: string, term: string): Promise<void> {
  const known = await db
    .updateTable('searchesWithoutHits')
    .set((eb) => ({ times: eb('times', '+', 1) }))
    .where('day', '=', day)
    .where('term', '=', term)
    .returning('times')
    .executeTakeFirst()
  if (known || (await countTerms(db, day)) >= NEW_TERMS_A_DAY) return
  await db
    .insertInto('searchesWithoutHits')
    .values({ day, term, times: 1 })
    .onConflict((on) =>
      on
        .columns(['day', 'term'])
        .doUpdateSet((eb) => ({ times: eb('searchesWithoutHits.times', '+', eb.ref('excluded.times')) })),
    )
    .execute()
}

async function countTerms(db: Database, day: string) {
  const row = await db
    .selectFrom('searchesWithoutHits')
    .select((eb) => eb.fn.countAll<number>().as('terms'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(row.terms)
}

/** Days without views have no row; without an id, the views of all papers. */
export async function selectViews(
  readDb: ReadDatabase,
  from: string,
  paperId = ALL_PAPERS,
): Promise<DayViews[]> {
  return await readDb
    .selectFrom('viewsByDay')
    .select(['day', 'views'])
    .where('paperId', '=', paperId)
    .where('day', '>=', from)
    .execute()
}

export async function selectVisits(
  readDb: ReadDatabase,
  from: string,
): Promise<{ day: string; visits: number }[]> {
  return await readDb.selectFrom('visitsByDay').select(['day', 'visits']).where('day', '>=', from).execute()
}

export async function selectCtaClicks(
  readDb: ReadDatabase,
  from: string,
): Promise<{ day: string; target: string; taps: number }[]> {
  return await readDb
    .selectFrom('tapsByDay')
    .select(['day', 'target', 'taps'])
    .where('day', '>=', from)
    .execute()
}

export async function selectFirstDay(readDb: ReadDatabase): Promise<string | null> {
  const [views, visits] = await Promise.all([
    readDb
      .selectFrom('viewsByDay')
      .select((eb) => eb.fn.min<string | null>('day').as('day'))
      .where('paperId', '=', ALL_PAPERS)
      .executeTakeFirst(),
    readDb
      .selectFrom('visitsByDay')
      .select((eb) => eb.fn.min<string | null>('day').as('day'))
      .executeTakeFirst(),
  ])
  return [views?.day, visits?.day].filter((day) => typeof day === 'string').sort()[0] ?? null
}

export async function selectViewsOfPapers(readDb: ReadDatabase, day: string) {
  return await readDb
    .selectFrom('viewsByDay')
    .select(['paperId', 'views'])
    .where('day', '=', day)
    .where('paperId', '<>', ALL_PAPERS)
    .execute()
}

const SAID_OF_PAPER = ['id', 'title', 'type', 'grade', 'subject', 'month', 'year'] as const

export async function selectNamed(readDb: ReadDatabase, ids: string[]) {
  const [published, binned] = await Promise.all([
    readDb.selectFrom('papers').select(SAID_OF_PAPER).where('id', 'in', ids).execute(),
    readDb
      .selectFrom('binnedPapers')
      .select([...SAID_OF_PAPER, 'binnedAt'])
      .where('id', 'in', ids)
      .execute(),
  ])
  return [
    ...published.map((row) => ({ ...row, state: 'published' as const })),
    ...binned.map(({ binnedAt, ...row }) => ({
      ...row,
      state: binnedAt === null ? ('hidden' as const) : ('binned' as const),
    })),
  ]
}

export async function selectSearches(readDb: ReadDatabase, from: string, limit: number) {
  const rows = await readDb
    .selectFrom('searchesWithoutHits')
    .select((eb) => ['term', eb.fn.sum<number>('times').as('times'), eb.fn.max<string>('day').as('lastDay')])
    .where('day', '>=', from)
    .groupBy('term')
    .orderBy('times', 'desc')
    .orderBy('lastDay', 'desc')
    .orderBy('term')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, times: Number(row.times) }))
}

export async function deleteDaysBefore(db: Database, day: string): Promise<void> {
  for (const table of [
    'viewsByDay',
    'visitsByDay',
    'tapsByDay',
    'searchesWithoutHits',
    'wantedByDay',
  ] as const) {
    await db.deleteFrom(table).where('day', '<', day).execute()
  }
}
