import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { addQuestions } from '../support/made-questions.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
let old: Paper
let recent: Paper
const EXAM = { degree: '10th-cbse', subject: 'Mathematics', month: 'March' }

beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  client = paperClient(site, admin)
  old = await publish(site, admin, { ...EXAM, title: 'Paper of old', year: '2019' })
  recent = await publish(site, admin, { ...EXAM, title: 'Paper of late', year: '2024' })
  const probability = 'Find the probability of two heads.'
  await addQuestions(
    site,
    [
      old,
      [
        { text: 'Construct a tangent to the circle of radius 4 cm.', marks: 4 },
        { text: 'Find the volume of the frustum of a cone.', marks: 3 },
        { text: probability, marks: 2 },
      ],
    ],
    [recent, [{ text: 'Construct a triangle with sides 5 cm, 6 cm and 7 cm.', marks: 3 }]],
  )
})
afterAll(() => site.end())

const read = async (path: string) => (await (await site.fetch(path)).text()).replaceAll('\u00a0', ' ')
const CHANGED = 'Syllabus changed in 2023: parts may have gone'
const GONE = 'No longer in the syllabus (since 2023)'

test('cards and the page of a paper say that its syllabus has changed since, in three languages', async () => {
  const said = {
    '': 'Syllabus changed in 2023',
    '/ta': '2023 இல் பாடத்திட்டம் மாறியது',
    '/hi': '2023 में पाठ्यक्रम बदला',
  }
  for (const [language, words] of Object.entries(said)) {
    for (const list of ['/resources/cbse/10/', '/practice', '/search?q=paper+of'])
      expect((await read(language + list)).split(words), language + list).toHaveLength(2)
    expect(await read(language + paperPath(old))).toContain(words)
    expect((await read(language + paperPath(recent))).split('id="similar"')[0]).not.toContain(words)
  }
})

test('a question says that it is no longer in the syllabus, where its chapter or its words are sure', async () => {
  const { questions } = await (await site.fetch('/api/questions?grade=10')).json()
  const told = questions.map((each: { paper: Paper; id: string; gone: number | null }) => [
    `${each.paper.title} ${each.id}`,
    each.gone,
  ])
  expect(Object.fromEntries(told)).toEqual({
    ...{ 'Paper of old q1': 2023, 'Paper of old q2': 2023, 'Paper of old q3': null },
    'Paper of late q1': null,
  })
  expect((await read('/questions?grade=10')).split(GONE)).toHaveLength(3)
  expect(await read('/hi/questions?grade=10')).toContain('अब पाठ्यक्रम में नहीं है (2023 से)')
})

test('a draft of a test leaves out what has gone, and says so', async () => {
  const place = 'type=cbse&grade=10&chapters=constructions,probability&marks=9'
  const draft = await (await site.fetch(`/api/questions/suggest?${place}`)).json()
  expect(draft).toMatchObject({ marks: 5, gone: 1 })
  expect(
    draft.questions.map(({ paper, id }: { paper: Paper; id: string }) => `${paper.title} ${id}`),
  ).toEqual(expect.arrayContaining(['Paper of late q1', 'Paper of old q3']))
  const page = await read('/questions/suggest?type=cbse&grade=10&chapters=constructions&marks=9')
  expect(page).toContain('1 question that is no longer in the syllabus was left out.')
})

test('an administrator says it of one paper and of many; the journal and the bin keep it, the name does not have it', async () => {
  expect((await client.revise(old.id, { syllabus: 'Still fits' })).body).toMatchObject({
    syllabus: 'Still fits',
  })
  expect(await read(paperPath(old))).not.toContain(CHANGED)
  expect(await read('/questions?grade=10')).not.toContain(GONE)
  const journal = await site.app.db
    .selectFrom('journal')
    .select('after')
    .where('subjectId', '=', old.id)
    .execute()
  expect(journal.some(({ after }) => after?.includes('Still fits'))).toBe(true)
  expect((await client.revise(old.id, { syllabus: 'Perhaps' })).body).toMatchObject({ field: 'syllabus' })
  const bulk = { action: 'change', ids: [old.id, recent.id], change: { syllabus: 'Old syllabus' } }
  await client.call('POST', '/bulk', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bulk),
  })
  const page = await read(paperPath(recent))
  expect(page).toContain(CHANGED)
  expect(page.split('<h1')[1]?.split('</h1>')[0]).not.toContain('syllabus')
  expect((await read('/questions?grade=10')).split(GONE)).toHaveLength(4)
  await client.bin(old.id)
  await client.restore(old.id)
  expect((await (await site.fetch(`/api/papers/${old.id}`)).json()).syllabus).toBe('Old syllabus')
})
