import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Suggestion } from '#domain/search/finding/suggest.server.ts'
import { openDataDir } from '../support/child-site.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { until } from '../support/stored.ts'
import { addTexts } from '../support/texts.ts'
import { postPaper } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
const binned: string[] = []

beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  client = paperClient(site, admin)
  const add = (title: string, year: string, more: Record<string, string> = {}) =>
    publish(site, admin, { title, year, subject: 'Physics', month: 'March', ...more })
  await add('Physics 55/5/3', '2025')
  await add('Physics 55/3/1', '2024')
  await add('Physics 55-3-3', '2019')
  await add('Physics board paper 55_3_2', '2020')
  await add('Wave optics, 3 problems of 55', '2025')
  await add('Mathematics 65/5/2', '2025', { subject: 'Mathematics' })
  await add('Mathematics 65 2 2', '2018', { subject: 'Mathematics' })
  await upload('Mathematics board paper', '2017', 'Maths_65_2_2_2017.pdf')
  await addTexts(site, await add('Mathematics, the read one', '2016', { subject: 'Mathematics' }), [
    'Code No. 65/2/2',
    '65/2/2 Page 2 of 8',
  ])
  await addTexts(site, await add('Sums of 65, 2 and 2', '2015', { subject: 'Mathematics' }), ['65 - 2 - 2'])
  await add('Mathematics 30/1', '2015', { subject: 'Mathematics' })
  await add('Mathematics 30/1/2', '2022', { subject: 'Mathematics' })
  for (const title of ['Chemistry 56/1/1', 'Chemistry 56/2/3', 'Chemistry 56/2/1']) {
    const { id } = await add(title, '2021', { subject: 'Chemistry' })
    await client.bin(id)
    binned.push(id)
  }
})
afterAll(() => site.end())

async function upload(title: string, year: string, fileName: string) {
  const fields = { ...FIELDS, title, year, month: 'March' }
  const answer = await postPaper(site, admin.headers, uploadBody(fields, { fileName }))
  expect(answer.status).toBe(201)
}

type Found = { papers: { title: string; inside?: { page: number } }[]; total: number }
const find = async (q: string): Promise<Found> =>
  (await site.fetch(`/api/papers?q=${encodeURIComponent(q)}`)).json()
const titles = async (q: string) => (await find(q)).papers.map((paper) => paper.title)

const PHYSICS = ['Physics 55-3-3', 'Physics 55/3/1', 'Physics board paper 55_3_2', 'Physics 55/5/3']
const MATHS = [
  ...['Mathematics 65 2 2', 'Mathematics board paper', 'Mathematics, the read one'],
  'Mathematics 65/5/2',
]

test.each([
  '55/3/3',
  '55-3-3',
  '55_3_3',
  '55 3 3',
  'Set 55/3/3',
  'physics code no. 55/3/3',
  '55/3/3 physics',
])(
  '%j finds the paper with that code first, then its series, then its subject, and nothing else',
  async (q) => {
    expect(await titles(q)).toEqual(PHYSICS)
  },
)

test('a code is found in titles, in the name of the file and on pages before any other of its series', async () => {
  expect(await titles('65/2/2')).toEqual(MATHS)
  const { papers, total } = await find('65-2-2')
  expect([total, papers[2]?.inside?.page, papers[0]?.inside]).toEqual([4, 1, undefined])
})

test('an older code of two parts goes before those that it begins, and a code being typed leads to its papers', async () => {
  expect(await titles('30/1')).toEqual(['Mathematics 30/1', 'Mathematics 30/1/2'])
  expect((await titles('30/1/2'))[0]).toBe('Mathematics 30/1/2')
  expect((await titles('55/3')).slice(0, 3).sort()).toEqual(PHYSICS.slice(0, 3).sort())
})

