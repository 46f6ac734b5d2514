import type { DatabaseSettings } from '../settings/database-settings.ts'
import type { DatabaseCopier } from './database-copier.ts'
import { sqliteCopier } from './sqlite/copy-sqlite.ts'

/** Only those who use PostgreSQL need its driver. */
export async function openCopier(database: DatabaseSettings): Promise<DatabaseCopier> {
  if (database.kind === 'sqlite') return sqliteCopier(database.path)
  const { postgresCopier } = await import('./postgres/list-rows.ts')
  return postgresCopier(database)
}
