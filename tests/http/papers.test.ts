import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { openSite, publish, type Site } from '../support/site.ts'

type Page = { papers: Paper[]; page: number; pages: number; total: number; more: boolean }

let site: Site
const papers: Paper[] = []
const MONTHS = ['January', 'April', 'September', 'December']
const DEGREES = ['12th-cbse', '12th-state', '6th-cbse', 'jee']
const SUBJECTS = ['Mathematics', 'Physics', 'Tamil']

beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  for (let number = 0; number < 40; number++) {
    papers.push(
      await publish(site, admin, {
        title: `Paper number${number} ${number % 2 === 0 ? 'வடிவியல்' : 'algebra'}`,
        degree: String(DEGREES[number % 4]),
        subject: String(SUBJECTS[number % 3]),
        month: String(MONTHS[(number * 7) % 4]),
        year: String(2020 + ((number * 3) % 5)),
      }),
    )
  }
})
afterAll(() => site.end())

async function list(query: Record<string, string | number> | string = ''): Promise<Page> {
  const search =
    typeof query === 'string' ? query : `?${new URLSearchParams(query as Record<string, string>)}`
  const answer = await site.fetch(`/api/papers${search}`)
  expect([search, answer.status]).toEqual([search, 200])
  return (await answer.json()) as Page
}

/** What a list must be, worked out from what was uploaded: newest month first, then the newest upload. */
function expected(filter: Partial<Pick<Paper, 'type' | 'grade' | 'subject' | 'year'>> = {}) {
  const month = (paper: Paper) => new Date(`1 ${paper.month} ${paper.year} UTC`).getTime()
  return papers
    .filter((paper) => Object.entries(filter).every(([name, value]) => paper[name as 'type'] === value))
    .map((paper, upload) => ({ paper, upload }))
    .sort((a, b) => month(b.paper) - month(a.paper) || b.upload - a.upload)
    .map(({ paper }) => paper.id)
}

const ids = (page: { papers: Paper[] }) => page.papers.map((paper) => paper.id)

test('the list is twelve to a page, newest month and year first, then the newest upload', async () => {
  const all = expected()
  for (const page of [1, 2, 3, 4]) {
    const got = await list({ page })
    expect(ids(got)).toEqual(all.slice((page - 1) * 12, page * 12))
    expect([got.page, got.pages, got.total, got.more]).toEqual([page, 4, 40, false])
  }
  expect(await list({ page: 5 })).toMatchObject({ papers: [], total: 40, pages: 4 })
  expect(await list({ page: 10_000 })).toMatchObject({ papers: [], total: 40 })
})

test('every combination of filters gives exactly its papers, and counts them', async () => {
  const choices = { type: 'cbse', grade: '12', subject: 'Physics', year: 2022 } as const
  for (let mask = 0; mask < 16; mask++) {
    const filter = Object.fromEntries(Object.entries(choices).filter((_, at) => mask & (1 << at)))
    const wanted = expected(filter as Partial<Paper>)
    const got = await list(filter)
    expect([filter, ids(got)]).toEqual([filter, wanted.slice(0, 12)])
    expect([filter, got.total]).toEqual([filter, wanted.length])
  }
  for (const type of ['jee', 'state', 'neet'] as const) {
    expect([type, (await list({ type })).total]).toEqual([type, expected({ type }).length])
  }
  for (const year of [2020, 2021, 2022, 2023, 2024, 1990, 9999]) {
    expect([year, ids(await list({ year }))]).toEqual([year, expected({ year }).slice(0, 12)])
  }
})

test('the newest shelf has five', async () => {
  const answer = await site.fetch('/api/papers/latest')
  expect(ids((await answer.json()) as Page)).toEqual(expected().slice(0, 5))
})

test('a search finds words in any order, with filters, and a beginning of the last word', async () => {
  const algebra = expected().filter((id) => papers.findIndex((paper) => paper.id === id) % 2 === 1)
  expect(ids(await list({ q: 'ALGEBRA paper' }))).toEqual(algebra.slice(0, 12))
  expect(ids(await list({ q: 'paper alge', page: 2 }))).toEqual(algebra.slice(12, 24))
  expect(await list({ q: 'alge paper' })).toMatchObject({ papers: [], total: 0 })
  expect(ids(await list({ q: 'வடிவியல்', type: 'jee' }))).toEqual([])
  const tamil = await list({ q: 'வடிவி', type: 'cbse', year: 2022 })
  expect(ids(tamil)).toEqual(expected({ type: 'cbse', year: 2022 }).filter((id) => !algebra.includes(id)))
  expect((await list({ q: 'number7' })).papers.map((paper) => paper.title)).toEqual(['Paper number7 algebra'])
  expect((await list({ q: 'class 12 state board maths' })).total).toBe(
    expected({ type: 'state', subject: 'Mathematics' }).length,
  )
})

