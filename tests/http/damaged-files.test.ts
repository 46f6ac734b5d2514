import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RequestLine } from '#domain/app.ts'
import { recheckFaulty, scrubFiles } from '#domain/file-checks/scrub.server.ts'
import type { FileStore } from '#domain/files/file-store.ts'
import { insertFileRows } from '#domain/files/store.server.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { backupRequest } from '#server/backup/backup-request.ts'
import { scheduleBackups } from '#server/backup/nightly-backups.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { readConfig } from '#server/config.ts'
import { scheduleScrub } from '#server/stored-files/scrub-schedule.ts'
import { backUp, newFolder, removeFolders } from '../support/backups.ts'
import { STARTED } from '../support/child-site.ts'
import { databaseEnv, isPostgres } from '../support/engine.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { readZip } from '../support/read-zip.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { filesIn, rowsOf, until } from '../support/stored.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const on = async () => true

let site: Site
let admin: SignedIn
let logged: RequestLine[] = []
/** Takes the place of the store's way to open a file, for what is served. */
let opens: FileStore['open'] | null = null
beforeAll(async () => {
  site = await openSite({
    parts: ({ files }) => ({
      logRequest: (line) => void logged.push(line),
      files: { ...files, open: (...asked) => (opens ?? files.open)(...asked) },
    }),
  })
  admin = await site.signIn()
})
beforeEach(() => {
  logged = []
})
afterEach(() => {
  opens = null
})
afterAll(() => site.end())

let made = 0
const publishOne = (title: string) =>
  publish(site, admin, { title }, plainPdf({ text: `${title} ${++made}` }))
const keyOf = ({ link }: Paper) => link.replace('/files/', '')
const pathOf = (paper: Paper) => join(site.dataDir, 'files', keyOf(paper))
const ready = async () => await (await site.fetch('/readyz')).text()
const untilReadySays = (what: RegExp) => until(`/readyz says ${what}`, async () => what.test(await ready()))
const untilRepaired = () => until('the warning is gone', async () => (await ready()) === 'ready')
const statuses = ({ link }: Paper) => logged.filter(({ path }) => path === link).map(({ status }) => status)
const bytesOf = async (path: string) => Buffer.from(await (await site.fetch(path)).arrayBuffer())

