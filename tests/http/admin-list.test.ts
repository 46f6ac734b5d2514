import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPdf } from '../support/made-pdfs.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { postPaper } from '../support/uploads.ts'

let site: Site
let client: PaperClient
const ids: Record<string, string> = {}

const PAPERS = {
  alpha: {
    title: 'alpha circles',
    degree: '12th-cbse',
    subject: 'Mathematics',
    month: 'March',
    year: '2020',
  },
  Beta: { title: 'Beta circles', degree: '12th-cbse', subject: 'Physics', month: 'May', year: '2020' },
  gamma: { title: 'gamma circles', degree: '10th-state', subject: 'Mathematics', month: 'May', year: '2022' },
  Delta: { title: 'Delta squares', degree: 'neet', subject: 'all', month: 'May', year: '2016' },
  tamil: { title: 'கணிதம் வினாத்தாள்', degree: '10th-state', subject: 'Tamil', month: 'June', year: '2021' },
  bin1: { title: 'Binned circles', degree: '12th-cbse', subject: 'Physics', month: 'May', year: '2019' },
  bin2: { title: 'A binned square', degree: '12th-state', subject: 'Physics', month: 'May', year: '2021' },
} as const

beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  client = paperClient(site, admin)
  for (const [name, fields] of Object.entries(PAPERS)) {
    ids[name] = (await publish(site, admin, { ...fields, title: fields.title })).id
  }
  await client.revise(String(ids.alpha), { referenceLink: 'https://answers.example.in/' })
  await client.replace(String(ids.gamma), 'answers', plainPdf({ text: 'answers' }))
  for (const [name, views] of [
    ['Beta', 3],
    ['tamil', 2],
  ] as const) {
    for (let at = 0; at < views; at++) await site.fetch(`/api/papers/${ids[name]}/views`, { method: 'POST' })
  }
  await client.bin(String(ids.bin1))
  await client.bin(String(ids.bin2))
})
afterAll(() => site.end())

const named = async (query: string) => {
  const { papers, total } = await client.list(query)
  expect(total).toBe(papers.length)
  return papers.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0])
}

test.each([
  ['', ['gamma', 'tamil', 'Beta', 'alpha', 'Delta']],
  ['sort=best', ['gamma', 'tamil', 'Beta', 'alpha', 'Delta']],
  ['sort=newest', ['gamma', 'tamil', 'Beta', 'alpha', 'Delta']],
  ['sort=added', ['tamil', 'Delta', 'gamma', 'Beta', 'alpha']],
  ['sort=changed', ['gamma', 'alpha', 'tamil', 'Delta', 'Beta']],
  ['sort=title', ['alpha', 'Beta', 'Delta', 'gamma', 'tamil']],
  ['sort=views', ['Beta', 'tamil', 'Delta', 'gamma', 'alpha']],
  ['type=cbse&grade=12&sort=title', ['alpha', 'Beta']],
  ['subject=Mathematics&sort=added', ['gamma', 'alpha']],
  ['year=2020&sort=views', ['Beta', 'alpha']],
  ['show=no-answers', ['tamil', 'Beta', 'Delta']],
  ['show=no-answers&sort=title', ['Beta', 'Delta', 'tamil']],
  ['show=no-answers&year=2020', ['Beta']],
  ['show=no-answers&type=state', ['tamil']],
  ['show=no-answers&q=circles', ['Beta']],
  ['show=no-thumbnail&sort=title', ['alpha', 'Beta', 'Delta', 'gamma', 'tamil']],
  ['show=samples', []],
  ['show=samples&year=2020&q=circles', []],
  ['q=circles', ['gamma', 'Beta', 'alpha']],
  ['q=circles&sort=best', ['gamma', 'Beta', 'alpha']],
  ['q=circles&sort=newest', ['gamma', 'Beta', 'alpha']],
  ['q=circles&sort=title', ['alpha', 'Beta', 'gamma']],
  ['q=circles&type=cbse&sort=views', ['Beta', 'alpha']],
  ['q=%E0%AE%95%E0%AE%A3%E0%AE%BF&sort=added', ['tamil']],
  ['q=%21%21', []],
  ['q=nothing+like+it', []],
  ['show=binned', ['bin2', 'bin1']],
  ['show=binned&sort=best', ['bin2', 'bin1']],
  ['show=binned&sort=title', ['bin2', 'bin1']],
  ['show=binned&sort=added', ['bin2', 'bin1']],
  ['show=binned&q=circ', ['bin1']],
  ['show=binned&q=physics+2021', ['bin2']],
  ['show=binned&q=%21', []],
  ['show=binned&type=state', ['bin2']],
  ['show=binned&year=2019&sort=views', ['bin1']],
])('the list of ?%s', async (query, names) => {
  expect(await named(query)).toEqual(names)
})

test('every page tells how many are in the bin and whether there are samples', async () => {
  expect(await client.list('q=circles')).toMatchObject({
    samples: false,
    binned: 2,
    more: false,
    page: 1,
    pages: 1,
  })
  const far = await client.list('page=7&sort=title')
  expect([far.papers, far.total, far.page]).toEqual([[], 5, 7])
})

test('a given thumbnail and answers take a paper out of what lacks them', async () => {
  const { id } = await publish(site, await site.signIn(), { title: 'Lacking circles', year: '2014' })
  const other = `year=2014&show=`
  expect((await client.list(`${other}no-answers`)).total).toBe(1)
  await client.revise(id, { referenceLink: 'https://answers.example.in/2' })
  expect((await client.list(`${other}no-answers`)).total).toBe(0)
  expect((await client.list(`${other}no-thumbnail`)).total).toBe(1)
  await client.revise(id, { referenceLink: '' })
  expect((await client.list(`${other}no-answers`)).total).toBe(1)
  await client.bin(id)
  expect((await client.list(`${other}no-answers`)).total).toBe(0)
  await client.deleteForGood(id)
})

