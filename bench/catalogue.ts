import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import autocannon from 'autocannon'
import type { App } from '#domain/app.ts'
import { ensureExams } from '#domain/exam-sets/file-exams.server.ts'
import { findPaper, latestPapers } from '#domain/lists/browse.server.ts'
import { listAddresses, listParts, PART_SIZE, papersAddedLast } from '#domain/lists/list-all.server.ts'
import { LATEST_COUNT } from '#domain/paper/filters.ts'
import { DEGREES, SUBJECTS } from '#domain/paper/paper.ts'
import { listPapers } from '#domain/search/finding/list-papers.server.ts'
import { recordView } from '#domain/visits/count.server.ts'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'
import { readPracticePage } from '#web/routes/visitor/lists/practice/practice-page.server.ts'
import { openChildSite } from './support/child-site.ts'
import { printMachine } from './support/machine.ts'
import { fillCatalogue, pathOf, WORDS } from './support/made-catalogue.ts'
import { askedSizes } from './support/sizes.ts'
import { figure, mebibytes, printTable } from './support/table.ts'
import { timeRuns } from './support/time-runs.ts'

/** The catalogue's reads and a durable write in the process, then over HTTP from a server of its own. */
const SIZES = [1_000, 100_000, 1_000_000]
const WARM_UP_SECONDS = 2
const LOAD_SECONDS = 5

type Operation = [name: string, run: (nth: number) => Promise<unknown>]

const sizes = askedSizes('catalogue', SIZES)
printMachine()
for (const size of sizes) await measure(size)

async function measure(papers: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'thervu-bench-'))
  try {
    const ids = await measureDomain(dataDir, papers)
    await measureHttp(dataDir, papers, ids)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureDomain(dataDir: string, papers: number) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await createApp(config)
  try {
    const begun = performance.now()
    const { ids } = await fillCatalogue(config.database, app, papers)
    const fillSeconds = (performance.now() - begun) / 1000
    // A start would do it for many papers beside what is measured.
    await ensureExams(app, Number.POSITIVE_INFINITY)
    const bytes = await sizeOnDisk(pathOf(config.database))
    const rows: string[][] = []
    for (const [name, run] of operations(app, papers, ids)) rows.push([name, ...(await timeRuns(run))])
    const filled = `filled in ${figure(fillSeconds, 1)} s, ${mebibytes(bytes)} on disk`
    printTable(
      `${figure(papers)} papers (${filled})`,
      ['in the process', 'p50 ms', 'p99 ms', 'p99 of all'],
      rows,
    )
    return ids
  } finally {
    await app.close()
  }
}

const throwIt = (error: unknown) => {
  throw error
}

function operations(app: App, papers: number, ids: string[]): Operation[] {
  const degree = (nth: number) => DEGREES[nth % DEGREES.length] as (typeof DEGREES)[number]
  const subject = (nth: number) => SUBJECTS[nth % SUBJECTS.length] as (typeof SUBJECTS)[number]
  const id = (nth: number) => ids[nth % ids.length] as string
  const year = (nth: number) => 1990 + (nth % 37)
  const page = (nth: number) => Math.min(50, Math.ceil(papers / 12 - (nth % 2)))
  const search = (q: string) => () => listPapers(app, {}, { q })
  return [
    ['list, page 1', () => listPapers(app, {})],
    ['list, type and grade', (nth) => listPapers(app, filterOf(degree(nth)))],
    [
      'list, type, grade and subject',
      (nth) => listPapers(app, { ...filterOf(degree(nth)), subject: subject(nth) }),
    ],
    ['list, year', (nth) => listPapers(app, { year: year(nth) })],
    [
      'list, type, subject and year',
      (nth) => listPapers(app, { type: degree(nth).type, subject: subject(nth), year: year(nth) }),
    ],
    ['list, page 50', (nth) => listPapers(app, {}, { page: page(nth) })],
    [`newest ${LATEST_COUNT}`, () => latestPapers(app)],
    ['sitemap, the list of its parts', () => listParts(app)],
    [
      'sitemap, one part',
      (nth) => listAddresses(app, 1 + (nth % Math.max(1, Math.floor(papers / PART_SIZE)))),
    ],
    ['30 papers added last', () => papersAddedLast(app, 30)],
    ['one paper', (nth) => findPaper(app, id(nth * 7))],
    ['search, a common word', search(WORDS.common)],
    ['search, a rare word', search(WORDS.rare)],
    ['search, a word as it is typed', search(WORDS.common.slice(0, 2))],
    ['search, two words, type and grade', (nth) => listPapers(app, filterOf(degree(nth)), { q: WORDS.two })],
    ['search, a Tamil word', search(WORDS.tamil)],
    ['search, no hits', search('zzyzx')],
    [
      'first page of Practice',
      () => readPracticePage({ app, failed: throwIt }, { filter: {}, q: '', page: 1 }),
    ],
    ['+1 view, durable', (nth) => recordView(app, id(nth * 7))],
  ]
}

function filterOf({ type, grade }: (typeof DEGREES)[number]) {
  return { type, grade }
}

async function sizeOnDisk(path: string) {
  const sqlite = new DatabaseSync(path)
  sqlite.exec('pragma wal_checkpoint(truncate)')
  sqlite.close()
  return (await stat(path)).size
}

async function measureHttp(dataDir: string, papers: number, ids: string[]) {
  const site = await openChildSite({ dataDir, counting: true })
  try {
    const rows: string[][] = []
    const views = ids.map((id) => ({ method: 'POST', path: `/api/papers/${id}/views` }))
    const loads = [
      { name: 'POST /api/papers/:id/views (durable)', connections: 64, requests: views },
      { name: 'GET /api/papers', connections: 64, requests: [{ path: '/api/papers' }] },
      { name: 'GET /practice', connections: 16, requests: [{ path: '/practice' }] },
    ]
    for (const { name, connections, requests } of loads) {
      const load = { url: site.origin, connections, requests }
      await autocannon({ ...load, duration: WARM_UP_SECONDS })
      const result = await autocannon({ ...load, duration: LOAD_SECONDS })
      const failed = result.non2xx + result.errors
      rows.push([
        failed > 0 ? `${name}, ${failed} FAILED` : name,
        String(connections),
        figure(result['2xx'] / result.duration),
        figure(result.latency.p50),
        figure(result.latency.p99),
      ])
    }
    printTable(
      `${figure(papers)} papers over HTTP; the counters' rate limits are raised and no load is shed`,
      ['request', 'connections', 'a second', 'p50 ms', 'p99 ms'],
      rows,
    )
  } finally {
    await site.end()
  }
}
