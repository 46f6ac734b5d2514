import { randomBytes } from 'node:crypto'
import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensureExams } from '#domain/exam-sets.server.ts'
import { MONTHS } from '#domain/paper/paper.ts'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'
import { fillCatalogue } from '#tests/support/made-catalogue.ts'
import { publish } from '#tests/support/site.ts'
import { type Asked, askSteadily } from './support/ask-steadily.ts'
import { openBareSite } from './support/bare-site.ts'
import { type ChildSite, openChildSite } from './support/child-site.ts'
import { type Kind, loadExamMorning } from './support/exam-morning.ts'
import { canPin, moveOffServerCore, processorSeconds } from './support/one-core.ts'
import { askedSizes, figure, mebibytes, printMachine, printTable } from './support/table.ts'

/** What one core serves under load, each row next to node:http that sends 7 KB from memory under the same headers. */
const SIZES = [5_000]
/** How many papers are opened at all; the most read by far more than the least. */
const MOST_READ = 2_000
/** A soak is one long morning alone. */
const MORNING_SECONDS = Number(process.env.SECONDS ?? 30)
const IS_SOAK = process.env.SECONDS !== undefined
const THUMBNAIL_BYTES = 12_000
const ROUNDS = 8
const ROUND_SECONDS = 0.4
const WARM_UP_SECONDS = 2
/** On the machine of the aims. */
const AIMED_BARE = 84_000
const KINDS: Kind[] = ['from the cache', 'rendered or waited for', 'lists', 'papers', 'searches', 'views']
/** The rows of pages; writes and the API are asked as they come. */
const HTML = 'text/html'
const UNCACHED = { PAGE_CACHE_MIB: '0' }

const ASKED = { connections: 32, polls: canPin }

type Server = { origin: string; pid: number }
type Turn = [Server, Asked[]]
type Loaded = { each: number; eachOfProcessor: number; p99: number; failed: number }

printMachine()
moveOffServerCore()
for (const size of askedSizes('crowd', SIZES)) await measure(size)

async function measure(papers: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'thervu-bench-'))
  try {
    const ids = await fill(dataDir, papers)
    if (!IS_SOAK) {
      await measureUncached(dataDir, papers, ids)
      await measureCached(dataDir, papers, ids)
    }
    await measureMorning(dataDir, papers, ids)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill(dataDir: string, papers: number) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await createApp(config)
  try {
    const { ids } = await fillCatalogue(config.database, app, papers)
    // A start would do it for many papers besides what is measured.
    await ensureExams(app, Number.POSITIVE_INFINITY)
    await addThumbnails(dataDir)
    return ids
  } finally {
    await app.close()
  }
}

/** Pages come with their first picture in them, as on a real site; all papers have the same one. */
async function addThumbnails(dataDir: string) {
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true })
  const newest = 'select thumbnail_key as key from papers order by position desc limit 10000'
  const [first, ...others] = sqlite.prepare(newest).all()
  sqlite.close()
  const pathOf = (row: typeof first) => join(dataDir, 'files', String(row?.key))
  await mkdir(dirname(pathOf(first)), { recursive: true })
  await writeFile(pathOf(first), randomBytes(THUMBNAIL_BYTES))
  for (const row of others) await link(pathOf(first), pathOf(row))
}

async function measureUncached(dataDir: string, papers: number, ids: string[]) {
  const site = await openChildSite({ dataDir, counting: true, oneCore: true, env: UNCACHED })
  try {
    const rows: string[][] = []
    const bare = await openBareSite(`${site.origin}/practice`)
    for (const row of await uncachedRows(site.origin, ids)) {
      const [possible, loaded] = await loadTogether([
        [bare, [{ path: '/' }]],
        [site, row.requests],
      ])
      const name = loaded.failed > 0 ? `${row.name}, ${loaded.failed} FAILED` : row.name
      const [each, ofCore, ofBare, p99] = figuresOf(loaded, possible.eachOfProcessor)
      const scaled = figure((loaded.eachOfProcessor / possible.eachOfProcessor) * AIMED_BARE)
      const weight = await weightOf(site.origin, row)
      rows.push([name, figure(possible.eachOfProcessor), each, ofCore, ofBare, scaled, p99, weight])
    }
    await bare.end()
    const where = `where bare makes ${figure(AIMED_BARE)}`
    printTable(
      `${figure(papers)} papers, rendered again for everybody, 32 connections`,
      ['', 'bare node, 7 KB', 'a second', 'of one core', 'of bare', where, 'p99 ms', 'HTML, KB'],
      rows,
    )
  } finally {
    await site.end()
  }
}

/** Each page next to node:http that sends the same bytes under the same headers; the log is written as always. */
async function measureCached(dataDir: string, papers: number, ids: string[]) {
  const site = await openChildSite({ dataDir, counting: true, oneCore: true, env: { LOG_LEVEL: 'info' } })
  try {
    const rows: string[][] = []
    const asked = { 'accept-encoding': 'gzip, br' }
    for (const { name, requests } of await uncachedRows(site.origin, ids)) {
      const [{ path, method } = { path: '/' }] = requests
      if (method) continue
      const { headers } = await fetch(site.origin + path, { headers: asked })
      const bare = await openBareSite(site.origin + path, Number(headers.get('content-length')), asked)
      const known = { ...asked, 'if-none-match': headers.get('etag') ?? '' }
      const [possible, sent, same] = await loadTogether([
        [bare, [{ path, headers: asked }]],
        [site, [{ path, headers: asked }]],
        [site, [{ path, headers: known }]],
      ])
      await bare.end()
      rows.push([
        name,
        figure(Number(headers.get('content-length')) / 1000, 1),
        figure(possible.eachOfProcessor),
        ...figuresOf(sent, possible.eachOfProcessor),
        ...figuresOf(same, possible.eachOfProcessor).slice(1, 3),
      ])
    }
    printTable(
      `${figure(papers)} papers, from the cache, 32 connections`,
      ['', 'KB', 'bare node', 'a second', 'of one core', 'of bare', 'p99 ms', '304, of one core', 'of bare'],
      rows,
    )
  } finally {
    await site.end()
  }
}

