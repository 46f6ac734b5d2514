import type { InboxRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { startOfRetention } from '#domain/files/confirm-time.server.ts'
import { describeFile } from './add-file.server.ts'
import {
  type DoneBy,
  INBOX_LIMIT,
  type InboxChange,
  type InboxChanges,
  type InboxFile,
  type InboxGone,
  type InboxState,
} from './inbox.ts'
import {
  countRows,
  selectGone,
  selectGoneAfter,
  selectRow,
  selectRowsAfter,
  selectSentByOthers,
  selectVersion,
  updateRow,
} from './store.server.ts'

const FILES_AT_A_TIME = 10
const GONE_LIMIT = 2 * INBOX_LIMIT

/** Changes after this version; after 0, everything in the inbox. */
export async function listChanges(
  app: Pick<App, 'readDb' | 'search' | 'recogniser' | 'clock'>,
  { after }: { after: number },
): Promise<InboxChanges> {
  // Before the rows: what is written meanwhile is sent twice rather than never.
  const version = await selectVersion(app.readDb)
  const now = app.clock.now().toISOString()
  const waiting = await countRows(app.readDb)
  if (version === after) return { version, now, waiting, files: [], gone: [] }
  const files: InboxFile[] = []
  for (const row of await selectRowsAfter(app.readDb, after)) {
    files.push(await describeFile(app, row))
    // Yields to visitors' requests.
    if (files.length % FILES_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { version, now, waiting, files, gone: await selectGoneAfter(app.readDb, after, GONE_LIMIT) }
}

export async function countWaiting(app: Pick<App, 'readDb'>): Promise<number> {
  return await countRows(app.readDb)
}

/** Whether somebody else than this administrator sent one of these files. */
export async function hasForeignUploads(
  { readDb }: Pick<App, 'readDb'>,
  administratorId: string,
  uploadIds: string[],
): Promise<boolean> {
  return (await selectSentByOthers(readDb, administratorId, uploadIds)) !== null
}

/** `changed` by somebody else meanwhile, as it is now; `gone` from the inbox. */
type SavedChanges = { saved: InboxFile[]; changed: InboxFile[]; gone: InboxGone[] }

/** Each row for itself, by optimistic locking on the version that was seen. */
export async function saveChanges(
  app: Pick<App, 'db' | 'readDb' | 'search' | 'recogniser' | 'inbox' | 'clock' | 'reserve'>,
  changes: InboxChange[],
  who: DoneBy,
): Promise<SavedChanges> {
  const outcome: SavedChanges = { saved: [], changed: [], gone: [] }
  for (const change of changes) {
    const { uploadId } = change
    // Serialized with publishing: a row that is being published is saved before it, or is gone.
    await app.inbox.withLock(uploadId, async () => {
      const row = await selectRow(app.db, uploadId)
      if (!row) return void outcome.gone.push(await departureOf(app, uploadId))
      const awayAt = change.away ? (await startOfRetention(app)).toISOString() : null
      const save = () =>
        app.db
          .transaction()
          .execute((tx) => updateRow(tx, row, columnsAfter(app, row, { ...change, awayAt }, who)))
      const isSeen = row.version === change.version
      // Files that are taken away are deleted ten minutes later.
      const saved = isSeen && (await (change.away ? app.reserve.use(save) : save()))
      if (saved) return void outcome.saved.push(await describeFile(app, saved))
      const current = await selectRow(app.db, uploadId)
      if (current) outcome.changed.push(await describeFile(app, current))
      else outcome.gone.push(await departureOf(app, uploadId))
    })
  }
  return outcome
}

async function departureOf(app: Pick<App, 'db'>, uploadId: string): Promise<InboxGone> {
  return (await selectGone(app.db, uploadId)) ?? { uploadId, how: 'expired', by: null, title: '' }
}

function columnsAfter(
  app: Pick<App, 'clock'>,
  row: InboxRow,
  { typed, confirmed, settled, away, awayAt }: InboxChange & { awayAt: string | null },
  who: DoneBy,
): Partial<InboxRow> {
  const at = app.clock.now().toISOString()
  const before: InboxState['typed'] = JSON.parse(row.typed)
  const now = Object.fromEntries(
    Object.entries(typed ?? {}).map(([name, value]) => [name, { value, ...who }]),
  )
  return {
    ...(typed && { typed: JSON.stringify({ ...before, ...now }) }),
    ...(confirmed !== undefined && { confirmed: confirmed ? 1 : 0 }),
    ...(settled && { settled: JSON.stringify({ ...settled, ...who }) }),
    ...(away !== undefined && { awayAt, awayBy: away ? who.by : null }),
    ...{ editedAt: at, editedBy: who.by, editedFrom: who.from },
  }
}
