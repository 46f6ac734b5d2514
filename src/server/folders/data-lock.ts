import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from '#database/faults.ts'
import { markFault } from '#database/sqlite/mark-fault.ts'
import { ConfigError } from '../config.ts'
import { makeFolder } from './make-folder.ts'

/** Locks the data folder for one server; the OS unlocks it however the process ends. Throws ConfigError, also if taken. */
export function lockDataDir(dataDir: string): { release(): void } {
  const lock = acquire(dataDir, 'server.lock')
  if (lock) return lock
  throw new ConfigError(
    `DATA_DIR is in use by another Thervu server (${dataDir}); stop that one or name another folder.`,
  )
}

/** The lock for rendering pages, held while the site runs; null when another process has it. Throws ConfigError. */
export function lockRendering(dataDir: string): { release(): void } | null {
  return acquire(dataDir, 'drawing.lock')
}

/** The lock for making a backup; null when another process has it. Throws ConfigError. */
export function lockBackup(dataDir: string): { release(): void } | null {
  return acquire(dataDir, 'backup.lock')
}

function acquire(dataDir: string, name: string) {
  makeFolder(dataDir, 'DATA_DIR')
  const path = join(dataDir, name)
  let opened: DatabaseSync | undefined
  try {
    const lock = new DatabaseSync(path, { timeout: 0 })
    opened = lock
    // A journal in the folder would need room on its disk.
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    return { release: () => lock.close() }
  } catch (error) {
    opened?.close()
    markFault(error)
    if (isBusy(error)) return null
    throw new ConfigError(`DATA_DIR cannot be locked: ${path} (${whyNot(path, error as Error)}).`)
  }
}

/** SQLite says of all of these that it cannot open a file. Opening it here would end the locks of this process on it. */
function whyNot(path: string, { message }: Error) {
  try {
    if (!statSync(path).isFile()) return 'it is no file'
    accessSync(path, constants.R_OK | constants.W_OK)
    return message
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? message : (error as Error).message
  }
}
