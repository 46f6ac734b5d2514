import type { App } from '#domain/app.ts'
import { findUpload } from '#domain/publishing/publish.server.ts'
import { forget } from './add-file.server.ts'
import { INBOX_LIFE_MS, INBOX_UNDO_MS } from './inbox.ts'
import { deleteGoneBefore, selectIds, selectRow } from './store.server.ts'

const END_OF_TIME = new Date(8.64e15)

/** Clears the inbox of files that were published, removed, too old (at `lifeAsOf`), lost their bytes or have no row.
 * Bytes without a row must be older than `age` ms at `asOf`, since a file that is being added has no row yet;
 * `age` 0 removes even the youngest: only at the start of a data folder's one server. Returns how many. */
export async function sweepInbox(
  app: Pick<App, 'db' | 'inbox' | 'clock' | 'log' | 'reserve'>,
  { age, asOf = app.clock.now(), lifeAsOf = asOf }: { age: number; asOf?: Date; lifeAsOf?: Date },
): Promise<number> {
  const before = age === 0 ? END_OF_TIME : new Date(asOf.getTime() - age)
  const oldest = new Date(lifeAsOf.getTime() - INBOX_LIFE_MS).toISOString()
  const undone = new Date(asOf.getTime() - INBOX_UNDO_MS).toISOString()
  let removed = 0
  for (const uploadId of await selectIds(app.db)) {
    removed += await clearIf(app, uploadId, () => isOver(app, uploadId, { oldest, undone }))
  }
  for await (const { name, storedAt } of app.inbox.list()) {
    if (storedAt <= before) removed += await clearIf(app, name, async () => !(await selectRow(app.db, name)))
  }
  await app.inbox.discardUnfinished(before)
  await deleteGoneBefore(app.db, oldest)
  if (removed > 0) app.log.info({ removed }, 'cleared the inbox of what was published, too old or half there')
  return removed
}

/** Checked under the file's lock: it may be gone, or another may have come under its name. */
async function isOver(
  app: Pick<App, 'db' | 'inbox'>,
  uploadId: string,
  { oldest, undone }: { oldest: string; undone: string },
) {
  const row = await selectRow(app.db, uploadId)
  if (!row) return false
  if (row.awayAt !== null && row.awayAt < undone) return true
  if (row.arrivedAt < oldest || (await findUpload(app, uploadId))) return true
  return !(await app.inbox.picture(uploadId))
}

async function clearIf(
  app: Pick<App, 'db' | 'inbox' | 'clock' | 'log' | 'reserve'>,
  uploadId: string,
  mayGo: () => Promise<boolean>,
) {
  return await app.inbox.withLock(uploadId, async () => {
    if (!(await mayGo())) return 0
    await app.reserve.use(() => forget(app, uploadId, { how: 'expired', by: null }))
    return 1
  })
}
