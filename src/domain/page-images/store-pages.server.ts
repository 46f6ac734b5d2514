import type { App } from '#domain/app.ts'
import { notePending } from '#domain/content-version.server.ts'
import type { PageRead, TextRead } from '#domain/files/inspect-pdf.ts'
import { replaceTexts } from '#domain/page-text/page-texts.server.ts'
import { noteRendered } from '#domain/page-turns/page-turns.server.ts'
import { indexTexts, renewQuestions } from '#domain/search/indexing/index-papers.server.ts'
import { MADE_BY } from './find-pages.server.ts'
import type { PageImage } from './page-image.ts'
import { type RenderJob, selectJob, updateBegunJob } from './store.server.ts'

type Range = { from: number; to: number }

/** The text of page 1 in one transaction with the index, that of others is kept before; stores nothing when the file is gone, or was queued again meanwhile. */
export async function storePages(
  app: Pick<App, 'db' | 'search' | 'clock' | 'log'>,
  was: RenderJob,
  rendered: { pages: number; read: PageRead[] },
  { from, to }: Range,
): Promise<'kept' | 'gone' | 'changed'> {
  const { fileKey } = was
  const images = [...was.images, ...imagesOf(rendered.read, { from, to: Math.min(to, rendered.pages) })]
  const isDone = images.length >= rendered.pages
  const isFirst = from === 1
  const fault = isDone ? describeMissing(images) : null
  const outcome = await app.db.transaction().execute(async (tx) => {
    const isKept = await updateBegunJob(tx, was, {
      state: isDone ? 'done' : 'waiting',
      madeBy: MADE_BY,
      pageCount: rendered.pages,
      images,
      ...(isFirst && { textCount: 1 }),
      ...(isDone && { askedAt: null }),
      tries: 0,
      fault,
      updatedAt: app.clock.now().toISOString(),
    })
    if (!isKept) return (await selectJob(tx, fileKey)) ? 'changed' : 'gone'
    for (const { page, turn = 0 } of rendered.read) await noteRendered(tx, { fileKey, page }, turn)
    if (!isFirst) return 'kept'
    // The only page deletes what an earlier rendering found beyond it.
    await replaceTexts(tx, fileKey, { from, to: isDone ? Number.MAX_SAFE_INTEGER : to }, rendered.read)
    await indexTexts(tx, app, fileKey)
    if (isDone) await renewQuestions(tx, app, fileKey)
    return 'kept'
  })
  if (outcome === 'kept' && fault)
    app.log.warn({ key: fileKey, fault }, 'pages of a file could not be rendered')
  return outcome
}

function imagesOf(read: PageRead[], { from, to }: Range): (PageImage | null)[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
    const page = read.find((each) => each.page === from + at)
    if (!page) return null
    return imageOf(page)
  })
}

export function imageOf({ width, height, small, large, turn, isSpread }: PageRead): PageImage {
  const bytes = { 720: small.length, 1440: large.length }
  return { width, height, bytes, ...(turn && { turn }), ...(isSpread && { isSpread }) }
}

function describeMissing(images: (PageImage | null)[]) {
  const missing = images.flatMap((image, at) => (image ? [] : [at + 1]))
  if (missing.length === 0) return null
  return `${missing.length === 1 ? 'Page' : 'Pages'} ${missing.join(', ')} could not be shown.`
}

/** In one transaction with the index, which gets the text of all pages with the last of them. False when the file is
 * gone, or was queued again meanwhile. */
export async function storeTexts(
  app: Pick<App, 'db' | 'search' | 'clock'>,
  was: RenderJob,
  read: TextRead[],
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const isLast = to >= was.pageCount
  const updatedAt = app.clock.now().toISOString()
  return await app.db.transaction().execute(async (tx) => {
    if (!(await updateBegunJob(tx, was, { textCount: to, tries: 0, fault: null, updatedAt }))) return false
    // The last deletes what an earlier reading found beyond the last page.
    await replaceTexts(tx, was.fileKey, { from, to: isLast ? Number.MAX_SAFE_INTEGER : to }, read)
    if (!isLast) return true
    await indexTexts(tx, app, was.fileKey)
    await renewQuestions(tx, app, was.fileKey)
    // Of texts alone nothing else says that pages are stale.
    await notePending(tx)
    return true
  })
}
