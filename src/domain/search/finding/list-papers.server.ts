import { newestPapers } from '#domain/lists/browse.server.ts'
import { countPapers } from '#domain/lists/facets.server.ts'
import { PAGE_SIZE } from '#domain/lists/paper-lists.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { findPapers } from './find.server.ts'
import type { FoundPaper } from './read-hits.server.ts'

type ListApp = Parameters<typeof findPapers>[0]

export type PaperPage = { papers: FoundPaper[]; page: number; pages: number; total: number; more: boolean }

/** Newest month and year first; with `q`, what the search finds. Pages count from 1. */
export async function listPapers(
  app: ListApp,
  filter: PaperFilter,
  { q = '', page = 1, size = PAGE_SIZE }: { q?: string; page?: number; size?: number } = {},
): Promise<PaperPage> {
  if (q.trim() !== '') {
    const { papers, pages, total, more } = await findPapers(app, { q, filter, page, size })
    return { papers, page, pages, total, more }
  }
  const [papers, total] = await Promise.all([
    newestPapers(app, filter, { offset: (page - 1) * size, limit: size }),
    countPapers(app, filter),
  ])
  return { papers, page, pages: Math.ceil(total / size), total, more: false }
}
