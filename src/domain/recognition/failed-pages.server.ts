import type { App } from '#domain/app.ts'
import { queueFailed, selectFailed } from './store.server.ts'

/** `fault` is that of its first page that could not be read. */
export type UnreadPaper = { paperId: string; title: string; pages: number[]; fault: string }

const LISTED = 100
const PAGES = 1_000

/** Papers with scanned pages that could not be read in any of their tries, the last published first. */
export async function listUnread({ readDb }: Pick<App, 'readDb'>): Promise<UnreadPaper[]> {
  const papers = new Map<string, UnreadPaper>()
  for (const { page, ...paper } of await selectFailed(readDb, PAGES)) {
    const known = papers.get(paper.paperId)
    if (known) known.pages.push(page)
    else papers.set(paper.paperId, { ...paper, pages: [page] })
  }
  return [...papers.values()].slice(0, LISTED)
}

/** Of one paper, or of all; each has all its tries again. */
export async function readFailedAgain({ db }: Pick<App, 'db'>, paperId?: string): Promise<void> {
  await queueFailed(db, paperId)
}
