import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { addQuestions } from '../support/made-questions.ts'
import { paperClient } from '../support/paper-client.ts'
import { noteRendered } from '../support/rendered-pages.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { addTexts } from '../support/texts.ts'

let site: Site
let admin: SignedIn
let maths: Paper
let physics: Paper
let binned: Paper
const PROBABILITY = 'Two dice are thrown. Find the probability of a sum of seven.'
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  maths = await publish(site, admin, { title: 'Board paper (65/2/2)', year: '2024', month: 'March' })
  physics = await publish(site, admin, { title: 'Optics', subject: 'Physics', year: '2015', month: 'July' })
  binned = await publish(site, admin, { title: 'To be binned', year: '2016' })
  await addTexts(site, maths, [`General instructions.\n1. ${PROBABILITY}`])
  await addQuestions(
    site,
    [
      maths,
      [
        { text: PROBABILITY, marks: 5, hindi: 'दो पासे फेंके गए। प्रायिकता ज्ञात कीजिए।' },
        { text: 'Draw a circle.', marks: 2 },
        ...Array.from({ length: 12 }, (_, at) => ({ text: `Prove the identity ${at + 1}.`, marks: 3 })),
      ],
    ],
    [physics, [{ text: 'State the law of reflection & <draw> it.', marks: 5 }]],
    [binned, [{ text: 'The probability of an only question', marks: 4 }]],
  )
  await noteRendered(site, maths.id, { rendered: 1 })
})
afterAll(() => site.end())

const pageOf = async (path: string) => {
  const answer = await site.fetch(path)
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  const plain = (part: string) =>
    part
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('\u00a0', ' ')
  return {
    status: answer.status,
    html,
    main: plain(html.slice(html.indexOf('<main'), html.indexOf('</main>'))),
    cards: [...html.matchAll(/<article.*?<h2>(.*?)<\/h2>/gs)].map(([, heading = '']) => plain(heading)),
    options: (name: string) => {
      const [, options = ''] = new RegExp(`<select [^>]*name="${name}"[^>]*>(.*?)</select>`).exec(html) ?? []
      return [...options.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, text]) => text)
    },
    chosen: (name: string) => {
      const [, options = ''] = new RegExp(`<select [^>]*name="${name}"[^>]*>(.*?)</select>`).exec(html) ?? []
      return /<option value="([^"]*)"[^>]* selected=""/.exec(options)?.[1]
    },
  }
}

const api = async (query: string) => {
  const answer = await site.fetch(`/api/questions?${query}`)
  return { status: answer.status, body: await answer.json() }
}

test('questions are cards that show them as printed, say whose they are and lead to where they are, without scripts', async () => {
  const { html, cards, main } = await pageOf('/questions?q=two%20dice')
  expect(cards).toEqual(['Question 1'])
  expect(main).toContain('1 question found for “two dice”')
  expect(main).toMatch(/\[5 marks\].*Mathematics.*12th CBSE.*March.2024.*Board paper \(65\/2\/2\)/s)
  expect(html).toContain(`href="${paperPath(maths)}#q1"`)
  const [picture = ''] = /<img [^>]*questions\/q1\/picture[^>]*>/.exec(html) ?? []
  expect(picture).toContain(`alt="${PROBABILITY}"`)
  expect(picture).toMatch(/width="\d+" height="\d+"/)
  expect(html).toMatch(/<noscript><button type="submit"/)
  // Without a picture of its page, a question is its text.
  const other = await pageOf('/questions?q=reflection')
  expect(other.html).not.toContain('/picture')
  expect(other.main).toContain('State the law of reflection & &lt;draw&gt; it.')
})

test('all questions are listed without words, newest papers first, with a title, an address and pages of their own', async () => {
  const { html, cards, main } = await pageOf('/questions')
  expect(main).toContain('16 questions')
  expect(cards).toHaveLength(12)
  expect(cards[0]).toBe('Question 1')
  expect(html).toMatch(/<title>Questions by topic and marks · /)
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/questions"/)
  expect(html).toContain('href="/questions?page=2"')
  expect((await pageOf('/questions?page=2')).cards).toHaveLength(4)
  expect((await site.fetch('/questions?page=9')).headers.get('location')).toBe('/questions?page=2')
  expect(await (await site.fetch('/sitemap.xml')).text()).toContain('/questions</loc>')
  const [tamil, hindi] = await Promise.all([pageOf('/ta/questions?q=dice'), pageOf('/hi/questions?q=dice')])
  expect(tamil.main).toContain('வினா 1')
  expect(hindi.main).toContain('प्रश्न 1')
  // The printing in the reader's language.
  expect(hindi.html).toContain('alt="दो पासे')
  expect(tamil.html).toContain(`alt="${PROBABILITY}"`)
})

