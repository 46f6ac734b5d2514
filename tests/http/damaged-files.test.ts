import { createHash } from 'node:crypto'
import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RequestLine } from '#domain/app.ts'
import { recheckFaulty, scrubFiles } from '#domain/file-checks/scrub.server.ts'
import type { FileStore } from '#domain/files/file-store.ts'
import { insertFileRows } from '#domain/files/store.server.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { scheduleScrub } from '#server/stored-files/scrub-schedule.ts'
import { deskOf } from '../support/desk.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { readZip } from '../support/read-zip.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { rowsOf, until } from '../support/stored.ts'

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
  const said = `A stored file needs repair: "Cut short" (${keyOf(paper)}) is damaged. No backup has it: upload the PDF or picture again on the desk, with Replace.`
  expect(await ready()).toBe(`ready\nwarning: ${said}`)
  const desk = await site.fetch('/api/admin/warnings', { headers: admin.headers })
  expect(await desk.json()).toMatchObject({ warnings: [{ kind: 'files-damaged', sentence: said }] })

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
  await deskOf(site, admin).bin(String(papers[1]?.id))
  const whole = papers.map((paper) => readFileSync(pathOf(paper)))
  for (const paper of papers) flipBit(pathOf(paper))
  await scrubAll()
  const [shown, binned] = papers.map(keyOf)
  const text = await ready()
  expect(text).toContain(`"Flipped" (${shown}) is damaged`)
  expect(text).toContain(`"Flipped in the bin" in the bin (${binned}) is damaged`)
  expect(text).toMatch(/^ready\nwarning: 2 stored files need repair: .+ No backup has them: upload/)
  await site.fetch(papers[0]?.link ?? '')
  expect((await site.fetch(papers[0]?.link ?? '')).status).toBe(500)

  for (const [at, paper] of papers.entries()) writeFileSync(pathOf(paper), whole[at] ?? '')
  expect((await bytesOf(papers[0]?.link ?? '')).equals(whole[0] ?? Buffer.of())).toBe(true)
  expect(await recheckFaulty(site.app, on)).toBe(2)
  await site.app.checks.warn()
  expect(await ready()).toBe('ready')
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
  const desk = deskOf(site, admin)
  await desk.bin(paper.id)
  await desk.deleteForGood(paper.id)
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
  const { body } = await deskOf(site, admin).replace(paper.id, 'file', whole)
  expect(body.link).not.toBe(paper.link)
  expect((await bytesOf(body.link)).equals(whole)).toBe(true)
  truncateSync(pathOf(body), 10)
  const other = await publishOne('Not damaged')
  const entries = readZip(await bytesOf(`/papers.zip?ids=${paper.id},${other.id}`))
  expect(entries.length).toBe(2)
  expect(entries[1]?.bytes.toString()).toContain('No longer here')
  await deskOf(site, admin).replace(paper.id, 'file', whole)
})
