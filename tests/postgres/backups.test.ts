import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLocks } from '#database/postgres/session-locks.ts'
import { backupRequest } from '#server/backup/backup-request.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { readConfig } from '#server/config.ts'
import { readBackupPlace } from '#server/settings/files-settings.ts'
import { allBytes, newFolder, numbersIn, removeFolders, restore } from '../support/backups.ts'
import { copyDatabase, databaseEnv } from '../support/engine.ts'
import { expectInbox } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { sendAhead } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let folder: string
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  folder = newFolder()
  await publish(site, admin, { title: 'Backed up' }, plainPdf({ text: 'backed up' }))
  await sendAhead(site, admin, 'waits-for-its-fields', { file: plainPdf({ text: 'waiting' }) })
})
afterAll(async () => {
  await site.end()
  await removeFolders()
})

async function backUp(dataDir = site.dataDir) {
  const config = readConfig({ DATA_DIR: dataDir, ...(await databaseEnv(dataDir)) })
  const place = readBackupPlace(folder, dataDir, 'The place')
  if (typeof place === 'string') throw new Error(place)
  return await runBackup(backupRequest(config, place))
}

test('files are copied and checked against the rows; with the database that its own tools bring back they are the site again', async () => {
  const { manifest, lacking } = await backUp()
  expect(lacking).toEqual([])
  expect(manifest).toMatchObject({ engine: 'postgres', counts: { papers: 1, lacking: 0 } })
  const late = await publish(site, admin, { title: 'After the backup' }, plainPdf({ text: 'late' }))
  const dataDir = join(newFolder(), 'data')
  const env = await copyDatabase(site.dataDir, dataDir)
  const restored = await restore(folder, { env, dataDir })
  expect(restored.damaged).toEqual([])
  expect(restored.lacking).toHaveLength(2)
  expect(restored.lacking).toContain(late.link.slice(1))
  const rest = Object.entries(allBytes(site.dataDir)).filter(([path]) => !restored.lacking.includes(path))
  expect(allBytes(dataDir)).toEqual(Object.fromEntries(rest))
  const again = await openSite({ dataDir, env })
  expect((await again.fetch('/practice')).status).toBe(200)
  await again.signIn()
  await expectInbox(dataDir, ['waits-for-its-fields'])
  await again.end()
})

test('the admin area says when the last good one was made, and that the database is in none', async () => {
  const told = await (await site.fetch('/api/admin/backups', admin)).json()
  expect(told).toMatchObject({ isOfFilesOnly: true, lastGood: { to: folder, papers: 1 } })
})

test('a place takes the backup of one server at a time: another would remove what no backup names yet', async () => {
  const other = openLocks((await databaseEnv(site.dataDir)).DATABASE_URL as string)
  const turn = await other.claim(`backup to ${folder}`)
  const before = await numbersIn(folder)
  await expect(backUp()).rejects.toThrow('Another server is making a backup there.')
  expect(await numbersIn(folder)).toEqual(before)
  await turn?.release()
  await other.close()
})

test('nothing is restored next to an empty database, another site, or another engine', async () => {
  expect(await numbersIn(folder)).toEqual([1])
  const empty = join(newFolder(), 'data')
  await expect(restore(folder, { env: await databaseEnv(empty), dataDir: empty })).rejects.toThrow(
    /is empty: bring it back first, with pg_restore/,
  )
  const other = await openSite()
  const env = { DATABASE_URL: (await databaseEnv(other.dataDir)).DATABASE_URL as string }
  await expect(restore(folder, { env })).rejects.toThrow(/is that of another site/)
  await other.end()
  await expect(restore(folder)).rejects.toThrow(/of a site on PostgreSQL: bring its database back/)
})

test('where there is no site yet, nothing is made', async () => {
  await expect(backUp(newFolder())).rejects.toThrow(/There is no site in/)
})