test('filters count what they leave, and words say class, marks and years as well', async () => {
  const all = await pageOf('/questions')
  expect(all.options('marks')).toEqual(['All', '2 (1)', '3 (12)', '4 (1)', '5 (2)'])
  expect(all.options('from')).toEqual(['All', '2024 (14)', '2016 (15)', '2015 (16)'])
  expect(all.options('to')).toEqual(['All', '2024 (16)', '2016 (2)', '2015 (1)'])
  const narrowed = await pageOf('/questions?marks=5&from=2016')
  expect(narrowed.cards).toEqual(['Question 1'])
  expect(narrowed.options('from')).toEqual(['All', '2024 (1)', '2016 (1)', '2015 (2)'])
  expect(narrowed.chosen('from')).toBe('2016')
  const said = await pageOf('/questions?q=physics+5+marks+until+2015')
  expect(said.main).toContain('law of reflection')
  expect([said.chosen('marks'), said.chosen('to')]).toEqual(['5', '2015'])
  const lifted = await pageOf('/questions?q=probability+5+marks&marks=any')
  expect(lifted.cards).toHaveLength(2)
  expect((await pageOf('/questions?from=2020&to=2015')).cards).toEqual(
    (await pageOf('/questions?from=2015&to=2020')).cards,
  )
})

test('what is not there is said, with ways on', async () => {
  const none = await pageOf('/questions?q=zebra')
  expect(none.status).toBe(200)
  expect(none.main).toContain('No question matches “zebra”.')
  expect(none.html).toContain('href="/search?q=zebra"')
  expect(none.html).toContain('<meta name="robots" content="noindex, follow"/>')
  expect((await pageOf('/questions?marks=1')).main).toContain('No question matches all of this.')
  for (const [query, said] of [
    ['marks=many', 'There are no questions of “many” marks.'],
    ['from=12', 'There is no year “12”.'],
    ['subject=Juggling', 'There is no subject “Juggling”.'],
    ['chapter=juggling', 'There is no chapter “juggling”.'],
  ]) {
    const unknown = await pageOf(`/questions?${query}`)
    expect([unknown.status, unknown.main]).toEqual([404, expect.stringContaining(said as string)])
  }
  const failing = vi.spyOn(site.app.search, 'questions').mockRejectedValue(new Error('the disk is gone'))
  const failed = await pageOf('/questions?type=cbse')
  failing.mockRestore()
  expect([failed.status, failed.main]).toEqual([503, expect.stringContaining('could not be read just now')])
})

test('the API answers the same, in counts too, and says what is wrong with a value', async () => {
  const { status, body } = await api(
    'q=probability&marks=5&type=cbse&grade=12&subject=Mathematics&from=2015&to=2025',
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 1, page: 1, pages: 1, more: false, isPartly: false })
  expect(body.questions[0]).toMatchObject({
    ...{ id: 'q1', number: '1', marks: 5, page: 1, languages: ['en', 'hi'], text: PROBABILITY },
    paper: { id: maths.id, year: 2024 },
  })
  expect(body.questions[0].picture.address).toMatch(`/api/papers/${maths.id}/questions/q1/picture?`)
  expect(body.counts.marks).toEqual([
    { value: '4', questions: 1 },
    { value: '5', questions: 1 },
  ])
  expect((await api('lang=hi&q=probability')).body.questions[0].text).toContain('प्रायिकता')
  for (const [query, field] of [
    ['marks=0', 'marks'],
    ['marks=five', 'marks'],
    ['from=20', 'from'],
    ['from=2020&to=2015', 'to'],
    ['sort=oldest', 'sort'],
    ['grade=13', 'grade'],
    ['chapter=juggling', 'chapter'],
    ['chapter=a b', 'chapter'],
    ['page=0', 'page'],
    ['year=2020', 'year'],
    [`q=${'x'.repeat(101)}`, 'q'],
  ]) {
    const wrong = await api(query as string)
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([422, 'invalid-request', field])
  }
})

