import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { Part } from '../support/page-parts.ts'
import { addSearchPapers } from '../support/search-papers.ts'
import { openSite, publish, type Site } from '../support/site.ts'

/** Searching, filtering, paging and opening by links and forms alone, each as it is in the HTML. */
let site: Site
let paper: Paper
beforeAll(async () => {
  site = await openSite()
  await addSearchPapers(site)
  const admin = await site.signIn()
  for (let number = 1; number <= 14; number += 1)
    await publish(site, admin, {
      title: `Physics unit ${number}`,
      subject: 'Physics',
      year: String(2009 + number),
    })
  for (const degree of [
    '11th-cbse',
    '10th-cbse',
    '9th-cbse',
    '8th-cbse',
    '7th-cbse',
    '6th-cbse',
    '8th-state',
  ])
    await publish(site, admin, { title: `Maths of ${degree}`, degree, subject: 'Mathematics' })
  paper = await publish(site, admin, { title: 'With a link', referenceLink: 'https://answers.example/a' })
}, 120_000)
afterAll(() => site?.end())

/** Follows redirects, as a browser does; `at` is the address where it ends. */
async function open(path: string): Promise<Part & { at: string }> {
  const answer = await site.fetch(path)
  const to = answer.headers.get('location')
  if (to !== null) return await open(to.replace(site.origin, ''))
  expect(answer.status, path).toBe(200)
  return Object.assign(new Part(await answer.text()), { at: path })
}
const hrefOf = (page: Part, text: RegExp) => {
  const [href] = page.hrefs(text)
  if (href === undefined) throw new Error(`No link ${text}`)
  return href
}
const form = (page: Part, attributes: RegExp) => page.one('form', attributes)
const LIST_SEARCH = /class="list-search"/
const FILTERS = /id="filters"/
const cardsOf = (page: Part) => page.one('main').cards().length

test('Practice leads on to more classes and subjects', async () => {
  const more = await open(hrefOf(await open('/practice'), /^More classes and subjects/))
  expect(more.at).toBe('/practice?page=2')
  expect(cardsOf(more)).toBeGreaterThan(0)
})

test('a list is searched, paged and filtered, each with what was chosen before', async () => {
  const list = await open('/resources/cbse/12/')
  const found = await open(form(list, LIST_SEARCH).sent({ q: 'physics unit' }))
  expect(found.at).toBe('/resources/cbse/12/?q=physics+unit')
  const second = await open(hrefOf(found.one('nav', /aria-label="Pages"/), /^2$/))
  expect([second.at, cardsOf(second)]).toEqual(['/resources/cbse/12/?q=physics+unit&page=2', 2])
  const filtered = await open(form(second, FILTERS).sent({ year: '2010' }))
  expect(filtered.at).toMatch(/q=physics\+unit.*year=2010/)
  expect(cardsOf(filtered)).toBe(1)
  const file = await site.fetch(hrefOf(filtered.one('main'), /^View Paper/))
  expect(file.headers.get('content-type')).toBe('application/pdf')
})

test('the search of the header leads to all papers, where words are taken off and filters put in their place', async () => {
  const found = await open(form(await open('/about'), /id="search"/).sent({ q: 'paper' }))
  expect([found.at, cardsOf(found)]).toEqual(['/search?q=paper', 12])
  const corrected = await open(form(found, LIST_SEARCH).sent({ q: '12 phisics' }))
  expect((await open(hrefOf(corrected, /^Take off Physics/))).at).toBe('/search?q=12')
  const filters = form(await open('/search?q=state+maths+answers'), FILTERS)
  const left = await open(filters.sent({ subject: 'All', answered: null }))
  expect(left.at).toBe('/search?q=state')
  expect(cardsOf(left)).toBeGreaterThan(2)
})

test('the page of a paper has its file, its list and its ways to be shared', async () => {
  const page = await open(paperPath(paper))
  const file = await site.fetch(hrefOf(page, /^View Paper/))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(hrefOf(page, /WhatsApp/)).toMatch(/^https:\/\/wa\.me\//)
  expect((await open(hrefOf(page, /^CBSE class 12$/))).at).toBe('/resources/cbse/12/')
  // The one button that does nothing without it is not there.
  const copies = page.all('button').filter(({ text }) => text === 'Copy link')
  expect(copies.map((copy) => copy.attribute('class')?.includes('noscript:hidden'))).toEqual([true])
})
