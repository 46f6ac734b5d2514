import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../config.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Holds the data folder for one server: what lies unfinished at a start is then nobody else's. The lock is the
 * operating system's, so it goes with the process, however that ends. Throws ConfigError when another holds it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const lock = take(dataDir, 'server.lock')
  if (lock) return lock
  throw new ConfigError(
    `DATA_DIR is in use by another Thervu server (${dataDir}); stop that one or name another folder.`,
  )
}

/** Holds the right to draw pages for a data folder, which the site has while it runs; null when another has it. */
export function takeDrawing(dataDir: string): { release(): void } | null {
  return take(dataDir, 'drawing.lock')
}

function take(dataDir: string, name: string) {
  makeFolder(dataDir, 'DATA_DIR')
  const lock = new DatabaseSync(join(dataDir, name), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    return null
  }
  return { release: () => lock.close() }
}
