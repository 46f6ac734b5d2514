import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSearches, readActivity } from '#domain/activity/activity.server.ts'
import { doInBulk } from '#domain/admin-list/admin-list.server.ts'
import { matchAnswers } from '#domain/answers/match-answers.server.ts'
import { clearOldBin } from '#domain/bin/bin.server.ts'
import { findDuplicates } from '#domain/duplicates/find-duplicates.server.ts'
import { sweepFiles } from '#domain/files/sweep.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { openDataDir } from '../support/child-site.ts'
import { isPostgres } from '../support/engine.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, rowsOf, stateOf } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  client = paperClient(site, admin)
})
afterAll(() => site.end())

const DAY_MS = 24 * 60 * 60 * 1000
const total = async (query: string) => (await (await site.fetch(`/api/papers?${query}`)).json()).total
const publicAddresses = (paper: Paper) => [
  `/api/papers/${paper.id}`,
  `/papers/${paper.id}`,
  `/papers/${paper.id}/share.png`,
  paper.link,
  String(paper.thumbnail),
]

test('a binned paper is nowhere for the public, and restored it is where it was with all it had', async () => {
  const older = await publish(site, admin, { title: 'Binomial, older', year: '2017' })
  const paper = await publish(site, admin, { title: 'Binomial, binned', year: '2017' })
  await publish(site, admin, { title: 'Binomial, newer', year: '2017' })
  await client.replace(paper.id, 'answers', plainPdf({ text: 'answers' }))
  await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
  const before = (await client.get(paper.id)).body
  const order = async () =>
    (await (await site.fetch('/api/papers?year=2017')).json()).papers.map(({ title }: Paper) => title)
  const lists = ['/sitemap.xml', '/feed.xml', '/practice?q=binned']
  const titles = await order()
  expect((await client.bin(paper.id)).status).toBe(204)
  for (const path of [...publicAddresses(paper), String(before.referenceLink)]) {
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404])
  }
  expect((await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })).status).toBe(404)
  expect([await total('q=binned'), await total('year=2017')]).toEqual([0, 2])
  for (const path of lists) {
    expect([path, (await (await site.fetch(path)).text()).includes(paper.id)]).toEqual([path, false])
  }
  expect(await (await site.fetch(`/papers/${older.id}/binomial-older`)).text()).not.toContain(paper.id)
  expect((await client.get(paper.id)).body).toEqual({
    ...before,
    binnedAt: expect.stringMatching(/Z$/),
  })
  expect(existsSync(join(site.dataDir, paper.link))).toBe(true)
  await expectWhole(site.dataDir)
  const restored = await client.restore(paper.id)
  expect(restored.status).toBe(200)
  expect(restored.body).toEqual({ ...before, version: 3, changedAt: expect.any(String) })
  expect(restored.body.changedAt > before.changedAt).toBe(true)
  expect(await order()).toEqual(titles)
  expect([await total('q=binned'), await total('year=2017')]).toEqual([1, 3])
  for (const path of [paper.link, String(paper.thumbnail), String(before.referenceLink)]) {
    expect([path, (await site.fetch(path)).status]).toEqual([path, 200])
  }
  for (const path of lists) {
    expect([path, (await (await site.fetch(path)).text()).includes(paper.id)]).toEqual([path, true])
  }
  await expectWhole(site.dataDir)
  const entries = await client.journal(paper.id)
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'restored', before: null, after: { title: 'Binomial, binned' } },
    { action: 'binned', before: { title: 'Binomial, binned' }, after: null, author: 'priya@centre.example' },
  ])
})

test('binned ten times at once it is binned once; restored ten times at once it is restored once', async () => {
  const paper = await publish(site, admin)
  const many = <Result>(run: () => Promise<Result>) => Promise.all(Array.from({ length: 10 }, run))
  const binned = await many(() => client.bin(paper.id))
  expect(binned.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 404)])
  const restored = await many(() => client.restore(paper.id))
  expect(restored.map(({ status, body }) => [status, body.version])).toEqual(
    Array.from({ length: 10 }, () => [200, 2]),
  )
  const actions = (await client.journal(paper.id)).map(({ action }) => action)
  expect(actions).toEqual(['restored', 'binned', 'published'])
  await expectWhole(site.dataDir)
})

