import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#domain/app.ts'
import type { Config } from '../config.ts'

const OWN_NAMES = [
  /^(thervu\.db|(server|drawing|backup)\.lock)(-wal|-shm|-journal|-reserve)?$/,
  /^(auth-secret|server\.log|hosted-import\.(jsonl|txt)|files|inbox|tray|pages|quarantine|removed|uploads|drawing|unfinished-backup|backup-download|backup(-place)?\.json|centre)$/,
]

const MAYBE = { throwIfNoEntry: false } as const

/** Closes the data to the machine's other accounts, also after a restore with wider modes; logs what it cannot. */
export function restrictAccess(
  { dataDir, database, files }: Pick<Config, 'dataDir' | 'database' | 'files'>,
  log: Log,
): void {
  const sqlite = database.kind === 'sqlite' ? database.path : undefined
  const paths = [
    ...(sqlite ? ['', '-wal', '-shm', '-journal', '-reserve'].map((end) => `${sqlite}${end}`) : []),
    ...['auth-secret', 'server.log', 'inbox', 'pages', 'removed'].map((name) => join(dataDir, name)),
    ...(files.kind === 'disk' ? [files.dir] : []),
  ]
  if (readdirSync(dataDir).every((name) => OWN_NAMES.some((own) => own.test(name)))) paths.push(dataDir)
  for (const path of paths) {
    try {
      // A setting may name a folder in place of a database: it is somebody else's.
      if (path === sqlite && statSync(path, MAYBE)?.isDirectory()) continue
      makePrivate(path)
    } catch (error) {
      log.warn({ err: error }, 'other accounts of this machine may read what is kept here')
    }
  }
}

function makePrivate(path: string) {
  const stats = statSync(path, MAYBE)
  if (!stats || (stats.mode & 0o077) === 0) return
  chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
}
