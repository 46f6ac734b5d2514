import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, deskOf } from '../support/desk.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, stateOf } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let desk: Desk
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  desk = deskOf(site, admin)
})
afterAll(() => site.end())

const total = async (query: string) => (await (await site.fetch(`/api/papers?${query}`)).json()).total

test('many papers are changed, binned, restored and deleted, and every outcome is told', async () => {
  const papers = []
  for (const title of ['One', 'Two', 'Three'])
    papers.push(await publish(site, admin, { title, year: '2011' }))
  const exam = await publish(site, admin, { title: 'Exam', year: '2011', degree: 'neet', subject: 'all' })
  const ids = [...papers, exam].map(({ id }) => id)
  const school = ids.slice(0, 3)
  const changed = await desk.together({
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
  expect((await desk.get(String(ids[0]))).body).toMatchObject({ title: 'One', version: 2, answers: 'link' })
  await expectWhole(site.dataDir)
  expect((await desk.together({ action: 'bin', ids })).body).toEqual({ done: ids, missing: [], refused: [] })
  expect((await desk.together({ action: 'bin', ids })).body).toEqual({ done: [], missing: ids, refused: [] })
  expect(await desk.list('show=binned')).toMatchObject({ total: 4, binned: 4 })
  await expectWhole(site.dataDir)
  expect((await desk.together({ action: 'restore', ids: school })).body).toMatchObject({ done: school })
  expect((await desk.together({ action: 'delete', ids })).body).toEqual({
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
  const answer = await desk.together(body)
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
    const edit = await desk.revise(id, { referenceLink })
    expect([edit.status, edit.body]).toMatchObject([422, { field: 'referenceLink', detail }])
    const together = await desk.together({ action: 'change', ids: [id], change: { referenceLink } })
    expect(together.body).toMatchObject({ done: [], refused: [{ id, detail }] })
    expect((await desk.get(id)).body).toMatchObject({ referenceLink: null, version: 1 })
  },
)

test('two hundred are done in one request', async () => {
  const ids = Array.from({ length: 199 }, (_, at) => `nobody-knows-${at}`)
  const paper = await publish(site, admin)
  const answer = await desk.together({ action: 'bin', ids: [...ids, paper.id] })
  expect(answer.body).toEqual({ done: [paper.id], missing: ids, refused: [] })
})