test('a paper in the bin is neither corrected nor given files, and one in use may be binned at any moment', async () => {
  const paper = await publish(site, admin)
  await client.bin(paper.id)
  const all = [
    await client.revise(paper.id, { title: 'Too late' }, 1),
    await client.replace(paper.id, 'file', plainPdf({ text: 'late' })),
    await client.replace(paper.id, 'answers', plainPdf({ text: 'late' })),
    await client.takeAway(paper.id, 'answers'),
    await client.takeAway(paper.id, 'thumbnail'),
  ]
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 404))
  await expectWhole(site.dataDir)
  await client.restore(paper.id)
  const views = Array.from({ length: 8 }, () =>
    site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' }),
  )
  const title = client.revise(paper.id, { title: 'Corrected or binned' })
  const [binned, counted] = await Promise.all([client.bin(paper.id), Promise.all(views), title])
  expect(binned.status).toBe(204)
  const accepted = counted.filter(({ status }) => status === 200).length
  expect((await client.restore(paper.id)).body.views).toBe(accepted)
  await expectWhole(site.dataDir)
})

test('deleted for good it leaves nothing but its place in the journal', async () => {
  const paper = await publish(site, admin, { title: 'Gone for good' })
  expect((await client.deleteForGood(paper.id)).status).toBe(404)
  await client.bin(paper.id)
  expect((await client.deleteForGood(paper.id)).status).toBe(204)
  expect((await client.restore(paper.id)).status).toBe(404)
  expect((await client.get(paper.id)).status).toBe(404)
  for (const link of [paper.link, String(paper.thumbnail)]) {
    expect(existsSync(join(site.dataDir, link))).toBe(false)
  }
  expect((await client.journal(paper.id))[0]).toMatchObject({
    action: 'deleted',
    before: { title: 'Gone for good' },
    after: null,
  })
  await expectWhole(site.dataDir)
})

test('restoring and deleting for good at once does one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const paper = await publish(site, admin)
    await client.bin(paper.id)
    const [restored, deleted] = await Promise.all([client.restore(paper.id), client.deleteForGood(paper.id)])
    expect([`${restored.status} ${deleted.status}`]).toContainEqual(
      expect.stringMatching(/^(200 404|404 204)$/),
    )
    await expectWhole(site.dataDir)
  }
})

test('the files of a binned paper are not swept, and a new index leaves it out', async () => {
  const paper = await publish(site, admin, { title: 'Sweepless' })
  await client.bin(paper.id)
  expect(await sweepFiles(site.app, { age: 0 })).toMatchObject({ moved: 0, refused: false })
  await reindexPapers(site.app)
  expect(await total('q=sweepless')).toBe(0)
  expect((await client.restore(paper.id)).status).toBe(200)
  expect(await total('q=sweepless')).toBe(1)
  await expectWhole(site.dataDir)
})

test('a paper whose file is missing is not restored, which is told', async () => {
  const other = await openSite()
  const signedIn = await other.signIn()
  const itsClient = paperClient(other, signedIn)
  const paper = await publish(other, signedIn)
  await itsClient.bin(paper.id)
  rmSync(join(other.dataDir, paper.link))
  const answer = await itsClient.restore(paper.id)
  expect([answer.status, answer.body.code]).toEqual([409, 'file-missing'])
  expect((await itsClient.get(paper.id)).body.binnedAt).not.toBeNull()
  expect((await itsClient.deleteForGood(paper.id)).status).toBe(204)
  await expectWhole(other.dataDir)
  await other.end()
})

