import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { scrubFiles } from '#domain/file-checks/scrub.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { type BackupTarget, blobName, WORK_FOLDER } from '#server/backup/backup-target.ts'
import { openFolderTarget } from '#server/backup/open-target.ts'
import {
  allBytes,
  allRows,
  backUp,
  expectPrivate,
  newFolder,
  numbersIn,
  removeFolders,
  restore,
} from '../support/backups.ts'
import { openDataDir } from '../support/child-site.ts'
import { correctNumber, expectCorrectedNumber } from '../support/corrected-number.ts'
import { expectInbox } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { codeAt, pass, STEP } from '../support/second-factor.ts'
import { ADMIN, openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

const UNLIMITED = { perAddress: 1e6, perSecond: 1e6 }
const DAY = 24 * 60 * 60 * 1000

let site: Site
let admin: SignedIn
let folder: string
let backedUp: Paper
beforeAll(async () => {
  site = await openSite({ http: { counterRates: UNLIMITED } })
  admin = await site.signIn()
  folder = newFolder()
  backedUp = await publish(site, admin, { title: 'Backed up' }, plainPdf({ text: 'backed up' }))
  await correctNumber(site, admin, backedUp.id)
  const inBin = await publish(site, admin, { title: 'In the bin' }, plainPdf({ text: 'in the bin' }))
  await paperClient(site, admin).bin(inBin.id)
  await sendAhead(site, admin, 'waits-for-its-fields', { file: plainPdf({ text: 'waiting' }) })
  // The night's share of them: otherwise it is read, and noted, when the site is a minute old.
  await scrubFiles(site.app, async () => true)
})
afterAll(async () => {
  await site.end()
  await removeFolders()
})

/** A paper that is published now and deleted for good by `gone`. */
async function shortLived(text: string) {
  const paper = await publish(site, admin, { title: `Short-lived ${text}` }, plainPdf({ text }))
  const client = paperClient(site, admin)
  const gone = async () => {
    await client.bin(paper.id)
    expect((await client.deleteForGood(paper.id)).status).toBe(204)
  }
  return { ...paper, key: paper.link.replace('/files/', ''), gone }
}

async function blobOf(key: string) {
  const [row] = await rowsOf(site.dataDir, 'select sha256 from stored_files where full_path = ?', key)
  return join(folder, blobName(String(row?.sha256)))
}

test('what is restored is the same row by row and byte by byte, and nobody else may read it', async () => {
  const { manifest, lacking } = await backUp(site, folder)
  expect(lacking).toEqual([])
  expect(manifest.counts).toMatchObject({ papers: 2, lacking: 0 })
  const { dataDir, damaged } = await restore(folder)
  expect(damaged).toEqual([])
  expect(allRows(dataDir)).toEqual(allRows(site.dataDir))
  expect(allBytes(dataDir)).toEqual(allBytes(site.dataDir))
  expect(Object.keys(allBytes(dataDir)).length).toBe(6)
  await expectWhole(dataDir)
  await expectInbox(dataDir, ['waits-for-its-fields'])
  expect(readFileSync(join(dataDir, 'auth-secret'))).toEqual(readFileSync(join(site.dataDir, 'auth-secret')))
  expect(existsSync(join(dataDir, 'centre/site.config.ts'))).toBe(true)
  expectPrivate(folder)
})

test('a question whose number was corrected has it where the backup is restored', async () => {
  const { dataDir } = await restore(folder)
  const renders = { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 }
  const restored = await openSite({ dataDir, renders })
  onTestFinished(() => restored.end({ keepData: true }))
  await expectCorrectedNumber(restored, backedUp.id, 'backed up')
})

test('a second backup copies only what is new', async () => {
  const put: string[] = []
  const watched = (own: BackupTarget) => ({
    put: (name: string, bytes: AsyncIterable<Uint8Array>) => {
      put.push(name)
      return own.put(name, bytes)
    },
  })
  const added = await publish(site, admin, { title: 'New since' }, plainPdf({ text: 'new since' }))
  await backUp(site, folder, { target: watched })
  const names = put.map((name) => join(folder, name))
  expect(names).toContain(await blobOf(added.link.replace('/files/', '')))
  // The new file and its picture, the database, the list, the secret and the manifest.
  expect(put.length).toBe(6)
})

test('a paper that is deleted for good while its files are copied is in the backup with neither row nor file', async () => {
  const paper = await shortLived('deleted meanwhile')
  await backUp(site, folder, {
    source: ({ files }) => ({
      files: {
        ...files,
        async open(key) {
          if (key === paper.key) await paper.gone()
          return await files.open(key)
        },
      },
    }),
  })
  const { dataDir } = await restore(folder)
  expect(await rowsOf(dataDir, 'select id from papers where id = ?', paper.id)).toEqual([])
  await expectWhole(dataDir)
})

test('backups that are made under load are whole', async () => {
  let isLoaded = true
  const done = { viewed: 0, deleted: 0 }
  const [viewed] = await rowsOf(site.dataDir, 'select id from papers limit 1')
  const publishing = (async () => {
    for (; isLoaded; done.deleted++) await (await shortLived(`under load ${done.deleted}`)).gone()
  })()
  const viewing = (async () => {
    while (isLoaded) {
      const answer = await site.fetch(`/api/papers/${viewed?.id}/views`, { method: 'POST' })
      done.viewed += answer.status === 200 ? 1 : 0
    }
  })()
  try {
    for (let made = 0; made < 2 || done.deleted === 0; made++) {
      const { manifest, lacking } = await backUp(site, folder)
      expect(lacking).toEqual([])
      // Before the next one, which takes the place of this day's last.
      await expectWhole((await restore(folder, { number: manifest.number })).dataDir)
    }
  } finally {
    isLoaded = false
    await Promise.all([publishing, viewing])
  }
  expect(done.viewed).toBeGreaterThan(0)
  await expectWhole(site.dataDir)
})

test('what has rotted in a backup is found before anything is restored, and repaired by the next backup', async () => {
  const paper = await shortLived('rots')
  await backUp(site, folder)
  const bytes = readFileSync(await blobOf(paper.key))
  bytes[100] = (bytes[100] as number) ^ 1
  writeFileSync(await blobOf(paper.key), bytes)
  const place = join(newFolder(), 'refused first')
  await expect(restore(folder, { env: { DATA_DIR: place } })).rejects.toThrow(
    `Damaged in this backup: files/${paper.key}.`,
  )
  const { dataDir, damaged } = await restore(folder, { withoutDamaged: true, env: { DATA_DIR: place } })
  expect(damaged).toEqual([`files/${paper.key}`])
  expect(existsSync(join(dataDir, 'files', paper.key))).toBe(false)
  expect(await rowsOf(dataDir, 'select count(*) as rows from papers')).toEqual(
    await rowsOf(site.dataDir, 'select count(*) as rows from papers'),
  )
  truncateSync(await blobOf(paper.key), 10)
  await backUp(site, folder)
  await expectWhole((await restore(folder)).dataDir)
})

test('a backup whose list, database or manifest was altered is not restored', async () => {
  const { manifest } = await backUp(site, folder)
  for (const { sha256 } of [manifest.database, manifest.files, manifest.secret ?? manifest.files]) {
    const path = join(folder, blobName(sha256))
    const bytes = readFileSync(path)
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] as number) ^ 1
    writeFileSync(path, bytes)
    await expect(restore(folder), sha256).rejects.toThrow(/damaged/)
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] as number) ^ 1
    writeFileSync(path, bytes)
  }
  const [last = ''] = filesIn(join(folder, 'backups')).reverse()
  const text = readFileSync(join(folder, 'backups', last), 'utf8')
  writeFileSync(join(folder, 'backups', last), text.replace(/"papers": \d+/, '"papers": 99'))
  await expect(restore(folder)).rejects.toThrow(/damaged/)
  writeFileSync(join(folder, 'backups', last), text)
  await restore(folder)
})

