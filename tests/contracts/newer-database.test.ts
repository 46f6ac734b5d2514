import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#database/schema.ts'
import { backupRequest } from '#server/backup/backup-request.ts'
import { openFolderTarget } from '#server/backup/open-target.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'
import { openDatabase } from '#server/engines/open-database.ts'
import { readBackupPlace } from '#server/settings/files-settings.ts'
import { newFolder, removeFolders } from '../support/backups.ts'
import { databaseEnv, dropDatabase } from '../support/engine.ts'

const NEWER =
  'was written by a newer version of Thervu: update the program, or restore a backup that this version made.'

const dataDir = newFolder()
afterAll(async () => {
  await dropDatabase(dataDir)
  await removeFolders()
})

async function settings(folder = dataDir) {
  return readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...(await databaseEnv(dataDir)) })
}

async function change(work: (db: Database) => Promise<unknown>) {
  const database = await openDatabase((await settings()).database, false)
  await work(database.db)
  await database.close()
}

const applied = (name: string) => (db: Database) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '2099-01-01T00:00:00.000Z')`.execute(db)

test('a database of a newer version is neither opened, backed up nor restored, and that is what is said; one of another program is not called so', async () => {
  const app = await createApp(await settings(), { indexes: false })
  await app.identity.administrators.create({ email: 'a@centre.example', password: 'a-long-enough-password' })
  await app.close()
  const place = newFolder()
  const to = readBackupPlace(place, dataDir, 'The place')
  if (typeof to === 'string') throw new Error(to)
  const backUp = async () => await runBackup(backupRequest(await settings(), to))
  const { manifest } = await backUp()

  await change(applied('9999-of-a-later-release'))
  const refused = await createApp(await settings()).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toMatch(/^DATABASE_URL .*cannot be used \([^)]+\): it /)
  expect((refused as Error).message.endsWith(NEWER)).toBe(true)
  await expect(backUp()).rejects.toThrow(`The database ${NEWER}`)

  const empty = join(newFolder(), 'data')
  await mkdir(empty)
  const newer = { ...manifest, versions: { ...manifest.versions, migration: '9999-of-a-later-release' } }
  const elsewhere = { ...(await settings(empty)), authSecret: null }
  await expect(restoreBackup(openFolderTarget(place), newer, elsewhere)).rejects.toThrow(
    'This backup was written by a newer version of Thervu: update the program first.',
  )

  await change((db) => sql`delete from kysely_migration where name = '0001-catalogue'`.execute(db))
  await expect(createApp(await settings())).rejects.toThrow('previously executed migration')
})