test('chapters narrow questions, are on their cards and in their paper’s list, and are named in each language', async () => {
  const all = await pageOf('/questions')
  expect(all.options('chapter')).toEqual(['All', 'Probability (2)'])
  const narrowed = await pageOf('/questions?chapter=probability')
  expect([narrowed.cards, narrowed.chosen('chapter')]).toEqual([['Question 1', 'Question 1'], 'probability'])
  expect(narrowed.main).toMatch(/Board paper \(65\/2\/2\).*Probability.*To be binned.*Probability/s)
  expect((await pageOf('/hi/questions?chapter=probability')).main).toContain('प्रायिकता (2)')
  const none = await pageOf('/questions?chapter=circles&marks=5')
  expect([none.status, none.main]).toEqual([200, expect.stringContaining('Circles')])
  const paper = await pageOf(paperPath(maths))
  expect(paper.main).toMatch(/By chapter.*Probability.*1/s)
  const { body } = await api('chapter=probability&marks=5')
  expect(body).toMatchObject({ total: 1, counts: { chapter: [{ value: 'probability', questions: 1 }] } })
  expect(body.questions[0].chapters).toEqual([{ id: 'probability', name: 'Probability', isSure: true }])
  const listed = await (await site.fetch(`/api/papers/${maths.id}/questions`)).json()
  expect(listed.questions[0].chapters).toEqual(body.questions[0].chapters)
})

test('the name of a chapter finds its questions in each language, after those that have its words', async () => {
  const paper = await publish(site, admin, { title: 'Class test', degree: '10th-cbse', year: '2018' })
  const texts = [
    'Find the discriminant of 6x² − x − 2.',
    'State what a quadratic equation is.',
    'Draw a kite.',
  ]
  await addQuestions(site, [paper, texts.map((text) => ({ text, marks: 3 }))])
  for (const q of ['quadratic equations, 3 marks', 'இருபடிச் சமன்பாடுகள்', 'द्विघात समीकरण']) {
    const { body } = await api(new URLSearchParams({ q, grade: '10' }).toString())
    const found = body.questions.map(({ text }: { text: string }) => text)
    expect([q, found.toSorted()]).toEqual([q, texts.slice(0, 2).toSorted()])
    if (q.startsWith('quadratic')) expect(found[0]).toContain('quadratic equation')
  }
  expect((await paperClient(site, admin).bin(paper.id)).status).toBe(204)
})

test('a search for papers leads to the questions with its words, and a hit inside a paper to its question', async () => {
  const found = await pageOf('/search?q=probability&subject=Mathematics')
  expect(found.html).toContain('href="/questions?subject=Mathematics&amp;q=probability"')
  expect(found.main).toContain('2 questions inside papers')
  for (const path of ['/practice?q=probability', '/resources/cbse/12/?q=probability'])
    expect((await pageOf(path)).main).toContain('2 questions inside papers')
  // Who types nothing, or names only a class or a subject, has the way to all of these.
  expect((await pageOf('/practice')).html).toMatch(/href="\/questions"[^>]*>.*?16 questions inside papers/s)
  const shelf = await pageOf('/resources/cbse/12/?subject=Physics')
  expect(shelf.html).toContain('href="/questions?type=cbse&amp;grade=12&amp;subject=Physics"')
  for (const path of ['/ta/practice', '/hi/practice'])
    expect((await pageOf(path)).html).toMatch(new RegExp(`href="${path.slice(0, 3)}/questions"`))
  expect((await pageOf('/search?q=physics')).main).toContain('1 question inside papers')
  expect((await pageOf('/practice?subject=Tamil')).main).not.toContain('inside papers')
  const inside = await pageOf('/search?q=dice+thrown')
  expect(inside.html).toContain(`href="${paperPath(maths)}#q1"`)
  expect(inside.main).toContain('Found in question 1, on page 1:')
  // As it is printed, below its line, only when it comes into sight.
  const cuts = inside.html.match(/<img [^>]*\/picture\?[^>]*>/g) ?? []
  expect(cuts).toEqual([
    expect.stringMatching(
      /questions\/q1\/picture\?lang=en&amp;v=\w+" width="\d+" height="\d+" alt="" loading="lazy"/,
    ),
  ])
  const listed = await (await site.fetch('/api/papers?q=dice+thrown')).json()
  expect(listed.papers[0].inside.question).toMatchObject({ id: 'q1', picture: { width: expect.any(Number) } })
  const outside = await pageOf('/search?q=general+instructions')
  expect(outside.main).toContain('Found on page 1:')
  expect(outside.main).not.toContain('inside papers')
  expect((await pageOf('/search?q=optics')).main, 'said by its title').toContain('1 question inside papers')
})

