import type { Database, ReadDatabase, StoredFileRow } from '#database/schema.ts'
import { toFileRow } from '#domain/files/store.server.ts'
import type { StoredFile } from '#domain/files/stored-file.ts'
import { PICTURES_FOLDER, SOURCES_FOLDER } from './site-picture.ts'

/** A file that is there already is as good as new: it waits as long to be needed. `hidden` ones are served to nobody. */
export async function keepPictureRows(
  db: Database,
  files: StoredFile[],
  { hidden }: { hidden: boolean },
): Promise<void> {
  for (const file of files) {
    await db
      .insertInto('storedFiles')
      .values({ ...toFileRow(file), hidden: hidden ? 1 : 0 })
      .onConflict((conflict) => conflict.column('fullPath').doUpdateSet({ updated: file.updated }))
      .execute()
  }
}

/** Those of pictures and their sources that nobody has made since. */
export async function selectPictureRows(
  readDb: ReadDatabase,
  before: Date,
): Promise<Pick<StoredFileRow, 'fullPath'>[]> {
  return await readDb
    .selectFrom('storedFiles')
    .select('fullPath')
    .where((eb) =>
      eb.or([PICTURES_FOLDER, SOURCES_FOLDER].map((folder) => eb('fullPath', 'like', `${folder}/%`))),
    )
    .where('updated', '<', before.toISOString())
    .execute()
}

/** Whether any version ever published, damaged or not, names this digest. */
export async function isInAnyVersion(readDb: ReadDatabase, digest: string): Promise<boolean> {
  const row = await readDb
    .selectFrom('centreVersions')
    .select('id')
    .where('document', 'like', `%${digest}%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
