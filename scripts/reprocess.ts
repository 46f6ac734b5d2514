import { setTimeout as wait } from 'node:timers/promises'
import { publishPending } from '../src/domain/content-version.server.ts'
import {
  countJobs,
  countPagesLeft,
  endReprocessing,
  reprocess,
} from '../src/domain/page-images/reprocess.server.ts'
import { type Config, ConfigError, readConfig } from '../src/server/config.ts'
import { createApp, type RunningApp } from '../src/server/create-app.ts'
import { startRendering } from '../src/server/rendering/render-worker.ts'
import { showProgress } from './support/progress-bar.ts'

const USAGE = `Usage:
  reprocess            reads and renders again what failed, is missing or was made by an older version
  reprocess -- --all   reads and renders every file again

Safe at any time, also while the site runs: then the site itself renders, and this
shows how far it is. Stopped with Ctrl-C it goes on next time.`

const LOOK_EVERY_MS = 1_000
const PAUSE_MS = 2_000

process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'))

async function main(args: string[]): Promise<number> {
  if (args.some((argument) => argument !== '--all')) {
    console.error(USAGE)
    return 2
  }
  try {
    const config = readConfig()
    if (config.files.kind === 'memory')
      throw new ConfigError('FILES_URL is memory: nothing is kept to read again.')
    const app = await createApp({ ...config, logLevel: 'error' })
    try {
      return await renderAll(app, config, args.includes('--all'))
    } finally {
      await app.close()
    }
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    return 1
  }
}

async function renderAll(app: RunningApp, config: Config, all: boolean): Promise<number> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const papers = await reprocess(app, { all })
  const pages = await countPagesLeft(app)
  const rendering = startRendering(app, config.dataDir, { lookEveryMs: LOOK_EVERY_MS, pauseMs: PAUSE_MS })
  const bar = showProgress(process.stderr, 'pages')
  let { waiting, failed } = await countJobs(app)
  while (waiting > 0 && !stopping.signal.aborted) {
    bar.show({ done: Math.max(0, pages - (await countPagesLeft(app))), all: pages })
    await wait(LOOK_EVERY_MS, null, { signal: stopping.signal }).catch(() => {})
    ;({ waiting, failed } = await countJobs(app))
  }
  bar.show({ done: Math.max(0, pages - (await countPagesLeft(app))), all: pages })
  bar.end()
  await rendering.stop()
  await publishPending(app.db)
  if (waiting > 0) {
    console.log(`Stopped; ${count(waiting)} left. The next time goes on, and so does the site when it runs.`)
    return 130
  }
  await endReprocessing(app)
  console.log(`${count(papers)} read and rendered.`)
  if (failed > 0)
    console.log(`${count(failed)} cannot be; the administrator reads which at /api/admin/render-jobs.`)
  return 0
}

function count(papers: number) {
  return papers === 1 ? '1 paper' : `${papers.toLocaleString('en-IN')} papers`
}
