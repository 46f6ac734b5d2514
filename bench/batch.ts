/**
 * Seconds from dropping 50 files (or the argument) in the admin area until all are published, have page 1, are searchable
 * inside and have all pictures (unless `PICTURES=off`); and response times for visitors meanwhile, next to those of the same site at rest.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { publishAhead } from '#tests/support/inbox.ts'
import { newUploadId, sendAndUse } from '#tests/support/uploads.ts'
import { type ChildSite, openChildSite } from './support/child-site.ts'
import { figure, printMachine, printTable } from './support/table.ts'

const PAPERS = join(import.meta.dirname, '../../shared/papers')
const COUNT = Number(process.argv[2] ?? 50)
const QUIET_MS = Number(process.env.SECONDS ?? 20) * 1_000
/** Papers that visitors read while nothing is prepared. */
const SEED = 3
const LOOK_EVERY_MS = 100
const TRIES = 5

/** Milliseconds of each answer, and how many were 5xx or broke off. */
type Answered = { times: number[]; failed: number }

/** Visitors who read, and do not ask for the next page the moment that they have one. */
const VISITORS = 4
const EVERY_MS = 100

const files = readdirSync(PAPERS)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => ({ name, bytes: readFileSync(join(PAPERS, name)) }))
/** What must be gone from the queue for a stage to be reached. All pictures of 250 files take a quarter of an hour. */
const STAGES = {
  'page 1 of each': 'page_count = 0',
  'all searchable inside': 'page_count = 0 or text_count < page_count',
  ...(process.env.PICTURES !== 'off' && { 'all pictures': '1 = 1' }),
}

printMachine()
const dataDir = mkdtempSync(join(tmpdir(), 'thervu-batch-'))
const site = await openChildSite({ dataDir, renders: true, counting: true, env: { READ_SCANS: 'on' } })
const db = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true })
try {
  await drop(site, SEED, 'Before')
  await Promise.all(Object.values(STAGES).map((left) => untilNone(left)))
  const paths = [
    '/practice',
    '/practice?subject=Physics',
    '/search?q=refractive+index',
    await pathOfPaper(site),
  ]
  const visitors = startVisitors(site.origin, paths)
  await wait(QUIET_MS)
  const quiet = visitors.take()

  const dropped = performance.now()
  const since = () => (performance.now() - dropped) / 1_000
  await drop(site, COUNT, 'Batch')
  const published = since()
  const arriving = visitors.take()
  const reached = await Promise.all(
    Object.entries(STAGES).map(async ([stage, left]) => {
      await untilNone(left)
      const seconds = since()
      console.error(`${stage}: ${figure(seconds, 1)} s after the drop`)
      return [stage, seconds] as const
    }),
  )
  const preparing = visitors.take()
  visitors.stop()

  printTable(
    `${COUNT} files, seconds`,
    ['until', 'from the drop', 'from the last publication'],
    [['all are published', published] as const, ...reached].map(([stage, seconds]) => [
      stage,
      figure(seconds, 1),
      figure(seconds - published, 1),
    ]),
  )
  printTable(
    'Visitors, milliseconds',
    ['', 'answers', 'p50', 'p99', 'p99 by that at rest', '5xx and broken'],
    [
      row('at rest', quiet, quiet),
      row('while files arrive', arriving, quiet),
      row('while they are prepared', preparing, quiet),
    ],
  )
} finally {
  db.close()
  await site.end()
  rmSync(dataDir, { recursive: true, force: true })
}

function row(name: string, { times, failed }: Answered, quiet: Answered) {
  const p99 = at(times, 0.99)
  return [
    name,
    figure(times.length),
    figure(at(times, 0.5), 1),
    figure(p99, 1),
    `${figure(p99 / at(quiet.times, 0.99), 2)} ×`,
    String(failed),
  ]
}

function at(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}

/** As the admin area does: one file after the other into the inbox, then one publication after the other. */
async function drop(site: ChildSite, count: number, word: string) {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const { name, bytes } = files[nth % files.length] as (typeof files)[number]
    const uploadId = newUploadId()
    // A comment at the end makes another file of it.
    const changed = Buffer.concat([bytes, Buffer.from(`\n%${word} ${nth}\n`)])
    const use = (json: object) => ({ method: 'POST', path: '/inbox', json })
    await insist(() => sendAndUse(site, site.admin.headers, changed, { uploadId, name }, use))
    ids.push(uploadId)
  }
  for (const [nth, id] of ids.entries())
    await insist(() => publishAhead(site, site.admin, id, { title: `${word} ${nth + 1}` }))
}

/** On a busy machine a file may take too long to be judged; as in the admin area it is sent again. */
async function insist(ask: () => Promise<Response>) {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    const text = await answer.text()
    if (answer.ok) return
    if (tries === TRIES) throw new Error(`${answer.status} ${text}`)
  }
}

async function untilNone(left: string) {
  const query = db.prepare(
    `select 1 from drawing_jobs join papers using (file_key) where state = 'waiting' and (${left}) limit 1`,
  )
  while (query.get()) await wait(LOOK_EVERY_MS)
}

async function pathOfPaper({ origin }: ChildSite) {
  const { papers } = (await (await fetch(`${origin}/api/papers`)).json()) as { papers: { id: string }[] }
  return new URL((await fetch(`${origin}/papers/${papers[0]?.id}`)).url).pathname
}

/** Each asks for these addresses in turn, ten times a second, however long the answers take. */
function startVisitors(origin: string, paths: string[]): { take(): Answered; stop(): void } {
  const agent = new Agent({ keepAlive: true })
  let answered: Answered = { times: [], failed: 0 }
  let next = 0
  const ask = () => {
    const { times } = answered
    const began = performance.now()
    const fail = () => {
      answered.failed += 1
    }
    get(new URL(paths[next++ % paths.length] ?? '/', origin), { agent }, (response) => {
      if ((response.statusCode ?? 500) >= 500) fail()
      response.once('end', () => times.push(performance.now() - began)).once('error', fail)
      response.resume()
    }).once('error', fail)
  }
  const timers = Array.from({ length: VISITORS }, () => setInterval(ask, EVERY_MS))
  return {
    take() {
      const taken = answered
      answered = { times: [], failed: 0 }
      return taken
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
      agent.destroy()
    },
  }
}
