import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepFiles } from '#domain/files/sweep.server.ts'
import { openDataDir } from '../support/child-site.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn } from '../support/stored.ts'

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
  expect(await sweepFiles(other.app, { age: 3_600_000 })).toBe(0)
  expect(await sweepFiles(other.app, { age: 0 })).toBe(2)
  await expectWhole(other.dataDir)
  await other.end()
})

test('the sweep removes what no row needs and is old enough, and nothing else', async () => {
  const paper = await publish(site, admin)
  const folder = join(site.dataDir, 'files')
  const strays = [
    '12th-cbse/stray_1-abcdefgh.pdf',
    'thumbnail/stray_1-abcdefgh.webp',
    'jee/stray_2-abcdefgh.pdf',
  ]
  const foreign = ['README', '12th-cbse/notes.txt', '12th-cbse/.hidden.pdf']
  for (const name of [...strays, ...foreign, '.abcdefghijkmnpqr']) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), 0, 0)
  }
  const clockAt = (ms: number) => ({ ...site.app.clock, now: () => new Date(Date.now() + ms) })
  const before = filesIn(folder)
  expect(await sweepFiles({ ...site.app, clock: clockAt(3_500_000) }, { age: 3_600_000 })).toBe(0)
  expect(filesIn(folder)).toEqual(before)
  expect(await sweepFiles({ ...site.app, clock: clockAt(3_700_000) }, { age: 3_600_000 })).toBe(3)
  expect(filesIn(folder)).toEqual([...foreign, paper.link.slice(7), String(paper.thumbnail).slice(7)].sort())
  expect((await site.fetch(paper.link)).status).toBe(200)
  for (const name of foreign) await rm(join(folder, name))
})

test('a start removes what an ended server left, and keeps what papers need', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  const paper = await publish(first, await first.signIn())
  await first.end({ keepData: true })
  for (const name of ['files/12th-cbse/stray_1-abcdefgh.pdf', 'files/.abcdefghijkmnpqr', 'quarantine/half']) {
    writeFileSync(join(data.path, name), 'x')
    utimesSync(join(data.path, name), 4e9, 4e9)
  }
  const second = await openSite({ dataDir: data.path })
  await expectWhole(data.path)
  expect((await second.fetch(paper.link)).status).toBe(200)
  await second.end({ keepData: true })
})
