import { resolve, sep } from 'node:path'

/** Where backups go. */
export type BackupPlace = { kind: 'folder'; dir: string }

/** A fault is the rest of a sentence that begins with what names the place. */
export function readBackupPlace(value: string, dataDir: string): BackupPlace | { fault: string } {
  if (/^\w+:/.test(value)) return { fault: `must be the path of a folder, not "${value}".` }
  const dir = resolve(value)
  if (!`${dir}${sep}`.startsWith(`${dataDir}${sep}`)) return { kind: 'folder', dir }
  return { fault: `must not lie in DATA_DIR (${dataDir}): what destroys the one destroys the other.` }
}