test.each([
  '"',
  '"paper',
  'paper" OR "algebra',
  'paper NEAR algebra',
  'NEAR(paper algebra)',
  'paper AND',
  'NOT paper',
  '*',
  'paper*',
  '^paper',
  'words:paper',
  'filters : tcbse',
  '-paper',
  'paper -algebra',
  '(paper',
  'paper)',
  '{words}: paper',
  '%',
  '_',
  "'; drop table papers; --",
  '\u0000paper',
  'pap\u0000er',
  '👩🏽‍🏫 paper',
  '\u202Epaper',
  '‏عربي',
  'கணி',
  'प्रश्न',
  '\ud800',
  '\u0301',
  ' ',
  '+',
  'a'.repeat(100),
  '😀'.repeat(100),
])('a search for %j is answered like any other', async (q) => {
  const answer = await site.fetch(`/api/papers?q=${encodeURIComponent(q.toWellFormed())}`)
  expect(answer.status).toBe(200)
  for (const path of ['/practice', '/resources/cbse/12/']) {
    expect((await site.fetch(`${path}?q=${encodeURIComponent(q.toWellFormed())}`)).status).toBe(200)
  }
})

test.each([
  ['page', '0'],
  ['page', '-1'],
  ['page', '1000000000'],
  ['page', '1e9'],
  ['page', '10001'],
  ['page', 'abc'],
  ['page', '1.5'],
  ['page', ''],
  ['page', ' 1'],
  ['type', 'icse'],
  ['type', 'CBSE'],
  ['grade', '5'],
  ['grade', 'toString'],
  ['subject', 'Astrology'],
  ['year', '1989'],
  ['year', '20245'],
  ['year', 'abcd'],
  ['q', 'a'.repeat(101)],
  ['sort', 'views'],
  ['__proto__', 'x'],
])('a %s of “%.12s” is refused with a sentence that names it', async (name, value) => {
  const answer = await site.fetch(`/api/papers?${new URLSearchParams({ [name]: value })}`)
  const problem = await answer.json()
  expect([answer.status, problem.field, problem.code]).toEqual([422, name, 'invalid-request'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(problem.detail).toMatch(new RegExp(`^The.*"${name}".*\\.$`))
})

test('a parameter that is there twice is refused', async () => {
  for (const name of ['type', 'q', 'page', 'year']) {
    const answer = await site.fetch(`/api/papers?${name}=1&${name}=2`)
    expect([answer.status, (await answer.json()).field]).toEqual([422, name])
  }
})

test.each(['unknown00000', '1', '%00', '..%2f', "'", 'A', 'x'.repeat(41), 'a%20b'])(
  'paper “%s” does not exist: 404',
  async (id) => {
    const answer = await site.fetch(`/api/papers/${id}`)
    const problem = await answer.json()
    expect([answer.status, problem.status, problem.type]).toEqual([404, 404, 'about:blank'])
    expect(problem.code).toMatch(/^(paper-)?not-found$/)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  },
)

test.each([
  ['GET', '/api'],
  ['GET', '/api/none'],
  ['PUT', '/api/papers'],
  ['POST', '/api/papers/latest'],
  ['DELETE', '/api/papers/x'],
  ['GET', '/api/docs/constructor'],
  ['GET', '/api/docs/..%2fpackage.json'],
])('%s %s is nothing of the API: a problem document', async (method, path) => {
  const answer = await site.fetch(path, { method })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  expect((await answer.json()).code).toBe('not-found')
})

test.each([
  ['/resources/icse/12/', 404],
  ['/resources/cbse/5/', 404],
  ['/resources/cbse/previous-years/', 404],
  ['/resources/jee/12/', 404],
  ['/resources/constructor/12/', 404],
  ['/resources/cbse/all/', 200],
  ['/resources/jee/previous-years/', 200],
  ['/resources/cbse/12/?subject=Astrology', 404],
  ['/resources/cbse/12/?subject=Physics&subject=Tamil', 200],
  ['/practice?year=abc&type=%00&grade=__proto__', 404],
  [`/practice?q=${'a'.repeat(1500)}`, 200],
  ['/no-such-page', 404],
  ['/resources/icse', 404],
] as const)('the page %s answers %i in words for people', async (path, status) => {
  const answer = await site.fetch(path)
  const html = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  expect(html).toMatch(/<h1/)
  expect(html).not.toMatch(/at .*\.(js|ts):\d+/)
})
