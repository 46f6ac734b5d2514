import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from './config.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Holds the data folder for one server: what lies unfinished at a start is then nobody else's. The lock is the
 * operating system's, so it goes with the process, however that ends. Throws ConfigError when another holds it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  makeFolder(dataDir, 'DATA_DIR')
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new ConfigError(
      `DATA_DIR is in use by another Thervu server (${dataDir}); stop that one or name another folder.`,
    )
  }
  return { release: () => lock.close() }
}
