import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { backupRequest } from '#server/backup/backup-request.ts'
import { WORK_FOLDER } from '#server/backup/backup-target.ts'
import { listBackups, readManifest } from '#server/backup/manifest.ts'
import { scheduleBackups } from '#server/backup/nightly-backups.ts'
import { openTarget } from '#server/backup/open-target.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { readConfig } from '#server/config.ts'
import { lockBackup } from '#server/folders/data-lock.ts'
import { type BackupPlace, readBackupPlace } from '#server/settings/files-settings.ts'
import { newFolder, numbersIn, removeFolders, restore } from '../support/backups.ts'
import { STARTED } from '../support/child-site.ts'
import { databaseEnv } from '../support/engine.ts'
import { inboxOf } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { BUCKET, type S3Server, startS3 } from '../support/s3-servers.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { expectWhole, filesIn, until } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

const ROOT = join(import.meta.dirname, '../..')
/** A nightly backup has the lowest priority. */
const BUSY_MS = 110_000
const HOUR = 60 * 60 * 1000

type Told = {
  nightly: boolean
  overdue: boolean
  lastGood: { at: string; to: string; papers: number; files: number; bytes: number } | null
  failure: { at: string; reason: string } | null
}

afterAll(removeFolders)

async function openWith(backupTo: string | null, dataDir?: string) {
  const site = await openSite({ dataDir, env: backupTo === null ? {} : { BACKUP_TO: backupTo } })
  let ended = false
  const end = async (keepData: boolean) => {
    if (!ended) await site.end({ keepData })
    ended = true
  }
  onTestFinished(() => end(false))
  const { headers } = await site.signIn()
  const told = async () => (await (await site.fetch('/api/admin/backups', { headers })).json()) as Told
  return { ...site, told, end: () => end(true) }
}

/** The command as it is run alongside the site. */
function command(dataDir: string, ...args: string[]) {
  const script = join(ROOT, 'scripts/backup.ts')
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...STARTED, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { kill: () => child.kill('SIGKILL'), ended }
}

test('with BACKUP_TO a backup is made as soon as the site runs, and none again the same day', async () => {
  const folder = join(newFolder(), 'made by the site')
  const site = await openWith(folder)
  await until('the first backup', async () => (await site.told()).lastGood, BUSY_MS)
  const { lastGood, ...told } = await site.told()
  expect(told).toEqual({ nightly: true, overdue: false, failure: null, isOfFilesOnly: false })
  expect(lastGood).toMatchObject({ to: folder, papers: 0 })
  expect(Math.abs(Date.parse(lastGood?.at ?? '') - Date.now())).toBeLessThan(HOUR)
  await site.end()
  const again = await openWith(folder, site.dataDir)
  expect((await again.told()).lastGood).toEqual(lastGood)
  await again.end()
  expect(await numbersIn(folder)).toEqual([1])
  await expectWhole((await restore(folder)).dataDir)
})

test('a folder that refuses is told in the admin area, and visitors notice nothing', async () => {
  const parent = newFolder()
  writeFileSync(join(parent, 'a-file'), '')
  const site = await openWith(join(parent, 'a-file/backups'))
  await until('the failure', async () => (await site.told()).failure, BUSY_MS)
  const { lastGood, failure, nightly, overdue } = await site.told()
  expect([lastGood, nightly, overdue]).toEqual([null, true, false])
  expect(failure?.reason).toContain(join(parent, 'a-file'))
  expect((await site.fetch('/')).status).toBe(200)
})

test('a disk that is not mounted any more gets no backup of its own', async () => {
  const folder = join(newFolder(), 'disk')
  const site = await openWith(folder)
  await until('the first backup', async () => (await site.told()).lastGood, BUSY_MS)
  await site.end()
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  changeRecord(site, folder, { madeAt: '2026-01-01T00:00:00Z' })
  const again = await openWith(folder, site.dataDir)
  await until('the failure', async () => (await again.told()).failure, BUSY_MS)
  expect((await again.told()).failure?.reason).toBe(
    `The earlier backups are gone from ${folder}: is its disk there, and mounted?`,
  )
  expect(filesIn(folder)).toEqual([])
})

test('once nightly backups are stopped, none is being made any more', async () => {
  const site = await openWith(null)
  const env = { DATA_DIR: site.dataDir, BACKUP_TO: newFolder(), ...(await databaseEnv(site.dataDir)) }
  const backups = scheduleBackups(site.app, readConfig(env))
  await until('the first backup', async () => existsSync(join(site.dataDir, WORK_FOLDER)), BUSY_MS)
  await backups.stop()
  const lock = lockBackup(site.dataDir)
  expect(lock).not.toBeNull()
  lock?.release()
})

test('two days without a good backup are told as overdue; without BACKUP_TO nothing is', async () => {
  const folder = newFolder()
  const site = await openWith(null)
  expect(await site.told()).toEqual({
    ...{ nightly: false, overdue: false, lastGood: null, failure: null },
    isOfFilesOnly: false,
  })
  const other = lockBackup(site.dataDir)
  expect(await command(site.dataDir, folder).ended).toEqual({
    code: 1,
    said: 'Another backup is being made.\n',
  })
  other?.release()
  const { code, said } = await command(site.dataDir, '--', folder).ended
  expect([code, said]).toEqual([0, expect.stringContaining(`Backup 1 is in ${folder}: 0 papers`)])
  expect((await site.told()).lastGood).toMatchObject({ to: folder, papers: 0 })
  await site.end()
  const [old, now] = [new Date(Date.now() - 49 * HOUR), new Date()].map((time) => time.toISOString())
  changeRecord(site, folder, { since: old, madeAt: old, failure: { at: now, reason: 'The disk is full.' } })
  const late = await openWith(folder, site.dataDir)
  expect((await late.told()).overdue).toBe(false)
  changeRecord(site, folder, { lastGood: { at: old, to: folder, papers: 1, files: 1, bytes: 1 } })
  expect(await late.told()).toMatchObject({ overdue: true, failure: { reason: 'The disk is full.' } })
})

