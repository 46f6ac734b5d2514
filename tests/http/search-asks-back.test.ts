import { afterAll, beforeAll, expect, test } from 'vitest'
import { notePage } from '#domain/recognition/recognise-next.server.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { addTexts } from '../support/texts.ts'

let site: Site
let admin: SignedIn
const RIGHT =
  'Name the gas.\nProve that the tangents drawn from an external point to a circle are equal in length.'
const FAR =
  'The circle has equal chords. Its length is from an external source.\nProve it. A point is drawn; how many tangents?'

beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  const client = paperClient(site, admin)
  const add = async (title: string, subject: string, year: string, variant = '') => {
    const paper = await publish(site, admin, { title, subject, degree: '10th-cbse', month: 'March', year })
    if (variant) await client.revise(paper.id, { variant })
    return paper
  }
  await addTexts(site, await add('Board paper (30/1/2)', 'Mathematics', '2019'), ['Instructions', RIGHT])
  await addTexts(site, await add('Pre-board', 'Mathematics', '2024'), [FAR])
  for (const set of ['1', '2', '3']) {
    await add(`Board paper (30/2/${set})`, 'Mathematics', '2023', `Standard, Set ${set}`)
    await add(`Board paper (430/2/${set})`, 'Mathematics', '2023', `Basic, Set ${set}`)
    await add(`Board paper (31/1/${set})`, 'Science', '2023', `Delhi, Set ${set}`)
    await add(`Board paper (31/5/${set})`, 'Science', '2023', `Outside Delhi, Set ${set}`)
  }
  await add('Electrostatics and magnetism', 'Science', '2022')
})
afterAll(() => site.end())

const find = async (q: string, more = ''): Promise<FoundPapers> =>
  await (await site.fetch(`/api/papers?q=${encodeURIComponent(q)}${more}`)).json()
const titles = async (q: string) => (await find(q)).papers.map(({ title }) => title)

test('a question prefers the page on which its words are together, and shows that line', async () => {
  const { papers } = await find('tangents drawn from an external point to a circle are equal')
  expect(papers.map(({ title }) => title)).toEqual(['Board paper (30/1/2)', 'Pre-board'])
  expect(papers[0]?.inside).toMatchObject({
    page: 2,
    line: expect.stringMatching(/^Prove that the tangents/),
  })
})

test('a set is one term: neither its number nor its level is found elsewhere', async () => {
  expect(await titles('maths standard set 2')).toEqual(['Board paper (30/2/2)'])
  expect(await titles('set no. 3 maths basic')).toEqual(['Board paper (430/2/3)'])
  expect((await titles('maths standard 2023')).toSorted()).toEqual(
    [1, 2, 3].map((set) => `Board paper (30/2/${set})`),
  )
  // Told by its code alone.
  expect(await titles('maths 2019 set 2')).toEqual(['Board paper (30/1/2)'])
})

