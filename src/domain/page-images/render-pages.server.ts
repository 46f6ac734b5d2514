import type { PagesRead, PdfRefused } from '#domain/files/inspect-pdf.ts'
import {
  noteRendered,
  selectFilesToTurn,
  selectPagesToTurn,
  selectTurns,
} from '#domain/page-turns/page-turns.server.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import { renewThumbnail } from '#domain/publishing/swap-parts.server.ts'
import { renewQuestions } from '#domain/search/indexing/index-papers.server.ts'
import { MADE_BY, tagOf } from './find-pages.server.ts'
import { type PageRenderer, putPictures, type RenderContext, untilStopped } from './page-renderer.ts'
import { ANSWERS_LATER, isMoreUrgent, nextKey, type RenderPlan, STEPS } from './queue.server.ts'
import { findArrived, renderInboxFiles } from './render-inbox-files.server.ts'
import { beginTry, forgetTry, type RenderJob, selectJob, updateImages, updateJob } from './store.server.ts'
import { imageOf, storePages, storeTexts } from './store-pages.server.ts'

const PLANNED_AT_ONCE = 20

type ToTurn = { page: number; turn: Turn }

/** Pictures of pages that were turned after they were rendered, of one file. False when nothing waits. */
async function renderTurned(app: PageRenderer, context: RenderContext): Promise<boolean> {
  for (const fileKey of await selectFilesToTurn(app.readDb, PLANNED_AT_ONCE)) {
    const lock = await app.locks.claim(`drawing ${fileKey}`)
    // Without it another server renders the file.
    if (!lock) continue
    try {
      if (await turnPages(app, context, fileKey)) return true
    } finally {
      await lock.release()
    }
  }
  return false
}

async function turnPages(app: PageRenderer, context: RenderContext, fileKey: string): Promise<boolean> {
  const job = await selectJob(app.db, fileKey)
  const rendered = job?.images.length ?? 0
  const waiting = await selectPagesToTurn(app.db, fileKey)
  // Those that are still to be rendered are rendered as they are turned.
  const pages = job?.state === 'waiting' ? waiting.filter(({ page }) => page <= rendered) : waiting
  if (pages.length === 0) return false
  const bytes = job && (await app.files.open(fileKey))
  if (!bytes) for (const { page, turn } of pages) await noteRendered(app.db, { fileKey, page }, turn)
  else await context.lend(bytes, (path) => renderEach(app, context, { fileKey, path }, pages))
  return true
}

async function renderEach(
  app: PageRenderer,
  context: RenderContext,
  { fileKey, path }: { fileKey: string; path: string },
  pages: ToTurn[],
) {
  for (const each of pages) {
    await context.untilQuiet()
    const job = await selectJob(app.db, fileKey)
    if (!job || context.stop.aborted || !(await renderOne(app, context, job, path, each))) return
    if (await isMoreUrgent(app, STEPS.pictures)) return
  }
}

/** The page's older picture stays in the store, for who has opened the paper. A page that cannot be rendered stays as it is. */
async function renderOne(
  app: PageRenderer,
  { stop }: RenderContext,
  job: RenderJob,
  path: string,
  { page, turn }: ToTurn,
): Promise<boolean> {
  const { fileKey } = job
  const range = { from: page, to: page, turns: { [page]: turn } }
  const isRendered = Boolean(job.images[page - 1])
  const result = isRendered ? await untilStopped(app.inspector.readPages(path, range), stop) : null
  if (stop.aborted) return false
  const read = result && 'read' in result ? result.read[0] : undefined
  if (read) await putPictures(app, tagOf(fileKey, job.madeBy), read)
  if (read && page === 1) await renewThumbnail(app, fileKey, path)
  if (!read) app.log.warn({ key: fileKey, page, turn }, 'a page could not be turned')
  return await app.db.transaction().execute(async (tx) => {
    const images = read && job.images.with(page - 1, imageOf(read))
    if (images && !(await updateImages(tx, job, images))) return false
    await noteRendered(tx, { fileKey, page }, turn)
    if (images) await renewQuestions(tx, app, fileKey)
    return true
  })
}

