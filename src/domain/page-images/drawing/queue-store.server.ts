import type { Database, ReadDatabase } from '#database/schema.ts'
import { ANSWERS_LATER, STEPS } from './steps.ts'

/** Waiting files at a step, but none that failed since `before` (ISO 8601). */
export type Wanted = { step: number; before: string; limit: number }

/** The most urgent step of any waiting file; null where none waits. Hidden papers come after all others, so that they are ready when
 * they are shown; files of binned papers do not count. */
export async function selectStep(readDb: ReadDatabase, before: string | null): Promise<number | null> {
  const ofPapers = await waiting(readDb, before)
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .select('drawingJobs.step')
    .where('drawingJobs.step', '<=', ANSWERS_LATER)
    .orderBy('drawingJobs.step')
    .limit(1)
    .executeTakeFirst()
  if (ofPapers) return ofPapers.step
  const ofAnswers = await waiting(readDb, before)
    .innerJoin('papers', 'papers.answersKey', 'drawingJobs.fileKey')
    .select('drawingJobs.step')
    .where('drawingJobs.step', '>', ANSWERS_LATER)
    .orderBy('drawingJobs.step')
    .limit(1)
    .executeTakeFirst()
  if (ofAnswers) return ofAnswers.step
  const hidden = await ofHidden(readDb, before).select('drawingJobs.step').orderBy('step').executeTakeFirst()
  return hidden?.step ?? null
}

/** Their answers are read when they are shown. */
function ofHidden(readDb: ReadDatabase, before: string | null) {
  return waiting(readDb, before)
    .innerJoin('binnedPapers', 'binnedPapers.fileKey', 'drawingJobs.fileKey')
    .where('binnedAt', 'is', null)
}

function columnAt(step: number): 'papers.fileKey' | 'papers.answersKey' {
  return step > ANSWERS_LATER ? 'papers.answersKey' : 'papers.fileKey'
}

/** The last published first. Slow where many thousands wait. */
export async function selectWaiting(
  readDb: ReadDatabase,
  { step, before, limit }: Wanted,
): Promise<string[]> {
  const rows = await waiting(readDb, before)
    .innerJoin('papers', columnAt(step), 'drawingJobs.fileKey')
    .select('drawingJobs.fileKey')
    .where('drawingJobs.step', '=', step)
    .orderBy('papers.serial', 'desc')
    .limit(limit)
    .execute()
  if (rows.length > 0 || step > ANSWERS_LATER) return rows.map((row) => row.fileKey)
  const hidden = ofHidden(readDb, before).select('drawingJobs.fileKey').where('drawingJobs.step', '=', step)
  return (await hidden.orderBy('showAt').limit(limit).execute()).map((row) => row.fileKey)
}

/** Of those that visitors ask for, the one that has waited longest since its last turn. */
export async function selectAsked(readDb: ReadDatabase, before: string): Promise<string[]> {
  const rows = await waiting(readDb, before)
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .select('drawingJobs.fileKey')
    .where('drawingJobs.step', '=', STEPS.asked)
    .orderBy('drawingJobs.updatedAt')
    .limit(1)
    .execute()
  return rows.map((row) => row.fileKey)
}

export async function selectWaitingOf(
  readDb: ReadDatabase,
  keys: string[],
  { step, before }: Wanted,
): Promise<string[]> {
  const rows = await waiting(readDb, before)
    .select('drawingJobs.fileKey')
    .where('drawingJobs.step', '=', step)
    .where('drawingJobs.fileKey', 'in', keys)
    .execute()
  return rows.map((row) => row.fileKey)
}

/** Of papers before that one, the files that are rendered at this step: their own, or their answers. */
export async function selectFilesBefore(
  readDb: ReadDatabase,
  serial: number,
  { step, limit }: Pick<Wanted, 'step' | 'limit'>,
) {
  const papers = readDb.selectFrom('papers').where('serial', '<', serial)
  return await papers
    .select(['serial', `${columnAt(step)} as fileKey`])
    .where(columnAt(step), 'is not', null)
    .orderBy('serial', 'desc')
    .limit(limit)
    .$castTo<{ serial: number; fileKey: string }>()
    .execute()
}

/** Files of binned papers count, too. */
export async function waitMoreThan(readDb: ReadDatabase, step: number, most: number): Promise<boolean> {
  const query = readDb.selectFrom('drawingJobs').select('fileKey').where('state', '=', 'waiting')
  return (await query.where('step', '=', step).offset(most).limit(1).execute()).length > 0
}

export async function markAsked(db: Database, fileKey: string, now: Date): Promise<void> {
  await db
    .updateTable('drawingJobs')
    .set({ askedAt: now.toISOString() })
    .where('fileKey', '=', fileKey)
    .where('state', '=', 'waiting')
    .execute()
}

function waiting(readDb: ReadDatabase, before: string | null) {
  const jobs = readDb.selectFrom('drawingJobs').where('drawingJobs.state', '=', 'waiting')
  if (before === null) return jobs.where('drawingJobs.fault', 'is', null)
  return jobs.where((where) =>
    where.or([where('drawingJobs.fault', 'is', null), where('drawingJobs.updatedAt', '<', before)]),
  )
}
