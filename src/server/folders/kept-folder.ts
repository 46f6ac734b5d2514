import { dirname } from 'node:path'
import type { Config } from '../config.ts'

/** Servers that share a database share the folder of files and what lies beside it; the rest of DATA_DIR is each one's own. */
export function keptFolder({
  database,
  files,
  dataDir,
}: Pick<Config, 'database' | 'files' | 'dataDir'>): string {
  return database.kind === 'postgres' && files.kind === 'disk' ? dirname(files.dir) : dataDir
}
