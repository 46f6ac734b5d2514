import type { Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { markReached, whenReached } from '#domain/milestones.server.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import type { CtaTarget } from './cta-click.ts'
import { shareCommits } from './share-commits.server.ts'

const COUNTED = 'taps are counted'

/** At every start: an older site counted views for months before it counted clicks, and days without a click have no row. */
export async function noteCtaClicksCounted({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await markReached(db, COUNTED, clock.now())
}

/** The first day of India of which it is known how often was clicked; null where no site was ever started. */
export async function selectCtaClicksSince(readDb: ReadDatabase): Promise<string | null> {
  const [begun, first] = await Promise.all([
    whenReached(readDb, COUNTED),
    readDb
      .selectFrom('tapsByDay')
      .select((eb) => eb.fn.min<string | null>('day').as('day'))
      .executeTakeFirst(),
  ])
  return [begun && indiaDay(begun), first?.day].filter((day) => typeof day === 'string').sort()[0] ?? null
}

type CtaClick = { day: string; target: CtaTarget }

/** Clicks that arrive together share a commit. */
const counters = new WeakMap<Database, (click: CtaClick) => Promise<void>>()

/** Durable when it resolves; nothing is kept of who clicked. */
export async function recordCtaClick(app: Pick<App, 'db' | 'clock'>, target: CtaTarget): Promise<void> {
  await counterOf(app.db)({ target, day: indiaDay(app.clock.now()) })
}

function counterOf(db: Database) {
  return counters.getOrInsertComputed(db, () =>
    shareCommits<CtaClick, void>(db, async (tx, clicks) => {
      await addCtaClicks(tx, clicks)
      return clicks.map(() => undefined)
    }),
  )
}

async function addCtaClicks(tx: Database, clicks: CtaClick[]): Promise<void> {
  const sums = new Map<string, CtaClick & { taps: number }>()
  for (const click of clicks) {
    const key = `${click.day} ${click.target}`
    sums.set(key, { ...click, taps: (sums.get(key)?.taps ?? 0) + 1 })
  }
  // In one order, so that servers that count at once never wait for each other crosswise.
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  await tx
    .insertInto('tapsByDay')
    .values(rows)
    .onConflict((on) =>
      on
        .columns(['day', 'target'])
        .doUpdateSet((eb) => ({ taps: eb('tapsByDay.taps', '+', eb.ref('excluded.taps')) })),
    )
    .execute()
}
