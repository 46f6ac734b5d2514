import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { addQuestions, type MadeQuestion } from '../support/made-questions.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
const PROBABILITY = (marks: number): MadeQuestion => ({ text: 'Find the probability of heads.', marks })
const BOTH = {
  text: 'Show that the relation R is transitive.\nOR\nFind the probability of tails.',
  marks: 4,
}
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  const paperOf = async (title: string, year: string, more: { degree?: string } = {}) =>
    await publish(site, admin, { title, year, ...more })
  const papers: [Paper, MadeQuestion[]][] = [
    [await paperOf('Set 1', '2024'), [PROBABILITY(4), { text: 'Find the determinant.', marks: 2 }]],
    [await paperOf('Set 2', '2024'), [PROBABILITY(2), { text: 'Name it.', marks: 6 }]],
    [await paperOf('Older', '2022'), [BOTH, { text: 'Find the cofactors' }, { text: 'A matrix', marks: 1 }]],
    [await paperOf('Ten', '2021', { degree: '10th-state' }), [PROBABILITY(5)]],
    [await paperOf('Nothing sure', '2020'), [{ text: 'Name it.', marks: 6 }]],
    [
      await paperOf('Applied Mathematics', '2023'),
      [
        { text: 'Find the EMI of the loan.', marks: 3 },
        { text: 'Find the determinant.', marks: 1 },
      ],
    ],
  ]
  await addQuestions(site, ...papers)
})
afterAll(() => site.end())

const pageOf = async (path: string) => {
  const answer = await site.fetch(path)
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  const plain = (part: string) =>
    part
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plain(cell)),
  )
  const bars = [...html.matchAll(/<li><a [^>]*>([^<]*)<\/a><svg.*?width="([\d.]+)".*?<b>([^<]*)<\/b>/gs)]
  return {
    ...{ status: answer.status, html, rows },
    main: plain(html.slice(html.indexOf('<main'), html.indexOf('</main>'))),
    bars: bars.map(([, name, width, share]) => [name, Number(width), share]),
  }
}

test('marks by chapter are those of a paper on average, with what was left out, without scripts', async () => {
  const { main, rows, bars, html } = await pageOf('/questions/weightage?type=cbse&grade=12')
  // 4 + 2 + half of 4 of 12 marks; the determinant's 2, and the other half of 4.
  expect(bars).toEqual([
    ['Relations and Functions', 25, '16.7 %'],
    ['Determinants', 25, '16.7 %'],
    ['Probability', 100, '66.7 %'],
  ])
  expect(rows).toEqual([
    ['Chapter', '2022', '2024'],
    ['Relations and Functions', '2', '–'],
    ['Determinants', '–', '1'],
    ['Probability', '2', '3'],
  ])
  expect(main).toContain('From 4 questions of 3 papers, 2022–2024. 3 questions are left out')
  expect(html).toContain(
    'href="/questions?type=cbse&amp;grade=12&amp;subject=Mathematics&amp;chapter=probability"',
  )
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/questions\/weightage\?type=cbse&amp;grade=12"/)
  expect(html).not.toContain(' style=')
})

test('the highest class is shown first, each class is a link, and a state is told', async () => {
  const first = await pageOf('/questions/weightage')
  expect(first.html).toContain('aria-current="page"')
  expect(first.main).toContain('12th CBSE 12th CBSE · Applied 10th State')
  expect(first.html).toMatch(/<link rel="canonical" href="[^"]*\/questions\/weightage"/)
  const ten = await pageOf('/questions/weightage?type=state&grade=10&board=Tamil+Nadu')
  expect(ten.rows[1]).toEqual(['Statistics and Probability', '5'])
  expect((await pageOf('/questions/weightage?type=state&grade=10')).rows).toEqual(ten.rows)
  expect((await pageOf('/ta/questions/weightage?type=state&grade=10')).rows[1]?.[0]).toBe(
    'புள்ளியியலும் நிகழ்தகவும்',
  )
  expect((await pageOf('/hi/questions/weightage')).rows[3]?.[0]).toBe('प्रायिकता')
})

test('papers whose title tells another course have chapters, weights and drafts of their own', async () => {
  const { rows, html } = await pageOf('/questions/weightage?type=cbse&grade=12&course=applied')
  expect(rows).toEqual([
    ['Chapter', '2023'],
    ['Algebra', '1'],
    ['Financial Mathematics', '3'],
  ])
  const way = /href="(\/questions\/suggest\?[^"]*course=applied[^"]*)"/.exec(html)?.[1] ?? ''
  const form = await pageOf(way.replaceAll('&amp;', '&'))
  expect(form.main).toContain('Financial Mathematics (1)')
  expect(form.main).not.toContain('Relations and Functions')
  expect(form.html).toContain('<input type="hidden" name="course" value="applied"/>')
  const draft = await pageOf(
    '/questions/suggest?type=cbse&grade=12&course=applied&chapters=financial-mathematics&marks=3',
  )
  expect(draft.main).toContain('3 marks of 3')
  const other = await pageOf('/questions/suggest?type=cbse&grade=12&chapters=financial-mathematics&marks=3')
  expect(other.main).toContain('3 marks missing')
})

test('it is found from lists and the sitemap, and says what is not there', async () => {
  const list = await pageOf('/questions?type=cbse&grade=12')
  expect(list.html).toContain('href="/questions/weightage?type=cbse&amp;grade=12"')
  expect((await pageOf('/practice')).html).toContain('href="/questions/weightage"')
  expect((await pageOf('/sitemap.xml')).html).toContain('/questions/weightage</loc>')
  const none = await pageOf('/questions/weightage?type=cbse&grade=9')
  expect([none.status, none.main]).toEqual([200, expect.stringContaining('are sure here yet')])
  const unknown = await pageOf('/questions/weightage?type=cbse&grade=13')
  expect([unknown.status, unknown.main]).toEqual([404, expect.stringContaining('There is no class “13”')])
  const failing = vi
    .spyOn(site.app.search, 'questionsOfPapers')
    .mockRejectedValue(new Error('the disk is gone'))
  const failed = await pageOf('/questions/weightage?type=jee&grade=previous-years')
  failing.mockRestore()
  expect([failed.status, failed.main]).toEqual([503, expect.stringContaining('could not be read just now')])
})
