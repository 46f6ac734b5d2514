import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openDataDir } from '../support/child-site.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { codeAt, pass, STEP } from '../support/second-factor.ts'
import { ADMIN, openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'

const ROOT = join(import.meta.dirname, '../..')
const OPERATIONS = join(ROOT, 'docs/operations.md')

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => vi.useRealTimers())

/** A folder that is removed when the test has ended and its sites are closed: what is registered first runs last. */
async function newDataDir() {
  const data = await openDataDir()
  onTestFinished(() => data[Symbol.asyncDispose]())
  return data
}

/** The commands of "Backup" as they are written: how to back up, and how to restore. */
function writtenCommands() {
  const section = readFileSync(OPERATIONS, 'utf8').split('\n## Backup\n')[1]?.split('\n## ')[0] ?? ''
  const blocks = [...section.matchAll(/```sh\n(.+?)```/gs)].map(([, commands]) => String(commands))
  expect(blocks.length).toBe(2)
  return { backUp: String(blocks[0]), restore: String(blocks[1]) }
}

function runWritten(commands: string, env: Record<string, string>) {
  return execFileSync('sh', ['-ec', commands], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
}

async function open(dataDir: string) {
  const site = await openSite({ dataDir })
  let ended = false
  const end = async () => {
    if (!ended) await site.end({ keepData: true })
    ended = true
  }
  onTestFinished(end)
  return { ...site, end }
}

async function switchOnCodes(site: Site, { headers }: SignedIn): Promise<string> {
  const call = (method: string, body?: object) =>
    site.fetch('/api/admin/account/second-factor', {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const { key } = (await (await call('POST')).json()) as { key: string }
  expect((await call('PUT', { code: codeAt(key) })).status).toBe(200)
  pass(STEP)
  return key
}

async function signInWithCode(site: Site, code: string) {
  const post = (path: string, body: object, cookie = '') =>
    site.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.origin, Cookie: cookie },
      body: JSON.stringify(body),
    })
  const first = await post('/api/auth/login', ADMIN)
  expect(first.status).toBe(202)
  const cookie = first.headers.getSetCookie().map((line) => line.split(';')[0])
  return (await post('/api/auth/login/code', { code }, cookie.join('; '))).status
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('backed up and restored as it is written, papers, sessions and codes of the app work', async () => {
  const data = await newDataDir()
  const { backUp, restore } = writtenCommands()
  const [BACKUP, restored] = [join(data.path, 'backup'), join(data.path, 'restored')]
  const site = await open(join(data.path, 'data'))
  const admin = await site.signIn()
  const key = await switchOnCodes(site, admin)
  const bytes = plainPdf({ text: 'backed up' })
  const paper = await publish(site, admin, {}, bytes)
  runWritten(backUp, { DATA_DIR: site.dataDir, BACKUP })
  await site.end()
  const said = runWritten(restore, { DATA_DIR: restored, BACKUP })
  expect(said).toContain('1 paper, ')
  const again = await open(restored)
  const session = await again.fetch('/api/auth/session', { headers: { Cookie: admin.cookie } })
  expect(await session.text()).toContain(ADMIN.email)
  expect(await signInWithCode(again, codeAt(key))).toBe(200)
  expect(new Uint8Array(await (await again.fetch(paper.link)).arrayBuffer())).toEqual(new Uint8Array(bytes))
  await expectWhole(restored)
})

test('what a copy left open to others is closed at the next start, twice', async () => {
  const data = await newDataDir()
  const dataDir = join(data.path, 'data')
  const site = await open(dataDir)
  await publish(site, await site.signIn())
  mkdirSync(join(dataDir, 'pages'))
  await site.end()
  const files = ['thervu.db', 'thervu.db-wal', 'thervu.db-shm', 'auth-secret']
  for (const _start of [1, 2]) {
    for (const name of files.slice(1, 3)) writeFileSync(join(dataDir, name), '')
    for (const name of files) chmodSync(join(dataDir, name), 0o644)
    for (const name of ['', 'files', 'inbox', 'pages']) chmodSync(join(dataDir, name), 0o755)
    const again = await open(dataDir)
    expect(files.map((name) => modeOf(join(dataDir, name)))).toEqual(files.map(() => '600'))
    for (const name of ['', 'files', 'inbox', 'pages'])
      expect([name, modeOf(join(dataDir, name))]).toEqual([name, '700'])
    await again.end()
  }
})

test('a data folder that others share is left as open as it is; what is ours in it is closed', async () => {
  const data = await newDataDir()
  const dataDir = join(data.path, 'shared')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'notes.txt'), 'of somebody else')
  for (const name of ['', 'notes.txt']) chmodSync(join(dataDir, name), 0o755)
  await (await open(dataDir)).end()
  chmodSync(join(dataDir, 'thervu.db'), 0o644)
  await open(dataDir)
  expect(['', 'notes.txt', 'thervu.db'].map((name) => modeOf(join(dataDir, name)))).toEqual([
    '755',
    '755',
    '600',
  ])
})
