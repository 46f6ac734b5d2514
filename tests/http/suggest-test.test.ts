import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { addQuestions, type MadeQuestion } from '../support/made-questions.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let one: Paper
let other: Paper
const probability = (said: string, marks: number): MadeQuestion => ({
  text: `Find the probability of ${said}.`,
  marks,
})
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  one = await publish(site, admin, { title: 'One', year: '2024' })
  other = await publish(site, admin, { title: 'Other', year: '2023' })
  await addQuestions(
    site,
    [one, [probability('heads', 2), probability('tails', 3), { text: 'A determinant', marks: 5 }]],
    [
      other,
      [
        probability('rain', 2),
        { text: 'Cofactors', marks: 3 },
        { text: 'A matrix', marks: 9 },
        probability('sun', 40),
      ],
    ],
  )
})
afterAll(() => site.end())

type Answer = Awaited<ReturnType<typeof api>>
const api = async (query: string) => {
  const answer = await site.fetch(`/api/questions/suggest?type=cbse&grade=12&${query}`)
  return { status: answer.status, body: await answer.json() }
}
const named = ({ body }: Answer) =>
  body.questions.map(
    ({ paper, id, chapter, marks }: { paper: Paper; id: string; chapter: string; marks: number }) =>
      `${paper.title} ${id}: ${chapter} ${marks}`,
  )

test('a draft has the marks asked for from the chapters that are sure, each with its source', async () => {
  const draft = await api('chapters=probability,determinants&marks=10&minutes=90')
  expect(draft.status).toBe(200)
  expect(draft.body).toMatchObject({ marks: 10, aim: 10, missing: 0, minutes: 23, without: [] })
  expect(named(draft)).toContain('One q3: determinants 5')
  expect(named(await api('chapters=probability,determinants&marks=10&minutes=90'))).toEqual(named(draft))
  expect(draft.body.questions[0].chapters[0]).toMatchObject({ id: 'probability', isSure: true })
  expect(draft.body.questions[0].paper.year).toBeGreaterThan(2022)
})

test('no question of the last test comes, and what is missing is said', async () => {
  const all = await api('chapters=probability,circles&marks=20')
  expect(all.body).toMatchObject({ marks: 7, missing: 13, without: ['circles'] })
  const again = await api(`chapters=probability&marks=20&not=${one.id}.q1,${other.id}.q1,${other.id}.q9`)
  expect(named(again)).toEqual(['One q2: probability 3'])
  expect((await api('chapters=probability&marks=20&minutes=7')).body).toMatchObject({ aim: 3, marks: 3 })
})

test.each([
  ['chapters=&marks=10', 'chapters'],
  ['chapters=juggling&marks=10', 'chapters'],
  ['chapters=probability', 'marks'],
  ['chapters=probability&marks=0', 'marks'],
  ['chapters=probability&marks=10&minutes=1.5', 'minutes'],
  ['chapters=probability&marks=10&not=q1', 'not'],
  ['chapters=probability&marks=10&seed=-1', 'seed'],
  ['chapters=probability&marks=10&grade=13', 'grade'],
])('%s is refused for its %s', async (query, field) => {
  const { status, body } = await api(query)
  expect([status, body.code, body.field]).toEqual([422, 'invalid-request', field])
})

const pageOf = async (path: string) => {
  const answer = await site.fetch(path)
  const html = (await answer.text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return { status: answer.status, html, main: main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
}

test('the page asks for chapters, marks and minutes in a plain form, and shows the draft without scripts', async () => {
  const empty = await pageOf('/questions/suggest')
  expect(empty.html).toMatch(/<form [^>]*action="\/questions\/suggest"/)
  expect(empty.main).toMatch(/Determinants \(2\).*Probability \(4\)/)
  expect(empty.main).not.toContain('Choose at least one chapter')
  expect((await pageOf('/questions/suggest?type=cbse&grade=12&marks=10')).main).toContain(
    'Choose at least one chapter.',
  )
  const path =
    '/questions/suggest?type=cbse&grade=12&chapters=probability&chapters=circles&marks=20&minutes=10'
  const draft = await pageOf(path)
  expect(draft.main).toContain('4 marks of 4, about 9 minutes. In 10 minutes there is time for 4 marks.')
  expect(draft.main).toContain('No question is of these chapters for sure: Circles.')
  expect(draft.main).toMatch(/Question 1 \[2 marks\].*Probability.*Another draft|Another draft.*Question 1/s)
  expect(draft.html).toContain('name="robots" content="noindex, follow"')
  expect(draft.html).toMatch(/href="\/questions\/suggest\?[^"]*seed=2"/)
  expect((await pageOf('/ta/questions/suggest?chapters=probability&marks=5')).main).toContain('நிகழ்தகவு')
  const [, sheet = ''] = /href="(\/worksheet\/picked[^"]*)"/.exec(draft.html) ?? []
  expect(sheet).toMatch(/questions=[^&]*q1,[^&]*q1&time=10$/)
  const made = await site.fetch((await site.fetch(sheet)).headers.get('location') ?? '')
  expect([made.status, await made.text()]).toEqual([200, expect.stringContaining('Question 1')])
  const [, next = ''] = /href="([^"]*not=[^"]*)"/.exec(draft.html) ?? []
  const without = await pageOf(next)
  expect(without.main).toContain('Without 2 questions of earlier tests.')
  expect(without.main).toContain('3 marks of 4')
  expect(without.main).toContain('1 mark missing')
  const wild = await pageOf('/questions/suggest?chapters=probability,<b>&marks=-4&minutes=x&seed=99999999')
  expect([wild.status, wild.main]).toEqual([200, expect.stringContaining('of 40')])
  expect((await pageOf('/questions/suggest?grade=13')).status).toBe(404)
})