/** A ratio of two that were asked one after the other would say which of them had the machine to itself. */
async function loadTogether<All extends Turn[]>(all: [...All]) {
  await loadInTurns(all, 1, WARM_UP_SECONDS)
  return (await loadInTurns(all, ROUNDS, ROUND_SECONDS)) as { [Each in keyof All]: Loaded }
}

async function measureMorning(dataDir: string, papers: number, ids: string[]) {
  const site = await openChildSite({ dataDir, counting: true, oneCore: true, env: { LOG_LEVEL: 'info' } })
  try {
    const paths = await Promise.all(ids.slice(0, MOST_READ).map((id) => pathOfPaper(site.origin, id)))
    await loadOn(site, 'a server started for it', paths, dataDir, papers)
    // As it is mostly: the code that renders is compiled, and the process that inspects papers has started.
    if (!IS_SOAK) await loadOn(site, 'the same server', paths, dataDir, papers)
  } finally {
    await site.end()
  }
}

async function loadOn(site: ChildSite, server: string, paths: string[], dataDir: string, papers: number) {
  const before = viewsOf(dataDir)
  const morning = await loadExamMorning(site, paths, MORNING_SECONDS, async (nth) => {
    await publish(site, site.admin, {
      title: `Exam morning ${nth} ${MONTHS[nth % MONTHS.length]}, ${server}`,
    })
  })
  const { times, settled, statuses, errors, viewsCounted, published } = morning
  const refused = [...statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0)
  printTable(
    `${figure(papers)} papers, an exam morning of ${MORNING_SECONDS} s on ${server}: ${published} papers published, ${refused} of 5xx, ${errors} broken off, ${viewsCounted} views counted, ${viewsOf(dataDir) - before} stored, ${mebibytes(site.memory())} resident`,
    ['', 'answers', 'p50 ms', 'p99 ms', 'slowest ms', 'once all have come, p99', 'slowest'],
    KINDS.map((kind) => [
      kind,
      figure(times.get(kind)?.length ?? 0),
      ...partsOf(times.get(kind), [0.5, 0.99, 1]),
      ...partsOf(settled.get(kind), [0.99, 1]),
    ]),
  )
}

function partsOf(ascending: number[] = [], parts: number[]) {
  return parts.map((part) => figure(ascending[Math.ceil(ascending.length * part) - 1] ?? Number.NaN))
}

function viewsOf(dataDir: string): number {
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true })
  const views = Number(sqlite.prepare('select coalesce(sum(views), 0) as views from papers').get()?.views)
  sqlite.close()
  return views
}

function figuresOf(loaded: Loaded, possible: number): [string, string, string, string] {
  const ratio = figure(loaded.eachOfProcessor / possible, 4)
  return [figure(loaded.each), figure(loaded.eachOfProcessor), ratio, figure(loaded.p99)]
}

async function weightOf(origin: string, { requests }: LoadRow) {
  const [first] = requests
  if (!first || first.method) return ''
  const answer = await fetch(origin + first.path, { headers: { 'Accept-Encoding': 'identity' } })
  if (!answer.headers.get('content-type')?.startsWith(HTML)) return ''
  return figure((await answer.arrayBuffer()).byteLength / 1000, 1)
}

/**
 * Loads several in slices by turns, so that neighbours on the machine weigh on all of them. `each` a second as it was;
 * `eachOfProcessor` a second of the server's processor, whoever else was using it.
 */
async function loadInTurns(all: Turn[], rounds: number, secondsEach: number): Promise<Loaded[]> {
  const sums = all.map(() => ({ answered: 0, failed: 0, seconds: 0, used: 0, times: [] as number[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, [{ origin, pid }, requests]] of all.entries()) {
      const sum = sums[at] as (typeof sums)[number]
      const before = processorSeconds(pid)
      const answers = await askSteadily(origin, requests, { ...ASKED, seconds: secondsEach })
      sum.used += processorSeconds(pid) - before
      sum.seconds += answers.seconds
      sum.failed += answers.broken
      for (const [status, count] of answers.statuses) sum[status < 400 ? 'answered' : 'failed'] += count
      for (const time of answers.times) sum.times.push(time)
    }
  }
  return sums.map(({ answered, failed, seconds, used, times }) => ({
    each: answered / seconds,
    eachOfProcessor: answered / used,
    p99: times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
    failed,
  }))
}

/** What many visitors ask for, as the site renders and counts it without a cache. */
type LoadRow = { name: string; requests: Asked[] }

async function uncachedRows(origin: string, ids: string[]): Promise<LoadRow[]> {
  const papers = await Promise.all(ids.slice(0, 100).map((id) => pathOfPaper(origin, id)))
  return [
    row('Home', '/'),
    row('Practice', '/practice'),
    row('a list', '/resources/cbse/12/'),
    { name: 'a paper', requests: papers.map((path) => ({ path })) },
    row('a search', '/search?q=optics+physics'),
    row('Pricing', '/pricing'),
    row('GET /api/papers', '/api/papers'),
    {
      name: '+1, durable',
      requests: ids.map((id) => ({ method: 'POST', path: `/api/papers/${id}/views` })),
    },
  ]
}

function row(name: string, path: string): LoadRow {
  return { name, requests: [{ path }] }
}

async function pathOfPaper(origin: string, id: string) {
  const { url } = await fetch(`${origin}/papers/${id}`)
  return new URL(url).pathname
}