test('a damaged database makes no backup', async () => {
  const before = await numbersIn(folder)
  const made = backUp(site, folder, {
    source: ({ database }) => ({
      database: {
        ...database,
        async copy(to) {
          await database.copy(to)
          const bytes = readFileSync(to)
          const [row] = await rowsOf(site.dataDir, "select rootpage from sqlite_master where name = 'prices'")
          writeFileSync(
            to,
            bytes.fill(0xff, (Number(row?.rootpage) - 1) * 4096, Number(row?.rootpage) * 4096),
          )
        },
      },
    }),
  })
  await expect(made).rejects.toThrow('The copied database is damaged')
  expect(await numbersIn(folder)).toEqual(before)
})

test('a file that the site has lost is named, all else is in the backup, and nothing older is removed', async () => {
  const own = newFolder()
  const paper = await shortLived('lost')
  await backUp(site, own)
  rmSync(join(site.dataDir, 'files', paper.key))
  rmSync(await blobOf(paper.key), { force: true })
  const [elsewhere, now] = [newFolder(), new Date()]
  for (const _day of [1, 2]) {
    const { lacking, manifest } = await backUp(site, elsewhere, { now })
    expect([lacking, manifest.counts.lacking]).toEqual([[`files/${paper.key}`], 1])
  }
  expect(await numbersIn(elsewhere)).toEqual([1, 2])
  await restore(elsewhere)
  // What an earlier backup has, no later one lacks.
  expect((await backUp(site, own)).lacking).toEqual([])
  await paper.gone()
  expect((await backUp(site, elsewhere, { now })).lacking).toEqual([])
  expect(await numbersIn(elsewhere)).toEqual([3])
})