test('what is in the bin for thirty days is deleted by the site: every hour, and at a start', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  const signedIn = await first.signIn()
  const [old, fresh] = [await publish(first, signedIn), await publish(first, signedIn)]
  const itsClient = paperClient(first, signedIn)
  await itsClient.bin(old.id)
  await itsClient.bin(fresh.id)
  const setAge = async (ms: number) => {
    const binnedAt = new Date(Date.now() - ms).toISOString()
    await first.app.db.updateTable('binnedPapers').set({ binnedAt }).where('id', '=', old.id).execute()
  }
  await setAge(30 * DAY_MS - 60_000)
  expect(await clearOldBin(first.app)).toBe(0)
  await setAge(30 * DAY_MS + 60_000)
  await first.end({ keepData: true })
  const second = await openSite({ dataDir: data.path })
  expect(await rowsOf(data.path, 'select id from binned_papers')).toEqual([{ id: fresh.id }])
  const again = paperClient(second, await second.signIn())
  expect((await again.journal(old.id))[0]).toMatchObject({ action: 'deleted', author: 'the site' })
  await expectWhole(data.path)
  const later = {
    ...second.app,
    clock: { ...second.app.clock, now: () => new Date(Date.now() + 31 * DAY_MS) },
  }
  expect(await clearOldBin(later)).toBe(1)
  // In an older copy of the database it may have been restored since, so its files are kept for 30 days more.
  expect(await sweepFiles(later, { age: 0 })).toMatchObject({ moved: 2, discarded: 2 })
  await expectWhole(data.path)
  await second.end({ keepData: true })
})

test('the same file may be uploaded again while the first one is in the bin', async () => {
  const file = plainPdf({ text: 'duplicate' })
  const first = await publish(site, admin, { title: 'Duplicate' }, file)
  await client.bin(first.id)
  const second = await publish(site, admin, { title: 'Duplicate' }, file)
  expect(second.id).not.toBe(first.id)
  expect((await client.restore(first.id)).status).toBe(200)
  expect(await total('q=duplicate')).toBe(2)
  await expectWhole(site.dataDir)
})

test('a request that is sent again for a binned paper makes no second one, and says where it is', async () => {
  const send = () =>
    postPaper(site, admin.headers, uploadBody({ ...FIELDS, title: 'Sent and binned' }), {
      uploadId: 'sent-and-binned-1',
    })
  const first = (await (await send()).json()) as Paper
  await client.bin(first.id)
  const again = await send()
  expect([again.status, (await again.json()).code]).toEqual([409, 'in-the-bin'])
  expect(await total('q=sent+and+binned')).toBe(0)
  await expectWhole(site.dataDir)
  await client.restore(first.id)
  expect((await (await send()).json()).id).toBe(first.id)
  await client.bin(first.id)
  await client.deleteForGood(first.id)
  expect((await send()).status).toBe(201)
  await expectWhole(site.dataDir)
})

test('many papers are changed, binned, restored and deleted, and every outcome is told', async () => {
  const papers = []
  for (const title of ['One', 'Two', 'Three'])
    papers.push(await publish(site, admin, { title, year: '2011' }))
  const exam = await publish(site, admin, { title: 'Exam', year: '2011', degree: 'neet', subject: 'all' })
  const ids = [...papers, exam].map(({ id }) => id)
  const school = ids.slice(0, 3)
  const changed = await client.together({
    action: 'change',
    ids: [...ids, 'nobodyknows1', ids[0]],
    change: { degree: '9th-cbse', year: '2012', referenceLink: 'https://answers.example.in/' },
  })
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      done: school,
      missing: ['nobodyknows1'],
      refused: [{ id: exam.id, detail: 'Choose a subject: papers of 9th CBSE need one.' }],
    },
  ])
  expect([await total('year=2011'), await total('year=2012&grade=9')]).toEqual([1, 3])
  expect((await client.get(String(ids[0]))).body).toMatchObject({ title: 'One', version: 2, answers: 'link' })
  await expectWhole(site.dataDir)
  expect((await client.together({ action: 'bin', ids })).body).toEqual({
    done: ids,
    missing: [],
    refused: [],
  })
  expect((await client.together({ action: 'bin', ids })).body).toEqual({
    done: [],
    missing: ids,
    refused: [],
  })
  const binned = (await client.list('show=binned')).papers.map(({ id }) => id)
  expect(binned).toEqual(expect.arrayContaining(ids))
  await expectWhole(site.dataDir)
  expect((await client.together({ action: 'restore', ids: school })).body).toMatchObject({ done: school })
  expect((await client.together({ action: 'delete', ids })).body).toEqual({
    done: [exam.id],
    missing: school,
    refused: [],
  })
  expect(await total('year=2012')).toBe(3)
  await expectWhole(site.dataDir)
})

