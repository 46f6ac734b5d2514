import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'
import { openBareSite } from './support/bare-site.ts'
import { openChildSite } from './support/child-site.ts'
import { load } from './support/crowd-load.ts'
import { printMachine } from './support/machine.ts'
import { fillCatalogue } from './support/made-catalogue.ts'
import { moveOffServerCore } from './support/one-core.ts'
import { askedSizes } from './support/sizes.ts'
import { figure, printTable } from './support/table.ts'
import { type CrowdRow, uncachedRows } from './support/uncached-rows.ts'

/** What one core serves a crowd, each row beside node:http that sends 7 KB from memory under the same headers. */
const SIZES = [5_000]
/** The rows of pages; writes and the API are asked as they come. */
const HTML = 'text/html'
const UNCACHED = { PAGE_CACHE_MIB: '0' }

printMachine()
moveOffServerCore()
for (const size of askedSizes('crowd', SIZES)) await measure(size)

async function measure(papers: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'thervu-bench-'))
  try {
    const ids = await fill(dataDir, papers)
    await measureUncached(dataDir, papers, ids)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill(dataDir: string, papers: number) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await createApp(config)
  try {
    return (await fillCatalogue(config.database.path, app, papers)).ids
  } finally {
    await app.close()
  }
}

async function measureUncached(dataDir: string, papers: number, ids: string[]) {
  const site = await openChildSite({ dataDir, counting: true, oneCore: true, env: UNCACHED })
  try {
    const rows: string[][] = []
    const bare = await openBareSite(`${site.origin}/practice`)
    const possible = await load(bare, [{ path: '/' }])
    await bare.end()
    rows.push(['bare node:http, 7 KB', ...figuresOf(possible, possible.eachOfProcessor), ''])
    for (const row of await uncachedRows(site.origin, ids)) {
      const loaded = await load(site, row.requests)
      const name = loaded.failed > 0 ? `${row.name}, ${loaded.failed} FAILED` : row.name
      rows.push([name, ...figuresOf(loaded, possible.eachOfProcessor), await weightOf(site.origin, row)])
    }
    printTable(
      `${figure(papers)} papers, drawn anew for everybody, 32 connections`,
      ['', 'a second', 'a second of one core', 'of bare', 'p99 ms', 'HTML, KB'],
      rows,
    )
  } finally {
    await site.end()
  }
}

function figuresOf(loaded: Awaited<ReturnType<typeof load>>, possible: number) {
  const ratio = figure(loaded.eachOfProcessor / possible, 4)
  return [figure(loaded.each), figure(loaded.eachOfProcessor), ratio, figure(loaded.p99)]
}

async function weightOf(origin: string, { requests }: CrowdRow) {
  const [first] = requests
  if (!first || first.method) return ''
  const answer = await fetch(origin + first.path, { headers: { 'Accept-Encoding': 'identity' } })
  if (!answer.headers.get('content-type')?.startsWith(HTML)) return ''
  return figure((await answer.arrayBuffer()).byteLength / 1000, 1)
}
