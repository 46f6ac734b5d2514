import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { storePictureRows } from '#domain/centre/pictures/pictures.server.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import { moveUnnamed, storedFiles, sweepFiles } from '#domain/files/sweep.server.ts'
import { noteUnsettled } from '#domain/files/unsettled-store.server.ts'
import { openDataDir } from '../support/child-site.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf } from '../support/stored.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(() => site.end())

function remove(id: string, from: 'papers' | 'bin' = 'papers') {
  return site.fetch(`/api/admin/${from}/${id}`, { method: 'DELETE', headers: admin.headers })
}

async function total(query: string) {
  return (await (await site.fetch(`/api/papers?${query}`)).json()).total
}

test('a deleted paper is gone at once from lists, search and counts, and from the bin with its files', async () => {
  const stays = await publish(site, admin, { title: 'Stays quadratic', year: '2019' })
  const goes = await publish(site, admin, { title: 'Goes quadratic', year: '2019' })
  expect(await total('q=quadratic')).toBe(2)
  expect((await remove(goes.id)).status).toBe(204)
  expect([await total('q=quadratic'), await total('year=2019'), await total('')]).toEqual([1, 1, 1])
  for (const path of [`/api/papers/${goes.id}`, goes.link, String(goes.thumbnail)]) {
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404])
  }
  expect(existsSync(join(site.dataDir, goes.link))).toBe(true)
  expect((await site.fetch(`/api/papers/${goes.id}/views`, { method: 'POST' })).status).toBe(404)
  expect(await (await site.fetch('/practice')).text()).not.toContain('Goes quadratic')
  expect((await remove(goes.id)).status).toBe(404)
  await expectWhole(site.dataDir)
  expect((await remove(goes.id, 'bin')).status).toBe(204)
  expect(existsSync(join(site.dataDir, goes.link))).toBe(false)
  expect((await remove(goes.id, 'bin')).status).toBe(404)
  await expectWhole(site.dataDir)
  await remove(stays.id)
  await remove(stays.id, 'bin')
})

test('deleting the same paper ten times at once bins it once, and from the bin once', async () => {
  const paper = await publish(site, admin)
  for (const from of ['papers', 'bin'] as const) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(paper.id, from)))
    const statuses = answers.map((answer) => answer.status).sort()
    expect([from, statuses]).toEqual([from, [204, ...Array.from({ length: 9 }, () => 404)]])
  }
  await expectWhole(site.dataDir)
})

test('a file that cannot be removed now goes with the sweep, and the paper is deleted all the same', async () => {
  let broken = true
  const parts: NonNullable<Parameters<typeof openSite>[0]>['parts'] = ({ files }) => ({
    files: {
      ...files,
      async remove(key) {
        if (broken) throw Object.assign(new Error('input/output error'), { code: 'EIO' })
        return await files.remove(key)
      },
    },
  })
  const other = await openSite({ parts })
  const signedIn = await other.signIn()
  const paper = await publish(other, signedIn)
  for (const path of [`/api/admin/papers/${paper.id}`, `/api/admin/bin/${paper.id}`]) {
    expect((await other.fetch(path, { method: 'DELETE', headers: signedIn.headers })).status).toBe(204)
  }
  broken = false
  expect(filesIn(join(other.dataDir, 'files')).length).toBe(2)
  expect(await sweepFiles(other.app, { age: 3_600_000 })).toMatchObject({ moved: 0, refused: false })
  expect(await sweepFiles(other.app, { age: 0 })).toMatchObject({ moved: 2, refused: false })
  await expectWhole(other.dataDir)
  await other.end()
})

test('what is moved while the clock is 400 days behind has its 30 days once the clock is right', async () => {
  await using data = await openDataDir()
  const right = await openSite({ dataDir: data.path })
  onTestFinished(() => right.end({ keepData: true }))
  const stray = 'jee/behind_1-abcdefgh.pdf'
  putStrays(join(data.path, 'files'), [stray])
  const behind = { ...right.app, clock: { ...right.app.clock, now: () => new Date(Date.now() - 400 * DAY) } }
  const now = behind.clock.now()
  expect(await moveUnnamed(behind, storedFiles(behind), now)).toBe(1)
  expect(await sweepFiles(right.app, { age: 0 })).toMatchObject({ discarded: 0 })
  expect(filesIn(join(data.path, 'removed')).map((name) => name.slice(11))).toEqual([stray])
})

/** Enough files with a row that one or two without are less than 5 % of the store. */
let made = 0
async function fillStore(count: number) {
  const keys = Array.from({ length: count }, () => `site-sources/${String(++made).padStart(32, '0')}.webp`)
  for (const key of keys) await site.app.files.put(key, { bytes: Buffer.from('x') })
  await storePictureRows(
    site.app.db,
    keys.map((fullPath) => ({
      ...describeStoredFile({
        ...{ bucket: 'disk', fullPath, size: 1, md5Hash: '', sha256: '', contentType: 'image/webp' },
        ...{ downloadName: 'x.webp', storedAt: new Date() },
      }),
    })),
    { hidden: true },
  )
  return keys
}

