import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { findPapers, findPositions } from '#domain/search/finding/find.server.ts'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { addPaper, clock, log, type MadePaper, openTestsDatabase } from '../support/own-database.ts'
import { vocabulary } from './vocabulary.ts'

const recogniser = { isOn: async () => false } as App['recogniser']

async function searchOf(papers: (MadePaper & { title: string })[]) {
  const app = { ...(await openTestsDatabase()), vocabulary, clock, log, recogniser }
  for (const paper of papers) await addPaper(app, paper)
  return {
    app,
    titles: async (q: string) => (await findPapers(app, { q })).papers.map(({ title }) => title),
  }
}

const tenth = { type: 'state', grade: '10', subject: 'Mathematics', year: 2020 } as const

test('an occasion is known from the month, after papers whose title says it', async () => {
  const { app, titles } = await searchOf([
    { ...tenth, title: 'Question paper', month: 3, year: 2024 },
    { ...tenth, title: 'Sums of April', month: 4, year: 2023 },
    { ...tenth, title: 'Second revision', month: 2 },
    { ...tenth, title: 'Public model', month: 11 },
    { ...tenth, title: 'Sums of winter', month: 12 },
    { ...tenth, title: 'Sums of autumn', month: 9 },
    { ...tenth, title: 'Spring entrance', type: 'jee', grade: 'previous-years', month: 4 },
    { ...tenth, title: 'March past', month: 6, pages: ['annual sports day'] },
  ])
  const spring = ['Question paper', 'Sums of April']
  for (const q of ['public exam', 'பொதுத்தேர்வு', 'பொதுத் தேர்வு', 'podhu thervu'])
    expect([q, await titles(q)]).toEqual([q, ['Public model', ...spring]])
  for (const q of [
    ...['annual exam', 'final exam', 'main exam', 'annual examination question paper'],
    ...['முழு ஆண்டுத் தேர்வு', 'முழு ஆண்டு', 'वार्षिक परीक्षा', 'varshik pariksha'],
  ])
    expect([q, (await titles(q)).slice(0, 2)]).toEqual([q, spring])
  expect(await titles('10th maths public exam 2024')).toEqual(['Question paper'])
  expect(await titles('half yearly maths')).toEqual(['Sums of winter'])
  expect(await titles('காலாண்டுத் தேர்வு')).toEqual(['Sums of autumn'])
  // The exam's own main paper is no school's annual one.
  expect(await titles('jee main exam')).toEqual(['Spring entrance'])
  const { facets } = await findPapers(app, { q: 'final exam' })
  expect(facets.month.map(({ value }) => value)).toEqual(expect.arrayContaining(['March', 'April']))
})

test('a shift is found however it is counted', async () => {
  const jee = { type: 'jee', grade: 'previous-years', subject: 'all', year: 2024, month: 4 } as const
  const { titles } = await searchOf([
    { ...jee, title: 'April paper', variant: 'Shift 2' },
    { ...jee, title: 'Morning paper', variant: 'Shift 1' },
  ])
  for (const q of ['jee 2nd shift', 'jee second shift', 'jee shift 2', 'दूसरी पाली'])
    expect([q, await titles(q)]).toEqual([q, ['April paper']])
})

test('words that no title has leave out nothing that the rest finds, also not of what is picked', async () => {
  const { app } = await searchOf([
    { ...tenth, title: 'Question paper', month: 3 },
    { ...tenth, title: 'Circles', month: 3 },
  ])
  const find = async (q: string) => {
    const { total, unsaid, understood } = await findPapers(app, { q })
    return [total, unsaid, understood.terms.length]
  }
  expect(await find('10th maths xylophone ')).toEqual([2, ['xylophone'], 1])
  expect(await find('circles xylophone zebra ')).toEqual([1, ['xylophone', 'zebra'], 3])
  expect(await find('circles ')).toEqual([1, [], 1])
  expect(await find('xylophone ')).toEqual([0, [], 1])
  expect((await findPositions(app, { q: '10th maths xylophone ', filter: {} }, 9)).filter).toMatchObject({
    grade: '10',
  })
  expect((await findPositions(app, { q: 'circles xylophone ', filter: {} }, 9)).positions).toHaveLength(1)
})

test('an occasion names months, and nothing else', () => {
  expect(() => readSynonyms('[Words]\nannual: (in Spring)')).toThrow(
    'line 2: there is no "Spring" on the site',
  )
  expect(() => readSynonyms('[Words]\nannual: (in CBSE)')).toThrow('line 2: "CBSE" is no month')
})
