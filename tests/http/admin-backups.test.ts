import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { BackupFile, ListedBackup, NightlyPlace } from '#domain/backup/backup-retention.ts'
import { DOWNLOADS } from '#server/backup/admin-backups.ts'
import { lockBackup } from '#server/folders/data-lock.ts'
import { allBytes, allRows, newFolder, removeFolders } from '../support/backups.ts'
import { STARTED } from '../support/child-site.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { BUCKET, startS3 } from '../support/s3-servers.ts'
import { ADMIN, MEENA, openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, until } from '../support/stored.ts'

const ROOT = join(import.meta.dirname, '../..')
/** A backup has the lowest priority. */
const BUSY_MS = 110_000
const PASSPHRASE = 'slate banyan copper evening'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  await publish(site, admin, { title: 'Taken away' }, plainPdf({ text: 'taken away' }))
})
afterAll(async () => {
  await site.end()
  await removeFolders()
})

function call(method: string, path: string, json?: unknown, headers = admin.headers) {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  return site.fetch(`/api/admin/backups${path}`, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json', Origin: site.origin },
    ...body,
  })
}

const read = async <Body>(path: string) => (await (await call('GET', path)).json()) as Body
const detailOf = async (answer: Response) => ((await answer.json()) as { detail: string }).detail

async function makeFile(passphrase: string | null) {
  expect((await call('POST', '/file', { passphrase })).status).toBe(202)
  await until('the file', async () => (await read<BackupFile>('/file')).state === 'ready', BUSY_MS)
  const file = await read<BackupFile>('/file')
  if (file.state !== 'ready') throw new Error(`It is ${file.state}.`)
  return file
}

/** It is written down before its process has ended, and until then no place may be named. */
function isIdle() {
  const lock = lockBackup(site.dataDir)
  lock?.release()
  return lock !== null
}

async function addressOf() {
  const answer = await call('POST', '/file/tickets')
  expect(answer.status).toBe(201)
  return `/api/backup-file?ticket=${((await answer.json()) as { ticket: string }).ticket}`
}

const fetchFile = (address: string, headers: Record<string, string> = {}, cookie = admin.cookie) =>
  site.fetch(address, { headers: { Cookie: cookie, ...headers } })

