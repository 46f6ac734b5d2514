import type { Database, DrawingJobRow, ReadDatabase } from '#database/schema.ts'
import type { PageImage } from './page-image.ts'

/** What is read and drawn of a file; `images` as far as it got, page 1 first, null for a page that could not be drawn. */
export type Reading = Omit<DrawingJobRow, 'images'> & { images: (PageImage | null)[] }
export type FailedJob = { paperId: string; title: string; fault: string }
export type PageText = { page: number; text: string }

const UNTOUCHED = { state: 'waiting', images: '[]', pageCount: 0, tries: 0, fault: null } as const

/** Waiting files: those of which page 1 is done (`begun`) or is not, but none that failed since `before` (ISO 8601). */
export type Wanted = { begun: boolean; before: string; limit: number }

/** Keys of waiting files of published papers, the last published first. Takes long where many thousands wait. */
export async function selectWaiting(readDb: ReadDatabase, wanted: Wanted): Promise<string[]> {
  const rows = await waiting(readDb, wanted)
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .orderBy('papers.serial', 'desc')
    .limit(wanted.limit)
    .execute()
  return rows.map((row) => row.fileKey)
}

/** The same among these files, in no order. */
export async function selectWaitingOf(
  readDb: ReadDatabase,
  keys: string[],
  wanted: Wanted,
): Promise<string[]> {
  const rows = await waiting(readDb, wanted).where('drawingJobs.fileKey', 'in', keys).execute()
  return rows.map((row) => row.fileKey)
}

/** Files of published papers added before a serial number, the last published first. */
export async function selectFilesBefore(readDb: ReadDatabase, serial: number, limit: number) {
  return await readDb
    .selectFrom('papers')
    .select(['serial', 'fileKey'])
    .where('serial', '<', serial)
    .orderBy('serial', 'desc')
    .limit(limit)
    .execute()
}

/** Whether more than so many files wait, those of binned papers included. */
export async function waitMoreThan(readDb: ReadDatabase, most: number): Promise<boolean> {
  const query = readDb.selectFrom('drawingJobs').select('fileKey').where('state', '=', 'waiting')
  return (await query.offset(most).limit(1).execute()).length > 0
}

function waiting(readDb: ReadDatabase, { begun, before }: Wanted) {
  return readDb
    .selectFrom('drawingJobs')
    .select('drawingJobs.fileKey')
    .where('drawingJobs.state', '=', 'waiting')
    .where('drawingJobs.pageCount', begun ? '>' : '=', 0)
    .where((where) =>
      where.or([where('drawingJobs.fault', 'is', null), where('drawingJobs.updatedAt', '<', before)]),
    )
}

/** Counts a try and returns the reading, or null when it does not wait any more. */
export async function beginTry(db: Database, fileKey: string, now: Date): Promise<Reading | null> {
  const row = await db
    .updateTable('drawingJobs')
    .set((eb) => ({ tries: eb('tries', '+', 1), updatedAt: now.toISOString() }))
    .where('fileKey', '=', fileKey)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  return row ? toJob(row) : null
}

/** Takes back a try that was neither good nor bad. */
export async function forgetTry(db: Database, fileKey: string): Promise<void> {
  await db
    .updateTable('drawingJobs')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('fileKey', '=', fileKey)
    .where('tries', '>', 0)
    .execute()
}

type JobChange = Partial<Omit<Reading, 'fileKey'>>

/** Changes a reading. */
export async function updateJob(db: Database, fileKey: string, set: JobChange): Promise<void> {
  await changeJob(db, fileKey, set).execute()
}

/** Changes a reading that still waits and is on the try that was begun; false when it is not. */
export async function updateBegunJob(
  db: Database,
  { fileKey, tries }: Pick<Reading, 'fileKey' | 'tries'>,
  set: JobChange,
): Promise<boolean> {
  const begun = changeJob(db, fileKey, set).where('state', '=', 'waiting').where('tries', '=', tries)
  return (await begun.returning('fileKey').executeTakeFirst()) !== undefined
}

