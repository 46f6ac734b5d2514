import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../config.ts'
import { makeFolder } from './make-folder.ts'

/** Locks the data folder for one server; the OS unlocks it however the process ends. Throws ConfigError if taken. */
export function lockDataDir(dataDir: string): { release(): void } {
  const lock = acquire(dataDir, 'server.lock')
  if (lock) return lock
  throw new ConfigError(
    `DATA_DIR is in use by another Thervu server (${dataDir}); stop that one or name another folder.`,
  )
}

/** The lock for drawing pages, held while the site runs; null when another process has it. */
export function lockDrawing(dataDir: string): { release(): void } | null {
  return acquire(dataDir, 'drawing.lock')
}

/** The lock for making a backup; null when another process has it. */
export function lockBackup(dataDir: string): { release(): void } | null {
  return acquire(dataDir, 'backup.lock')
}

function acquire(dataDir: string, name: string) {
  makeFolder(dataDir, 'DATA_DIR')
  const lock = new DatabaseSync(join(dataDir, name), { timeout: 0 })
  try {
    // A journal in the folder would need room on its disk.
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    return null
  }
  return { release: () => lock.close() }
}