async function restore(file: string, env: Record<string, string> = {}) {
  const dataDir = join(newFolder(), 'data')
  const child = spawn(process.execPath, [join(ROOT, 'scripts/restore.ts'), file], {
    env: { PATH: process.env.PATH, ...STARTED, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code === 0) mkdirSync(join(dataDir, 'quarantine'))
  return { code, said, dataDir }
}

test('a backup is made, fetched in parts as one file, and restored from it row by row', async () => {
  const { bytes, name, ...made } = await makeFile(null)
  expect(made).toMatchObject({ isEncrypted: false, papers: 1, lacking: 0 })
  expect(name).toMatch(/^thervu-backup-\d{4}-\d\d-\d\d\.tar$/)
  const rows = allRows(site.dataDir)
  const address = await addressOf()
  const first = await fetchFile(address, { Range: 'bytes=0-99999' })
  expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-99999/${bytes}`])
  const rest = await fetchFile(address, {
    Range: 'bytes=100000-',
    'If-Range': first.headers.get('etag') ?? '',
  })
  expect([rest.status, rest.headers.get('content-disposition')]).toEqual([
    206,
    `attachment; filename="${name}"`,
  ])
  const parts = [await first.arrayBuffer(), await rest.arrayBuffer()].map((part) => Buffer.from(part))
  const whole = Buffer.from(await (await fetchFile(address)).arrayBuffer())
  expect([whole.length, whole.equals(Buffer.concat(parts))]).toEqual([bytes, true])
  expect((await fetchFile(address, { Range: `bytes=${bytes}-` })).status).toBe(416)

  const file = join(newFolder(), name)
  writeFileSync(file, whole)
  const { code, dataDir } = await restore(file)
  expect(code).toBe(0)
  const { journal: _was, ...others } = rows
  const { journal: _is, ...restored } = allRows(dataDir)
  expect(Object.keys(restored)).toEqual(Object.keys(others))
  expect(restored.papers).toEqual(others.papers)
  expect(allBytes(dataDir)).toEqual(allBytes(site.dataDir))
  await expectWhole(dataDir)
  // What tar unpacks is a folder of backups.
  const unpacked = newFolder()
  expect(spawnSync('tar', ['-xf', file, '-C', unpacked]).status).toBe(0)
  expect((await restore(unpacked)).code).toBe(0)
  truncateSync(file, bytes - 2_000)
  expect((await restore(file)).said).toContain('its end is missing. Download it again.')
  writeFileSync(file, 'no backup at all, but long enough to be read as one '.repeat(20))
  expect((await restore(file)).said).toContain('is not a backup, or it is damaged.')
  const [entry] = await rowsOf(site.dataDir, "select action from journal where action = 'backup downloaded'")
  expect(entry).toBeDefined()
})

test('a file that is encrypted with a typed passphrase is restored with it alone', async () => {
  const { name, isEncrypted } = await makeFile(PASSPHRASE)
  expect([isEncrypted, name]).toEqual([true, expect.stringMatching(/-encrypted\.tar$/)])
  const whole = Buffer.from(await (await fetchFile(await addressOf())).arrayBuffer())
  expect([whole.includes('%PDF-'), whole.includes('SQLite format')]).toEqual([false, false])
  const file = join(newFolder(), name)
  writeFileSync(file, whole)
  expect((await restore(file, { BACKUP_PASSPHRASE: 'slate banyan copper morning' })).said).toContain(
    'The passphrase is not that of the backups in',
  )
  const { code, dataDir } = await restore(file, { BACKUP_PASSPHRASE: PASSPHRASE })
  expect(code).toBe(0)
  await expectWhole(dataDir)
})

test('the file is for the session that asked for it while it is an owner’s, and gone once it is deleted', async () => {
  await makeFile(null)
  const address = await addressOf()
  await site.app.identity.administrators.create(MEENA)
  const other = await site.signIn(MEENA)
  expect((await fetchFile(address, {}, other.cookie)).status).toBe(404)
  expect((await site.fetch(address)).status).toBe(401)
  expect((await fetchFile('/api/backup-file?ticket=guessed')).status).toBe(404)
  expect((await fetchFile(address)).status).toBe(200)
  const makePriya = (role: 'owner' | 'editor') =>
    site.app.db.updateTable('administrators').set({ role }).where('email', '=', ADMIN.email).execute()
  await makePriya('editor')
  expect((await fetchFile(address)).status).toBe(404)
  await makePriya('owner')
  expect((await call('DELETE', '/file')).status).toBe(204)
  expect((await fetchFile(address)).status).toBe(404)
  const downloads = () =>
    rowsOf(site.dataDir, "select action from journal where action = 'backup downloaded'")
  const before = await downloads()
  expect((await call('POST', '/file/tickets')).status).toBe(404)
  expect(await downloads(), 'nothing was downloaded').toEqual(before)
  expect(existsSync(join(site.dataDir, DOWNLOADS))).toBe(false)
})

test('whoever has not typed the password lately is asked for it before a backup leaves the site', async () => {
  await makeFile(null)
  const { cookie, token, ...later } = await site.signIn()
  const session = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string
  }
  await site.app.db
    .updateTable('sessions')
    .set({ confirmedAt: '2026-01-01T00:00:00.000Z' })
    .where('sid', '=', session.sid)
    .execute()
  for (const [method, path, json] of [
    ['POST', '/file/tickets', undefined],
    ['PUT', '/place', { to: '/anywhere' }],
    ['POST', '/place/test', { to: '/anywhere' }],
  ] as const) {
    const answer = await call(method, path, json, later.headers)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'confirm-first'])
  }
})

test('a second backup while one is made is refused, and one that is stopped leaves nothing', async () => {
  const lock = lockBackup(site.dataDir)
  const refused = await call('POST', '/file', { passphrase: null })
  expect([refused.status, await detailOf(refused)]).toEqual([
    409,
    'The nightly backup is being made just now; try again when it is done.',
  ])
  lock?.release()
  const both = await Promise.all([1, 2].map(() => call('POST', '/file', { passphrase: null })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
  expect((await call('DELETE', '/file')).status).toBe(204)
  expect(await read('/file')).toEqual({ state: 'none' })
  expect(existsSync(join(site.dataDir, DOWNLOADS))).toBe(false)
  await makeFile(null)
})

test('a passphrase that is too short is refused', async () => {
  const answer = await call('POST', '/file', { passphrase: 'too short' })
  expect([answer.status, await detailOf(answer)]).toEqual([
    422,
    'The field "passphrase" needs at least 12 characters.',
  ])
})

test('a place that is named in the admin area is tested, gets the nightly backups, and is listed with them', async () => {
  const folder = join(newFolder(), 'named in the admin area')
  expect((await call('POST', '/place/test', { to: folder })).status).toBe(204)
  expect(filesIn(folder)).toEqual([])
  expect(await read('/place')).toMatchObject({ to: null, by: 'desk', canSet: true, isEncrypted: false })
  expect((await call('PUT', '/place', { to: folder })).status).toBe(204)
  expect(await read('/place')).toMatchObject({ to: folder, argument: folder })
  expect(await read('')).toMatchObject({ nightly: true, overdue: false, lastGood: null })
  // Looked for once a minute, and at a start.
  await site.end({ keepData: true })
  site = await openSite({ dataDir: site.dataDir })
  admin = await site.signIn()
  await until('the first backup', async () => (await read<{ lastGood: unknown }>('')).lastGood, BUSY_MS)
  await until('its end', isIdle, BUSY_MS)
  const { backups } = await read<{ backups: ListedBackup[] }>('/list')
  expect(backups).toEqual([expect.objectContaining({ number: 1, papers: 1, lacking: 0 })])
  const [name = ''] = readdirSync(join(folder, 'backups'))
  const manifest = join(folder, 'backups', name)
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"papers": 1', '"papers": 9'))
  const damaged = (await read<{ backups: ListedBackup[] }>('/list')).backups
  expect(damaged).toEqual([
    expect.objectContaining({ number: 1, fault: expect.stringContaining('is damaged') }),
  ])
  expect((await call('DELETE', '/place')).status).toBe(204)
  expect([await read('/place'), await read('/list'), existsSync(manifest)]).toEqual([
    expect.objectContaining({ to: null, argument: null }),
    { backups: null },
    true,
  ])
})

test('a place that cannot be used is refused with a sentence, and the earlier one stays', async () => {
  const folder = newFolder()
  expect((await call('PUT', '/place', { to: folder })).status).toBe(204)
  const parent = newFolder()
  writeFileSync(join(parent, 'a-file'), '')
  symlinkSync(site.dataDir, join(parent, 'link'))
  const cases: [string, string][] = [
    [join(site.dataDir, 'backups'), 'must not be inside DATA_DIR'],
    [join(parent, 'link/backups'), 'must not be inside DATA_DIR'],
    [join(parent, 'a-file/backups'), join(parent, 'a-file')],
    [join(parent, 'a-file'), 'is a file: name a folder'],
    ['backups', 'Type the whole path of the folder, beginning with /.'],
    ['ftp://host/backups', 'must be the path of a folder or s3://bucket/prefix'],
    ['s3://bucket/backups?endpoint=http://169.254.169.254', 'is named with BACKUP_TO on the server.'],
    ['/proc/backups', '/proc/backups'],
  ]
  for (const [to, sentence] of cases) {
    const answer = await call('PUT', '/place', { to })
    expect([to, answer.status, await detailOf(answer)]).toEqual([to, 409, expect.stringContaining(sentence)])
  }
  expect(await read<NightlyPlace>('/place')).toMatchObject({ to: folder })
  expect(readdirSync(site.dataDir)).not.toContain('backups')
  await call('DELETE', '/place')
})

test('what the settings say is told, and the admin area cannot change it', async () => {
  const folder = newFolder()
  const other = await openSite({ env: { BACKUP_TO: folder, BACKUP_PASSPHRASE: PASSPHRASE } })
  onTestFinished(() => other.end())
  const { headers } = await other.signIn()
  const place = await other.fetch('/api/admin/backups/place', { headers })
  expect(await place.json()).toEqual({
    ...{ to: join(folder, 'encrypted'), argument: join(folder, 'encrypted') },
    ...{ by: 'setting', canSet: false, isEncrypted: true },
  })
  const refused = await other.fetch('/api/admin/backups/place', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ to: newFolder() }),
  })
  expect([refused.status, await detailOf(refused)]).toEqual([
    409,
    'The place of nightly backups is set on the server, with BACKUP_TO.',
  ])
})

test('a bucket of the store that the settings name may be typed, with the credentials of the server', async () => {
  const server = await startS3()
  onTestFinished(() => server.close())
  const urlOf = (prefix: string) => `s3://${BUCKET}/${prefix}?endpoint=${server.origin}`
  const other = await openSite({ env: { FILES_URL: urlOf('site') } })
  onTestFinished(() => other.end())
  const { headers } = await other.signIn()
  const test = async (to: string) => {
    const answer = await other.fetch('/api/admin/backups/place/test', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ to }),
    })
    return answer.status === 204 ? 'works' : await detailOf(answer)
  }
  expect(await test(urlOf('backups'))).toBe('works')
  expect(await test(urlOf('backups').replace(BUCKET, 'no-such-bucket'))).toContain('no-such-bucket')
})

test('a backup for which the disk has no room is refused before anything is written, and the numbers are said', async () => {
  const [row] = await rowsOf(site.dataDir, 'select full_path, size from stored_files limit 1')
  const setSize = (size: number) =>
    site.app.db
      .updateTable('storedFiles')
      .set({ size })
      .where('fullPath', '=', String(row?.full_path))
      .execute()
  await setSize(1e15)
  const answer = await call('POST', '/file', { passphrase: null })
  expect([answer.status, await detailOf(answer)]).toEqual([
    507,
    expect.stringMatching(
      /^There is no room for it on the disk of the site: the file needs 95\d{7}\.\d MB, /,
    ),
  ])
  await setSize(Number(row?.size))
  expect(await read('/file')).toEqual({ state: 'none' })
})
