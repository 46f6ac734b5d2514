import type { TrayRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { describeHeld } from './describe-held.server.ts'
import {
  countHeld,
  selectGone,
  selectGoneAfter,
  selectHeld,
  selectHeldAfter,
  selectVersion,
  updateHeld,
} from './store.server.ts'
import {
  type DoneBy,
  TRAY_LIMIT,
  type TrayChange,
  type TrayChanges,
  type TrayFile,
  type TrayGone,
  type TrayState,
} from './tray.ts'

const FILES_AT_A_TIME = 10
/** Most files that have left are told of at once. */
const GONE_LIMIT = 2 * TRAY_LIMIT

/** What has changed on the tray after this version; after 0 everything that lies there. */
export async function listChanges(
  app: Pick<App, 'reader' | 'clock'>,
  { after }: { after: number },
): Promise<TrayChanges> {
  // Before the rows: what is written meanwhile is told twice rather than never.
  const version = await selectVersion(app.reader)
  const now = app.clock.now().toISOString()
  const waiting = await countHeld(app.reader)
  if (version === after) return { version, now, waiting, files: [], gone: [] }
  const files: TrayFile[] = []
  for (const row of await selectHeldAfter(app.reader, after)) {
    files.push(describeHeld(app, row))
    // Visitors' requests come in between.
    if (files.length % FILES_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { version, now, waiting, files, gone: await selectGoneAfter(app.reader, after, GONE_LIMIT) }
}

/** How many files wait on the tray. */
export async function countWaiting(app: Pick<App, 'reader'>): Promise<number> {
  return await countHeld(app.reader)
}

/** What became of each: saved, changed by somebody else meanwhile (as it is now), or not on the tray any more. */
export type SavedChanges = { saved: TrayFile[]; changed: TrayFile[]; gone: TrayGone[] }

/** Saves what was typed, confirmed, decided or taken away, each row for itself and over the version that was seen. */
export async function saveChanges(
  app: Pick<App, 'db' | 'tray' | 'clock'>,
  changes: TrayChange[],
  who: DoneBy,
): Promise<SavedChanges> {
  const outcome: SavedChanges = { saved: [], changed: [], gone: [] }
  for (const change of changes) {
    const { uploadId } = change
    // In turn with publishing: a row that is being published is saved before it or is gone.
    await app.tray.inTurn(uploadId, async () => {
      const row = await selectHeld(app.db, uploadId)
      if (!row) return void outcome.gone.push(await departureOf(app, uploadId))
      const saved =
        row.version === change.version &&
        (await app.db.transaction().execute((tx) => updateHeld(tx, row, columnsAfter(app, row, change, who))))
      if (saved) return void outcome.saved.push(describeHeld(app, saved))
      const current = await selectHeld(app.db, uploadId)
      if (current) outcome.changed.push(describeHeld(app, current))
      else outcome.gone.push(await departureOf(app, uploadId))
    })
  }
  return outcome
}

async function departureOf(app: Pick<App, 'db'>, uploadId: string): Promise<TrayGone> {
  return (await selectGone(app.db, uploadId)) ?? { uploadId, how: 'expired', by: null, title: '' }
}

function columnsAfter(
  app: Pick<App, 'clock'>,
  row: TrayRow,
  { typed, confirmed, settled, away }: TrayChange,
  who: DoneBy,
): Partial<TrayRow> {
  const at = app.clock.now().toISOString()
  const before: TrayState['typed'] = JSON.parse(row.typed)
  const now = Object.fromEntries(
    Object.entries(typed ?? {}).map(([name, value]) => [name, { value, ...who }]),
  )
  return {
    ...(typed && { typed: JSON.stringify({ ...before, ...now }) }),
    ...(confirmed !== undefined && { confirmed: confirmed ? 1 : 0 }),
    ...(settled && { settled: JSON.stringify({ ...settled, ...who }) }),
    ...(away !== undefined && { awayAt: away ? at : null, awayBy: away ? who.by : null }),
    ...{ editedAt: at, editedBy: who.by, editedFrom: who.from },
  }
}
