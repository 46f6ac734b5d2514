import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#domain/app.ts'
import type { Config } from '../config.ts'

const OWN_NAMES = [
  /^(thervu\.db|(server|drawing)\.lock)(-wal|-shm|-journal)?$/,
  /^(auth-secret|server\.log|files|inbox|tray|pages|quarantine|uploads|drawing)$/,
]

/**
 * Closes what is kept to all other accounts of the machine, also where a restored copy came with wider modes: the
 * database, the secret, the folders of files, and the data folder itself where nothing else lies in it. What this
 * account may not change is logged.
 */
export function restrictAccess(
  { dataDir, database, files }: Pick<Config, 'dataDir' | 'database' | 'files'>,
  log: Log,
): void {
  const kept = [
    ...['', '-wal', '-shm', '-journal'].map((end) => `${database.path}${end}`),
    ...['auth-secret', 'server.log', 'inbox', 'pages'].map((name) => join(dataDir, name)),
    ...(files.kind === 'disk' ? [files.dir] : []),
  ]
  if (readdirSync(dataDir).every((name) => OWN_NAMES.some((own) => own.test(name)))) kept.push(dataDir)
  for (const path of kept) {
    try {
      close(path)
    } catch (error) {
      log.warn({ err: error }, 'other accounts of this machine may read what is kept here')
    }
  }
}

function close(path: string) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || (stats.mode & 0o077) === 0) return
  chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
}
