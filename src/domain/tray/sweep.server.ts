import type { App } from '#domain/app.ts'
import { findUpload } from '#domain/catalogue/publish.server.ts'
import { forget } from './hold.server.ts'
import { deleteGoneBefore, selectAllHeld, selectHeld } from './store.server.ts'
import { TRAY_LIFE_MS, TRAY_UNDO_MS } from './tray.ts'

const END_OF_TIME = new Date(8.64e15)

/**
 * Clears the tray of files that were published, taken away, waited too long, lost their bytes or have no row;
 * returns how many. Bytes without a row must be older than `age` milliseconds, because a file that is being taken in
 * has none yet. With `age` 0 none is too young: only for the start of the one server of a data folder. Bytes are as
 * old as they are at `asOf`, and what waits with a row as it is at `lifeAsOf`.
 */
export async function sweepTray(
  app: Pick<App, 'db' | 'tray' | 'clock' | 'log'>,
  { age, asOf = app.clock.now(), lifeAsOf = asOf }: { age: number; asOf?: Date; lifeAsOf?: Date },
): Promise<number> {
  const before = age === 0 ? END_OF_TIME : new Date(asOf.getTime() - age)
  const oldest = new Date(lifeAsOf.getTime() - TRAY_LIFE_MS).toISOString()
  const undone = new Date(asOf.getTime() - TRAY_UNDO_MS).toISOString()
  let removed = 0
  for (const uploadId of await selectAllHeld(app.db)) {
    removed += await clearIf(app, uploadId, () => isOver(app, uploadId, { oldest, undone }))
  }
  for await (const { name, heldAt } of app.tray.list()) {
    if (heldAt <= before) removed += await clearIf(app, name, async () => !(await selectHeld(app.db, name)))
  }
  await app.tray.discardUnfinished(before)
  await deleteGoneBefore(app.db, oldest)
  if (removed > 0) app.log.info({ removed }, 'cleared the tray of what was published, too old or half there')
  return removed
}

/** Asked when it is the file's turn: by then it may be gone, or another may have come under its name. */
async function isOver(
  app: Pick<App, 'db' | 'tray'>,
  uploadId: string,
  { oldest, undone }: { oldest: string; undone: string },
) {
  const row = await selectHeld(app.db, uploadId)
  if (!row) return false
  if (row.awayAt !== null && row.awayAt < undone) return true
  if (row.arrivedAt < oldest || (await findUpload(app, uploadId))) return true
  return !(await app.tray.picture(uploadId))
}

async function clearIf(
  app: Pick<App, 'db' | 'tray' | 'clock' | 'log'>,
  uploadId: string,
  mayGo: () => Promise<boolean>,
) {
  return await app.tray.inTurn(uploadId, async () => {
    if (!(await mayGo())) return 0
    await forget(app, uploadId, { how: 'expired', by: null })
    return 1
  })
}