test('older backups go by the rule, and with them only the bytes that none of the others needs', async () => {
  const own = newFolder()
  const [today, tomorrow] = [new Date(), new Date(Date.now() + DAY)]
  const first = await shortLived('of the first')
  const second = await shortLived('of the second')
  const isKept = ({ key }: typeof first) => filesIn(own).includes(blobs.get(key) as string)
  const blobs = new Map(
    await Promise.all(
      [first, second].map(async ({ key }) => [key, (await blobOf(key)).slice(folder.length + 1)] as const),
    ),
  )
  await backUp(site, own, { now: today })
  await first.gone()
  expect([isKept(first), isKept(second)]).toEqual([true, true])
  writeFileSync(join(own, 'blobs/notes.txt'), 'of somebody else')
  // Of one day only the last.
  expect((await backUp(site, own, { now: today })).removed).toBe(1)
  expect([isKept(first), isKept(second)]).toEqual([false, true])
  await second.gone()
  expect((await backUp(site, own, { now: tomorrow })).removed).toBe(0)
  expect([isKept(first), isKept(second)]).toEqual([false, true])
  expect(await numbersIn(own)).toEqual([2, 3])
  expect(existsSync(join(own, 'blobs/notes.txt'))).toBe(true)
  const { dataDir } = await restore(own, { number: 2 })
  await expectWhole(dataDir)
  expect(filesIn(join(dataDir, 'files'))).toContain(second.key)
})

test('while one list of files cannot be read, no bytes are removed', async () => {
  const own = newFolder()
  const { manifest } = await backUp(site, own)
  rmSync(join(own, blobName(manifest.files.sha256)))
  const paper = await shortLived('of an orphan')
  const orphan = join(own, blobName('0'.repeat(64)))
  mkdirSync(dirname(orphan), { recursive: true })
  writeFileSync(orphan, 'of nobody')
  const unreadable = await backUp(site, own, { now: new Date(Date.now() + DAY) })
  expect([unreadable.unreadable, existsSync(orphan)]).toEqual([expect.stringContaining('gone'), true])
  // By the rule the one that cannot be read goes in its time.
  await backUp(site, own, { now: new Date(Date.now() + DAY) })
  await paper.gone()
})

test('a clock that leaps a year ahead makes a backup count for the time that the site confirms', async () => {
  rowsWritten(`update confirmed_time set confirmed_at = '${new Date().toISOString()}'`)
  const { manifest } = await backUp(site, newFolder(), { now: new Date(Date.now() + 365 * DAY) })
  expect(Math.abs(Date.parse(manifest.countsFor) - Date.now())).toBeLessThan(DAY)
})

test('a disk that is full in the middle leaves the earlier backups whole and nothing half written', async () => {
  const own = newFolder()
  await backUp(site, own)
  const paper = await shortLived('no room')
  const file = (await blobOf(paper.key)).slice(folder.length + 1)
  for (const isFull of [(name: string) => name === file, (name: string) => name.startsWith('backups/')]) {
    const full = (target: BackupTarget): Partial<BackupTarget> => ({
      put: (name, bytes) => target.put(name, isFull(name) ? endingFull(bytes) : bytes),
    })
    await expect(backUp(site, own, { target: full })).rejects.toThrow('ENOSPC')
    expect(filesIn(join(own, WORK_FOLDER))).toEqual([])
    expect(await numbersIn(own)).toEqual([1])
  }
  await expectWhole((await restore(own)).dataDir)
  const noRoom = openFolderTarget(own, { keptFree: Number.POSITIVE_INFINITY })
  await expect(backUp(site, own, { target: () => noRoom })).rejects.toThrow(`The disk of ${own} is full.`)
  await paper.gone()
})

test('a place that belongs to another site, that has lost its backups or has no room is refused', async () => {
  const other = await openSite()
  try {
    await expect(backUp(other, folder)).rejects.toThrow('another site')
  } finally {
    await other.end()
  }
  await expect(backUp(site, newFolder(), { expectsEarlier: true })).rejects.toThrow('mounted')
  await expect(backUp(site, join(newFolder(), 'none'), { expectsEarlier: true })).rejects.toThrow('mounted')
})

test('only an empty place is restored into, and only with the secret of the backup', async () => {
  const before = allRows(site.dataDir)
  await expect(restore(folder, { env: { DATA_DIR: site.dataDir } })).rejects.toThrow('DATA_DIR is not empty')
  const files = join(newFolder(), 'elsewhere')
  await expect(restore(folder, { env: { FILES_URL: `file://${site.dataDir}/files` } })).rejects.toThrow(
    'FILES_URL is not empty',
  )
  const database = join(site.dataDir, 'thervu.db')
  await expect(restore(folder, { env: { DATABASE_URL: `sqlite:${database}` } })).rejects.toThrow(
    'DATABASE_URL',
  )
  await expect(restore(folder, { env: { AUTH_SECRET: 'x'.repeat(40) } })).rejects.toThrow('AUTH_SECRET')
  expect(allRows(site.dataDir)).toEqual(before)
  const { dataDir } = await restore(folder, { env: { FILES_URL: `file://${files}` } })
  expect([existsSync(join(dataDir, 'files')), filesIn(files).length > 0]).toEqual([false, true])
  await rm(dataDir, { recursive: true })
})

function rowsWritten(statement: string) {
  const sqlite = new DatabaseSync(join(site.dataDir, 'thervu.db'), { timeout: 5_000 })
  sqlite.exec(statement)
  sqlite.close()
}

async function* endingFull(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of bytes) {
    yield chunk.subarray(0, 10)
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
}

describe('the commands as they are written', () => {
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
})