test('a question that was asked in several years says so, with links, and those asked most often can go first', async () => {
  const bagOf = (red: number) =>
    `A bag contains ${red} red balls and some blue ones. How many are blue, where drawing one is twice as probable?`
  const paperOf = async (year: string, title: string) => await publish(site, admin, { title, year })
  const papers = [
    await paperOf('2017', 'Bags'),
    await paperOf('2017', 'Bags, Set 2'),
    await paperOf('2019', 'Bags again'),
    await paperOf('2022', 'Bags at last'),
  ] as const
  const [first, set, again, last] = papers
  await addQuestions(
    site,
    [first, [{ text: 'Who carries a bag to school?' }, { text: bagOf(5), marks: 6 }]],
    [set, [{ text: bagOf(5), marks: 6 }]],
    [again, [{ text: bagOf(12), marks: 6 }]],
    [last, [{ text: 'Sew another bag.', marks: 6 }]],
  )
  const addresses = [`${paperPath(set)}#q1`, `${paperPath(again)}#q1`]
  const asked = async (query: string) => {
    const { questions } = (await api(query)).body
    return questions.map((one: { id: string; paper: Paper; askedIn: { year: number }[] }) => [
      ...[one.paper.title, one.id, one.askedIn.map(({ year }) => year)],
    ])
  }
  expect(await asked('q=bag')).toEqual([
    ['Bags at last', 'q1', []],
    ['Bags again', 'q1', [2017, 2019]],
    ['Bags, Set 2', 'q1', [2017, 2019]],
    ['Bags', 'q1', []],
    ['Bags', 'q2', [2017, 2019]],
  ])
  // Each of them once, the newest.
  const mostAsked = [
    ['Bags again', 'q1', [2017, 2019]],
    ['Bags at last', 'q1', []],
  ]
  expect(await asked('q=bag&sort=asked')).toEqual([...mostAsked, ['Bags', 'q1', []]])
  expect(await asked('marks=6&sort=asked')).toEqual(mostAsked)
  expect(await asked('marks=6&sort=asked&to=2018')).toEqual([['Bags, Set 2', 'q1', [2017, 2019]]])
  const [{ askedIn }] = (await api('q=bag&sort=asked')).body.questions
  expect(askedIn).toEqual([
    { year: 2017, paperId: set.id, id: 'q1', page: 1 },
    { year: 2019, paperId: again.id, id: 'q1', page: 1 },
  ])

  const list = await pageOf('/questions?marks=6&sort=asked')
  expect(list.main).toContain('Asked in 2017 and 2019')
  expect(list.html).toContain(`href="${addresses[0]}">2017</a>`)
  expect(list.html).not.toContain('>2019</a>')
  expect([list.chosen('sort'), list.options('sort')]).toEqual(['asked', ['Newest first', 'Most asked']])
  expect((await pageOf('/ta/questions?marks=6&sort=asked')).main).toContain('ஆண்டுகளில் கேட்கப்பட்டது')
  await noteRendered(site, first.id, { rendered: 1 })
  const page = await pageOf(paperPath(first))
  expect(page.main).toMatch(/Asked in other years, too.*Question 2 Asked in 2017 and 2019/s)
  expect(page.html).toContain(`href="${addresses[1]}">2019</a>`)
  const ofPaper = await (await site.fetch(`/api/papers/${first.id}/questions`)).json()
  const own = { year: 2017, paperId: first.id, id: 'q2', page: 1 }
  expect(ofPaper.questions).toMatchObject([{ askedIn: [] }, { askedIn: [own, askedIn[1]] }])

  const { bin, restore, revise, deleteForGood } = paperClient(site, admin)
  const years = async () => (await asked('marks=6&sort=asked'))[0]?.[2]
  await revise(last.id, { year: '2020' })
  await revise(again.id, { year: '2021' })
  expect(await years()).toEqual([2017, 2021])
  await bin(again.id)
  expect((await pageOf('/questions?q=bag')).main).not.toContain('Asked in')
  await restore(again.id)
  expect(await years()).toEqual([2017, 2021])
  for (const { id } of papers) await bin(id)
  for (const { id } of papers) await deleteForGood(id)
  expect((await api('q=bag')).body.questions).toEqual([])
})

test('the questions of a paper in the bin are gone, and come back with it; a changed paper keeps its own', async () => {
  const { bin, restore, revise } = paperClient(site, admin)
  const total = async (query: string) => (await api(query)).body.total
  expect(await total('q=only question')).toBe(1)
  await bin(binned.id)
  expect([await total('q=only question'), await total('marks=4')]).toEqual([0, 0])
  expect((await pageOf('/questions?marks=4')).cards).toEqual([])
  await restore(binned.id)
  expect([await total('q=only question'), await total('marks=4')]).toEqual([1, 1])
  await revise(binned.id, { year: '2019' })
  expect([await total('marks=4&to=2016'), await total('marks=4&from=2019')]).toEqual([0, 1])
})
