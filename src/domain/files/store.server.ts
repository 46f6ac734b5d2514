import type { Database, ReadDatabase, StoredFileRow } from '#database/schema.ts'
import type { StoredFile } from './stored-file.ts'
import { noteUnsettled, settle } from './unsettled-store.server.ts'

export function toFileRow(file: StoredFile): StoredFileRow {
  return { ...file, customMetadata: JSON.stringify(file.customMetadata), hidden: 0 }
}

/** Null, too, for a binned or hidden paper's file, or a former one. */
export async function selectFile(readDb: ReadDatabase, key: string): Promise<StoredFile | null> {
  const row = await readDb
    .selectFrom('storedFiles')
    .selectAll()
    .where('fullPath', '=', key)
    .where('hidden', '=', 0)
    .executeTakeFirst()
  return row ? toFile(row) : null
}

/** Also one that is served to nobody. */
export async function selectAnyFile(readDb: ReadDatabase, key: string): Promise<StoredFile | null> {
  const row = await readDb
    .selectFrom('storedFiles')
    .selectAll()
    .where('fullPath', '=', key)
    .executeTakeFirst()
  return row ? toFile(row) : null
}

function toFile({ hidden: _, ...row }: StoredFileRow): StoredFile {
  return { ...row, customMetadata: JSON.parse(row.customMetadata) }
}

export async function selectKnownKeys(readDb: ReadDatabase, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await readDb
    .selectFrom('storedFiles')
    .select('fullPath')
    .where('fullPath', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.fullPath))
}

export async function countFileRows(readDb: ReadDatabase): Promise<number> {
  const { files } = await readDb
    .selectFrom('storedFiles')
    .select((row) => row.fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow()
  return Number(files)
}

/** The caller discards the bytes once this is committed; a crash in between leaves them to the sweep. */
export async function deleteFileRows(db: Database, keys: string[]): Promise<void> {
  await db.deleteFrom('storedFiles').where('fullPath', 'in', keys).execute()
  await noteUnsettled(db, 'files', keys)
}

/** All replaced files of a paper, and the old links to them; returns the keys of those whose bytes were kept. */
export async function deleteFormerFiles(db: Database, paperId: string): Promise<string[]> {
  const former = await db
    .deleteFrom('formerFiles')
    .where('paperId', '=', paperId)
    .returning(['fullPath', 'keptSince'])
    .execute()
  const retained = former.filter(({ keptSince }) => keptSince !== null).map(({ fullPath }) => fullPath)
  if (retained.length > 0) await deleteFileRows(db, retained)
  return retained
}

export async function hideFileRows(db: Database, keys: string[], hidden: boolean): Promise<void> {
  await db
    .updateTable('storedFiles')
    .set({ hidden: hidden ? 1 : 0 })
    .where('fullPath', 'in', keys)
    .execute()
}

export async function insertFileRows(db: Database, files: StoredFile[]): Promise<void> {
  await db.insertInto('storedFiles').values(files.map(toFileRow)).execute()
  await settle(
    db,
    'files',
    files.map(({ fullPath }) => fullPath),
  )
}

/** Sets the name under which browsers save the file. */
export async function renameFileRow(
  db: Database,
  key: string,
  contentDisposition: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('storedFiles')
    .set((eb) => ({
      contentDisposition,
      metageneration: eb('metageneration', '+', 1),
      updated: now.toISOString(),
    }))
    .where('fullPath', '=', key)
    .execute()
}
