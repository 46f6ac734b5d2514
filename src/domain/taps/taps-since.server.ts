import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '../app.ts'
import { markReached, whenReached } from '../milestones.server.ts'
import { indiaDay } from '../time/india-time.ts'

const COUNTED = 'taps are counted'

/** At every start: an older site counted views for months before it counted taps, and days without a tap have no row. */
export async function noteTapsCounted({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await markReached(db, COUNTED, clock.now())
}

/** The first day of India of which it is known how often was tapped; null where no site was ever started. */
export async function selectTapsSince(readDb: ReadDatabase): Promise<string | null> {
  const [begun, first] = await Promise.all([
    whenReached(readDb, COUNTED),
    readDb
      .selectFrom('tapsByDay')
      .select((eb) => eb.fn.min<string | null>('day').as('day'))
      .executeTakeFirst(),
  ])
  return [begun && indiaDay(begun), first?.day].filter((day) => typeof day === 'string').sort()[0] ?? null
}