function flipBit(path: string) {
  const bytes = readFileSync(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

test('a truncated file is answered 500 in every way, named at once, and works again when it is copied back', async () => {
  const paper = await publishOne('Cut short')
  const whole = readFileSync(pathOf(paper))
  truncateSync(pathOf(paper), whole.length - 1)
  for (const init of [{}, { method: 'HEAD' }, { headers: { Range: 'bytes=0-9' } }])
    expect((await site.fetch(paper.link, init)).status).toBe(500)
  expect(statuses(paper)).toEqual([500, 500, 500])
  expect(await (await site.fetch(paper.link)).json()).toMatchObject({ code: 'file-damaged' })
  const page = await site.fetch(paper.link, { headers: { Accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([
    500,
    expect.stringContaining('This file is damaged on the server'),
  ])
  await untilReadySays(/Cut short/)
  const said = `A stored file needs repair: "Cut short" (${keyOf(paper)}) is damaged. No backup has it: upload the PDF or picture again in the admin area, with Replace.`
  expect(await ready()).toBe(`ready\nwarning: ${said}`)
  const warned = await site.fetch('/api/admin/warnings', { headers: admin.headers })
  expect(await warned.json()).toMatchObject({ warnings: [{ kind: 'files-damaged', sentence: said }] })

  writeFileSync(pathOf(paper), whole)
  expect((await bytesOf(paper.link)).equals(whole)).toBe(true)
  await untilRepaired()
})

test('a file that is missing is named at once, and works again when it is there', async () => {
  const paper = await publishOne('Lost')
  renameSync(pathOf(paper), `${pathOf(paper)}.away`)
  expect((await site.fetch(paper.link)).status).toBe(404)
  await untilReadySays(/"Lost" \(.+\.pdf\) is missing/)
  renameSync(`${pathOf(paper)}.away`, pathOf(paper))
  expect((await site.fetch(paper.link)).status).toBe(200)
  await untilRepaired()
})

test('a bit that is flipped is found by the scrub, also in a binned paper, and the file is not sent from memory', async () => {
  const papers = [await publishOne('Flipped'), await publishOne('Flipped in the bin')]
  await paperClient(site, admin).bin(String(papers[1]?.id))
  const whole = papers.map((paper) => readFileSync(pathOf(paper)))
  for (const paper of papers) flipBit(pathOf(paper))
  await scrubAll()
  const [shown, binned] = papers.map(keyOf)
  const text = await ready()
  expect(text).toContain(`"Flipped" (${shown}) is damaged`)
  expect(text).toContain(`"Flipped in the bin" off the site (${binned}) is damaged`)
  expect(text).toMatch(/^ready\nwarning: 2 stored files need repair: .+ No backup has them: upload/)
  await site.fetch(papers[0]?.link ?? '')
  expect((await site.fetch(papers[0]?.link ?? '')).status).toBe(500)

  for (const [at, paper] of papers.entries()) writeFileSync(pathOf(paper), whole[at] ?? '')
  expect((await bytesOf(papers[0]?.link ?? '')).equals(whole[0] ?? Buffer.of())).toBe(true)
  // The binned one, which nobody opens; the other may be under way since it was asked for.
  expect(await recheckFaulty(site.app, on)).toBeGreaterThanOrEqual(1)
  await until('both are known to be whole', async () => {
    await recheckFaulty(site.app, on)
    await site.app.checks.warn()
    return (await ready()) === 'ready'
  })
})

/** As if every file had last been read a month ago. */
async function scrubAll(app: Partial<Site['app']> = {}) {
  await site.app.db.updateTable('fileChecks').set({ checkedAt: '2020-01-01T00:00:00.000Z' }).execute()
  let nights = 0
  const clock = { ...site.app.clock, now: () => new Date(Date.now() + nights * DAY_MS) }
  for (; nights < 14; nights++) await scrubFiles({ ...site.app, clock, ...app }, on)
  await site.app.checks.warn()
}

test('every file is read within 14 nights, a fourteenth of them each night, and those read longest ago first', async () => {
  const other = await openSite()
  const began = Date.parse('2026-03-01T22:00:00Z')
  const add = async (name: string, storedAt: Date) => {
    const bytes = Buffer.from(name)
    const fullPath = `12th-cbse/${name}_20260301T093000000Z-abcd2345.pdf`
    await other.app.files.put(fullPath, { bytes })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const row = { bucket: 'disk', fullPath, size: bytes.length, md5Hash: '', sha256, storedAt }
    await insertFileRows(other.app.db, [
      describeStoredFile({ ...row, contentType: 'application/pdf', downloadName: name }),
    ])
  }
  for (let nth = 0; nth < 30; nth++) await add(`paper-${nth}`, new Date(began - DAY_MS))
  let night = 0
  const read: string[] = []
  const app = {
    ...other.app,
    clock: { ...other.app.clock, now: () => new Date(began + night * DAY_MS) },
    files: { ...other.app.files, open: (key: string) => other.app.files.open(key, void read.push(key)) },
  }
  const perNight: number[] = []
  const nightsOf: Record<string, number[]> = {}
  for (; night < 42; night++) {
    const before = read.length
    if (night === 3) await add('newest', app.clock.now())
    await scrubFiles(app, on)
    await scrubFiles(app, on)
    perNight.push(read.length - before)
    for (const key of read.slice(before)) nightsOf[key] = [...(nightsOf[key] ?? []), night]
  }
  expect(new Set(perNight)).toEqual(new Set([3]))
  expect(new Set(read.slice(0, 30)).size).toBe(30)
  expect(read.indexOf('12th-cbse/newest_20260301T093000000Z-abcd2345.pdf')).toBeGreaterThanOrEqual(30)
  expect(Object.keys(nightsOf).length).toBe(31)
  for (const nights of Object.values(nightsOf)) {
    const seen = [0, ...nights]
    for (const [at, each] of nights.entries()) expect(each - (seen[at] ?? 0)).toBeLessThanOrEqual(14)
  }
  await other.end()
})

test('a store that is away has lost nothing', async () => {
  const paper = await publishOne('Away')
  const files = {
    ...site.app.files,
    open: async () => null,
    check: () => Promise.reject(new Error('The disk is not mounted.')),
  }
  await expect(scrubAll({ files })).rejects.toThrow('not mounted')
  const faults = 'select * from file_checks where fault is not null'
  expect(await rowsOf(site.dataDir, faults)).toEqual([])
  expect((await site.fetch(paper.link)).status).toBe(200)
})

test('the schedule finds what is faulty and repaired by itself, on one server at a time', async () => {
  const paper = await publishOne('Found by the schedule')
  const whole = readFileSync(pathOf(paper))
  flipBit(pathOf(paper))
  await scrubAll()
  expect(await ready()).toContain('Found by the schedule')
  writeFileSync(pathOf(paper), whole)
  const turn = await site.app.locks.claim('scrub')
  const waiting = scheduleScrub(site.app)
  await waiting.stop()
  expect(await ready()).toContain('Found by the schedule')
  await turn?.release()
  const scrub = scheduleScrub(site.app)
  await untilRepaired()
  await scrub.stop()
})

test('a warning goes with its paper', async () => {
  const paper = await publishOne('Deleted while damaged')
  truncateSync(pathOf(paper), 10)
  await site.fetch(paper.link)
  await untilReadySays(/Deleted while damaged/)
  const client = paperClient(site, admin)
  await client.bin(paper.id)
  await client.deleteForGood(paper.id)
  const scrub = scheduleScrub(site.app)
  await untilRepaired()
  await scrub.stop()
})

test('a file that breaks off while it is sent is cut, logged as a failure and checked', async () => {
  const paper = await publishOne('Broken off')
  const { open } = site.app.files
  const isRead = Promise.withResolvers<void>()
  opens = async (key, range, row) => {
    if (!row || !range) return await open(key, range)
    isRead.resolve()
    return new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(5)),
      pull: (controller) => controller.error(Object.assign(new Error('EIO'), { code: 'EIO' })),
    })
  }
  const answer = await site.fetch(paper.link, { headers: { Range: 'bytes=0-99' } })
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await isRead.promise
  await until('it is logged', () => statuses(paper).length > 0)
  expect(statuses(paper)).toEqual([500])
})

test('sending the same PDF again repairs a damaged one, and a zip leaves a truncated one out', async () => {
  const paper = await publishOne('Sent again')
  const whole = readFileSync(pathOf(paper))
  flipBit(pathOf(paper))
  const { body } = await paperClient(site, admin).replace(paper.id, 'file', whole)
  expect(body.link).not.toBe(paper.link)
  expect((await bytesOf(body.link)).equals(whole)).toBe(true)
  truncateSync(pathOf(body), 10)
  const other = await publishOne('Not damaged')
  const entries = readZip(await bytesOf(`/papers.zip?ids=${paper.id},${other.id}`))
  expect(entries.length).toBe(2)
  expect(entries[1]?.bytes.toString()).toContain('No longer here')
  await paperClient(site, admin).replace(paper.id, 'file', whole)
})

describe('a damaged database', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(async () => {
    await site.end()
    await removeFolders()
  })

  const ready = async () => await (await site.fetch('/readyz')).text()

  test.skipIf(isPostgres)('a damaged database makes no backup, and is warned of', async () => {
    const other = await openSite()
    await publish(other, await other.signIn(), { title: 'In a damaged database' })
    await other.end({ keepData: true })
    const path = join(other.dataDir, 'thervu.db')
    const sqlite = new DatabaseSync(path)
    sqlite.exec('pragma wal_checkpoint(truncate)')
    const root = sqlite.prepare("select rootpage from sqlite_master where name = 'journal'").get()?.rootpage
    const { page_size: size } = sqlite.prepare('pragma page_size').get() as { page_size: number }
    sqlite.close()
    const to = newFolder()
    await backUp(other, to)
    copyFileSync(path, `${path}.whole`)
    const bytes = readFileSync(path)
    bytes.fill(0x55, (Number(root) - 1) * size, Number(root) * size)
    writeFileSync(path, bytes)

    const config = readConfig({ DATA_DIR: other.dataDir, BACKUP_TO: to })
    const damaged = `The database ${path} is damaged (`
    if (!config.backupTo) throw new Error('BACKUP_TO was not read.')
    await expect(runBackup(backupRequest(config, config.backupTo))).rejects.toThrow(damaged)
    // A try that failed is made again after an hour.
    const forget = () => rmSync(join(other.dataDir, 'backup.json'))
    forget()
    const backups = scheduleBackups(site.app, config)
    await until('the warning', async () => (await ready()).includes(damaged))
    await backups.stop()
    copyFileSync(`${path}.whole`, path)
    rmSync(`${path}.whole`)
    forget()
    const again = scheduleBackups(site.app, config)
    await until('the warning is gone', async () => !(await ready()).includes(damaged))
    await again.stop()
    rmSync(other.dataDir, { recursive: true })
  })
})

describe('a folder put back from a copy', () => {
  const ROOT = join(import.meta.dirname, '../..')

  let site: Site
  let admin: SignedIn
  let folder: string
  beforeAll(async () => {
    folder = join(newFolder(), 'a disk')
    site = await openSite()
    admin = await site.signIn()
  })
  afterAll(async () => {
    await site.end()
    await removeFolders()
  })

  const ready = async () => await (await site.fetch('/readyz')).text()
  const pathOf = (key: string) => join(site.dataDir, 'files', key)
  const bytesOf = async (key: string) => Buffer.from(await (await site.fetch(`/files/${key}`)).arrayBuffer())
  const publishOne = async (title: string) =>
    (await publish(site, admin, { title }, plainPdf({ text: title }))).link.replace('/files/', '')

  /** The commands as they are run next to the site. */
  async function command(name: 'backup' | 'restore', ...args: string[]) {
    const child = spawn(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), ...args], {
      env: {
        PATH: process.env.PATH,
        ...STARTED,
        DATA_DIR: site.dataDir,
        ...(await databaseEnv(site.dataDir)),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, said }
  }

  test('files that a backup has are named with the command that restores them next to the running site', async () => {
    const [cut = '', lost = '', flipped = ''] = [
      await publishOne('Cut'),
      await publishOne('Lost'),
      await publishOne('Flipped'),
    ]
    expect((await command('backup', folder)).code).toBe(0)
    const late = await publishOne('After the backup')
    const whole = [cut, lost, flipped].map((key) => readFileSync(pathOf(key)))
    truncateSync(pathOf(cut), 10)
    expect((await site.fetch(`/files/${cut}`)).status).toBe(500)
    const ofOne = `To repair it, restore it from the backup: npm run restore -- '${folder}' --file ${cut}`
    await until('the warning', async () => (await ready()).endsWith(ofOne))
    expect((await command('restore', '--', folder, '--file', cut)).said).toBe(
      `${cut}: restored; the site has it at once\n`,
    )
    expect((await bytesOf(cut)).equals(whole[0] ?? Buffer.of())).toBe(true)
    expect(await ready()).toBe('ready')
    const aside = filesIn(join(site.dataDir, 'removed'))
    expect(aside).toEqual([expect.stringMatching(new RegExp(`^\\d{4}-\\d\\d-\\d\\d/${cut}$`))])
    expect(readFileSync(join(site.dataDir, 'removed', aside[0] ?? '')).length).toBe(10)

    truncateSync(pathOf(cut), 10)
    rmSync(pathOf(lost))
    for (const key of [flipped, late]) {
      const bytes = readFileSync(pathOf(key))
      writeFileSync(pathOf(key), bytes.fill(0, 50, 60))
    }
    await site.app.db.updateTable('fileChecks').set({ checkedAt: '2020-01-01T00:00:00.000Z' }).execute()
    let nights = 0
    const clock = { ...site.app.clock, now: () => new Date(Date.now() + nights * 86_400_000) }
    for (; nights < 14; nights++) await scrubFiles({ ...site.app, clock }, async () => true)
    await site.app.checks.warn()
    expect(await ready()).toMatch(/^ready\nwarning: 4 stored files need repair: .+; and 1 more\./)
    expect(await ready()).toContain(`npm run restore -- '${folder}' --damaged`)
    const { code, said } = await command('restore', folder, '--damaged')
    expect(code).toBe(1)
    expect(said.split('\n').filter((line) => line.endsWith('restored; the site has it at once')).length).toBe(
      3,
    )
    expect(said).toContain(
      `${late}: not in this backup with the right bytes: upload it again in the admin area`,
    )
    for (const [at, key] of [cut, lost, flipped].entries())
      expect((await bytesOf(key)).equals(whole[at] ?? Buffer.of())).toBe(true)
    expect(await ready()).toMatch(
      /^ready\nwarning: A stored file needs repair: "After the backup" .+ No backup has it/,
    )
    expect(await command('restore', folder, '--file', lost, '--file', 'none/none.pdf')).toEqual({
      code: 1,
      said: `${lost}: as it was stored, so nothing was done\nnone/none.pdf: no file of this site\n`,
    })
  })
})
