import type { Database, ReadDatabase } from '#database/schema.ts'

export type Waiting = { fileKey: string; page: number }
/** `found` is JSON of what was recognised in the inbox. */
export type Claimed = Waiting & { found: string | null }

/** `isFirst`: page 1, else all others. Failed pages are left out until it is time to try them again. */
export type Wanted = { isFirst: boolean; now: Date; limit: number }

/** Files with such pages, those of the last published papers first. */
export async function selectFiles(readDb: ReadDatabase, wanted: Wanted): Promise<string[]> {
  const rows = await waiting(readDb, wanted)
    .innerJoin('papers', 'papers.fileKey', 'recognitionJobs.fileKey')
    .select(['recognitionJobs.fileKey', 'papers.serial'])
    .groupBy(['recognitionJobs.fileKey', 'papers.serial'])
    .orderBy('papers.serial', 'desc')
    .limit(wanted.limit)
    .execute()
  return rows.map((row) => row.fileKey)
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

function waiting(readDb: ReadDatabase, { isFirst, now }: Wanted) {
  return readDb
    .selectFrom('recognitionJobs')
    .where('recognitionJobs.state', '=', 'waiting')
    .where('recognitionJobs.page', isFirst ? '=' : '>', 1)
    .where((where) =>
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

/** Counts a try that failed. `pausesMs` lie between the tries: after one more than there are pauses it has failed for
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
  const ofPaper = db.selectFrom('papers').select('fileKey')
  await (paperId === undefined
    ? jobs
    : jobs.where('fileKey', 'in', ofPaper.where('id', '=', paperId))
  ).execute()
}

export type FailedPage = { paperId: string; title: string; page: number; fault: string }

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