test('killed in the middle, a backup leaves the earlier ones whole and the next one goes on', async () => {
  const folder = newFolder()
  const site = await openWith(null)
  const admin = await site.signIn()
  for (let paper = 0; paper < 4; paper++)
    await publish(site, admin, { title: `Paper ${paper}` }, plainPdf({ text: `killed ${paper}` }))
  expect((await command(site.dataDir, folder).ended).code).toBe(0)
  for (const [round, begun] of [
    () => existsSync(join(site.dataDir, WORK_FOLDER)),
    () => readdirSync(join(folder, WORK_FOLDER)).length > 0,
    (blobs: number) => filesIn(join(folder, 'blobs')).length > blobs,
  ].entries()) {
    await publish(site, admin, { title: `New ${round}` }, plainPdf({ text: `killed after ${round}` }))
    const blobs = filesIn(join(folder, 'blobs')).length
    const running = command(site.dataDir, folder)
    let isEnded = false
    void running.ended.then(() => {
      isEnded = true
    })
    while (!isEnded && !isAt(() => begun(blobs))) await new Promise((resolve) => setImmediate(resolve))
    running.kill()
    await running.ended
    await expectWhole((await restore(folder)).dataDir)
  }
  expect((await command(site.dataDir, folder).ended).code).toBe(0)
  expect([readdirSync(join(folder, WORK_FOLDER)), existsSync(join(site.dataDir, WORK_FOLDER))]).toEqual([
    [],
    false,
  ])
  const { dataDir } = await restore(folder)
  await expectWhole(dataDir)
  expect(filesIn(join(dataDir, 'files'))).toEqual(filesIn(join(site.dataDir, 'files')))
})

test('the command refuses what it cannot do with a sentence', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'thervu-no-site-'))
  onTestFinished(() => rmSync(empty, { recursive: true }))
  const { code, said } = await command(join(empty, 'data'), newFolder()).ended
  expect([code, said]).toEqual([1, `There is no site in ${join(empty, 'data')} to be backed up.\n`])
  expect(await command(empty, '--', join(empty, 'inside')).ended).toEqual({
    code: 1,
    said: `The place must not be inside DATA_DIR (${empty}): what destroys the one destroys the other.\n`,
  })
  expect((await command(empty).ended).code).toBe(2)
})

/** Folders come and go while one looks. */
function isAt(looks: () => boolean) {
  try {
    return looks()
  } catch {
    return false
  }
}

function changeRecord({ dataDir }: Pick<Site, 'dataDir'>, folder: string, change: object) {
  const path = join(dataDir, 'backup.json')
  const places = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...places, [folder]: { ...places[folder], ...change } }))
}

describe('into a bucket', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3()
  })
  afterAll(async () => {
    await server.close()
    await removeFolders()
  })

  const urlOf = (prefix: string) => `s3://${BUCKET}/${prefix}?endpoint=${server.origin}`

  async function restoreInto(to: BackupPlace, env: Record<string, string>) {
    const target = await openTarget(to)
    const [last] = await listBackups(target)
    await restoreBackup(target, await readManifest(target, last?.object ?? ''), readConfig(env))
    target.close()
  }

  test('a site whose files are in a bucket is backed up into another, and restored into one or a folder', async () => {
    const site = await openSite({ env: { FILES_URL: urlOf('site') } })
    onTestFinished(() => site.end())
    const admin = await site.signIn()
    const bytes = plainPdf({ text: 'from bucket to bucket' })
    const paper = await publish(site, admin, { title: 'In a bucket' }, bytes)
    await sendAhead(site, admin, 'waits-in-the-bucket')
    const to = readBackupPlace(urlOf('backups'), site.dataDir, 'BACKUP_TO') as BackupPlace
    const order = backupRequest(readConfig({ DATA_DIR: site.dataDir, FILES_URL: urlOf('site') }), to)
    const { manifest, lacking } = await runBackup(order)
    expect([manifest.counts.papers, lacking]).toEqual([1, []])
    expect((await runBackup(order, { isNightly: true })).removed).toBe(1)

    const restored = async (env: Record<string, string>) => {
      const dataDir = join(newFolder(), 'data')
      await restoreInto(to, { ...env, DATA_DIR: dataDir })
      return { dataDir, env }
    }
    // What outlived the server is as it was.
    await restored({ FILES_URL: urlOf('site') })
    for (const place of [await restored({ FILES_URL: urlOf('restored') }), await restored({})]) {
      const again = await openSite(place)
      const served = await again.fetch(paper.link)
      expect([served.status, Buffer.from(await served.arrayBuffer()).equals(bytes)]).toEqual([200, true])
      expect((await inboxOf(again, await again.signIn())).length).toBe(1)
      await again.end()
    }
  })
})
