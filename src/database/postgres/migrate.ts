import type { Migration } from 'kysely/migration'
import { applyMigrations, isLater } from '../apply-migrations.ts'
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
import * as confirmedStamps from './migrations/0014-confirmed-stamps.ts'
import * as warnings from './migrations/0015-warnings.ts'
import * as fileChecks from './migrations/0016-file-checks.ts'
import * as refusedSignIns from './migrations/0017-refused-sign-ins.ts'
import * as unsettledFiles from './migrations/0018-unsettled-files.ts'
import * as keptFormerFiles from './migrations/0019-kept-former-files.ts'
import * as readingPace from './migrations/0020-reading-pace.ts'
import * as printLocks from './migrations/0021-print-locks.ts'
import * as pageTurns from './migrations/0022-page-turns.ts'
import * as countsByState from './migrations/0023-counts-by-state.ts'
import * as questions from './migrations/0024-questions.ts'
import * as questionCorrections from './migrations/0028-question-corrections.ts'
import * as answersAreRead from './migrations/0029-answers-are-read.ts'
import * as mediums from './migrations/0030-mediums.ts'
import * as roles from './migrations/0031-roles.ts'
import * as passkeys from './migrations/0032-passkeys.ts'
import * as alerts from './migrations/0034-alerts.ts'
import * as passwordResets from './migrations/0035-password-resets.ts'
import * as hiddenPapers from './migrations/0037-hidden-papers.ts'
import * as kinds from './migrations/0038-kinds.ts'
import * as wanted from './migrations/0039-wanted.ts'
import * as syllabus from './migrations/0040-syllabus.ts'

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
  '0014-confirmed-stamps': confirmedStamps,
  '0015-warnings': warnings,
  '0016-file-checks': fileChecks,
  '0017-refused-sign-ins': refusedSignIns,
  '0018-unsettled-files': unsettledFiles,
  '0019-kept-former-files': keptFormerFiles,
  '0020-reading-pace': readingPace,
  '0021-print-locks': printLocks,
  '0022-page-turns': pageTurns,
  '0023-counts-by-state': countsByState,
  '0024-questions': questions,
  '0028-question-corrections': questionCorrections,
  '0029-answers-are-read': answersAreRead,
  '0030-mediums': mediums,
  '0031-roles': roles,
  '0032-passkeys': passkeys,
  '0034-alerts': alerts,
  '0035-password-resets': passwordResets,
  '0037-hidden-papers': hiddenPapers,
  '0038-kinds': kinds,
  '0039-wanted': wanted,
  '0040-syllabus': syllabus,
}

/** One server at a time, in a transaction; returns the names of the migrations applied, throws when one fails or a later release was here. */
export async function migrateToLatest(db: Database): Promise<string[]> {
  return await applyMigrations(db, MIGRATIONS)
}

/** Whether a database whose last migration this is was migrated on by a later release. */
export function isLaterThanKnown(migration: string): boolean {
  return isLater(migration, MIGRATIONS)
}
