import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACETS } from '#domain/paper/filters.ts'
import type { Suggestion } from '#domain/search/finding/suggest.server.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  const wave = { degree: '12th-cbse', subject: 'Physics', month: 'March' }
  await publish(site, admin, { ...wave, title: 'Wave optics, board paper', year: '2024' })
  await publish(site, admin, { ...wave, title: 'Ray optics, board paper', year: '2023' })
  await publish(site, admin, { ...wave, title: 'Half-yearly paper', year: '2023', subject: 'Chemistry' })
  for (const year of ['2022', '2021', '2020'])
    await publish(site, admin, { ...wave, title: `Set ${year}`, year })
  const tamil = { title: 'அரையாண்டுத் தேர்வு: கணிதம்', subject: 'Mathematics', year: '2022' }
  await publish(site, admin, { ...tamil, degree: '10th-state', month: 'December' })
  await publish(site, admin, { title: 'Botany test', degree: 'neet', subject: 'Biology', year: '2024' })
})
afterAll(() => site.end())

test('a class and the beginning of a subject lead to its list, its years, its papers and all that is found', async () => {
  expect((await suggestions('cbse 12 phy')).map(({ kind, label, detail }) => [kind, label, detail])).toEqual([
    ['papers', 'CBSE Class 12 Physics', '5 papers'],
    ['papers', 'CBSE Class 12 Physics 2024', '1 paper'],
    ['papers', 'CBSE Class 12 Physics 2023', '1 paper'],
    ['papers', 'CBSE Class 12 Physics 2022', '1 paper'],
    ['paper', 'Wave optics, board paper', '12th CBSE · Physics · March 2024'],
    ['paper', 'Ray optics, board paper', '12th CBSE · Physics · March 2023'],
    ['paper', 'Set 2022', '12th CBSE · Physics · March 2022'],
    ['search', 'Search all papers for “cbse 12 phy”', '5 papers'],
  ])
})

test('errors, short forms, Tamil and what is left over lead somewhere too', async () => {
  const labels = async (typed: string) => (await suggestions(typed)).map(({ label }) => label)
  expect(await labels('kanitham')).toContain('அரையாண்டுத் தேர்வு: கணிதம்')
  expect((await labels('+2 phsyics')).slice(0, 2)).toEqual(['Class 12 Physics', 'Class 12 Physics 2024'])
  expect(await labels('optcs')).toEqual(
    expect.arrayContaining(['Ray optics, board paper', 'Wave optics, board paper']),
  )
  expect(await labels('physics zzzz')).toEqual(['Physics'])
})

test('every suggestion leads to a page that is there, and a list to as many papers as it says', async () => {
  for (const typed of ['p', 'class 12', 'cbse 12 phy', 'neet', 'biology', 'optics', 'கணி', 'maths 10']) {
    const offered = await suggestions(typed)
    expect([typed, offered.length]).not.toEqual([typed, 0])
    expect(offered.length).toBeLessThanOrEqual(8)
    expect(new Set(offered.map(({ path }) => path)).size).toBe(offered.length)
    for (const { kind, path, detail } of offered) {
      const page = await site.fetch(path)
      expect([path, page.status]).toEqual([path, 200])
      const cards = (await page.text()).split('<article').length - 1
      if (kind === 'papers' && path.startsWith('/resources/'))
        expect([path, cards]).toEqual([path, Number.parseInt(detail, 10)])
    }
  }
})

test('nothing is offered where nothing would be found, and none of it is counted as a search', async () => {
  for (const typed of ['', '   ', 'zzzz', '“”', '%_', '*', '"', '\u200f', '🙂', '் ', 'x'.repeat(100)])
    expect([typed, await suggestions(typed)]).toEqual([typed, []])
  const admin = await site.signIn()
  const missed = await site.fetch('/api/admin/activity/searches', { headers: admin.headers })
  expect((await missed.json()).searches).toEqual([])
})

test('what is asked is read strictly, and the answer kept for a minute', async () => {
  for (const query of ['', '?q=a&q=b', '?q=a&page=2', `?q=${'x'.repeat(101)}`])
    expect([query, (await site.fetch(`/api/suggestions${query}`)).status]).toEqual([query, 422])
  const answer = await site.fetch('/api/suggestions?q=physics')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
})

async function suggestions(q: string): Promise<Suggestion[]> {
  const answer = await site.fetch(`/api/suggestions?${new URLSearchParams({ q })}`)
  expect([q, answer.status]).toEqual([q, 200])
  return (await answer.json()).suggestions
}