/** Few, since a paper published meanwhile waits for these. */
const PAGES_AT_ONCE = 4
/** A page's text takes 4 ms. */
const TEXTS_AT_ONCE = 50
/** Then others that visitors ask for have their turn. */
const ASKED_AT_ONCE = 12
const TRIES = 3
/** The limit of tries without a result, as when the server was killed or the disk was full. */
const CUT_SHORT = 10
const TROUBLE = 'The server had trouble while preparing it; the log says which.'

/**
 * What is most urgent of one file: page 1, or all text, or pages that visitors ask for, or page 1 of what waits in the
 * inbox, or pages that were turned, or the others; each for all files before the next begins. False when nothing waits. A fault of the file is
 * stored with its job; any other throws.
 */
export async function renderNext(
  app: PageRenderer,
  context: RenderContext,
  plan: RenderPlan,
): Promise<boolean> {
  if (
    !(await isMoreUrgent(app, STEPS.pictures)) &&
    ((await renderInboxFiles(app, context)) || (await renderTurned(app, context)))
  )
    return true
  for (let key = await nextKey(app, context.pauseMs, plan); key; key = plan.keys.shift()) {
    await context.untilQuiet()
    const lock = await app.locks.claim(`drawing ${key}`)
    // Another server renders it; when that one ends, however it ends, the file is planned again.
    if (!lock) continue
    try {
      return await renderClaimed(app, context, plan, key)
    } finally {
      await lock.release()
    }
  }
  return false
}

async function renderClaimed(app: PageRenderer, context: RenderContext, plan: RenderPlan, key: string) {
  const job = await beginTry(app.db, key, app.clock.now())
  if (!job) return true
  if (job.tries > CUT_SHORT) {
    await giveUp(app, job, 'Preparing it was cut short again and again.')
    return true
  }
  try {
    const from = startOf(job)
    const isFirst = stepOf(from) === STEPS.firstPage && !(await selectTurns(app.db, key))[1]
    const arrived = isFirst ? await findArrived(app, key) : null
    if (arrived) {
      await storeRendered(app, from, arrived, { from: 1, to: 1 })
      return true
    }
    const bytes = await app.files.open(key)
    if (!bytes) await refuse(app, job, 'The file is missing on the server.')
    else await context.lend(bytes, (path) => renderFile(app, context, plan, from, path))
    return true
  } catch (error) {
    // Others go first. A full disk is not this file's fault, so its tries are not used up.
    await updateJob(app.db, key, { fault: TROUBLE, updatedAt: app.clock.now().toISOString() })
    throw error
  }
}

/** Pages rendered by another version are rendered again. */
function startOf(job: RenderJob): RenderJob {
  return job.madeBy === MADE_BY ? job : { ...job, madeBy: MADE_BY, images: [], pageCount: 0, textCount: 0 }
}

/** In small parts; each is stored, so that nothing is done twice. */
async function renderFile(
  app: PageRenderer,
  context: RenderContext,
  plan: RenderPlan,
  from: RenderJob,
  path: string,
) {
  const step = stepOf(from)
  const urgency = from.ofAnswers === 1 ? step + ANSWERS_LATER : step
  const most = from.images.length + (step === STEPS.asked ? ASKED_AT_ONCE : from.pageCount)
  let job: RenderJob | null = from
  let atOnce = PAGES_AT_ONCE
  while (job) {
    const outcome =
      step === STEPS.texts
        ? await readStep(app, context, job, path)
        : await renderStep(app, context, job, path, rangeOf(job, atOnce))
    if (outcome === 'too much') atOnce = 1
    if (outcome === 'over') return
    const now: RenderJob | null = await selectJob(app.db, job.fileKey)
    if (now?.state !== 'waiting' || now.images.length >= most || plan.isStale) return
    if (now.step !== urgency || (await isMoreUrgent(app, urgency))) return
    await context.untilQuiet()
    job = await beginTry(app.db, job.fileKey, app.clock.now())
    // It may have been queued again meanwhile.
    if (job?.pageCount === 0) return await forgetTry(app.db, job.fileKey)
  }
}

