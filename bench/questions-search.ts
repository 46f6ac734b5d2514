import { sql } from 'kysely'
import type { App } from '#domain/app.ts'
import type { QuestionFilter, QuestionSort } from '#domain/questions/question-filter.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { findQuestions } from '#domain/search/questions/find-questions.server.ts'
import { fillCatalogue } from '#tests/support/made-catalogue.ts'
import { madeName, madeQuestions } from '#tests/support/made-words.ts'
import { createRandom } from '#tests/support/random.ts'
import { openEmptyApp } from './support/empty-app.ts'
import { onEachEngine } from './support/on-each-engine.ts'
import { askedSizes, figure, printMachine, printTable } from './support/table.ts'
import { timeRuns } from './support/time-runs.ts'

/** A page of questions, cards and counts included, with nothing of it from memory but the counts of all. */
const QUESTIONS_OF_A_PAPER = 30
const PAPERS_AT_ONCE = 50
/** One in so many questions is one of these, asked in other years as well. */
const [REPEATED, OFTEN_ASKED] = [10, 3_000]
const SEARCHES: [name: string, words: string, filter?: QuestionFilter, sort?: QuestionSort][] = [
  ['one word, common', 'triangle', {}],
  ['two words together', 'volume of the cone', {}],
  ['a term with synonyms', 'probability', {}],
  ['words and what they say', 'cbse class 12 maths parabola 5 marks since 2010', {}],
  [
    'words and every filter',
    'eccentricity',
    { type: 'cbse', grade: '12', subject: 'Mathematics', marks: 3, from: 2005, to: 2020 },
  ],
  ['words without a question', 'zebra crossing giraffe', {}],
  ['words, most asked', 'volume of the cone', {}, 'asked'],
  ['all', '', {}],
  ['all, most asked', '', {}, 'asked'],
  ['a class, most asked', '', { type: 'cbse', grade: '10' }, 'asked'],
  ['a class', '', { type: 'cbse', grade: '10' }],
  ['a subject, marks, years', '', { subject: 'Physics', marks: 5, from: 2000, to: 2010 }],
]

const [papers = 0] = askedSizes('questions-search', [10_000])
printMachine()
await onEachEngine(async (engine, newEnv) => {
  const { app, database, end } = await openEmptyApp(await newEnv())
  try {
    await fillCatalogue(database, app, papers)
    await fillQuestions(app)
    const begun = performance.now()
    await reindexPapers(app)
    const seconds = figure((performance.now() - begun) / 1000)
    const rows: string[][] = []
    // Makes remembered rankings stale.
    const forget = () => sql`update search_state set age = age + 1`.execute(app.db)
    for (const [name, words, filter, sort] of SEARCHES) {
      const run = () => findQuestions(app, { q: words, filter, sort })
      rows.push([name, ...(await timeRuns(run, 4_000, forget))])
    }
    const size = `${figure(papers)} papers, ${figure(papers * QUESTIONS_OF_A_PAPER)} questions`
    printTable(`${engine}: ${size}, index made in ${seconds} s`, ['', 'p50 ms', 'p99 ms', 'p99 of all'], rows)
  } finally {
    await end()
  }
})

async function fillQuestions(app: App) {
  const random = createRandom(4)
  const asked = madeQuestions(1)
  // So many words of its own that it is like no other.
  const made = () => `${asked()} ${Array.from({ length: 8 }, () => madeName(random)).join(' ')}.`
  const often = Array.from({ length: OFTEN_ASKED }, made)
  const next = () => (random() * REPEATED < 1 ? often[Math.floor(random() * OFTEN_ASKED)] : made())
  const files = await app.db.selectFrom('papers').select('fileKey').orderBy('serial').execute()
  const box = { page: 1, left: 100, top: 200, width: 1200, height: 90 }
  for (let at = 0; at < files.length; at += PAPERS_AT_ONCE) {
    const rows = files.slice(at, at + PAPERS_AT_ONCE).flatMap(({ fileKey }, nth) =>
      Array.from({ length: QUESTIONS_OF_A_PAPER }, (_, place) => ({
        ...{ fileKey, place: place + 1, number: String(place + 1), section: null, choices: 1 },
        marks: 1 + ((place + nth) % 5),
        printings: JSON.stringify([{ language: 'en', boxes: [box], text: next() }]),
      })),
    )
    await app.db.insertInto('questions').values(rows).execute()
  }
}
