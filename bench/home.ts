import { resolve } from 'node:path'
import { type ChildSite, openChildSite } from './support/child-site.ts'
import { type Loaded, loadInTurns } from './support/crowd-load.ts'
import { printMachine } from './support/machine.ts'
import { figure, printTable } from './support/table.ts'

/**
 * Home drawn anew for every visitor by this checkout and by others (built, their folders as arguments), with the sample
 * papers, by turns; in processor time, since others use the machine.
 */
const ROUNDS = 24
const ROUND_SECONDS = 1
const UNCACHED = { PAGE_CACHE_MIB: '0' }
const HOME = [{ path: '/' }]

printMachine()
const folders = [...process.argv.slice(2), '.']
const sites: ChildSite[] = []
for (const folder of folders)
  sites.push(await openChildSite({ checkout: resolve(folder), samples: true, counting: true, env: UNCACHED }))
try {
  const all = sites.map((site) => [site, HOME] as Parameters<typeof loadInTurns>[0][number])
  await loadInTurns(all, 3, ROUND_SECONDS)
  const loaded = await loadInTurns(all, ROUNDS, ROUND_SECONDS)
  const rows = await Promise.all(loaded.map((each, at) => rowOf(at, each)))
  printTable('Home, drawn anew', ['', 'ms of processor', 'a second of one core', 'failed', 'HTML, KB'], rows)
} finally {
  for (const site of sites) await site.end()
}

async function rowOf(at: number, { eachOfProcessor, failed }: Loaded): Promise<string[]> {
  const answer = await fetch(`${sites[at]?.origin}/`, { headers: { 'Accept-Encoding': 'identity' } })
  const bytes = (await answer.arrayBuffer()).byteLength
  return [
    folders[at] === '.' ? 'this one' : (folders[at] ?? ''),
    figure(1000 / eachOfProcessor, 2),
    figure(eachOfProcessor),
    figure(failed),
    figure(bytes / 1000, 1),
  ]
}
