import type { PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { BIN_DAYS } from '#domain/bin/bin-days.ts'
import { startOfRetention } from '#domain/files/confirm-time.server.ts'
import { fileExists } from '#domain/files/read.server.ts'
import { type Author, journalFields, type NewEntry } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { fullTitleOf } from '#domain/lists/paper-store.server.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { discardFiles } from '../files/discard-files.server.ts'
import { selectForAdmin } from '../lists/admin-paper-store.server.ts'
import { fileKeysOf } from '../lists/paper-store.server.ts'
import type { AdminPaper } from '../paper/admin-paper.ts'
import { indexPaper, unindexPaper } from '../search/indexing/index-papers.server.ts'
import {
  changeHidden,
  deleteBinnedPaper,
  limitBinnedAt,
  movePaperBack,
  selectBinnedBefore,
  selectBinnedBy,
  takeOff,
} from './bin-store.server.ts'

type Bin = Pick<App, 'db' | 'files' | 'search' | 'clock' | 'log'>

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 50

/** Neither the paper nor its files are served any more. False when there is no such paper. */
export async function binPaper(
  app: Pick<App, 'db' | 'search' | 'clock' | 'reserve'>,
  id: string,
  author: Author,
): Promise<boolean> {
  return await app.reserve.use(() =>
    app.db.transaction().execute(async (tx) => {
      const binnedAt = (await startOfRetention({ ...app, db: tx })).toISOString()
      const binned = { binnedAt, binnedBy: author?.email ?? 'the site' }
      const shown = await takeOff(tx, id, binned)
      const row = shown ?? (await changeHidden(tx, id, binned))
      if (!row) return false
      if (shown) await unindexPaper(tx, app, shown)
      await recordChange(tx, app, author, { ...entryOf('binned', row), before: journalFields(row) })
      return true
    }),
  )
}

/** Back to its address, place and views; one that was hidden is hidden again, any other stays as it is. Refuses when one of its files is not stored. */
export async function restorePaper(
  app: Bin,
  id: string,
  author: Author,
): Promise<AdminPaper | Refusal | 'missing'> {
  const binned = await selectBinnedBy(app.db, 'id', id)
  if (binned?.binnedAt) {
    const lost = await findLost(app, fileKeysOf(binned))
    // Deleted for good meanwhile, it has lost no file: it is gone.
    if (lost && (await selectBinnedBy(app.db, 'id', id))) return refuseLost(app, id, lost)
    await app.db.transaction().execute(async (tx) => {
      const back = await movePaperBack(tx, id, app.clock.now())
      if (!back) return
      const { row, shown } = back
      if (shown) await indexPaper(tx, app, shown)
      await recordChange(tx, app, author, { ...entryOf('restored', row), after: journalFields(row) })
    })
  }
  return (await selectForAdmin(app.db, id)) ?? 'missing'
}

/** With its files; false when it is not in the bin. */
export async function deleteForGood(
  app: Pick<App, 'db' | 'files' | 'clock' | 'log' | 'reserve'>,
  id: string,
  author: Author,
): Promise<boolean> {
  return await app.reserve.use(async () => {
    const deleted = await app.db.transaction().execute(async (tx) => {
      const gone = await deleteBinnedPaper(tx, id)
      if (gone) {
        const entry = { ...entryOf('deleted', gone.row), before: journalFields(gone.row) }
        await recordChange(tx, app, author, entry)
      }
      return gone
    })
    if (!deleted) return false
    // What goes by its age is moved aside by the sweep: in an older copy of the database it may have been restored since.
    if (author) await discardFiles(app, deleted.keys)
    return true
  })
}

/** Deletes for good what has been in the bin for more than `BIN_DAYS` at the time `asOf`; returns how many. What seems to
 * have been binned after `latest` was binned then. */
export async function clearOldBin(
  app: Pick<App, 'db' | 'files' | 'clock' | 'log' | 'reserve'>,
  asOf = app.clock.now(),
  latest: Date | null = null,
): Promise<number> {
  if (latest) await limitBinnedAt(app.db, latest.toISOString())
  const before = new Date(asOf.getTime() - BIN_DAYS * DAY_MS).toISOString()
  let cleared = 0
  while (true) {
    const ids = await selectBinnedBefore(app.db, before, BATCH)
    for (const id of ids) cleared += (await deleteForGood(app, id, null)) ? 1 : 0
    if (ids.length < BATCH) break
  }
  if (cleared > 0) app.log.info({ cleared }, `deleted what was in the bin for more than ${BIN_DAYS} days`)
  return cleared
}

export function entryOf(
  action: string,
  row: Pick<PaperRow, 'id'> & Parameters<typeof fullTitleOf>[0],
): NewEntry {
  return { action, kind: 'paper', subjectId: row.id, subject: fullTitleOf(row), before: null, after: null }
}

export async function findLost(app: Pick<App, 'files'>, keys: string[]) {
  for (const key of keys) if (!(await fileExists(app, key))) return key
  return null
}

export function refuseLost(app: Pick<App, 'log'> | null, id: string, key: string): Refusal {
  app?.log.error({ paper: id, key }, 'a paper off the site needs a file that is not there')
  return {
    refused: 'file-missing',
    field: key.startsWith('thumbnail/') ? 'thumbnail' : 'file',
    sentence:
      'A file of this paper is missing on the server, so it cannot be shown. Upload the paper again, and delete this one for good.',
  }
}
