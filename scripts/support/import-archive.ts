import { readFile, stat, writeFile } from 'node:fs/promises'
import { compareSite } from '#domain/archive/compare-site.server.ts'
import { type Imported, importSite } from '#domain/archive/import-site.server.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { readTar } from '#server/adapters/tar-file.ts'
import type { Config } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { lockDataDir } from '#server/folders/data-lock.ts'
import { readAuthSecret, secretCheckOf } from '#server/process/auth-secret.ts'
import { withoutTimeLimit } from '#server/settings/database-settings.ts'
import { openQuarantine } from '#server/uploading/quarantine.ts'
import { expectNoServer } from './expect-no-server.ts'
import { showProgress } from './progress-bar.ts'

const STOPPED = 130

/** Imports an archive and compares the site with it; returns the exit code. Throws ArchiveFault and ConfigError. */
export async function importArchive(
  config: Config,
  path: string,
  { dropSecondFactors }: { dropSecondFactors: boolean },
): Promise<number> {
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isStopped = true
    })
  const lock = lockDataDir(config.dataDir)
  try {
    const database = withoutTimeLimit(config.database)
    const app = await createApp({ ...config, database, logLevel: 'warn' }, { indexes: false })
    try {
      await expectNoServer(app)
      const imported = await readWhole(app, config, path, { dropSecondFactors, isStopped: () => isStopped })
      const isIndexed = imported && (await index(app, () => isStopped))
      if (!isIndexed) {
        console.log('Stopped. Start it again to go on from there.')
        return STOPPED
      }
      return await compare(app, imported)
    } finally {
      await app.close()
    }
  } finally {
    lock.release()
  }
}

async function readWhole(
  app: RunningApp,
  config: Config,
  path: string,
  options: { dropSecondFactors: boolean; isStopped(): boolean },
) {
  const quarantine = await openQuarantine(config.dataDir)
  const size = (await stat(path).catch(() => null))?.size ?? 0
  const bar = showProgress(process.stderr, 'MB of the archive')
  const inMegabytes = (bytes: number) => Math.ceil(bytes / 1e6)
  const members = readTar(path, (bytes) =>
    bar.show({ done: inMegabytes(bytes), all: inMegabytes(Math.max(bytes, size)) }),
  )
  const imported = await importSite(app, members, {
    ...options,
    secretCheck: secretCheckOf(readAuthSecret(config)),
    async writeLent(bytes) {
      const lent = quarantine.newPath()
      await writeFile(lent, bytes, { mode: 0o600, flag: 'wx' })
      return lent
    },
  })
  if (imported) bar.end()
  return imported
}

async function index(app: RunningApp, isStopped: () => boolean) {
  const bar = showProgress(process.stderr, 'papers indexed')
  const { done, all } = await reindexPapers(app, (progress) => bar.show(progress), isStopped)
  bar.end()
  return done === all
}

async function compare(app: RunningApp, imported: Imported) {
  const bar = showProgress(process.stderr, 'files compared')
  const read = (lent: string) => readFile(lent)
  const differences = await compareSite(app, imported, read, (progress) => bar.show(progress))
  bar.end()
  const { tables, files, bytes, missing } = imported.end
  if (differences.length > 0) {
    console.log(`Not equal to the archive:\n${differences.map((line) => `  ${line}`).join('\n')}`)
    return 1
  }
  const count = (name: string, what: string) => `${(tables[name]?.rows ?? 0).toLocaleString('en-IN')} ${what}`
  const facts = [
    count('papers', 'papers'),
    count('binnedPapers', 'in the bin'),
    `${files} files (${(bytes / 1e6).toFixed(1)} MB)`,
    count('inbox', 'in the inbox'),
    count('journal', 'journal entries'),
    count('administrators', 'administrators'),
  ]
  console.log(`Equal to the archive, row by row and byte by byte: ${facts.join(', ')}.`)
  if (imported.dropped.length > 0) console.log('Second factors were left behind, as you asked.')
  for (const one of missing) console.log(`Missing on the exported site already: ${one}`)
  return 0
}
