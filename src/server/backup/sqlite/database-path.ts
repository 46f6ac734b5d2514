import { ConfigError } from '../../config.ts'
import type { DatabaseSettings } from '../../settings/database-settings.ts'

/** The file that holds the database; throws ConfigError when it is PostgreSQL's. */
export function databasePath(database: DatabaseSettings): string {
  if (database.kind === 'sqlite') return database.path
  throw new ConfigError(
    'DATABASE_URL is PostgreSQL: pg_dump backs it up and pg_restore brings it back, and this command works with SQLite alone.',
  )
}