function changeJob(db: Database, fileKey: string, { images, ...rest }: JobChange) {
  return db
    .updateTable('drawingJobs')
    .set({ ...rest, ...(images ? { images: JSON.stringify(images) } : {}) })
    .where('fileKey', '=', fileKey)
}

/** A file's reading, or null when there is no such file. */
export async function selectJob(readDb: ReadDatabase, fileKey: string): Promise<Reading | null> {
  const row = await readDb
    .selectFrom('drawingJobs')
    .selectAll()
    .where('fileKey', '=', fileKey)
    .executeTakeFirst()
  return row ? toJob(row) : null
}

/** The reading of a published paper's file, or null: there is no such paper, or it is in the bin. */
export async function selectJobOf(readDb: ReadDatabase, paperId: string): Promise<Reading | null> {
  const row = await readDb
    .selectFrom('papers')
    .innerJoin('drawingJobs', 'drawingJobs.fileKey', 'papers.fileKey')
    .selectAll('drawingJobs')
    .where('papers.id', '=', paperId)
    .executeTakeFirst()
  return row ? toJob(row) : null
}

/** Puts what these pages say in the place of what was kept of them; pages past `to` are not touched. */
export async function replaceTexts(
  db: Database,
  fileKey: string,
  { from, to }: { from: number; to: number },
  texts: PageText[],
): Promise<void> {
  await db
    .deleteFrom('pageTexts')
    .where('fileKey', '=', fileKey)
    .where('page', '>=', from)
    .where('page', '<=', to)
    .execute()
  const said = texts.filter(({ text }) => text !== '').map((text) => ({ fileKey, ...text }))
  if (said.length > 0) await db.insertInto('pageTexts').values(said).execute()
}

/** Lets these files be read and drawn from page 1 on. */
export async function queueAnew(db: Database, fileKeys: string[]): Promise<void> {
  if (fileKeys.length === 0) return
  await db.updateTable('drawingJobs').set(UNTOUCHED).where('fileKey', 'in', fileKeys).execute()
}

/** Lets every file that failed be read and drawn from page 1 on. */
export async function queueFailed(db: Database): Promise<void> {
  await db.updateTable('drawingJobs').set(UNTOUCHED).where('state', '=', 'failed').execute()
}

/** Lets every file be read and drawn from page 1 on. */
export async function queueAll(db: Database): Promise<void> {
  await db.updateTable('drawingJobs').set(UNTOUCHED).execute()
}

/** Readings after a key, in the order of keys: for walking all of them in steps. */
export async function selectJobsAfter(readDb: ReadDatabase, fileKey: string, limit: number) {
  return await readDb
    .selectFrom('drawingJobs')
    .select(['fileKey', 'state', 'madeBy', 'fault'])
    .where('fileKey', '>', fileKey)
    .orderBy('fileKey')
    .limit(limit)
    .execute()
}

/** How many files of published papers are in this state. */
export async function countIn(readDb: ReadDatabase, state: Reading['state']): Promise<number> {
  const row = await readDb
    .selectFrom('drawingJobs')
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('drawingJobs.state', '=', state)
    .executeTakeFirstOrThrow()
  return row.files
}

/** Pages of waiting files, but the first of those that are begun: all but one of them wait with page 1 alone. */
export async function sumPagesLeft(readDb: ReadDatabase): Promise<number> {
  const row = await readDb
    .selectFrom('drawingJobs')
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .select((eb) => [
      eb.fn.sum<number | null>('papers.pages').as('pages'),
      eb.fn.count<number>('drawingJobs.fileKey').filterWhere('drawingJobs.pageCount', '>', 0).as('begun'),
    ])
    .where('drawingJobs.state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return (row.pages ?? 0) - row.begun
}

/** Published papers whose file could not be read, the last published first. */
export async function selectFailed(readDb: ReadDatabase, limit: number): Promise<FailedJob[]> {
  const rows = await readDb
    .selectFrom('drawingJobs')
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .select(['papers.id as paperId', 'papers.title', 'drawingJobs.fault'])
    .where('drawingJobs.state', '=', 'failed')
    .orderBy('papers.serial', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, fault: row.fault ?? '' }))
}

function toJob(row: DrawingJobRow): Reading {
  return { ...row, images: JSON.parse(row.images) }
}
