import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FACETS } from '#domain/paper/filters.ts'
import type { Suggestion } from '#domain/search/finding/suggestion.ts'
import { type Desk, deskOf } from '../support/desk.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let desk: Desk
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  desk = deskOf(site, admin)
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
      expect([query, facet, value, papers]).toEqual([query, facet, value, (await find(String(asked))).total])
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

test('the desk lists them too: after the best match, or in the order that is chosen', async () => {
  const listed = async (query: string) => {
    const { papers, total } = await desk.list(`${query}&page=2`)
    const { papers: before } = await desk.list(query)
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
  expect((await desk.list('q=physics&year=2012&month=March')).total).toBeGreaterThan(0)
})
