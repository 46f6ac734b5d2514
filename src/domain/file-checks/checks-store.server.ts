import type { Database, ReadDatabase } from '#database/schema.ts'
import type { FileFault } from '#domain/files/file-store.ts'

/** `title` of the paper whose file it is or was; null for a picture of the centre's. */
export type FaultyFile = {
  key: string
  fault: FileFault
  sha256: string
  size: number
  title: string | null
  isBinned: boolean
  isFormer: boolean
}

/** Also of a binned paper. */
export async function selectHashes(db: ReadDatabase, key: string) {
  return await db
    .selectFrom('storedFiles')
    .select(['fullPath as key', 'size', 'sha256'])
    .where('fullPath', '=', key)
    .executeTakeFirst()
}

export async function selectFault(db: ReadDatabase, key: string): Promise<FileFault | null> {
  const row = await db.selectFrom('fileChecks').select('fault').where('fileKey', '=', key).executeTakeFirst()
  return row?.fault ?? null
}

export async function upsertCheck(
  db: Database,
  check: { fileKey: string; checkedAt: string; fault: FileFault | null },
): Promise<void> {
  const { fileKey: _, ...found } = check
  await db
    .insertInto('fileChecks')
    .values(check)
    .onConflict((on) => on.column('fileKey').doUpdateSet(found))
    .execute()
}

/** Those that were checked longest ago come first. */
export async function selectFaultyKeys(db: ReadDatabase): Promise<string[]> {
  const rows = await db
    .selectFrom('fileChecks')
    .select('fileKey')
    .where('fault', 'is not', null)
    .orderBy('checkedAt')
    .orderBy('fileKey')
    .execute()
  return rows.map(({ fileKey }) => fileKey)
}

/** The first `most` by key. */
export async function selectFaulty(db: ReadDatabase, most: number): Promise<FaultyFile[]> {
  const rows = await db
    .selectFrom('fileChecks')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'fileChecks.fileKey')
    .select(['fileKey as key', 'fault', 'sha256', 'size'])
    .where('fault', 'is not', null)
    .orderBy('fileKey')
    .limit(most)
    .execute()
  const faulty: FaultyFile[] = []
  for (const { fault, ...row } of rows) {
    if (!fault) continue
    const title = await selectTitle(db, 'papers', row.key)
    const binned = title === null ? await selectTitle(db, 'binnedPapers', row.key) : null
    const former = (title ?? binned) ? null : await selectFormerTitle(db, row.key)
    faulty.push({
      ...{ ...row, fault, title: title ?? binned ?? former },
      ...{ isBinned: binned !== null, isFormer: former !== null },
    })
  }
  return faulty
}

async function selectTitle(db: ReadDatabase, table: 'papers' | 'binnedPapers', key: string) {
  const row = await db
    .selectFrom(table)
    .select('title')
    .where((eb) => eb.or([eb('fileKey', '=', key), eb('thumbnailKey', '=', key), eb('answersKey', '=', key)]))
    .executeTakeFirst()
  return row?.title ?? null
}

async function selectFormerTitle(db: ReadDatabase, key: string) {
  const row = await db
    .selectFrom('formerFiles')
    .innerJoin('papers', 'papers.id', 'formerFiles.paperId')
    .select('title')
    .where('fullPath', '=', key)
    .executeTakeFirst()
  return row?.title ?? null
}

/** How many files are stored, and how many of them were found to be right from `since` to `now`. */
export async function countChecks(db: ReadDatabase, since: string, now: string) {
  const stored = await db
    .selectFrom('storedFiles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const checked = await db
    .selectFrom('fileChecks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('fault', 'is', null)
    .where('checkedAt', '>=', since)
    .where('checkedAt', '<=', now)
    .executeTakeFirstOrThrow()
  return { stored: Number(stored.count), checked: Number(checked.count) }
}

const LONG_AGO = '1970-01-01T00:00:00.000Z'

/**
 * The files, not known as faulty, whose check or else whose storing was longest ago. A time to come was written by a
 * clock that was wrong.
 */
export async function selectNextToCheck(db: ReadDatabase, now: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('storedFiles')
    .leftJoin('fileChecks', 'fileChecks.fileKey', 'storedFiles.fullPath')
    .select('fullPath')
    .where('fault', 'is', null)
    .orderBy((eb) =>
      eb
        .case()
        .when('checkedAt', '>', now)
        .then(LONG_AGO)
        .when('checkedAt', 'is not', null)
        .then(eb.ref('checkedAt'))
        .when('timeCreated', '>', now)
        .then(LONG_AGO)
        .else(eb.ref('timeCreated'))
        .end(),
    )
    .orderBy('fullPath')
    .limit(most)
    .execute()
  return rows.map(({ fullPath }) => fullPath)
}
