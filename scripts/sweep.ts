import { selectConfirmedTime } from '#domain/files/confirm-time.server.ts'
import { findUnnamed, isTooMuch, moveUnnamed, putBack, type SweptStore } from '#domain/files/sweep.server.ts'
import { storedFiles } from '../src/domain/files/sweep.server.ts'
import { inboxFiles } from '../src/domain/inbox/sweep.server.ts'
import { ConfigError, readConfig } from '../src/server/config.ts'
import { createApp, type RunningApp } from '../src/server/create-app.ts'
import { describeCount } from './support/say-count.ts'

const USAGE = `Usage:
  sweep -- --dry-run   lists what no paper names, what was moved aside before, and what a sweep would do
  sweep -- --apply     moves what no paper names to removed/<day>/, however much it is; nothing is deleted for 30 days
  sweep -- --restore   puts back all that is in removed/

Safe at any time, also while the site runs: what is being uploaded is left alone.`

const VERBS: Record<string, (app: RunningApp) => Promise<void>> = {
  '--dry-run': dryRun,
  '--apply': apply,
  '--restore': restore,
}

process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'))

async function main([verb = '', ...rest]: string[]): Promise<number> {
  const run = VERBS[verb]
  if (!run || rest.length > 0) {
    console.error(USAGE)
    return 2
  }
  try {
    const config = readConfig()
    if (config.files.kind === 'memory')
      throw new ConfigError('FILES_URL is memory: another process cannot read its files.')
    const app = await createApp({ ...config, logLevel: 'error' }, { indexes: false })
    try {
      await run(app)
    } finally {
      await app.close()
    }
    return 0
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    return 1
  }
}

async function dryRun(app: RunningApp) {
  for (const store of storesOf(app)) {
    const found = await findUnnamed(app, store, { age: 0, asOf: app.clock.now() })
    for (const name of found.unnamed) console.log(`no row names   ${name}`)
    for (const name of found.leftovers) console.log(`being stored   ${name}`)
    for await (const { day, name } of store.listAside()) console.log(`removed ${day} ${name}`)
    const rest = isTooMuch(found) ? 'a sweep moves none of them by itself' : 'the next sweep moves them aside'
    const unnamed =
      found.unnamed.length > 0 ? `${found.unnamed.length} without a row: ${rest}` : 'all with a row'
    console.log(`${found.total} ${store.what}, ${unnamed}.`)
  }
}

async function apply(app: RunningApp) {
  const now = app.clock.now().getTime()
  const days = new Date(Math.min(now, (await selectConfirmedTime(app.db))?.confirmed ?? now))
  let moved = 0
  for (const store of storesOf(app)) moved += await moveUnnamed(app, store, days)
  console.log(
    `${describeCount(moved, 'file')} moved to removed/; "npm run sweep -- --restore" puts them back.`,
  )
}

async function restore(app: RunningApp) {
  let back = 0
  for (const store of storesOf(app)) back += await putBack(store, { onlyNamed: false })
  console.log(
    `${describeCount(back, 'file')} put back. Those that no paper names are moved again by the next sweep, if they are few.`,
  )
}

function storesOf(app: RunningApp): SweptStore[] {
  return [storedFiles(app), inboxFiles(app)]
}
