import type { Database, InboxRow, ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { noteUnsettled, settle } from '#domain/files/unsettled-store.server.ts'
import type { InboxGone } from './inbox.ts'

export type NewInboxRow = Pick<
  InboxRow,
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
  | 'isLocked'
  | 'folders'
  | 'madeOn'
  | 'recognition'
>

/** Also deletes the record of an earlier file of this name. Null when as many as `limit` wait already. */
export async function insertRow(db: Database, row: NewInboxRow, limit: number): Promise<InboxRow | null> {
  // Whoever has the next version has the turn until the commit, so that nobody counts at the same time as another.
  const version = await nextVersion(db)
  if ((await countRows(db)) >= limit) return null
  await db.deleteFrom('inboxGone').where('uploadId', '=', row.uploadId).execute()
  await settle(db, 'inbox', [row.uploadId])
  return await db
    .insertInto('inbox')
    .values({ ...row, version })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function selectRow(readDb: ReadDatabase, uploadId: string): Promise<InboxRow | null> {
  const row = await readDb.selectFrom('inbox').selectAll().where('uploadId', '=', uploadId).executeTakeFirst()
  return row ?? null
}

export async function selectNamed(readDb: ReadDatabase, uploadIds: string[]): Promise<Set<string>> {
  if (uploadIds.length === 0) return new Set()
  const rows = await readDb
    .selectFrom('inbox')
    .select('uploadId')
    .where('uploadId', 'in', uploadIds)
    .execute()
  return new Set(rows.map((row) => row.uploadId))
}

export async function selectPagesOne(readDb: ReadDatabase, uploadIds: string[]) {
  return await readDb
    .selectFrom('inbox')
    .select(['uploadId', 'firstPage', 'firstPageSure'])
    .where('uploadId', 'in', bucketedValues(uploadIds))
    .execute()
}

/** Uploads whose first page waits to be recognised, the oldest first. */
export async function selectUnread(readDb: ReadDatabase, limit: number): Promise<string[]> {
  const rows = await readDb
    .selectFrom('inbox')
    .select('uploadId')
    .where('recognition', '=', 'waiting')
    .where('awayAt', 'is', null)
    .orderBy('arrivedAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.uploadId)
}

export async function selectRowsAfter(readDb: ReadDatabase, version: number): Promise<InboxRow[]> {
  return await readDb
    .selectFrom('inbox')
    .selectAll()
    .where('version', '>', version)
    .orderBy('arrivedAt')
    .orderBy('uploadId')
    .execute()
}

export async function selectGoneAfter(
  readDb: ReadDatabase,
  version: number,
  limit: number,
): Promise<InboxGone[]> {
  const rows = await readDb
    .selectFrom('inboxGone')
    .select(['uploadId', 'how', 'by', 'title'])
    .where('version', '>', version)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, how: row.how as InboxGone['how'] }))
}

export async function selectGone(readDb: ReadDatabase, uploadId: string): Promise<InboxGone | null> {
  const row = await readDb
    .selectFrom('inboxGone')
    .select(['uploadId', 'how', 'by', 'title'])
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
  return row ? { ...row, how: row.how as InboxGone['how'] } : null
}

/** Of these files one that somebody else than this administrator sent. */
export async function selectSentByOthers(
  readDb: ReadDatabase,
  administratorId: string,
  uploadIds: string[],
): Promise<string | null> {
  const others = readDb.selectFrom('inbox').select('uploadId').where('administratorId', '<>', administratorId)
  return (await others.where('uploadId', 'in', uploadIds).executeTakeFirst())?.uploadId ?? null
}

/** Removed files do not count. */
export async function countRows(readDb: ReadDatabase): Promise<number> {
  const { files } = await readDb
    .selectFrom('inbox')
    .select((row) => row.fn.countAll<number>().as('files'))
    .where('awayAt', 'is', null)
    .executeTakeFirstOrThrow()
  return files
}

/** Those that were taken away as well: their bytes stay for as long as that can be undone. */
export async function countAllRows(readDb: ReadDatabase): Promise<number> {
  const { files } = await readDb
    .selectFrom('inbox')
    .select((row) => row.fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow()
  return Number(files)
}

export async function selectVersion(readDb: ReadDatabase): Promise<number> {
  return (await readDb.selectFrom('inboxVersion').select('version').executeTakeFirstOrThrow()).version
}

/** Optimistic locking: null when somebody else has changed the row meanwhile. */
export async function updateRow(
  db: Database,
  { uploadId, version }: Pick<InboxRow, 'uploadId' | 'version'>,
  to: Partial<InboxRow>,
): Promise<InboxRow | null> {
  const row = await db
    .updateTable('inbox')
    .set({ ...to, version: await nextVersion(db) })
    .where('uploadId', '=', uploadId)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Records how the file left; false when it was not there. */
export async function deleteRow(
  db: Database,
  uploadId: string,
  gone: Omit<InboxGone, 'uploadId' | 'title'> & { title?: string; at: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('inbox')
    .where('uploadId', '=', uploadId)
    .returning('originalName')
    .executeTakeFirst()
  if (!row) return false
  await noteUnsettled(db, 'inbox', [uploadId])
  const version = await nextVersion(db)
  const { how, by, at, title = row.originalName } = gone
  // In a restored database, an earlier record of how it left stays.
  await db
    .insertInto('inboxGone')
    .values({ uploadId, version, how, by, title, at })
    .onConflict((there) => there.column('uploadId').doUpdateSet({ version }))
    .execute()
  return true
}

export async function deleteGoneBefore(db: Database, at: string): Promise<void> {
  await db.deleteFrom('inboxGone').where('at', '<', at).execute()
}

export async function limitStamps(db: Database, latest: string): Promise<void> {
  for (const column of ['arrivedAt', 'awayAt'] as const)
    await db
      .updateTable('inbox')
      .set({ [column]: latest })
      .where(column, '>', latest)
      .execute()
}

export async function selectIds(readDb: ReadDatabase): Promise<string[]> {
  return (await readDb.selectFrom('inbox').select('uploadId').execute()).map((row) => row.uploadId)
}

async function nextVersion(db: Database): Promise<number> {
  const { version } = await db
    .updateTable('inboxVersion')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
