import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './schema.ts'

type Migrations = Record<string, Migration>

/** What to say of a database that a later release has migrated on; goes on after its name, without a full stop. */
export const NEWER =
  'was written by a newer version of Thervu: update the program, or restore a backup that this version made'

/** In a transaction; returns the names of the migrations applied, throws when one fails or a later release was here. */
export async function applyMigrations(db: Database, migrations: Migrations): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error && (await isNewer(db, migrations))) throw new Error(`it ${NEWER}`, { cause: error })
  if (error) throw new Error(`it could not be migrated: ${(error as Error).message}`, { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

/** Whether a database whose last migration this is was migrated on by a later release. */
export function isLater(migration: string, migrations: Migrations): boolean {
  return migration > (Object.keys(migrations).at(-1) ?? '')
}

/** Another program's database may have migrations of its own, but not all of ours. */
async function isNewer(db: Database, migrations: Migrations) {
  const query = sql<{ name: string }>`select name from kysely_migration`
  const rows = await query.execute(db).then(
    (found) => found.rows,
    () => [],
  )
  const applied = rows.map(({ name }) => name)
  const known = Object.keys(migrations)
  return known.every((name) => applied.includes(name)) && applied.some((name) => isLater(name, migrations))
}
