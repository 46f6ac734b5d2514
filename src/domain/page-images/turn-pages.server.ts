import type { App } from '#domain/app.ts'
import type { Author } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { fullTitle } from '#domain/language/labels.ts'
import { selectPaperBy } from '#domain/lists/paper-store.server.ts'
import { selectTurns, turnOn } from '#domain/page-turns/page-turns.server.ts'
import type { Turns } from '#domain/page-turns/turn.ts'
import { findPages } from './find-pages.server.ts'
import { type PageSize, sizeOf } from './page-image.ts'
import { selectJobOf } from './store.server.ts'

/** As `Part`, of all pages; where `turns` of a page is another turn than its size has, its picture is being made. */
export type TurnedPages = { base: string; sizes: (PageSize | null)[]; turns: Turns }

/** Null without such a paper. */
export async function findTurns(app: Pick<App, 'db'>, id: string): Promise<TurnedPages | null> {
  const paper = await selectPaperBy(app.db, 'id', id)
  if (!paper) return null
  const { base, images } = await findPages({ readDb: app.db }, paper)
  const job = await selectJobOf(app.db, id)
  return { base, sizes: images.map(sizeOf), turns: job ? await selectTurns(app.db, job.fileKey) : {} }
}

/** Turns one page, or all where it is null, on by a quarter to the right: four times, and it is as before. The file itself is
 * never changed. False for a page that the paper does not have, or without such a paper. */
export async function turnPages(
  app: Pick<App, 'db' | 'clock'>,
  id: string,
  page: number | null,
  author: Author,
): Promise<boolean> {
  return await app.db.transaction().execute(async (tx) => {
    const paper = await selectPaperBy(tx, 'id', id)
    const job = await selectJobOf(tx, id)
    const count = job?.pageCount || paper?.pages || 0
    if (!paper || !job || (page ?? 1) > count) return false
    const pages = page === null ? Array.from({ length: count }, (_, at) => at + 1) : [page]
    await turnOn(tx, job.fileKey, pages)
    const entry = { kind: 'paper', subjectId: id, subject: fullTitle(paper), before: null } as const
    await recordChange(tx, app, author, { ...entry, action: 'turned', after: { page } })
    return true
  })
}
