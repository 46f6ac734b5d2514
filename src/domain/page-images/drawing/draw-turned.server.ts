import { noteDrawn, selectFilesToTurn, selectPagesToTurn } from '#domain/page-turns/page-turns.server.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import { renewThumbnail } from '#domain/publishing/swap-parts.server.ts'
import { renewQuestions } from '#domain/search/indexing/index-papers.server.ts'
import { imageOf } from '../keep-pages.server.ts'
import { tagOf } from '../page-address.server.ts'
import { type DrawingJob, selectJob, updateImages } from '../store.server.ts'
import { type Drawer, type DrawingTable, putPictures, untilStopped } from './drawer.ts'
import { isMoreUrgent } from './queue.server.ts'
import { STEPS } from './steps.ts'

const PLANNED_AT_ONCE = 20

type ToTurn = { page: number; turn: Turn }

/** Pictures of pages that were turned after they were drawn, of one file. False when nothing waits. */
export async function drawTurned(app: Drawer, table: DrawingTable): Promise<boolean> {
  for (const fileKey of await selectFilesToTurn(app.readDb, PLANNED_AT_ONCE)) {
    const lock = await app.locks.claim(`drawing ${fileKey}`)
    // Without it another server draws the file.
    if (!lock) continue
    try {
      if (await turnPages(app, table, fileKey)) return true
    } finally {
      await lock.release()
    }
  }
  return false
}

async function turnPages(app: Drawer, table: DrawingTable, fileKey: string): Promise<boolean> {
  const job = await selectJob(app.db, fileKey)
  const drawn = job?.images.length ?? 0
  const waiting = await selectPagesToTurn(app.db, fileKey)
  // Those that are still to be drawn are drawn as they are turned.
  const pages = job?.state === 'waiting' ? waiting.filter(({ page }) => page <= drawn) : waiting
  if (pages.length === 0) return false
  const bytes = job && (await app.files.open(fileKey))
  if (!bytes) for (const { page, turn } of pages) await noteDrawn(app.db, { fileKey, page }, turn)
  else await table.lend(bytes, (path) => drawEach(app, table, { fileKey, path }, pages))
  return true
}

async function drawEach(
  app: Drawer,
  table: DrawingTable,
  { fileKey, path }: { fileKey: string; path: string },
  pages: ToTurn[],
) {
  for (const each of pages) {
    await table.untilQuiet()
    const job = await selectJob(app.db, fileKey)
    if (!job || table.stop.aborted || !(await drawOne(app, table, job, path, each))) return
    if (await isMoreUrgent(app, STEPS.pictures)) return
  }
}

/** The page's older picture stays in the store, for who has opened the paper. A page that cannot be drawn stays as it is. */
async function drawOne(
  app: Drawer,
  { stop }: DrawingTable,
  job: DrawingJob,
  path: string,
  { page, turn }: ToTurn,
): Promise<boolean> {
  const { fileKey } = job
  const range = { from: page, to: page, turns: { [page]: turn } }
  const isDrawn = Boolean(job.images[page - 1])
  const result = isDrawn ? await untilStopped(app.inspector.readPages(path, range), stop) : null
  if (stop.aborted) return false
  const read = result && 'read' in result ? result.read[0] : undefined
  if (read) await putPictures(app, tagOf(fileKey, job.madeBy), read)
  if (read && page === 1) await renewThumbnail(app, fileKey, path)
  if (!read) app.log.warn({ key: fileKey, page, turn }, 'a page could not be turned')
  return await app.db.transaction().execute(async (tx) => {
    const images = read && job.images.with(page - 1, imageOf(read))
    if (images && !(await updateImages(tx, job, images))) return false
    await noteDrawn(tx, { fileKey, page }, turn)
    if (images) await renewQuestions(tx, app, fileKey)
    return true
  })
}
