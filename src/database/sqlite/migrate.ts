import type { Migration } from 'kysely/migration'
import { applyMigrations, isLater } from '../apply-migrations.ts'
import type { Database } from '../schema.ts'
import * as catalogue from './migrations/0001-catalogue.ts'
import * as identity from './migrations/0002-identity.ts'
import * as desk from './migrations/0003-desk.ts'
import * as secondFactor from './migrations/0004-second-factor.ts'
import * as deskList from './migrations/0005-desk-list.ts'
import * as activity from './migrations/0006-activity.ts'
import * as journalOrder from './migrations/0007-journal-order.ts'
import * as find from './migrations/0008-find.ts'
import * as sharedTray from './migrations/0009-shared-tray.ts'
import * as confirmedTime from './migrations/0010-confirmed-time.ts'
import * as deviceDays from './migrations/0011-device-days.ts'
import * as tableNames from './migrations/0012-table-names.ts'
import * as ownAccounts from './migrations/0013-own-accounts.ts'
import * as freeVocabulary from './migrations/0014-free-vocabulary.ts'
import * as noShelves from './migrations/0015-no-shelves.ts'
import * as contentVersion from './migrations/0016-content-version.ts'
import * as variants from './migrations/0017-variants.ts'
import * as recognition from './migrations/0018-recognition.ts'
import * as centreVersions from './migrations/0019-centre-versions.ts'
import * as orderOfWork from './migrations/0020-order-of-work.ts'
import * as taps from './migrations/0021-taps.ts'
import * as examSets from './migrations/0022-exam-sets.ts'
import * as preparedAndCounted from './migrations/0023-prepared-and-counted.ts'
import * as firstPages from './migrations/0024-first-pages.ts'
import * as confirmedStamps from './migrations/0025-confirmed-stamps.ts'
import * as warnings from './migrations/0026-warnings.ts'
import * as fileChecks from './migrations/0027-file-checks.ts'
import * as refusedSignIns from './migrations/0028-refused-sign-ins.ts'
import * as unsettledFiles from './migrations/0029-unsettled-files.ts'
import * as keptFormerFiles from './migrations/0030-kept-former-files.ts'
import * as readingPace from './migrations/0031-reading-pace.ts'
import * as printLocks from './migrations/0032-print-locks.ts'
import * as pageTurns from './migrations/0033-page-turns.ts'
import * as countsByState from './migrations/0034-counts-by-state.ts'
import * as questions from './migrations/0035-questions.ts'
import * as questionCorrections from './migrations/0039-question-corrections.ts'
import * as answersAreRead from './migrations/0040-answers-are-read.ts'
import * as mediums from './migrations/0041-mediums.ts'
import * as roles from './migrations/0042-roles.ts'
import * as passkeys from './migrations/0043-passkeys.ts'
import * as alerts from './migrations/0045-alerts.ts'
import * as passwordResets from './migrations/0046-password-resets.ts'
import * as hiddenPapers from './migrations/0048-hidden-papers.ts'
import * as kinds from './migrations/0049-kinds.ts'
import * as wanted from './migrations/0050-wanted.ts'
import * as syllabus from './migrations/0051-syllabus.ts'

/** In the order in which they are applied. A released migration is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-catalogue': catalogue,
  '0002-identity': identity,
  '0003-desk': desk,
  '0004-second-factor': secondFactor,
  '0005-desk-list': deskList,
  '0006-activity': activity,
  '0007-journal-order': journalOrder,
  '0008-find': find,
  '0009-shared-tray': sharedTray,
  '0010-confirmed-time': confirmedTime,
  '0011-device-days': deviceDays,
  '0012-table-names': tableNames,
  '0013-own-accounts': ownAccounts,
  '0014-free-vocabulary': freeVocabulary,
  '0015-no-shelves': noShelves,
  '0016-content-version': contentVersion,
  '0017-variants': variants,
  '0018-recognition': recognition,
  '0019-centre-versions': centreVersions,
  '0020-order-of-work': orderOfWork,
  '0021-taps': taps,
  '0022-exam-sets': examSets,
  '0023-prepared-and-counted': preparedAndCounted,
  '0024-first-pages': firstPages,
  '0025-confirmed-stamps': confirmedStamps,
  '0026-warnings': warnings,
  '0027-file-checks': fileChecks,
  '0028-refused-sign-ins': refusedSignIns,
  '0029-unsettled-files': unsettledFiles,
  '0030-kept-former-files': keptFormerFiles,
  '0031-reading-pace': readingPace,
  '0032-print-locks': printLocks,
  '0033-page-turns': pageTurns,
  '0034-counts-by-state': countsByState,
  '0035-questions': questions,
  '0039-question-corrections': questionCorrections,
  '0040-answers-are-read': answersAreRead,
  '0041-mediums': mediums,
  '0042-roles': roles,
  '0043-passkeys': passkeys,
  '0045-alerts': alerts,
  '0046-password-resets': passwordResets,
  '0048-hidden-papers': hiddenPapers,
  '0049-kinds': kinds,
  '0050-wanted': wanted,
  '0051-syllabus': syllabus,
}

/** Migrates in a transaction; returns the names of the migrations applied, throws when one fails or a later release was here. */
export async function migrateToLatest(db: Database): Promise<string[]> {
  return await applyMigrations(db, MIGRATIONS)
}

/** Whether a database whose last migration this is was migrated on by a later release. */
export function isLaterThanKnown(migration: string): boolean {
  return isLater(migration, MIGRATIONS)
}
