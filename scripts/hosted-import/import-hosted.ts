import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { lockDataDir } from '#server/folders/data-lock.ts'
import { openQuarantine } from '#server/uploading/quarantine.ts'
import { expectNoServer } from '../support/expect-no-server.ts'
import { showProgress } from '../support/progress-bar.ts'
import { openHostedFolder } from './hosted-folder.ts'
import { moveIn } from './move-in.ts'
import { describeLine, type ReportLine } from './report.ts'

const STOPPED = 130

/** Moves in from an export of the hosted site, or says what would come; returns the exit code. */
export async function importHosted(
  config: Config,
  folder: string,
  { applies }: { applies: boolean },
): Promise<number> {
  const lock = lockDataDir(config.dataDir)
  try {
    const app = await createApp({ ...config, logLevel: 'error' })
    try {
      if (applies) await expectNoServer(app)
      return await move(app, config.dataDir, folder, applies)
    } finally {
      await app.close()
    }
  } finally {
    lock.release()
  }
}

async function move(app: RunningApp, dataDir: string, from: string, applies: boolean) {
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true
    })
  const folder = await openHostedFolder(from, await openQuarantine(dataDir))
  const [rows, summary] = [join(dataDir, 'hosted-import.jsonl'), join(dataDir, 'hosted-import.txt')]
  await using file = await open(rows, 'w', 0o600)
  await using text = await open(summary, 'w', 0o600)
  const counts = new Map<string, number>()
  const bar = showProgress(process.stderr, 'papers')
  const lines = moveIn(app, folder, {
    applies,
    isStopped: () => isStopped,
    onProgress: (progress) => bar.show(progress),
  })
  for await (const { password, ...line } of lines) {
    count(counts, line)
    console.log(`${describeLine(line)}${password ? `; password for the first sign-in: ${password}` : ''}`)
    await file.write(`${JSON.stringify(line)}\n`)
    await text.write(`${describeLine(line)}\n`)
  }
  bar.end()
  const sums = [...counts].map(([what, times]) => `  ${String(times).padStart(6)}  ${what}`).join('\n')
  await text.write(`\n${sums}\n`)
  console.log(`\n${sums}\n\nEvery row is in ${rows}, and for reading in ${summary}.`)
  if (isStopped) console.log('Stopped. Start it again to go on from there.')
  else if (!applies) console.log('Nothing was changed: this was a dry run. With --apply it is done.')
  return isStopped ? STOPPED : 0
}

function count(counts: Map<string, number>, { kind, outcome, changes }: ReportLine) {
  const what = `${kind}: ${outcome}${outcome === 'comes' && changes.length > 0 ? ', changed' : ''}`
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