function putStrays(folder: string, names: string[]) {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `bytes of ${name}`)
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

test('the sweep moves aside what no row names and is old enough, and nothing else', async () => {
  const paper = await publish(site, admin)
  const others = await fillStore(80)
  const folder = join(site.dataDir, 'files')
  const strays = [
    '12th-cbse/stray_1-abcdefgh.pdf',
    'thumbnail/stray_1-abcdefgh.webp',
    'jee/stray_2-abcdefgh.pdf',
  ]
  const foreign = ['README', '12th-cbse/notes.txt', '12th-cbse/.hidden.pdf']
  putStrays(folder, [...strays, ...foreign, '.abcdefghijkmnpqr'])
  const before = filesIn(folder)
  const began = Date.now()
  const sweepAt = (ms: number) =>
    sweepFiles({ ...site.app, clock: { ...site.app.clock, now: () => new Date(began + ms) } }, { age: HOUR })
  expect(await sweepAt(HOUR - 100_000)).toMatchObject({ moved: 0, refused: false })
  expect(filesIn(folder)).toEqual(before)
  expect(await sweepAt(HOUR + 100_000)).toMatchObject({ moved: 3, refused: false })
  const kept = [...foreign, ...others, paper.link.slice(7), String(paper.thumbnail).slice(7)].sort()
  expect(filesIn(folder)).toEqual(kept)
  expect((await site.fetch(paper.link)).status).toBe(200)
  const day = new Date(began + HOUR + 100_000).toISOString().slice(0, 10)
  const removed = join(site.dataDir, 'removed')
  expect(filesIn(removed)).toEqual(strays.map((name) => `${day}/${name}`).sort())
  for (const name of strays) expect(readFileSync(join(removed, day, name), 'utf8')).toBe(`bytes of ${name}`)

  expect(await sweepAt(30 * DAY)).toMatchObject({ discarded: 0 })
  expect(filesIn(removed).length).toBe(3)
  expect(await sweepAt(32 * DAY)).toMatchObject({ discarded: 3 })
  expect(filesIn(removed)).toEqual([])
  expect(filesIn(folder)).toEqual(kept)
  for (const name of foreign) await rm(join(folder, name))
})

test.each([
  { strays: 8, filled: 60, why: 'more than 5 %' },
  { strays: 21, filled: 500, why: 'more than 20' },
])(
  '$strays files, $why, are not moved, and the admin area, the log and /readyz say so',
  async ({ strays, filled }) => {
    await fillStore(filled)
    const folder = join(site.dataDir, 'files')
    const names = Array.from({ length: strays }, (_, at) => `jee/one_of_${strays}_${at}-abcdefgh.pdf`)
    putStrays(folder, names)
    const before = filesIn(folder)
    const logged: string[] = []
    const log = { ...site.app.log, error: (_: object, message: string) => void logged.push(message) }
    expect(await sweepFiles({ ...site.app, log }, { age: 0 })).toMatchObject({ moved: 0, refused: true })
    expect(filesIn(folder)).toEqual(before)
    expect(logged).toEqual(['the sweep moved nothing: too many stored files are named by no row'])
    const sentence = `${strays} of ${before.length} stored files are named by nothing in the database`
    const ready = await site.fetch('/readyz')
    expect([ready.status, await ready.text()]).toEqual([
      200,
      expect.stringContaining(`ready\nwarning: ${sentence}`),
    ])
    const told = await (await site.fetch('/api/admin/warnings', { headers: admin.headers })).json()
    expect(told.warnings[0].sentence).toContain('npm run sweep -- --dry-run')

    expect(await moveUnnamed(site.app, storedFiles(site.app), new Date())).toBe(strays)
    expect(filesIn(folder)).toEqual(before.filter((name) => !names.includes(name)))
    expect(await (await site.fetch('/readyz')).text()).toBe('ready')
  },
)

test('what a crash left while it was being stored goes at the next start without counting', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  await publish(first, await first.signIn())
  const left = ['jee/half_1-abcdefgh.pdf', 'thumbnail/half_1-abcdefgh.webp']
  await noteUnsettled(first.app.db, 'files', left)
  await first.end({ keepData: true })
  putStrays(join(data.path, 'files'), left)
  const second = await openSite({ dataDir: data.path })
  await expectWhole(data.path)
  expect(filesIn(join(data.path, 'removed')).map((name) => name.slice(11))).toEqual(left)
  expect(await rowsOf(data.path, 'select name from unsettled_files')).toEqual([])
  await second.end({ keepData: true })
})

test('a start removes the drafts that an ended server left, and keeps what papers need', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  const paper = await publish(first, await first.signIn())
  await first.end({ keepData: true })
  for (const name of ['files/.abcdefghijkmnpqr', 'quarantine/half']) {
    writeFileSync(join(data.path, name), 'x')
    utimesSync(join(data.path, name), 4e9, 4e9)
  }
  const second = await openSite({ dataDir: data.path })
  await expectWhole(data.path)
  expect((await second.fetch(paper.link)).status).toBe(200)
  await second.end({ keepData: true })
})
