import { sql } from 'kysely'
import type { App } from '#domain/app.ts'
import { binPaper } from '#domain/bin/bin.server.ts'
import { listDeskPapers } from '#domain/desk-list/desk-list.server.ts'
import { DESK_SORTS, type DeskFilter } from '#domain/paper/desk-paper.ts'
import { recordView } from '#domain/visits/count.server.ts'
import { openEmptyApp } from './support/empty-app.ts'
import { printMachine } from './support/machine.ts'
import { fillCatalogue, WORDS } from './support/made-catalogue.ts'
import { askedSizes } from './support/sizes.ts'
import { figure, printTable } from './support/table.ts'
import { timeRuns } from './support/time-runs.ts'

/**
 * Every filter of the desk's list in every order. Without answers are 60 % of the papers, and twenty in the last
 * rows; 70 % have no thumbnail of their own, 44 are samples, and up to 500 are in the bin.
 */
const SIZES = [1_000, 100_000]
const SAMPLES = 44
const CELL_LIMIT_MS = 300

type Case = [name: string, filter: DeskFilter, search: { q?: string; page?: number }]

const sizes = askedSizes('desk-list', SIZES, 100)
printMachine()
for (const size of sizes) await measure(size)

async function measure(papers: number) {
  const { app, database, end } = await openEmptyApp()
  try {
    const { ids } = await fillCatalogue(database, app, papers)
    await app.db.updateTable('papers').set({ thumbnailGiven: 1 }).where(sql`serial % 10`, '<', 3).execute()
    await app.db.updateTable('papers').set({ isSample: 1 }).where('serial', '<=', SAMPLES).execute()
    const binned = ids.slice(-Math.min(500, papers / 10))
    for (const id of binned) await binPaper(app, id, null)
    const rows = []
    for (const each of cases(papers)) rows.push(await measureCase(app, each))
    await answerMost(app)
    const rare: DeskFilter = { show: 'no-answers' }
    rows.push(await measureCase(app, ['20 without answers', rare, {}]))
    rows.push(await measureCase(app, ['20 without answers, search', rare, { q: WORDS.common }]))
    const head = ['p50 / p99 ms', ...DESK_SORTS]
    printTable(`${figure(papers)} papers, ${figure(binned.length)} in the bin`, head, rows)
    const [p50, p99] = await timeRuns((nth) => recordView(app, ids[nth % 10] as string))
    console.log(`\n+1 view, durable: ${p50} / ${p99} ms`)
  } finally {
    await end()
  }
}

async function measureCase(app: App, [name, filter, search]: Case) {
  const row = [name]
  for (const sort of DESK_SORTS) {
    const [p50, p99] = await timeRuns(() => listDeskPapers(app, filter, { ...search, sort }), CELL_LIMIT_MS)
    row.push(`${p50} / ${p99}`)
  }
  return row
}

function cases(papers: number): Case[] {
  const shelf = { type: 'cbse', grade: '12', subject: 'Mathematics' } as const
  const last = Math.ceil(papers / 12 / 2)
  return [
    ['all', {}, {}],
    ['all, the middle page', {}, { page: last }],
    ['type', { type: 'state' }, {}],
    ['type and grade', { type: 'cbse', grade: '12' }, {}],
    ['type, grade, subject', shelf, {}],
    ['type, grade, subject, year', { ...shelf, year: 2019 }, {}],
    ['year', { year: 2019 }, {}],
    ['no answers', { show: 'no-answers' }, {}],
    ['no answers, type, grade, subject', { ...shelf, show: 'no-answers' }, {}],
    ['no answers, subject, the middle page', { subject: 'Physics', show: 'no-answers' }, { page: 200 }],
    ['no thumbnail', { show: 'no-thumbnail' }, {}],
    ['no thumbnail, year', { show: 'no-thumbnail', year: 2019 }, {}],
    ['samples', { show: 'samples' }, {}],
    ['search, a common word', {}, { q: WORDS.common }],
    ['search, a rare word', {}, { q: WORDS.rare }],
    ['search, two words, type and grade', { type: 'cbse', grade: '12' }, { q: WORDS.two }],
    ['search, no answers', { show: 'no-answers' }, { q: WORDS.common }],
    ['bin', { show: 'binned' }, {}],
    ['bin, type', { show: 'binned', type: 'cbse' }, {}],
    ['bin, search', { show: 'binned' }, { q: WORDS.common }],
  ]
}

/** Those without answers are the ones changed longest ago. */
async function answerMost(app: App) {
  await app.db
    .updateTable('papers')
    .set({ referenceLink: 'https://answers.example.in/' })
    .where('referenceLink', 'is', null)
    .where('serial', '>', 20)
    .execute()
  await app.db.updateTable('papers').set({ referenceLink: null }).where('serial', '<=', 20).execute()
}
