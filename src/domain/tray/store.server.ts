import { sql } from 'kysely'
import type { Database, Reader, TrayRow } from '#database/schema.ts'
import type { TrayGone } from './tray.ts'

export type NewTrayRow = Pick<
  TrayRow,
  | 'uploadId'
  | 'administratorId'
  | 'originalName'
  | 'size'
  | 'md5'
  | 'sha256'
  | 'pages'
  | 'firstPage'
  | 'arrivedAt'
  | 'scriptsRemoved'
  | 'folders'
>

/** Adds a file to the tray; what was said of an earlier one of this name is forgotten. */
export async function insertHeld(db: Database, row: NewTrayRow): Promise<TrayRow> {
  await db.deleteFrom('trayGone').where('uploadId', '=', row.uploadId).execute()
  const version = await nextVersion(db)
  return await db
    .insertInto('tray')
    .values({ ...row, version })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** One file of the tray, or null. */
export async function selectHeld(reader: Reader, uploadId: string): Promise<TrayRow | null> {
  const row = await reader.selectFrom('tray').selectAll().where('uploadId', '=', uploadId).executeTakeFirst()
  return row ?? null
}

/** The files that changed after a version, in the order in which they came. */
export async function selectHeldAfter(reader: Reader, version: number): Promise<TrayRow[]> {
  return await reader
    .selectFrom('tray')
    .selectAll()
    .where('version', '>', version)
    .orderBy('arrivedAt')
    .orderBy('uploadId')
    .execute()
}

/** What left the tray after a version, the last first, at most `limit`. */
export async function selectGoneAfter(reader: Reader, version: number, limit: number): Promise<TrayGone[]> {
  const rows = await reader
    .selectFrom('trayGone')
    .select(['uploadId', 'how', 'by', 'title'])
    .where('version', '>', version)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, how: row.how as TrayGone['how'] }))
}

/** How one file left the tray, or null. */
export async function selectGone(reader: Reader, uploadId: string): Promise<TrayGone | null> {
  const row = await reader
    .selectFrom('trayGone')
    .select(['uploadId', 'how', 'by', 'title'])
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  return row ? { ...row, how: row.how as TrayGone['how'] } : null
}

/** How many files lie on the tray; those that were taken away do not count. */
export async function countHeld(reader: Reader): Promise<number> {
  const { held } = await reader
    .selectFrom('tray')
    .select((row) => row.fn.countAll<number>().as('held'))
    .where('awayAt', 'is', null)
    .executeTakeFirstOrThrow()
  return held
}

/** The version of the last change of the tray. */
export async function selectVersion(reader: Reader): Promise<number> {
  return (await reader.selectFrom('trayVersion').select('version').executeTakeFirstOrThrow()).version
}

/** Writes a row over the version that was read; null when somebody else has changed it meanwhile. */
export async function updateHeld(
  db: Database,
  { uploadId, version }: Pick<TrayRow, 'uploadId' | 'version'>,
  to: Partial<TrayRow>,
): Promise<TrayRow | null> {
  const row = await db
    .updateTable('tray')
    .set({ ...to, version: await nextVersion(db) })
    .where('uploadId', '=', uploadId)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Takes a file off the tray and keeps how it went; false when it was not there. */
export async function deleteHeld(
  db: Database,
  uploadId: string,
  gone: Omit<TrayGone, 'uploadId' | 'title'> & { title?: string; at: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('tray')
    .where('uploadId', '=', uploadId)
    .returning('originalName')
    .executeTakeFirst()
  if (!row) return false
  const version = await nextVersion(db)
  const { how, by, at, title = row.originalName } = gone
  // Where it is said already how it went, in a database that was put back, that stays.
  await db
    .insertInto('trayGone')
    .values({ uploadId, version, how, by, title, at })
    .onConflict((there) => there.column('uploadId').doUpdateSet({ version }))
    .execute()
  return true
}

/** Forgets what left the tray before this time, UTC in ISO 8601. */
export async function deleteGoneBefore(db: Database, at: string): Promise<void> {
  await db.deleteFrom('trayGone').where('at', '<', at).execute()
}

/** The names of all files of the tray. */
export async function selectAllHeld(reader: Reader): Promise<string[]> {
  return (await reader.selectFrom('tray').select('uploadId').execute()).map((row) => row.uploadId)
}

async function nextVersion(db: Database): Promise<number> {
  const { version } = await db
    .updateTable('trayVersion')
    .set({ version: sql<number>`version + 1` })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
