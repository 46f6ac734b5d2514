import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/catalogue/paper.ts'
import { reindexPapers } from '#domain/catalogue/reindex.server.ts'
import { sweepFiles } from '#domain/files/sweep.server.ts'
import { openDataDir } from '../support/child-site.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, stateOf, until } from '../support/stored.ts'
import { addTexts } from '../support/texts.ts'

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
  expectWhole(site.dataDir)
  expect((await remove(goes.id, 'bin')).status).toBe(204)
  expect(existsSync(join(site.dataDir, goes.link))).toBe(false)
  expect((await remove(goes.id, 'bin')).status).toBe(404)
  expectWhole(site.dataDir)
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
  expectWhole(site.dataDir)
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
  expectWhole(other.dataDir)
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
  expectWhole(data.path)
  expect((await second.fetch(paper.link)).status).toBe(200)
  await second.end({ keepData: true })
})

async function setPrices(prices: unknown, body = JSON.stringify(prices)) {
  const headers = { ...admin.headers, 'Content-Type': 'application/json' }
  const answer = await site.fetch('/api/admin/prices', { method: 'PUT', headers, body })
  return { status: answer.status, body: await answer.json() }
}

async function prices() {
  return (await (await site.fetch('/api/pricing')).json()).prices
}

test('nine prices without a value are there at first; those sent are set, and null takes one away', async () => {
  const none = await prices()
  expect(Object.values(none)).toEqual(Array.from({ length: 9 }, () => null))
  const some = { 'jee-mon': 0, '10th12th-ann': 10_000_000 }
  expect(await setPrices(some)).toEqual({ status: 200, body: { prices: { ...none, ...some } } })
  expect(await prices()).toEqual({ ...none, ...some })
  await setPrices({ 'jee-mon': null, '10th12th-ann': null })
  expect(await prices()).toEqual(none)
})

test.each([
  [{ 'jee-mon': -1 }, 'jee-mon'],
  [{ 'jee-mon': 12.5 }, 'jee-mon'],
  [{ 'jee-mon': '499' }, 'jee-mon'],
  [{ 'jee-mon': 'free' }, 'jee-mon'],
  [{ 'jee-mon': 10_000_001 }, 'jee-mon'],
  [{ 'jee-mon': true }, 'jee-mon'],
  [{ 'jee-mon': [1] }, 'jee-mon'],
  [{ 'neet-ann': 5, 'jee-mon': -1 }, 'jee-mon'],
  [{ 'neet-ann': 5, 'jee-day': 1 }, 'jee-day'],
  [{ constructor: 1 }, 'constructor'],
  [{}, undefined],
  [[], undefined],
  ['text', undefined],
])('prices %j are refused, and none is set', async (sent, field) => {
  const before = await prices()
  const { status, body } = await setPrices(sent)
  expect([status, body.field]).toEqual([422, field])
  expect(body.detail).toMatch(/^[A-Z].*\.$/)
  expect(body.detail).not.toContain('Invalid input')
  expect(await prices()).toEqual(before)
})

test.each(['', '{', 'null', '{"jee-mon":1}}', '{"jee-mon":1e400}'])(
  'the body %j is refused',
  async (body) => {
    const before = await prices()
    const answer = await setPrices(null, body)
    expect([400, 422]).toContain(answer.status)
    expect(answer.body.detail).toMatch(/\.$/)
    expect(await prices()).toEqual(before)
  },
)

test('samples fill an empty catalogue once; one call removes all of them and nothing else', {
  timeout: 120_000,
}, async () => {
  await using data = await openDataDir()
  const env = { SAMPLE_PAPERS: 'on' }
  const first = await openSite({ dataDir: data.path, env })
  const signedIn = await first.signIn()
  const listed = async (at: Site) => (await (await at.fetch('/api/papers')).json()).total as number
  expect(first.samples).toBeGreaterThanOrEqual(36)
  expect(await listed(first)).toBe(first.samples)
  expectWhole(data.path)
  const answered = rowsOf(
    data.path,
    'select reference_link, answers_key from papers where answers_key is not null',
  )
  expect(answered.length).toBeGreaterThan(0)
  const own = await publish(first, signedIn, { title: 'Our own' })
  const list = async () =>
    await (await first.fetch('/api/admin/papers', { headers: signedIn.headers })).json()
  expect(await list()).toMatchObject({ samples: true, total: first.samples + 1 })
  const some = (await (await first.fetch('/api/papers?type=cbse')).json()).papers.find(
    (paper: Paper) => paper.referenceLink,
  ) as Paper
  expect((await first.fetch(String(some.referenceLink))).headers.get('content-type')).toBe('application/pdf')
  const cleared = await first.fetch('/api/admin/samples', { method: 'DELETE', headers: signedIn.headers })
  expect([cleared.status, await cleared.json()]).toEqual([200, { removed: first.samples }])
  expect(await list()).toMatchObject({ samples: false, total: 1, papers: [{ id: own.id }] })
  expectWhole(data.path)
  await first.fetch(`/api/admin/papers/${own.id}`, { method: 'DELETE', headers: signedIn.headers })
  await first.end({ keepData: true })
  const second = await openSite({ dataDir: data.path, env })
  expect([second.samples, await listed(second)]).toEqual([0, 0])
  await second.end({ keepData: true })
})