function stepOf({ pageCount, textCount, askedAt }: RenderJob): number {
  if (pageCount === 0) return STEPS.firstPage
  if (textCount < pageCount) return STEPS.texts
  return askedAt === null ? STEPS.pictures : STEPS.asked
}

function rangeOf({ images, pageCount }: RenderJob, atOnce: number) {
  const from = images.length + 1
  return { from, to: from === 1 ? 1 : Math.min(from + atOnce - 1, pageCount) }
}

async function readStep(app: PageRenderer, { stop }: RenderContext, job: RenderJob, path: string) {
  const from = job.textCount + 1
  const range = { from, to: Math.min(job.textCount + TEXTS_AT_ONCE, job.pageCount) }
  const result = await untilStopped(app.inspector.readTexts(path, range), stop)
  if (!result) {
    await forgetTry(app.db, job.fileKey)
    return 'over'
  }
  if (!('read' in result) && job.tries < TRIES) {
    await refuse(app, job, result.sentence)
    return 'over'
  }
  // A file whose text cannot be read may still be rendered.
  const read = 'read' in result ? result.read : []
  return (await storeTexts(app, job, read, range)) ? 'kept' : 'over'
}

async function renderStep(
  app: PageRenderer,
  { stop }: RenderContext,
  job: RenderJob,
  path: string,
  range: { from: number; to: number },
): Promise<'kept' | 'too much' | 'over'> {
  const turns = await selectTurns(app.db, job.fileKey)
  const result = await untilStopped(app.inspector.readPages(path, { ...range, turns }), stop)
  if (!result) {
    await forgetTry(app.db, job.fileKey)
    return 'over'
  }
  if (!('read' in result)) {
    if (range.from === range.to) return await refusePage(app, job, range.from, result)
    await forgetTry(app.db, job.fileKey)
    return 'too much'
  }
  if (range.from === 1 && turns[1]) await renewThumbnail(app, job.fileKey, path)
  return await storeRendered(app, job, result, range)
}

async function storeRendered(
  app: PageRenderer,
  job: RenderJob,
  rendered: Exclude<PagesRead, PdfRefused>,
  range: { from: number; to: number },
) {
  const tag = tagOf(job.fileKey, MADE_BY)
  for (const page of rendered.read) await putPictures(app, tag, page)
  const kept = await storePages(app, job, rendered, range)
  if (kept === 'gone') await app.pageStore.removeFolder(tag)
  return kept === 'kept' ? 'kept' : 'over'
}

/** Page 1 stands for the whole file; any other page that keeps failing is left out, and the rest goes on. */
async function refusePage(app: PageRenderer, job: RenderJob, page: number, refused: PdfRefused) {
  if (page === 1 || job.tries < TRIES) {
    await refuse(app, job, refused.sentence)
    return 'over'
  }
  const none = { pages: job.pageCount, read: [], failed: [page] }
  return (await storePages(app, job, none, { from: page, to: page })) === 'kept' ? 'kept' : 'over'
}

async function refuse(app: PageRenderer, job: RenderJob, fault: string) {
  if (job.tries >= TRIES) return await giveUp(app, job, fault)
  app.log.warn(
    { key: job.fileKey, tries: job.tries, fault },
    'a file could not be rendered; it is tried again',
  )
  await updateJob(app.db, job.fileKey, { fault, updatedAt: app.clock.now().toISOString() })
}

async function giveUp(app: PageRenderer, job: RenderJob, fault: string) {
  app.log.error({ key: job.fileKey, fault }, 'a file cannot be rendered')
  const updatedAt = app.clock.now().toISOString()
  await updateJob(app.db, job.fileKey, { state: 'failed', fault, updatedAt })
}
