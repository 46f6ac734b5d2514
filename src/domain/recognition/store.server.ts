import type { Database, ReadDatabase } from '#database/schema.ts'

export type Waiting = { fileKey: string; page: number }
/** `found` is JSON of what was recognised in the inbox. */
export type Claimed = Waiting & { found: string | null }

/** In this order for all files: pages of papers that visitors open or search for, page 1, page 2, the others, then pages of answers. */
export const WAVES = ['asked', 'first', 'second', 'others', 'answers'] as const
export type Wave = (typeof WAVES)[number]
/** Failed pages are left out until it is time to try them again. */
type Wanted = { wave: Wave; now: Date; limit: number }

/** Files with such pages: those asked for last first, or those of the last published papers. */
export async function selectFiles(readDb: ReadDatabase, wanted: Wanted): Promise<string[]> {
  const files = waiting(readDb, wanted)
    .innerJoin(
      'papers',
      wanted.wave === 'answers' ? 'papers.answersKey' : 'papers.fileKey',
      'recognitionJobs.fileKey',
    )
    .select(['recognitionJobs.fileKey', 'papers.serial'])
    .groupBy(['recognitionJobs.fileKey', 'papers.serial'])
  const ordered =
    wanted.wave === 'asked' ? files.orderBy((eb) => eb.fn.max('recognitionJobs.askedAt'), 'desc') : files
  const rows = await ordered.orderBy('papers.serial', 'desc').limit(wanted.limit).execute()
  return rows.map((row) => row.fileKey)
}

/** Whether a page waits that visitors ask for. */
export async function isAnyAsked(readDb: ReadDatabase, now: Date): Promise<boolean> {
  return (await selectFiles(readDb, { wave: 'asked', now, limit: 1 })).length > 0
}

/** Whether a page of the file waits, or is to be tried again. */
export async function isAnyWaiting(db: Database, fileKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('recognitionJobs')
    .select('page')
    .where('fileKey', '=', fileKey)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Such pages of a file, in their order. */
export async function selectPages(db: Database, fileKey: string, wanted: Wanted): Promise<Claimed[]> {
  return await waiting(db, wanted)
    .select(['recognitionJobs.fileKey', 'recognitionJobs.page', 'recognitionJobs.found'])
    .where('recognitionJobs.fileKey', '=', fileKey)
    .orderBy('recognitionJobs.page')
    .limit(wanted.limit)
    .execute()
}

function waiting(readDb: ReadDatabase, { wave, now }: Wanted) {
  const all = readDb.selectFrom('recognitionJobs').where('recognitionJobs.state', '=', 'waiting')
  const ofWave = {
    asked: () => all.where('recognitionJobs.askedAt', 'is not', null),
    first: () => all.where('recognitionJobs.page', '=', 1),
    second: () => all.where('recognitionJobs.page', '=', 2),
    others: () => all.where('recognitionJobs.page', '>', 2),
    answers: () => all,
  }
  return ofWave[wave]().where((where) =>
    where.or([
      where('recognitionJobs.retryAt', 'is', null),
      where('recognitionJobs.retryAt', '<=', now.toISOString()),
    ]),
  )
}

/** False when the page does not wait any more. */
export async function endWaiting(
  db: Database,
  { fileKey, page }: Waiting,
  { confidence, at }: { confidence: number; at: Date },
): Promise<boolean> {
  const ended = await db
    .updateTable('recognitionJobs')
    .set({ state: 'done', confidence, fault: null, updatedAt: at.toISOString(), retryAt: null })
    .where('fileKey', '=', fileKey)
    .where('page', '=', page)
    .where('state', '=', 'waiting')
    .returning('page')
    .executeTakeFirst()
  return ended !== undefined
}

/** Counts a try that failed. `pausesMs` are between the tries: after one more than there are pauses it has failed for
 * good. Returns the number of tries, null when the page does not wait any more. */
export async function failTry(
  db: Database,
  { fileKey, page }: Waiting,
  { fault, at, pausesMs }: { fault: string; at: Date; pausesMs: readonly number[] },
): Promise<number | null> {
  const job = await db
    .updateTable('recognitionJobs')
    .set((eb) => ({ tries: eb('tries', '+', 1), fault, updatedAt: at.toISOString() }))
    .where('fileKey', '=', fileKey)
    .where('page', '=', page)
    .where('state', '=', 'waiting')
    .returning('tries')
    .executeTakeFirst()
  if (!job) return null
  const pause = pausesMs[job.tries - 1]
  const next =
    pause === undefined
      ? { state: 'failed' as const, retryAt: null }
      : { retryAt: new Date(at.getTime() + pause).toISOString() }
  await db
    .updateTable('recognitionJobs')
    .set(next)
    .where('fileKey', '=', fileKey)
    .where('page', '=', page)
    .execute()
  return job.tries
}

/** Of one paper, or of all. */
export async function queueFailed(db: Database, paperId?: string): Promise<void> {
  const jobs = db
    .updateTable('recognitionJobs')
    .set({ state: 'waiting', tries: 0, retryAt: null, fault: null })
    .where('state', '=', 'failed')
  const ofPaper = (part: 'fileKey' | 'answersKey') =>
    db
      .selectFrom('papers')
      .select(`${part} as key`)
      .where('id', '=', paperId ?? '')
  await (paperId === undefined
    ? jobs
    : jobs.where((eb) =>
        eb.or([eb('fileKey', 'in', ofPaper('fileKey')), eb('fileKey', 'in', ofPaper('answersKey'))]),
      )
  ).execute()
}

type FailedPage = { paperId: string; title: string; page: number; fault: string }

export async function selectFailed(readDb: ReadDatabase, limit: number): Promise<FailedPage[]> {
  const rows = await readDb
    .selectFrom('recognitionJobs')
    .innerJoin('papers', 'papers.fileKey', 'recognitionJobs.fileKey')
    .select(['papers.id as paperId', 'papers.title', 'recognitionJobs.page', 'recognitionJobs.fault'])
    .where('recognitionJobs.state', '=', 'failed')
    .orderBy('papers.serial', 'desc')
    .orderBy('recognitionJobs.page')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, fault: row.fault ?? '' }))
}