test('SAMPLE_PAPERS=off and a catalogue with papers stay as they are', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  expect(first.samples).toBe(0)
  await publish(first, await first.signIn())
  await first.end({ keepData: true })
  const before = stateOf(data.path)
  const second = await openSite({ dataDir: data.path, env: { SAMPLE_PAPERS: 'on' } })
  expect(second.samples).toBe(0)
  expect(stateOf(data.path)).toEqual(before)
  await second.end({ keepData: true })
})

test('a search index that goes while the site runs leaves every list readable, and is made anew by itself', async () => {
  await using data = await openDataDir()
  const site = await openSite({ dataDir: data.path })
  const paper = await publish(site, await site.signIn(), { title: 'Findable parabola' })
  await addTexts(site, paper, ['Find the eccentricity of the ellipse.'])
  for (const table of ['paper_search', 'page_search', 'search_words', 'search_state']) {
    await sql`drop table ${sql.table(table)}`.execute(site.app.db)
    const gone = await site.fetch('/api/papers?q=parabola')
    expect([table, gone.status, (await gone.json()).papers.length <= 1]).toEqual([table, 200, true])
    for (const path of [
      '/practice',
      '/practice?q=parabola',
      '/resources/cbse/12/?q=parabola',
      '/api/papers?q=cbse',
    ]) {
      expect([table, path, (await site.fetch(path)).status]).toEqual([table, path, 200])
    }
    const found = async (q: string) => (await (await site.fetch(`/api/papers?q=${q}`)).json()).total
    await until(`${table} is there again`, async () => (await found('parabola')) === 1)
    await until('texts are', async () => (await found('eccentricity')) === 1)
  }
  await sql`drop table paper_search`.execute(site.app.db)
  await publish(site, await site.signIn(), { title: 'Published meanwhile' })
  await until('both are found', async () => {
    const answer = await (await site.fetch('/api/papers?q=meanwhile')).json()
    return answer.total === 1 && !answer.isBeingMade
  })
  expectWhole(data.path)
  await site.end({ keepData: true })
})

test('a search index that is damaged keeps no paper from being found, and no site from starting', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  const signedIn = await first.signIn()
  const found = async (site: typeof first) =>
    (await (await site.fetch('/api/papers?q=parabola')).json()).papers.length
  for (const [at, damage] of [
    'drop table search_words',
    'drop table paper_search_data',
    'drop table paper_search_config',
    'delete from page_search_config',
    'update paper_search_data set block = zeroblob(60)',
  ].entries()) {
    expect(await found(first)).toBe(at)
    await sql.raw(damage).execute(first.app.db)
    await publish(first, signedIn, { title: `Findable parabola ${at}` })
    await until(`it is found after: ${damage}`, async () => (await found(first)) === at + 1)
  }
  await sql`drop table paper_search_config`.execute(first.app.db)
  await first.end({ keepData: true })
  const second = await openSite({ dataDir: data.path })
  await until('all are found', async () => (await found(second)) === 5)
  expectWhole(data.path)
  await second.end({ keepData: true })
})

test('a rebuilding of the search index that broke off is done again at the next start', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  await publish(first, await first.signIn(), { title: 'Findable parabola' })
  const search = {
    ...first.app.search,
    addMany: () => Promise.reject(new Error('the power went')),
  }
  await expect(reindexPapers({ ...first.app, search })).rejects.toThrow('the power went')
  await first.end({ keepData: true })
  const second = await openSite({ dataDir: data.path })
  expect((await (await second.fetch('/api/papers?q=parabola')).json()).total).toBe(1)
  expectWhole(data.path)
  expect(await reindexPapers(second.app)).toEqual({ done: 1, all: 1 })
  expectWhole(data.path)
  await second.end({ keepData: true })
})
