import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { addSearchPapers, addText } from '../support/search-papers.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  let running = {} as App
  site = await openSite({
    parts: (app) => {
      running = app
      return {}
    },
  })
  const physics = await addSearchPapers(site)
  await addText(running, physics, 2, 'General instructions. 14. Find the focus of the parabola y² = 4ax.')
})
afterAll(() => site.end())

const PHYSICS = 'Physics board paper, Set 2'
const HALF_YEARLY = 'Half-yearly common paper'
const SSLC = 'பொதுத் தேர்வு: தமிழ்'
const NEET = 'Model paper with key'
const MATHS = 'மாதிரி வினாத்தாள்: கணிதம்'
const SCIENCE = 'Quarterly paper: light and heat'

/** What a page of a search says: its cards, what its filters have chosen, what can be taken off, and its text. */
async function search(path: string) {
  const html = (await (await site.fetch(path)).text()).replaceAll('<!-- -->', '')
  const textOf = (part: string) => part.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&')
  const chosen: Record<string, string> = {}
  for (const [, name = '', options = ''] of html.matchAll(/<select [^>]*name="(\w+)">(.*?)<\/select>/g))
    chosen[name] = /<option[^>]* selected=""[^>]*>([^<(]*?)( \(|<)/.exec(options)?.[1] ?? ''
  const said = ['type', 'grade', 'subject', 'year', 'month'].map((name) => chosen[name] ?? 'All')
  if (/name="answered" checked=""/.test(html)) said.push('With answers')
  const link = /<a [^>]*href="([^"]*)"[^>]*><span[^>]*>Take off <\/span>(.*?)<\/a>/g
  return {
    html,
    text: textOf(html.slice(html.indexOf('<main'), html.indexOf('</main>'))),
    titles: [...html.matchAll(/<article.*?<h([2-4])[^>]*>(.*?)<\/h\1>/gs)].map(([, , title = '']) =>
      textOf(title),
    ),
    understood: said.filter((value) => value !== 'All'),
    takenOff: [...html.matchAll(link)].map(([, href = '', part = '']) => [textOf(part).trim(), textOf(href)]),
  }
}

test.each([
  ['cbse 12 physics 2019', PHYSICS, ['CBSE', 'Class 12', 'Physics', '2019']],
  ['2019 physics 12 cbse', PHYSICS, ['CBSE', 'Class 12', 'Physics', '2019']],
  ['cbse 12 phisics 2019', PHYSICS, ['CBSE', 'Class 12', 'Physics', '2019']],
  ['+2 maths half yearly', HALF_YEARLY, ['Class 12', 'Mathematics']],
  ['+2 mahts halfyearly', HALF_YEARLY, ['Class 12', 'Mathematics']],
  ['10th sslc tamil', SSLC, ['State Board', 'Class 10', 'Tamil']],
  ['neet biology answers', NEET, ['NEET', 'With answers']],
  ['neet bioligy anwsers', NEET, ['NEET', 'With answers']],
  ['kanitham', MATHS, ['Mathematics']],
  ['kanidham', MATHS, ['Mathematics']],
  ['கணிதம்', MATHS, ['Mathematics']],
  ['arivial', SCIENCE, ['Science']],
  ['அறிவியல்', SCIENCE, ['Science']],
  ['kanitham vinathal', MATHS, ['Mathematics']],
  ['கணிதம் வினாத்தாள்', MATHS, ['Mathematics']],
  ['vinathal', MATHS, []],
  ['வினாத்தாள்', MATHS, []],
])('%s finds its paper first, and the filters say what was understood', async (q, first, said) => {
  const { titles, understood, html } = await search(`/search?q=${encodeURIComponent(q)}`)
  expect([titles[0], understood]).toEqual([first, said])
  expect(html).toContain('<meta name="robots" content="noindex, follow"')
  expect(html).toContain(`<title>Papers found for “${q}” · `)
})

test('a line inside a paper is shown with its page, its words marked, after the hits in titles', async () => {
  const { titles, text, html } = await search('/search?q=parabola')
  expect(titles).toEqual(['Coordinate geometry: parabola', PHYSICS])
  expect(text).toContain('Found on page 2:')
  expect(text).toContain('the focus of the parabola y² = 4ax')
  expect([...html.matchAll(/<mark[^>]*>([^<]*)/g)].map(([, marked]) => marked)).toEqual(['parabola'])
  expect(html).toMatch(/<a [^>]*href="\/papers\/\w+\/physics-board-paper-set-2#page-2"/)
})

test('what was corrected says what was typed, and each part that no filter says can be taken off', async () => {
  expect((await search('/search?q=cbse+12+phisics')).takenOff).toEqual([
    ['Physics (you typed phisics)', '/search?q=cbse+12'],
  ])
  expect((await search('/search?q=cbse+12+physics')).takenOff).toEqual([])
  expect((await search('/search?type=neet&subject=Biology&answered=yes')).takenOff).toEqual([])
})

