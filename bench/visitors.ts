import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { type ChildSite, openChildSite } from './support/child-site.ts'
import { areWaiting, publishCopy } from './support/drawing-site.ts'
import { printMachine } from './support/machine.ts'
import { figure, printTable } from './support/table.ts'

/** Response times for four visitors before and while the site draws the fifteen real papers. Load shedding is off. */
const PAPERS = join(import.meta.dirname, '../../shared/papers')
const VISITORS = 4
const SECONDS = 10
/** Enough to outlast the measurement. */
const COPIES = 3

const files = readdirSync(PAPERS)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => readFileSync(join(PAPERS, name)))
printMachine()
const site = await openChildSite({ draws: true, counting: true })
try {
  let published = 0
  const publish = async (copies: number) => {
    for (let copy = 0; copy < copies; copy++)
      for (const file of files) await publishCopy(site, file, ++published)
  }
  await publish(1)
  await untilDrawn(site)
  const paths = ['/practice', await pathOfPaper(site), '/search?q=refractive+index']
  const quiet = await measureEach(paths)
  await publish(COPIES)
  const drawing = await measureEach(paths)
  if (!(await areWaiting(site))) throw new Error('All was drawn before the measurement ended')
  const rows = paths.map((path, at) => {
    const [still, busy] = [quiet[at], drawing[at]] as [Measured, Measured]
    return [
      path.replace(/\/papers\/.*/, 'a paper'),
      ...[still.p50, busy.p50, still.p99, busy.p99].map((one) => figure(one)),
      ...[still.each, busy.each].map((one) => figure(one)),
    ]
  })
  printTable(
    `${VISITORS} visitors at a time, milliseconds`,
    ['', 'p50', 'p50, drawing', 'p99', 'p99, drawing', 'a second', 'a second, drawing'],
    rows,
  )
} finally {
  await site.end()
}

type Measured = { p50: number; p99: number; each: number }

async function measureEach(paths: string[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const path of paths) {
    const result = await autocannon({ url: site.origin + path, connections: VISITORS, duration: SECONDS })
    const failed = result.non2xx + result.errors
    if (failed > 0) throw new Error(`${path}: ${failed} failed`)
    const { p50, p99 } = result.latency
    measured.push({ p50, p99, each: result['2xx'] / result.duration })
  }
  return measured
}

async function pathOfPaper({ origin }: ChildSite) {
  const { papers } = (await (await fetch(`${origin}/api/papers`)).json()) as { papers: { id: string }[] }
  const answer = await fetch(`${origin}/papers/${papers[0]?.id}`)
  return new URL(answer.url).pathname
}

async function untilDrawn(site: ChildSite) {
  while (await areWaiting(site)) await new Promise((resolve) => setTimeout(resolve, 500))
}
