import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureExams } from '#domain/exam-sets.server.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
let sets: Paper[]
let others: Paper[]
const EXAM = { degree: '12th-cbse', subject: 'Physics', month: 'March', year: '2020' }

beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  client = paperClient(site, admin)
  const titles = ['Board paper, Set 1 (55/2/1)', 'Board paper (55/2/2)', 'Board paper, Set 3 (55/2/3)']
  sets = await all(titles.map((title) => ({ ...EXAM, title })))
  others = await all([
    { ...EXAM, title: 'Board paper, Set 1 (55/1/1)' },
    { ...EXAM, title: 'Board paper, Set 2 (55/2/2)', year: '2019' },
    { ...EXAM, title: 'Practical exam' },
  ])
})
afterAll(() => site.end())

async function all(fields: Record<string, string>[]) {
  const papers: Paper[] = []
  for (const each of fields) papers.push(await publish(site, admin, each))
  return papers
}
const read = async (path: string) => await (await site.fetch(path)).text()
/** What the chips of one paper's page lead to, and the set that it is itself. */
async function chipsOf(paper: Paper) {
  const html = await read(paperPath(paper))
  const [, chips = ''] =
    /<nav class="exam-sets"[^>]*>(.*?)<\/nav>/s.exec(html.split('id="similar"')[0] ?? '') ?? []
  const own = /aria-current="true"><span[^>]*>[^<]*<\/span>(?:<!-- -->)?(\w+)</.exec(chips)?.[1]
  return { own, ways: [...chips.matchAll(/href="([^"]+)"/g)].map(([, href]) => href) }
}
/** Titles of the cards, as they are. */
const titlesOn = (html: string) =>
  [...html.matchAll(/<article class="paper-card".*?<h[234][^>]*>(.*?)<\/h/gs)].map(([, title = '']) =>
    title.replace(/<[^>]+>/g, ''),
  )
const cardsOn = (html: string) => html.match(/<article class="paper-card"/g)?.length ?? 0

test('sets of one exam lead to each other, by title, code or variant, and to no other exam', async () => {
  const [one, two, three] = sets as [Paper, Paper, Paper]
  expect(await chipsOf(two)).toEqual({ own: '2', ways: [paperPath(one), paperPath(three)] })
  for (const paper of others) expect(await chipsOf(paper)).toEqual({ own: undefined, ways: [] })
  const compartment = await publish(site, admin, { ...EXAM, title: 'Board paper, Set 2 (55/2/2)' })
  await client.revise(compartment.id, { variant: 'Set 2, Compartment' })
  expect((await chipsOf(compartment)).ways).toEqual([])
  await client.revise(compartment.id, { variant: 'Set 4' })
  expect((await chipsOf(one)).ways).toEqual([two, three, compartment].map(paperPath))
  await client.bin(compartment.id)
  expect((await chipsOf(one)).ways).toEqual([two, three].map(paperPath))
})

test('cards show the sets, every paper has its card, and the address folds them to one', async () => {
  for (const path of ['/resources/cbse/12/', '/search?type=cbse', '/practice?type=cbse']) {
    const html = await read(path)
    expect(html.match(/class="exam-sets"/g), path).toHaveLength(3)
    expect(html, path).toContain('One card for all sets')
    const folded = await read(`${path}${path.includes('?') ? '&' : '?'}sets=one`)
    expect(folded.match(/class="exam-sets"/g), path).toHaveLength(1)
    expect(cardsOn(folded), path).toBe(cardsOn(html) - 2)
    expect(folded, path).toContain('A card for every set')
    expect(folded, path).toContain('name="sets"')
    expect(folded, path).toMatch(/4(?:<!-- -->)? exams/)
    expect(titlesOn(folded).join(), path).toContain('Board paper, Set 1 (55/2/1)')
  }
  const plain = await read('/resources/cbse/12/?year=2019')
  expect(plain).not.toContain('class="exam-sets"')
  expect(plain).not.toContain('One card for all sets')
})

test('a folded list counts exams on all of its pages, next to its filters and in searches', async () => {
  const year = '2018'
  const first = await publish(site, admin, { ...EXAM, year, title: 'Trial paper, Set 1' })
  await all(
    Array.from({ length: 12 }, (_, at) => ({ ...EXAM, year, title: `Trial paper ${'abcdefghijkl'[at]}` })),
  )
  const [second] = await all([2, 3].map((set) => ({ ...EXAM, year, title: `Trial paper, Set ${set}` })))
  const list = `/resources/cbse/12/?year=${year}`
  expect(cardsOn(await read(`${list}&page=2`))).toBe(3)
  for (const path of [list, `/search?year=${year}`, `/search?q=trial&year=${year}`]) {
    const folded = await read(`${path}&sets=one`)
    expect(folded, path).toMatch(/13(?:<!-- -->)? exams/)
    expect(folded, path).toContain(`<option value="${year}" selected="">${year} (13)</option>`)
    const titles = titlesOn(await read(`${path}&sets=one&page=2`))
    expect(
      [...titlesOn(folded), ...titles].filter((title) => title.includes('Set')),
      path,
    ).toEqual(['Trial paper, Set 1'])
    expect(titles, path).toHaveLength(1)
  }
  expect(titlesOn(await read(`/search?q=trial+set+2&year=${year}&sets=one`))[0]).toBe('Trial paper, Set 2')
  if (!second) throw new Error('no second set')
  await client.revise(second.id, { referenceLink: 'https://centre.example/answers' })
  expect(titlesOn(await read(`${list}&answered=yes&sets=one`))).toEqual(['Trial paper, Set 2'])
  await client.bin(first.id)
  expect(titlesOn(await read(`${list}&sets=one&page=2`)), 'its place is that of Set 2').toEqual([
    'Trial paper a',
  ])
  expect(await read(`${list}&sets=one`)).toMatch(/13(?:<!-- -->)? exams/)
  await client.restore(first.id)
  expect(titlesOn(await read(`${list}&sets=one&page=2`))).toEqual(['Trial paper, Set 1'])
})

test('papers whose exams nobody has found yet are filed at the next start', async () => {
  await site.app.db.updateTable('papers').set({ exam: null, examSet: '' }).execute()
  expect(await chipsOf(sets[0] as Paper)).toEqual({ own: undefined, ways: [] })
  expect(await read('/search?type=cbse')).not.toContain('class="exam-sets"')
  await ensureExams(site.app)
  expect((await chipsOf(sets[0] as Paper)).ways).toHaveLength(2)
})

test('an unknown way to fold is no way, and the API lists every paper as before', async () => {
  expect(await read('/resources/cbse/12/?sets=many')).toContain('One card for all sets')
  const { papers } = await (await site.fetch('/api/papers?type=cbse')).json()
  expect(papers).toHaveLength(12)
  expect(papers.some((paper: object) => 'sets' in paper)).toBe(false)
})