test('nothing found says what was understood, takes each part off, and shows the nearest papers', async () => {
  const { text, titles, takenOff } = await search('/search?q=cbse+12+phisics+heat')
  expect(text).toContain('No paper matches “cbse 12 phisics heat”.')
  expect(text).toContain('This was understood as CBSE, Class 12, Physics and “heat”.')
  expect(text).toContain('Searches that find nothing are counted')
  expect(takenOff).toEqual([
    ['CBSE', '/search?q=12+phisics+heat'],
    ['Class 12', '/search?q=cbse+phisics+heat'],
    ['Physics (you typed phisics)', '/search?q=cbse+12+heat'],
    ['“heat”', '/search?q=cbse+12+phisics'],
  ])
  expect(titles[0]).toBe(PHYSICS)
})

test('a word that no title has hides nothing that the rest finds, and the page says so', async () => {
  const { text, titles } = await search('/search?q=cbse+12+phisics+xylophone')
  expect(titles[0]).toBe(PHYSICS)
  expect(text).toContain('No paper says “xylophone”; these are found without it.')
  expect(text).not.toContain('found for')
  expect((await search('/ta/search?q=cbse+12+phisics+xylophone')).text).toContain(
    '“xylophone” எந்த வினாத்தாளிலும் இல்லை',
  )
  expect((await search('/practice?q=cbse+12+physics+xylophone')).text).toContain('these are found without it')
  // Alone it finds nothing, as before.
  expect((await search('/search?q=xylophone')).text).toContain('No paper matches “xylophone”.')
})

test('an exam, a subject or a class of which there is nothing says so before others are offered', async () => {
  const jee = await search('/search?q=jee+physics')
  expect(jee.text).toContain('No JEE papers yet.')
  expect(jee.text.indexOf('No JEE papers yet')).toBeLessThan(jee.text.indexOf('Nearest papers'))
  expect((await search('/hi/search?q=jee')).text).toContain('JEE के प्रश्न पत्र अभी नहीं हैं')
  const sanskrit = (await search('/search?q=sanskrit')).text
  expect(sanskrit).toContain('No Sanskrit papers yet.')
  // No other spelling would help.
  expect(sanskrit).not.toContain('another spelling')
  expect((await search('/practice?grade=6')).text).toContain('No Class 6 papers yet.')
  // There are papers of both, only none of both together.
  expect((await search('/search?q=neet+answers+2024')).text).not.toContain('papers yet')
})

test('a filter chosen over the words holds, and a combination without papers says so with a way back', async () => {
  const neet = await search('/practice?q=neet+answers&year=2024')
  expect(neet.text).toContain('No paper matches “neet answers”.')
  expect(neet.takenOff).toContainEqual(['2024', '/practice?q=neet+answers'])
  expect((await search('/practice?q=neet+answers')).text).toContain('1 paper found')
  const may = await search('/practice?month=May&type=cbse')
  expect(may.text).toContain('No paper matches all of this.')
  expect(may.takenOff).toContainEqual(['CBSE', '/practice?month=May'])
})

test('each choice of a filter says how many papers it would leave, on every list', async () => {
  for (const path of ['/practice?type=neet', '/search?type=neet', '/search?q=neet', '/resources/neet/all/']) {
    const { html } = await search(path)
    expect(html, path).toContain('<option value="Biology">Biology (2)</option>')
    expect(html, path).toContain('<option value="Physics" disabled="">Physics (0)</option>')
    expect(html, path).toMatch(/With answers<small[^>]*> \(1\)<\/small>/)
  }
})

test('an empty search shows ways to begin, and a page beyond the last or none leads to the first', async () => {
  const { html } = await search('/search')
  expect(html).toMatch(/By class<\/h2>.*href="\/resources\/cbse\/12\/"[^>]*><span[^>]*>Class 12 CBSE</s)
  expect(html).toMatch(/By subject<\/h2>.*href="\/search\?subject=Physics"/s)
  for (const bad of ['2', '0', 'x', '99999999']) {
    const answer = await site.fetch(`/search?q=physics&page=${bad}`)
    expect([bad, answer.status, answer.headers.get('location')]).toEqual([bad, 302, '/search?q=physics'])
  }
})

test('a form sent without JavaScript takes out of the words what its filters no longer say', async () => {
  const fields = 'q=state+maths+answers&answered=any&subject=any&type=&grade=&year=&month='
  const { url } = await site.fetch(`/search?${fields}`, { redirect: 'follow' })
  expect(url).toBe(`${site.origin}/search?q=state`)
  expect((await search('/search?q=state&year=2023')).text).toContain('1 paper found for “state”')
})

test('Practice puts what was found on its shelves, and a list leads to the same search in all papers', async () => {
  const sslc = await search('/practice?q=sslc')
  expect([...sslc.html.matchAll(/<h2 id="class-\d+">([^<]+)</g)].map(([, h2]) => h2)).toEqual(['10 STATE'])
  expect(sslc.understood).toEqual(['State Board', 'Class 10'])
  expect((await search('/practice?q=neet+key')).text).toContain('PREVIOUS YEARS NEET')
  const list = await search('/resources/cbse/12/?q=phisics')
  expect(list.understood).toEqual(['Physics'])
  expect(list.html).toMatch(/href="\/search\?q=phisics"[^>]*><span[^>]*>Look for “phisics” in all papers/)
})