test('where a list has both, Standard and Basic are a filter, with how many there are', async () => {
  const read = async (path: string) => await (await site.fetch(path)).text()
  const levels = (html: string) =>
    /<select[^>]*name="level".*?<\/select>/s.exec(html)?.[0].replace(/<[^>]+>/g, '|')
  const cards = (html: string) =>
    [...html.matchAll(/\((4?30\/2\/\d)\)<\/a>/g)].map(([, code]) => code).toSorted()
  const basic = ['430/2/1', '430/2/2', '430/2/3']
  const places = [
    '/resources/cbse/10/?subject=Mathematics',
    '/practice?subject=Mathematics',
    '/search?q=maths',
  ]
  for (const place of places) {
    expect(levels(await read(place)), place).toMatch(/All.*Standard \(3\).*Basic \(3\)/)
    const narrowed = await read(`${place}&level=Basic`)
    expect(cards(narrowed), place).toEqual(basic)
    expect(narrowed, place).toMatch(/Filters \((?:<!-- -->)?2/)
  }
  expect(cards(await read('/search?q=board+maths+set+2&level=Standard'))).toEqual(['30/2/2'])
  const listed = async (query: string) => (await site.fetch(`/api/papers?${query}`)).json()
  expect((await listed('subject=Mathematics&level=Basic')).total).toBe(3)
  expect((await listed('level=Advanced')).field).toBe('level')
  expect(await read('/search?q=tangents&subject=Mathematics&level=Standard')).toMatch(/No paper matches/)
  expect(levels(await read('/resources/cbse/10/?subject=Science'))).toBe(undefined)
  expect(levels(await read('/resources/cbse/10/'))).toBe(undefined)
  expect(levels(await read('/search?q=maths&sets=one'))).toMatch(/Standard \(1\).*Basic \(1\)/)
})

test('a level goes with the subject or the class that has it, also where nothing but the form chooses', async () => {
  const led = async (path: string) => {
    const answer = await site.fetch(path, { redirect: 'manual' })
    return answer.headers.get('location') ?? answer.status
  }
  const [ten, level] = ['/resources/cbse/10/', 'level=Basic']
  expect(await led(`${ten}?subject=Science&${level}`)).toBe(`${ten}?subject=Science`)
  expect(await led(`/practice?subject=Science&sets=one&${level}`)).toBe('/practice?sets=one&subject=Science')
  expect(await led(`/search?q=physics&${level}`)).toBe('/search?q=physics')
  expect(await led(`/search?subject=Mathematics&grade=12&${level}`)).toBe(
    '/search?grade=12&subject=Mathematics',
  )
  for (const path of [`${ten}?subject=Mathematics&${level}`, `/search?${level}`, `/search?q=maths&${level}`])
    expect([path, await led(path)]).toEqual([path, 200])
})

test('papers of Delhi come before those of outside Delhi', async () => {
  expect(await titles('science delhi set 1')).toEqual(['Board paper (31/1/1)', 'Board paper (31/5/1)'])
  expect(await titles('science outside delhi set 1')).toEqual(['Board paper (31/5/1)'])
})

test('a word that is close to nothing is asked back, as a link that keeps the filters', async () => {
  expect(await find('ilektrostatiks')).toMatchObject({ total: 0, didYouMean: 'electrostatics' })
  // What is sure is corrected without asking.
  expect(await find('electrostatcs')).toMatchObject({ total: 1, didYouMean: null })
  expect((await find('zzyzx')).didYouMean).toBe(null)
  expect((await find('ilektrostatiks', '&year=2023')).didYouMean).toBe(null)
  const html = await (await site.fetch('/search?q=ilektrostatiks+paper&year=2022')).text()
  expect(html).toMatch(/Did you mean.*?href="\/search\?year=2022&amp;q=electrostatics\+paper"/s)
})

test('while papers are being read, a search that finds nothing says so', async () => {
  const said = /papers are still being read, so words inside them cannot be found yet/
  expect(await (await site.fetch('/search?q=zzyzx')).text()).toMatch(said)
  await site.app.db.updateTable('drawingJobs').set({ state: 'done' }).execute()
  expect(await (await site.fetch('/search?q=zzyzy')).text()).not.toMatch(said)
  // A scan's words come later still; where scans are not read, they never do.
  const { fileKey } = await site.app.db.selectFrom('papers').select('fileKey').executeTakeFirstOrThrow()
  const waiting = { fileKey, page: 1, state: 'waiting' as const }
  await site.app.db
    .insertInto('recognitionJobs')
    .values(waiting)
    .onConflict((on) => on.columns(['fileKey', 'page']).doUpdateSet(waiting))
    .execute()
  expect(await (await site.fetch('/search?q=zzyzx+off')).text()).not.toMatch(said)
  site.app.recogniser.isOn = async () => true
  const html = async (address: string) => await (await site.fetch(address)).text()
  expect(await html('/search?q=zzyzx+on')).toMatch(/still being read.*Scanned pages can take hours\./s)
  await notePage(site.app, 40 * 3_600_000)
  expect(await html('/search?q=zzyzx+timed')).toMatch(/About 40 hours left, 0 % read\./)
  expect(await html('/ta/search?q=zzyzx+timed')).toMatch(/இன்னும் சுமார் 40 மணி நேரம் ஆகும்; 0% படிக்கப்பட்டுள்ளது\./)
  const { scans } = await (await site.fetch('/api/papers?q=zzyzx+timed')).json()
  expect(scans).toEqual({ read: 0, waiting: 1, msPerPage: 144_000_000 })
  site.app.recogniser.isOn = async () => false
})