test('counts next to a code are those of its list', async () => {
  for (const [facet, value, papers] of [
    ['subject', 'Physics', 4],
    ['year', '2025', 1],
    ['month', 'March', 4],
  ] as const) {
    const answer = await (await site.fetch('/api/papers?q=55/3/3')).json()
    expect(answer.facets[facet]).toContainEqual({ value, papers })
    const narrowed = await (await site.fetch(`/api/papers?q=55/3/3&${facet}=${value}`)).json()
    expect([facet, narrowed.total]).toEqual([facet, papers])
  }
})

test.each(['/search?q=55/3/3', '/practice?q=Set%2055_3_3', '/resources/cbse/12/?q=55-3-3'])(
  'the papers of %s come in that order',
  async (path) => {
    const page = await (await site.fetch(path)).text()
    const places = PHYSICS.map((title) => page.indexOf(`>${title}<`))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  },
)

test('suggestions lead to the paper with the code first', async () => {
  const answer = await (await site.fetch('/api/suggestions?q=55/3/3')).json()
  const papers = (answer.suggestions as Suggestion[]).filter(({ kind }) => kind === 'paper')
  expect(papers.map(({ label }) => label)).toEqual(PHYSICS)
})

test('the admin area lists the best match first, unless another order is asked for, and the bin as well', async () => {
  const listed = async (query: string) => (await client.list(query)).papers.map((paper) => paper.title)
  expect(await listed('q=55/3/3')).toEqual(PHYSICS)
  expect(await listed('q=set+65_2_2&sort=best')).toEqual(MATHS)
  expect(await listed('q=55/3/3&sort=newest')).toEqual([
    ...['Physics 55/5/3', 'Physics 55/3/1', 'Physics board paper 55_3_2', 'Physics 55-3-3'],
  ])
  expect(await listed('q=56-2-1&show=binned')).toEqual([
    ...['Chemistry 56/2/1', 'Chemistry 56/2/3', 'Chemistry 56/1/1'],
  ])
  expect(await listed('q=chemistry+56/2/1&show=binned&year=2021')).toHaveLength(3)
  expect(await listed('q=57/2/1&show=binned')).toEqual([])
})

test.each(['12/03/2021', '3/4', '65//2//2', '999/9/9', '65/2/2/2/2', 'set 65/2/2 65/2/2'])(
  '%j is a search like any other',
  async (q) => {
    for (const path of ['/api/papers', '/search', '/practice', '/api/suggestions'])
      expect([path, (await site.fetch(`${path}?q=${encodeURIComponent(q)}`)).status]).toEqual([path, 200])
    expect((await client.list(`q=${encodeURIComponent(q)}`)).papers).toBeInstanceOf(Array)
  },
)

test('a code follows its file and its title', async () => {
  const paper = await publish(site, admin, { title: 'Biology paper', subject: 'Biology', year: '2014' })
  const first = async (q: string) => (await titles(q))[0]
  await client.replace(paper.id, 'file', new Uint8Array(await replacement()), { name: '57_4_1.pdf' })
  expect(await first('57/4/1')).toBe('Biology paper')
  expect((await client.revise(paper.id, { title: 'Biology 57/5/2' })).status).toBe(200)
  expect([await first('57/5/2'), await first('57/4/1')]).toEqual(['Biology 57/5/2', 'Biology 57/5/2'])
  await client.bin(paper.id)
  expect(await titles('57/4/1')).toEqual([])
})

async function replacement() {
  const { plainPdf } = await import('../support/made-pdfs.ts')
  return plainPdf({ text: 'Another one' })
}

test('an index that an earlier version made is made again by itself when the site starts', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  await publish(first, await first.signIn(), { title: 'Mathematics 65/2/2' })
  await sql`update search_state set version = 'an earlier one'`.execute(first.app.db)
  await sql`delete from paper_search`.execute(first.app.db)
  await first.end({ keepData: true })
  const second = await openSite({ dataDir: data.path })
  await until('the code is found', async () => {
    const answer = await (await second.fetch('/api/papers?q=65-2-2')).json()
    return answer.total === 1 && !answer.isBeingMade
  })
  await second.end({ keepData: true })
})
