import type { DatabaseSync } from 'node:sqlite'
import type { CopiedDatabase } from '../copy-site.ts'

/** The files that the rows of `stored_files` and `inbox` name. */
export function neededFiles(
  sqlite: DatabaseSync,
): Pick<CopiedDatabase, 'storedFiles' | 'inboxFiles' | 'countFiles'> {
  const count = (table: string) =>
    Number(sqlite.prepare(`select count(*) as count from ${table}`).get()?.count)
  return {
    *storedFiles() {
      const rows = sqlite.prepare('select full_path, sha256, size from stored_files order by full_path')
      for (const row of rows.iterate())
        yield { key: String(row.full_path), sha256: String(row.sha256), size: Number(row.size) }
    },

    *inboxFiles() {
      const rows = sqlite.prepare('select upload_id, sha256, size from inbox order by upload_id')
      for (const row of rows.iterate())
        yield { name: String(row.upload_id), sha256: String(row.sha256), size: Number(row.size) }
    },

    countFiles: () => count('stored_files') + 2 * count('inbox'),
  }
}
