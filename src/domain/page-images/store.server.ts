import type { Database, ReadDatabase, RenderJobRow } from '#database/schema.ts'
import type { PageImage } from './page-image.ts'

/** `images` from page 1 on, null for a page that could not be rendered. */
export type RenderJob = Omit<RenderJobRow, 'images'> & { images: (PageImage | null)[] }
const PARTS: readonly RenderedPart[] = ['fileKey', 'answersKey']
export type FailedJob = { paperId: string; title: string; fault: string }

const UNTOUCHED = {
  state: 'waiting',
  images: '[]',
  pageCount: 0,
  textCount: 0,
  askedAt: null,
  tries: 0,
  fault: null,
} as const

/** Counts a try; null when the file does not wait any more. */
export async function beginTry(db: Database, fileKey: string, now: Date): Promise<RenderJob | null> {
  const row = await db
    .updateTable('drawingJobs')
    .set((eb) => ({ tries: eb('tries', '+', 1), updatedAt: now.toISOString() }))
    .where('fileKey', '=', fileKey)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  return row ? toJob(row) : null
}

export async function forgetTry(db: Database, fileKey: string): Promise<void> {
  await db
    .updateTable('drawingJobs')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('fileKey', '=', fileKey)
    .where('tries', '>', 0)
    .execute()
}

type JobChange = Partial<Omit<RenderJob, 'fileKey' | 'step'>>

export async function updateJob(db: Database, fileKey: string, set: JobChange): Promise<void> {
  await changeJob(db, fileKey, set).execute()
}

/** Only a job that still waits and is on the same try; false otherwise. */
export async function updateBegunJob(
  db: Database,
  { fileKey, tries }: Pick<RenderJob, 'fileKey' | 'tries'>,
  set: JobChange,
): Promise<boolean> {
  const begun = changeJob(db, fileKey, set).where('state', '=', 'waiting').where('tries', '=', tries)
  return (await begun.returning('fileKey').executeTakeFirst()) !== undefined
}

/** Of a file whose rendering has not begun again meanwhile; false otherwise. */
export async function updateImages(
  db: Database,
  { fileKey, state, pageCount }: Pick<RenderJob, 'fileKey' | 'state' | 'pageCount'>,
  images: RenderJob['images'],
): Promise<boolean> {
  const same = changeJob(db, fileKey, { images })
    .where('state', '=', state)
    .where('pageCount', '=', pageCount)
  return (await same.returning('fileKey').executeTakeFirst()) !== undefined
}

function changeJob(db: Database, fileKey: string, { images, ...rest }: JobChange) {
  return db
    .updateTable('drawingJobs')
    .set({ ...rest, ...(images ? { images: JSON.stringify(images) } : {}) })
    .where('fileKey', '=', fileKey)
}

export async function selectJob(readDb: ReadDatabase, fileKey: string): Promise<RenderJob | null> {
  const jobs = readDb.selectFrom('drawingJobs').selectAll()
  const row = await jobs.where('fileKey', '=', fileKey).executeTakeFirst()
  return row ? toJob(row) : null
}

/** Which of a paper's files: itself, or its answers. */
export type RenderedPart = 'fileKey' | 'answersKey'

export async function selectJobOf(
  readDb: ReadDatabase,
  paperId: string,
  part: RenderedPart = 'fileKey',
): Promise<RenderJob | null> {
  const row = await readDb
    .selectFrom('papers')
    .innerJoin('drawingJobs', 'drawingJobs.fileKey', `papers.${part}`)
    .selectAll('drawingJobs')
    .where('papers.id', '=', paperId)
    .executeTakeFirst()
  return row ? toJob(row) : null
}

export async function queueAnew(db: Database, fileKeys: string[]): Promise<void> {
  if (fileKeys.length === 0) return
  await db.updateTable('drawingJobs').set(UNTOUCHED).where('fileKey', 'in', fileKeys).execute()
}

/** Of one paper, or of all. */
export async function queueFailed(db: Database, paperId?: string): Promise<void> {
  const jobs = db.updateTable('drawingJobs').set(UNTOUCHED).where('state', '=', 'failed')
  const ofPaper = (part: RenderedPart) =>
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

export async function queueAll(db: Database): Promise<void> {
  await db.updateTable('drawingJobs').set(UNTOUCHED).execute()
}

export async function selectJobsAfter(readDb: ReadDatabase, fileKey: string, limit: number) {
  return await readDb
    .selectFrom('drawingJobs')
    .select(['fileKey', 'state', 'madeBy', 'fault'])
    .where('fileKey', '>', fileKey)
    .orderBy('fileKey')
    .limit(limit)
    .execute()
}

export async function countIn(readDb: ReadDatabase, state: RenderJob['state']): Promise<number> {
  let files = 0
  for (const part of PARTS) {
    const row = await readDb
      .selectFrom('drawingJobs')
      .innerJoin('papers', `papers.${part}`, 'drawingJobs.fileKey')
      .select((eb) => eb.fn.countAll<number>().as('files'))
      .where('drawingJobs.state', '=', state)
      .executeTakeFirstOrThrow()
    files += row.files
  }
  return files
}

/** Of papers alone: nobody has counted the pages of answers. Without page 1 of files that are begun: all but one of them have page 1 alone. */
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

/** A paper once, with what is wrong with itself before what is wrong with its answers. */
export async function selectFailed(readDb: ReadDatabase, limit: number): Promise<FailedJob[]> {
  const failed = new Map<string, FailedJob>()
  for (const part of PARTS) {
    const rows = await readDb
      .selectFrom('drawingJobs')
      .innerJoin('papers', `papers.${part}`, 'drawingJobs.fileKey')
      .select(['papers.id as paperId', 'papers.title', 'drawingJobs.fault'])
      .where('drawingJobs.state', '=', 'failed')
      .orderBy('papers.serial', 'desc')
      .limit(limit)
      .execute()
    for (const { paperId, title, fault } of rows) {
      const said = part === 'fileKey' ? (fault ?? '') : `Its answers: ${fault ?? ''}`
      if (!failed.has(paperId)) failed.set(paperId, { paperId, title, fault: said })
    }
  }
  return [...failed.values()].slice(0, limit)
}

function toJob(row: RenderJobRow): RenderJob {
  return { ...row, images: JSON.parse(row.images) }
}
