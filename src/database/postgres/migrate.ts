import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from '../schema.ts'
import * as catalogue from './migrations/0001-catalogue.ts'
import * as desk from './migrations/0002-desk.ts'
import * as identity from './migrations/0003-identity.ts'
import * as keptCounts from './migrations/0004-kept-counts.ts'
import * as nightlyBackups from './migrations/0005-nightly-backups.ts'
import * as variants from './migrations/0006-variants.ts'
import * as recognition from './migrations/0007-recognition.ts'
import * as centreVersions from './migrations/0008-centre-versions.ts'
import * as orderOfWork from './migrations/0009-order-of-work.ts'
import * as taps from './migrations/0010-taps.ts'
import * as examSets from './migrations/0011-exam-sets.ts'
import * as preparedAndCounted from './migrations/0012-prepared-and-counted.ts'
import * as firstPages from './migrations/0013-first-pages.ts'
import * as warnings from './migrations/0015-warnings.ts'
import * as fileChecks from './migrations/0016-file-checks.ts'

/** In the order in which they are applied. A released migration is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-catalogue': catalogue,
  '0002-desk': desk,
  '0003-identity': identity,
  '0004-kept-counts': keptCounts,
  '0005-nightly-backups': nightlyBackups,
  '0006-variants': variants,
  '0007-recognition': recognition,
  '0008-centre-versions': centreVersions,
  '0009-order-of-work': orderOfWork,
  '0010-taps': taps,
  '0011-exam-sets': examSets,
  '0012-prepared-and-counted': preparedAndCounted,
  '0013-first-pages': firstPages,
  '0015-warnings': warnings,
  '0016-file-checks': fileChecks,
}

/** One server at a time, in a transaction; returns the names of the migrations applied, throws when one fails. */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
