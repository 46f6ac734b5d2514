import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { shareCommits } from '#domain/visits/share-commits.server.ts'
import type { TapTarget } from './tap.ts'

type Tap = { day: string; target: TapTarget }

/** Taps that arrive together share a commit. */
const counters = new WeakMap<Database, (tap: Tap) => Promise<void>>()

/** Durable when it resolves; nothing is kept of who tapped. */
export async function recordTap(app: Pick<App, 'db' | 'clock'>, target: TapTarget): Promise<void> {
  await counterOf(app.db)({ target, day: indiaDay(app.clock.now()) })
}

function counterOf(db: Database) {
  const known = counters.get(db)
  if (known) return known
  const counter = shareCommits<Tap, void>(db, async (tx, taps) => {
    await addTaps(tx, taps)
    return taps.map(() => undefined)
  })
  counters.set(db, counter)
  return counter
}

async function addTaps(tx: Database, taps: Tap[]): Promise<void> {
  const sums = new Map<string, Tap & { taps: number }>()
  for (const tap of taps) {
    const key = `${tap.day} ${tap.target}`
    sums.set(key, { ...tap, taps: (sums.get(key)?.taps ?? 0) + 1 })
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
