import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'

/** Files that are at the same step; stale when newer files may be waiting. */
export type RenderPlan = { keys: string[]; step: number | null; isStale: boolean }

const PLANNED_AT_ONCE = 50
/** Sorting more blocks the event loop: 100,000 took half a second on a busy machine. */
const ORDERED_AT_ONCE = 1_000
const WALKED_AT_ONCE = 200

/** The next file of those at the most urgent step, last published first. Failed ones wait `pauseMs`. */
export async function nextKey(
  app: Pick<App, 'readDb' | 'clock'>,
  pauseMs: number,
  plan: RenderPlan,
): Promise<string | undefined> {
  const before = new Date(app.clock.now().getTime() - pauseMs).toISOString()
  const step = await selectStep(app.readDb, before)
  if (plan.isStale || plan.keys.length === 0 || plan.step !== step) {
    plan.isStale = false
    plan.step = step
    plan.keys = step === null ? [] : await planStep(app.readDb, { step, before, limit: PLANNED_AT_ONCE })
  }
  return plan.keys.shift()
}

/** Whether a file waits at an earlier step; those that failed do not count. */
export async function isMoreUrgent({ readDb }: Pick<App, 'readDb'>, than: number): Promise<boolean> {
  const step = await selectStep(readDb, null)
  return step !== null && step < than
}

async function planStep(readDb: App['readDb'], wanted: Wanted): Promise<string[]> {
  // One at a time: whoever opens a paper now is not behind all who did before.
  if (wanted.step === STEPS.asked) return await selectAsked(readDb, wanted.before)
  const select = (await waitMoreThan(readDb, wanted.step, ORDERED_AT_ONCE)) ? selectWalking : selectWaiting
  return await select(readDb, wanted)
}

/** Walks the catalogue from the newest paper on, and yields between steps. */
async function selectWalking(readDb: App['readDb'], wanted: Wanted): Promise<string[]> {
  const found: string[] = []
  let last = Number.MAX_SAFE_INTEGER
  while (found.length < wanted.limit) {
    const files = await selectFilesBefore(readDb, last, { step: wanted.step, limit: WALKED_AT_ONCE })
    if (files.length === 0) break
    const keys = files.map((file) => file.fileKey)
    const waiting = new Set(await selectWaitingOf(readDb, keys, wanted))
    found.push(...keys.filter((key) => waiting.has(key)))
    last = files[files.length - 1]?.serial ?? 0
    await yieldToEventLoop()
  }
  return found.length > 0 ? found : await selectWaiting(readDb, wanted)
}

/** Waiting files at a step, but none that failed since `before` (ISO 8601). */
type Wanted = { step: number; before: string; limit: number }

/** The most urgent step of any waiting file; null where none waits. Hidden papers come after all others, so that they are ready when
 * they are shown; files of binned papers do not count. */
async function selectStep(readDb: ReadDatabase, before: string | null): Promise<number | null> {
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
async function selectWaiting(readDb: ReadDatabase, { step, before, limit }: Wanted): Promise<string[]> {
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
async function selectAsked(readDb: ReadDatabase, before: string): Promise<string[]> {
  const rows = await waiting(readDb, before)
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .select('drawingJobs.fileKey')
    .where('drawingJobs.step', '=', STEPS.asked)
    .orderBy('drawingJobs.updatedAt')
    .limit(1)
    .execute()
  return rows.map((row) => row.fileKey)
}

async function selectWaitingOf(
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
async function selectFilesBefore(
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
async function waitMoreThan(readDb: ReadDatabase, step: number, most: number): Promise<boolean> {
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

/** In this order for all files: page 1, the text of all pages, pages that visitors ask for, the other pages. The database
 * says at which one a file is. */
export const STEPS = { firstPage: 1, texts: 2, asked: 3, pictures: 4 } as const
/** Added for files of answers, so that these come after all papers. */
export const ANSWERS_LATER = 4