test.each([
  'show=all',
  'sort=size',
  'page=0',
  'page=10001',
  'size=5',
  'type=icse',
  'show=binned&show=samples',
])('the list of ?%s is refused by name', async (query) => {
  const answer = await client.call('GET', `/papers?${query}`)
  expect([answer.status, answer.body.field]).toEqual([422, query.split('=')[0]])
})

test('thousands of papers come page by page in every order, each once', { timeout: 120_000 }, async () => {
  const other = await openSite()
  const signedIn = await other.signIn()
  const itsClient = paperClient(other, signedIn)
  const answer = await postPaper(other, signedIn.headers, uploadBody())
  expect(answer.status).toBe(201)
  await multiply(other, 2_500)
  for (const sort of ['newest', 'added', 'changed', 'title', 'views']) {
    for (const more of ['', '&show=no-answers', '&show=no-thumbnail&type=cbse']) {
      const seen: string[] = []
      const { total, pages } = await itsClient.list(`sort=${sort}${more}`)
      for (const page of [1, 2, 100, pages]) {
        seen.push(...(await itsClient.list(`sort=${sort}${more}&page=${page}`)).papers.map(({ id }) => id))
      }
      expect([sort, more, total, new Set(seen).size]).toEqual([sort, more, 2_501, 3 * 12 + (2_501 % 12)])
    }
  }
  const searched = await itsClient.list('q=matrices&sort=title')
  expect(searched).toMatchObject({ total: 2_000, more: true })
  await other.end()
})

/** Makes copies of the one paper straight in the tables, each with views and a title of its own. */
async function multiply(where: Site, copies: number) {
  const { db, search } = where.app
  const paper = await db.selectFrom('papers').selectAll().executeTakeFirstOrThrow()
  const file = await db
    .selectFrom('storedFiles')
    .selectAll()
    .where('fullPath', '=', paper.fileKey)
    .executeTakeFirstOrThrow()
  const { serial: _, position: __, answered: ___, ...like } = paper
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < copies; at++) {
      const fileKey = `12th-cbse/copy_${at}-abcdefgh.pdf`
      await tx
        .insertInto('storedFiles')
        .values({ ...file, fullPath: fileKey })
        .execute()
      const copy = {
        ...like,
        id: `copy-${at}`,
        uploadId: null,
        fileKey,
        thumbnailKey: null,
        views: (at * 7) % 100,
      }
      const { position } = await tx
        .insertInto('papers')
        .values({ ...copy, title: `Copy ${(at * 13) % 500}` })
        .returning('position')
        .executeTakeFirstOrThrow()
      const { type, grade, subject, month, year } = paper
      const facts = { position, type, grade, subject, month, year, answered: paper.referenceLink !== null }
      await search.add(tx, { ...facts, title: 'matrices', words: '', codes: [] })
    }
  })
}

describe('all that is found', () => {
  type Found = { papers: { id: string; year: number }[]; more: boolean; field?: string }

  let site: Site
  let admin: SignedIn
  let client: PaperClient
  const ids: string[] = []
  beforeAll(async () => {
    site = await openSite()
    admin = await site.signIn()
    client = paperClient(site, admin)
    for (let at = 1; at <= 14; at += 1) {
      const year = at <= 13 ? '2018' : '2019'
      ids.push((await publish(site, admin, { title: `Sought ${at}`, year })).id)
    }
  })
  afterAll(() => site.end())

  async function found(query: string) {
    const { status, body } = await client.call('GET', `/found?${query}`)
    return { status, body: body as unknown as Found }
  }

  test('all papers that a list finds are given at once, with the fields that may be changed together', async () => {
    const { body } = await found('q=sought&year=2018')
    expect(body.papers.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 13).toSorted())
    expect(body.more).toBe(false)
    expect(body.papers[0]).toEqual({
      ...{ id: expect.any(String), type: 'cbse', grade: '12', subject: 'Mathematics' },
      ...{ month: 'December', year: 2018, medium: '', kind: '', syllabus: '' },
    })
    expect((await found('')).body.papers).toHaveLength(14)
    expect((await found('show=no-answers&year=2019')).body.papers.map(({ id }) => id)).toEqual([ids[13]])
    expect((await found('q=nothinglikeit')).body.papers).toEqual([])
  })

  test('in the bin it gives those of the bin, and only those', async () => {
    await client.together({ action: 'bin', ids: ids.slice(0, 3) })
    expect((await found('show=binned')).body.papers.map(({ id }) => id).toSorted()).toEqual(
      ids.slice(0, 3).toSorted(),
    )
    const own = await found('show=binned&type=cbse&grade=12&subject=Mathematics&month=December&year=2018')
    expect(own.body.papers).toHaveLength(3)
    for (const other of ['type=state', 'grade=10', 'subject=Physics', 'month=March', 'year=2019'])
      expect([other, (await found(`show=binned&${other}`)).body.papers]).toEqual([other, []])
    expect((await found('q=sought')).body.papers).toHaveLength(11)
    await client.together({ action: 'restore', ids: ids.slice(0, 3) })
  })

  test.each(['page=1', 'sort=size', 'show=all', 'type=icse'])('?%s is refused by name', async (query) => {
    const { status, body } = await found(query)
    expect([status, body.field]).toEqual([422, query.split('=')[0]])
  })

  test('it is for administrators alone', async () => {
    const answer = await site.fetch('/api/admin/found', { headers: { Origin: site.origin } })
    expect(answer.status).toBe(401)
  })
})
