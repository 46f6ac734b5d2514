import type { App } from '#domain/app.ts'
import {
  type SweepTimes,
  type Swept,
  type SweptStore,
  sweepUnnamed,
  sweptBefore,
} from '#domain/files/sweep.server.ts'
import { findUpload } from '#domain/publishing/publish.server.ts'
import { forget } from './add-file.server.ts'
import { INBOX_LIFE_MS, INBOX_UNDO_MS } from './inbox.ts'
import { deleteGoneBefore, limitStamps, selectIds, selectNamed, selectRow } from './store.server.ts'

/** The bytes of the inbox with the rows that name them; moving takes the file's lock, since another may come meanwhile. */
export function inboxFiles({ db, inbox }: Pick<App, 'db' | 'inbox'>): SweptStore {
  return {
    ...inbox,
    kind: 'inbox',
    warning: 'inbox-sweep-refused',
    what: 'files of the inbox',
    selectNamed: (names) => selectNamed(db, names),
    setAside: (name, day) =>
      inbox.withLock(name, async () =>
        (await selectRow(db, name)) ? false : await inbox.setAside(name, day),
      ),
    putBack: (aside) => inbox.withLock(aside.name, () => inbox.putBack(aside)),
  }
}

/** Clears the inbox of files that were published, removed or are too old at `days`, and moves aside bytes without a row, as
 * `sweepUnnamed` does. A row without bytes stays until it is too old. What seems to have come or been taken away after
 * `latest` did so then. Returns how many files left. */
export async function sweepInbox(
  app: Pick<App, 'db' | 'inbox' | 'clock' | 'log' | 'reserve'>,
  {
    age,
    asOf = app.clock.now(),
    days = asOf,
    latest = null,
  }: Pick<SweepTimes, 'age'> & Partial<SweepTimes> & { latest?: Date | null },
): Promise<number> {
  if (latest) await limitStamps(app.db, latest.toISOString())
  const oldest = new Date(days.getTime() - INBOX_LIFE_MS).toISOString()
  const undone = new Date(asOf.getTime() - INBOX_UNDO_MS).toISOString()
  let removed = 0
  for (const uploadId of await selectIds(app.db)) {
    removed += await clearIf(app, uploadId, () => isOver(app, uploadId, { oldest, undone }))
  }
  const { moved }: Swept = await sweepUnnamed(app, inboxFiles(app), { age, asOf, days })
  await app.inbox.discardUnfinished(sweptBefore({ age, asOf }))
  await deleteGoneBefore(app.db, oldest)
  if (removed > 0) app.log.info({ removed }, 'cleared the inbox of what was published or too old')
  return removed + moved
}

/** Checked under the file's lock: it may be gone, or another may have come under its name. */
async function isOver(
  app: Pick<App, 'db'>,
  uploadId: string,
  { oldest, undone }: { oldest: string; undone: string },
) {
  const row = await selectRow(app.db, uploadId)
  if (!row) return false
  if (row.awayAt !== null && row.awayAt < undone) return true
  return row.arrivedAt < oldest || (await findUpload(app, uploadId)) !== null
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
