import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'
import { type Asked, askSteadily } from './support/ask-steadily.ts'
import { openBareSite } from './support/bare-site.ts'
import { type ChildSite, openChildSite } from './support/child-site.ts'
import { onEachEngine } from './support/engines.ts'
import { printMachine } from './support/machine.ts'
import { fillCatalogue } from './support/made-catalogue.ts'
import { processorSeconds } from './support/one-core.ts'
import { figure, printTable } from './support/table.ts'

const PAPERS = 1_000
const SERVERS = [1, 3]
const CONNECTIONS = 64
const SECONDS = 5

/**
 * Over HTTP: one server on each engine, and three on one PostgreSQL that waits for its disk. The database, the servers and
 * whoever asks share the machine's cores, so that three show what sharing costs; more machines show what it brings.
 */
printMachine()
await onEachEngine(async (engine, newEnv) => {
  for (const count of engine === 'SQLite' ? [1] : SERVERS) await measure(engine, await newEnv(), count)
})

async function measure(engine: string, database: Record<string, string>, count: number) {
  const shared = await mkdtemp(join(tmpdir(), 'thervu-bench-'))
  const folders = Array.from({ length: count }, (_, at) => join(shared, `server-${at}`))
  for (const folder of folders) await mkdir(folder)
  const env = {
    ...database,
    FILES_URL: `file://${shared}/files`,
    AUTH_SECRET: 'a secret that all servers of the site know',
    SAMPLE_PAPERS: 'off',
  }
  const ids = await fill({ ...env, DATA_DIR: folders[0] as string })
  const open = (folder: string) => openChildSite({ dataDir: folder, counting: true, env })
  const sites = await Promise.all(folders.map(open))
  const bare = await openBareSite(`${(sites[0] as ChildSite).origin}/practice`)
  try {
    const rows = [await row('bare node:http, 7 KB', [bare], [{ path: '/' }])]
    rows.push(await row('Practice, from the cache', sites, [{ path: '/practice' }]))
    const searches = Array.from({ length: 20_000 }, (_, nth) => ({ path: `/api/papers?q=algebra+${nth}` }))
    rows.push(await row('a search that nobody made before, of the API', sites, searches))
    const views = ids.map((id) => ({ method: 'POST', path: `/api/papers/${id}/views` }))
    rows.push(await row('+1 view, durable', sites, views))
    const columns = [
      'over HTTP',
      'a second',
      'p50 ms',
      'p99 ms',
      "a second of the servers' processor",
      'failed',
    ]
    printTable(
      `${engine}, ${count === 1 ? 'one server' : `${count} servers`}, ${figure(PAPERS)} papers`,
      columns,
      rows,
    )
  } finally {
    await Promise.all([...sites, bare].map((site) => site.end()))
    await rm(shared, { recursive: true, force: true })
  }
}

async function fill(env: Record<string, string>) {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  const app = await createApp(config)
  try {
    return (await fillCatalogue(config.database, app, PAPERS)).ids
  } finally {
    await app.close()
  }
}

async function row(name: string, servers: { origin: string; pid: number }[], requests: Asked[]) {
  const used = () => servers.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
  const options = { connections: Math.ceil(CONNECTIONS / servers.length), seconds: SECONDS }
  const before = used()
  const answers = await Promise.all(servers.map(({ origin }) => askSteadily(origin, requests, options)))
  const spent = used() - before
  const times = answers.flatMap((each) => each.times).sort((one, other) => one - other)
  const good = answers.flatMap(({ statuses }) => [...statuses].filter(([status]) => status < 400))
  const answered = good.reduce((sum, [, count]) => sum + count, 0)
  const at = (share: number) => figure(times[Math.ceil(times.length * share) - 1] ?? Number.NaN, 1)
  const failed = times.length - answered + answers.reduce((sum, { broken }) => sum + broken, 0)
  return [name, figure(answered / SECONDS), at(0.5), at(0.99), figure(answered / spent), figure(failed)]
}
