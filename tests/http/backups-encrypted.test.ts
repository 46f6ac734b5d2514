import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scrubFiles } from '#domain/file-checks/scrub.server.ts'
import { backupRequest } from '#server/backup/backup-request.ts'
import { blobName } from '#server/backup/backup-target.ts'
import { openTarget } from '#server/backup/open-target.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { readConfig } from '#server/config.ts'
import { allBytes, allRows, expectPrivate, newFolder, removeFolders } from '../support/backups.ts'
import { STARTED } from '../support/child-site.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

const ROOT = join(import.meta.dirname, '../..')
const BACKUP_PASSPHRASE = 'chalk tamarind monsoon ledger'

let site: Site
let admin: SignedIn
let folder: string
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  folder = newFolder()
  await publish(site, admin, { title: 'Encrypted' }, plainPdf({ text: 'encrypted' }))
  await sendAhead(site, admin, 'waits-encrypted', { file: plainPdf({ text: 'waits' }) })
  // The night's share of them: otherwise it is read, and noted, when the site is a minute old.
  await scrubFiles(site.app, async () => true)
})
afterAll(async () => {
  await site.end()
  await removeFolders()
})

/** As the nightly one is made with these settings. */
async function backUp(env: Record<string, string> = { BACKUP_PASSPHRASE }, to = folder) {
  const config = readConfig({ DATA_DIR: site.dataDir, BACKUP_TO: to, ...env })
  if (!config.backupTo) throw new Error('BACKUP_TO was not read.')
  return await runBackup(backupRequest(config, config.backupTo))
}

async function restore(
  dataDir: string,
  args: string[] = [],
  env: Record<string, string> = { BACKUP_PASSPHRASE },
) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/restore.ts'), folder, ...args], {
    env: { PATH: process.env.PATH, ...STARTED, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  // As a start makes it.
  if (code === 0 && existsSync(dataDir)) mkdirSync(join(dataDir, 'quarantine'))
  return { code, said }
}

const newPlace = () => join(newFolder(), 'data')

test('an encrypted backup says nothing of the site, and is restored row by row and byte by byte', async () => {
  await backUp()
  const secret = readFileSync(join(site.dataDir, 'auth-secret'))
  const encrypted = join(folder, 'encrypted')
  for (const name of filesIn(encrypted)) {
    const bytes = readFileSync(join(encrypted, name))
    const told = [
      secret.toString().trim(),
      '%PDF-',
      'SQLite format',
      'secretFingerprint',
      '12th-cbse',
    ].filter((text) => bytes.includes(text))
    expect([name, told]).toEqual([name, []])
  }
  expectPrivate(encrypted)
  const dataDir = newPlace()
  expect(await restore(dataDir)).toEqual({ code: 0, said: expect.stringContaining('Backup 1 of') })
  expect(allRows(dataDir)).toEqual(allRows(site.dataDir))
  expect(allBytes(dataDir)).toEqual(allBytes(site.dataDir))
  expect(readFileSync(join(dataDir, 'auth-secret'))).toEqual(secret)
  await expectWhole(dataDir)
})

test('a wrong passphrase, or none, is said at once, and nothing is written', async () => {
  const dataDir = newPlace()
  const said = `The passphrase is not that of the backups in ${join(folder, 'encrypted')}.`
  expect(await restore(dataDir, [], { BACKUP_PASSPHRASE: 'chalk tamarind monsoon lodger' })).toEqual({
    code: 1,
    said: `${said}\n`,
  })
  expect((await restore(dataDir, [], {})).said).toContain(
    'are encrypted: set BACKUP_PASSPHRASE, or name a file with --passphrase-file.',
  )
  expect(existsSync(dataDir)).toBe(false)
  await expect(backUp({ BACKUP_PASSPHRASE: 'chalk tamarind monsoon lodger' })).rejects.toThrow(said)
  const file = join(newFolder(), 'passphrase')
  writeFileSync(file, `${BACKUP_PASSPHRASE}\n`)
  expect((await restore(dataDir, ['--list', '--passphrase-file', file], {})).said).toMatch(/^1: .+1 paper, /)
})

test('a second encrypted backup writes only what is new, and removes what none needs', async () => {
  const before = new Set(filesIn(join(folder, 'encrypted/blobs')))
  await publish(site, admin, { title: 'New since' }, plainPdf({ text: 'new since' }))
  const { removed } = await backUp()
  const now = filesIn(join(folder, 'encrypted/blobs'))
  // The new file and its picture, the database and the list; the earlier database and list went with the first backup.
  expect([now.filter((name) => !before.has(name)).length, removed, now.length - before.size]).toEqual([
    4, 1, 2,
  ])
})

test('a changed, cut or exchanged file of an encrypted backup is found before anything is restored, and stored again', async () => {
  const rows = await rowsOf(
    site.dataDir,
    "select sha256, full_path from stored_files where full_path like '%.pdf'",
  )
  const [one, other] = rows.map(({ sha256 }) => join(folder, 'encrypted', blobName(String(sha256)))) as [
    string,
    string,
  ]
  const bytes = readFileSync(one)
  const changes = [
    () => writeFileSync(one, Buffer.from(bytes).fill(0, 100, 101)),
    () => truncateSync(one, bytes.length - 1),
    () => writeFileSync(one, readFileSync(other)),
  ]
  for (const change of changes) {
    change()
    const dataDir = newPlace()
    const { code, said } = await restore(dataDir)
    expect([code, said]).toEqual([1, expect.stringContaining('Damaged in this backup: files/')])
    expect(existsSync(join(dataDir, 'thervu.db'))).toBe(false)
  }
  await backUp()
  const dataDir = newPlace()
  expect((await restore(dataDir)).code).toBe(0)
  await expectWhole(dataDir)
})

test('backups that are not encrypted stay apart, and neither kind is written next to the other', async () => {
  await backUp({})
  const dataDir = newPlace()
  expect((await restore(dataDir, ['--list', '--plain'], {})).said).toMatch(/^1: /)
  expect(readdirSync(folder).toSorted()).toEqual(['backups', 'blobs', 'encrypted', 'unfinished-backup'])
  const encrypted = join(folder, 'encrypted')
  await expect(backUp({}, encrypted)).rejects.toThrow(
    `The backups in ${encrypted} are encrypted: set BACKUP_PASSPHRASE.`,
  )
  const mixed = await openTarget({ kind: 'folder', dir: folder }, BACKUP_PASSPHRASE)
  await expect(mixed.prepare({ create: true })).rejects.toThrow('are not encrypted')
})