describe('a subject in titles', () => {
  let site: Site
  let client: PaperClient
  beforeAll(async () => {
    site = await openSite()
    const admin = await site.signIn()
    client = paperClient(site, admin)
    const add = (title: string, subject: string, year: string, more: Record<string, string> = {}) =>
      publish(site, admin, { title, subject, year, month: 'March', ...more })
    for (let at = 0; at < 13; at++) await add(`Optics ${at}`, 'Physics', String(2001 + at))
    await add('Physics practical programs', 'Computer Science', '2024')
    await add('இயற்பியல் programs', 'Computer Science', '2023', { degree: '11th-cbse' })
    await add('Sorting programs', 'Computer Science', '2025')
    await add('Vectors for physics', 'Mathematics', '2012', { degree: '12th-state' })
    await add('Business letters', 'Business Maths', '2020')
    await add('Matrices', 'Mathematics', '2019')
  })
  afterAll(() => site.end())

  type Counts = { value: string; papers: number }[]
  type Found = { papers: { title: string }[]; total: number; pages: number; facets: Record<string, Counts> }
  const find = async (query: string): Promise<Found> => (await site.fetch(`/api/papers?${query}`)).json()
  const titles = async (query: string) => (await find(query)).papers.map((paper) => paper.title)
  const OPTICS = Array.from({ length: 13 }, (_, at) => `Optics ${12 - at}`)
  const OTHERS = ['Physics practical programs', 'இயற்பியல் programs', 'Vectors for physics']

  test('papers of other subjects with the subject in their titles follow those of the subject, page by page', async () => {
    const first = await find('q=physics')
    expect([first.total, first.pages]).toEqual([16, 2])
    const all = [...first.papers, ...(await find('q=physics&page=2')).papers].map((paper) => paper.title)
    expect(all).toEqual([...OPTICS, ...OTHERS])
    expect(await titles('q=physics&page=3')).toEqual([])
    expect(await titles('q=physics+programs')).toEqual(OTHERS.slice(0, 2))
    expect(await titles('q=phisics+cbse+12+2024')).toEqual(['Physics practical programs'])
  })

  test('what a paper is filed under is no title: Business Maths is not found by maths', async () => {
    expect(await titles('q=maths')).toEqual(['Matrices', 'Vectors for physics'])
  })

  test('a subject that was chosen, and not typed, is that subject alone', async () => {
    expect((await find('subject=Physics')).total).toBe(13)
    expect((await find('q=physics&subject=Physics')).total).toBe(13)
    expect(await titles('q=physics&subject=Computer+Science&year=2025')).toEqual(['Sorting programs'])
  })

  test('counts are what each choice leaves, and what was understood is said as before', async () => {
    for (const query of ['q=physics', 'q=physics+cbse', 'q=physics+programs', 'q=physics&year=2012']) {
      const { facets, total } = await find(query)
      const loops = FACETS.flatMap((facet) => (facets[facet] ?? []).map((count) => ({ facet, ...count })))
      expect(loops.length).toBeGreaterThan(5)
      for (const { facet, value, papers } of loops) {
        const asked = new URLSearchParams(query)
        asked.set(facet, value)
        expect([query, facet, value, papers]).toEqual([
          query,
          facet,
          value,
          (await find(String(asked))).total,
        ])
      }
      expect(total).toBeGreaterThan(0)
    }
    const page = await (await site.fetch('/search?q=physics')).text()
    expect(page).toMatch(/16 papers (?:<!-- -->)?found for “physics”/)
    expect(page).toMatch(/<label class="choice" data-chosen="true"><span>Subject</)
  })

  test('suggestions count the list by itself, and the search with all that it finds', async () => {
    const { suggestions } = await (await site.fetch('/api/suggestions?q=physics')).json()
    const said = (suggestions as Suggestion[]).filter(({ kind }) => kind !== 'paper')
    expect(said.map(({ label, detail }) => [label, detail]).at(0)).toEqual(['Physics', '13 papers'])
    expect(said.at(-1)).toMatchObject({ label: 'Search all papers for “physics”', detail: '16 papers' })
  })

  test('the admin area lists them too: after the best match, or in the order that is chosen', async () => {
    const listed = async (query: string) => {
      const { papers, total } = await client.list(`${query}&page=2`)
      const { papers: before } = await client.list(query)
      return [total, ...[...before, ...papers].map((paper) => paper.title)]
    }
    expect(await listed('q=physics')).toEqual([16, ...OPTICS, ...OTHERS])
    expect(await listed('q=physics&sort=newest')).toEqual([
      ...[16, 'Physics practical programs', 'இயற்பியல் programs', 'Optics 12', 'Vectors for physics'],
      ...OPTICS.slice(1),
    ])
    expect((await listed('q=physics&sort=title')).slice(-3)).toEqual([
      ...['Physics practical programs', 'Vectors for physics', 'இயற்பியல் programs'],
    ])
    expect(await listed('q=physics&show=no-answers')).toHaveLength(17)
  })

  test('while the search is broken the papers of the subject are listed all the same', async () => {
    await sql`drop table paper_search`.execute(site.app.db)
    const { papers, total } = await find('q=physics&year=2012&grade=12&month=March')
    expect([papers.map((paper) => paper.title), total]).toEqual([['Optics 11'], 1])
    expect((await client.list('q=physics&year=2012&month=March')).total).toBeGreaterThan(0)
  })
})