test.each([
  [{ action: 'bin' }, 'ids'],
  [{ action: 'bin', ids: [] }, 'ids'],
  [{ action: 'bin', ids: ['../x'] }, 'ids.0'],
  [{ action: 'bin', ids: Array.from({ length: 201 }, (_, at) => `paper-${at}`) }, 'ids'],
  [{ action: 'burn', ids: ['a'] }, 'action'],
  [{ action: 'change', ids: ['a'] }, 'change'],
  [{ action: 'change', ids: ['a'], change: {} }, 'change'],
  [{ action: 'change', ids: ['a'], change: { title: 'All alike' } }, 'title'],
  [{ action: 'bin', ids: ['a'], change: { year: '2020' } }, 'change'],
])('the request %j is refused by name', async (body, field) => {
  const before = await stateOf(site.dataDir)
  const answer = await client.together(body)
  expect([answer.status, answer.body.field]).toEqual([422, field])
  expect(answer.body.detail).toMatch(/^[A-Z].*\.$/)
  expect(await stateOf(site.dataDir)).toEqual(before)
})

test.each(['https://google.com@evil.example/', 'https:///google.com@evil.example/'])(
  'the reference link %s is refused at every door: upload, edit and together',
  async (referenceLink) => {
    const detail = expect.stringContaining('hides where the link leads')
    const upload = await postPaper(site, admin.headers, uploadBody({ ...FIELDS, referenceLink }))
    expect([upload.status, await upload.json()]).toMatchObject([422, { field: 'referenceLink', detail }])
    const { id } = await publish(site, admin)
    const edit = await client.revise(id, { referenceLink })
    expect([edit.status, edit.body]).toMatchObject([422, { field: 'referenceLink', detail }])
    const together = await client.together({ action: 'change', ids: [id], change: { referenceLink } })
    expect(together.body).toMatchObject({ done: [], refused: [{ id, detail }] })
    expect((await client.get(id)).body).toMatchObject({ referenceLink: null, version: 1 })
  },
)

test('two hundred are done in one request', async () => {
  const ids = Array.from({ length: 199 }, (_, at) => `nobody-knows-${at}`)
  const paper = await publish(site, admin)
  const answer = await client.together({ action: 'bin', ids: [...ids, paper.id] })
  expect(answer.body).toEqual({ done: [paper.id], missing: ids, refused: [] })
})

/** What the admin area asks of the server at once is long; visitors' requests are answered in between. */

const names = Array.from({ length: 20 }, (_, at) => `class-10-maths-${at}`)

/** How often somebody else had a turn while this was done. */
async function turnsDuring(work: () => Promise<unknown>) {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  return turns
}

test('others have their turn between papers, files, searches and days', async () => {
  const { app } = site
  const day = new Date().toISOString().slice(0, 10)
  await app.db
    .insertInto('searchesWithoutHits')
    .values(names.map((term) => ({ day, term, times: 1 })))
    .execute()
  for (const work of [
    () => doInBulk(app, names, { action: 'bin' }, null),
    () => matchAnswers(app, names),
    () =>
      findDuplicates(
        app,
        names.map((key) => ({ key, title: key })),
      ),
    () => listSearches(app, 30),
    () => readActivity(app, 30),
  ]) {
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(names.length)
  }
})

test.skipIf(isPostgres)(
  'the journal of one kind or of one paper is read along an index, never sorted',
  async () => {
    for (const filter of ['kind = ?', 'subject_id = ?', 'kind = ? and subject_id = ?']) {
      const values = filter
        .split('?')
        .slice(1)
        .map(() => 'paper')
      const plan = (
        await rowsOf(
          site.dataDir,
          `explain query plan select * from journal where ${filter} order by id desc limit 51`,
          ...values,
        )
      ).map((row) => String(row.detail))
      expect(plan).toEqual([expect.stringMatching(/^SEARCH journal USING INDEX/)])
    }
  },
)
