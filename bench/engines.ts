import type { App } from '#domain/app.ts'
import { listDeskPapers } from '#domain/desk-list/desk-list.server.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import { findPaper, latestPapers } from '#domain/lists/browse.server.ts'
import { insertPaper, type NewPaper } from '#domain/lists/paper-store.server.ts'
import { DEGREES, SUBJECTS } from '#domain/paper/paper.ts'
import { listPapers } from '#domain/search/finding/list-papers.server.ts'
import { indexPaper } from '#domain/search/indexing/index-papers.server.ts'
import { recordView } from '#domain/visits/count.server.ts'
import { openEmptyApp } from './support/empty-app.ts'
import { onEachEngine } from './support/engines.ts'
import { printMachine } from './support/machine.ts'
import { fillCatalogue, WORDS } from './support/made-catalogue.ts'
import { askedSizes } from './support/sizes.ts'
import { figure, printTable } from './support/table.ts'
import { timeRuns } from './support/time-runs.ts'

const TOGETHER = 64
const COUNTED = 6_400
let published = 0

/** What pages and the desk ask of the database, on each engine: without HTTP, page cache or files. */
const sizes = askedSizes('engines', [1_000, 100_000])
printMachine()
await onEachEngine(async (engine, newEnv) => {
  for (const papers of sizes) {
    const { app, database, end } = await openEmptyApp(await newEnv())
    try {
      const { ids, indexMs } = await fillCatalogue(database, app, papers, { texts: true })
      const rows: string[][] = []
      for (const [name, run] of operations(app, ids)) rows.push([name, ...(await timeRuns(run))])
      const made = `index made in ${figure(indexMs / 1000, 1)} s`
      printTable(
        `${engine}, ${figure(papers)} papers (${made})`,
        ['in the process', 'p50 ms', 'p99 ms', 'p99 of all'],
        rows,
      )
      console.log(`+1 views a second, ${TOGETHER} at once: ${figure(await countTogether(app, ids))}`)
    } finally {
      await end()
    }
  }
})

function operations(app: App, ids: string[]): [string, (nth: number) => Promise<unknown>][] {
  const id = (nth: number) => ids[nth % ids.length] as string
  const degree = (nth: number) => DEGREES[nth % DEGREES.length] as (typeof DEGREES)[number]
  const subject = (nth: number) => SUBJECTS[nth % SUBJECTS.length] as (typeof SUBJECTS)[number]
  const shelf = (nth: number) => {
    const { type, grade } = degree(nth)
    return { type, grade, subject: subject(nth) }
  }
  const search = (q: string) => () => listPapers(app, {}, { q })
  return [
    ['list', () => listPapers(app, {})],
    ['list of a class and subject', (nth) => listPapers(app, shelf(nth))],
    ['five newest', () => latestPapers(app)],
    ['one paper', (nth) => findPaper(app, id(nth * 7))],
    ['search, a common word', search(WORDS.common)],
    ['search, two words', search(WORDS.two)],
    ['search, a rare word', search(WORDS.rare)],
    ['search, a Tamil word', search(WORDS.tamil)],
    ['search, as it is typed', search(WORDS.common.slice(0, 2))],
    ['search within a class', (nth) => listPapers(app, shelf(nth), { q: WORDS.common })],
    ['search, no hits', search('zzyzx')],
    ['desk list, newest', () => listDeskPapers(app, {}, {})],
    ['desk list by title', () => listDeskPapers(app, {}, { sort: 'title' })],
    ['desk list by views', () => listDeskPapers(app, {}, { sort: 'views' })],
    [
      'desk list, no answers, changed last',
      () => listDeskPapers(app, { show: 'no-answers' }, { sort: 'changed' }),
    ],
    ['+1 view, durable', (nth) => recordView(app, id(nth * 7))],
    ['publish: row, files, index, durable', () => publishRow(app)],
  ]
}

/** What a publication writes to the database. */
async function publishRow(app: App) {
  const name = `bench${++published}x${process.hrtime.bigint()}`
  const keys = [`12th-cbse/${name}.pdf`, `thumbnail/${name}.webp`] as const
  const files = keys.map((fullPath) =>
    describeStoredFile({
      ...{ bucket: 'disk', fullPath, size: 80_000, md5Hash: '', sha256: name, downloadName: name },
      contentType: 'application/pdf',
      storedAt: new Date(),
    }),
  )
  const paper: NewPaper = {
    ...{ id: name, title: `Model question paper ${published}`, fileKey: keys[0], thumbnailKey: keys[1] },
    ...{ answersKey: null, referenceLink: null, type: 'cbse', grade: '12', subject: 'Mathematics' },
    ...{
      month: 3,
      year: 2026,
      pages: 4,
      isSample: 0,
      uploadId: null,
      exam: '',
      examSet: '',
      thumbnailGiven: 0,
    },
  }
  await app.db.transaction().execute(async (tx) => {
    await indexPaper(tx, app, await insertPaper(tx, paper, files, new Date()))
  })
}

async function countTogether(app: App, ids: string[]) {
  const begun = performance.now()
  let next = 0
  const count = async () => {
    while (next < COUNTED) await recordView(app, ids[next++ % ids.length] as string)
  }
  await Promise.all(Array.from({ length: TOGETHER }, count))
  return COUNTED / ((performance.now() - begun) / 1000)
}
