import { listYears } from '#domain/lists/browse.server.ts'
import { PAGE_SIZE } from '#domain/lists/paper-lists.ts'
import type { Facet } from '#domain/paper/filters.ts'
import { countTraits } from '#domain/search/count-traits.server.ts'
import { findPapers } from '#domain/search/finding/find.server.ts'
import { countQuestions } from '#domain/search/questions/find-questions.server.ts'
import { withNotes } from '#domain/wanted/wanted.server.ts'
import type { PageContext } from '#web/context.ts'
import { redirectLifted, redirectTraits } from './active-filters.ts'
import type { ReadList } from './failed-list.ts'
import { type ListAddress, redirectPage } from './list-address.ts'
import { questionFilterOf } from './question-card.tsx'

/** Papers of a list's address, and what may narrow it further; throws a redirect where the address says more than it finds. */
export async function readList(
  { app, searched }: Pick<PageContext, 'app' | 'searched'>,
  url: URL,
  asked: ListAddress & { path: string; fixed: readonly Facet[] },
): Promise<ReadList> {
  const { path, q, filter, page } = asked
  const [found, years, traits, questions] = await Promise.all([
    findPapers(app, { q, filter, page, size: PAGE_SIZE }),
    listYears(app),
    countTraits(app, asked),
    countQuestions(app, { q, filter: questionFilterOf(filter) }),
  ])
  const papers = await withNotes(app, found.papers)
  redirectLifted(asked, { ...asked, ...found })
  redirectTraits({ ...asked, ...found, traits })
  redirectPage(url, path, found.pages)
  if (q && !found.isBeingMade) searched(q, found.unsaid.length > 0 ? 0 : found.total)
  return { ...found, papers, years, traits, questions, failed: false }
}
