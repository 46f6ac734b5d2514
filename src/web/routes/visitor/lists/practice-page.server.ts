import type { App } from '#domain/app.ts'
import { rankByExam } from '#domain/centre/notices-now.ts'
import { latestPapers, listShelves, listYears } from '#domain/lists/browse.server.ts'
import { listFacets, type Shelf } from '#domain/lists/facets.server.ts'
import { PAGE_SIZE } from '#domain/lists/paper-lists.ts'
import { readPreference } from '#domain/paper/class-preference.ts'
import { hasTrait, type PaperFilter } from '#domain/paper/filters.ts'
import { degreeOf } from '#domain/paper/paper.ts'
import { countTraits } from '#domain/search/count-traits.server.ts'
import { type FoundPaper, findPapers, firstOf } from '#domain/search/finding/find.server.ts'
import { countQuestions } from '#domain/search/questions/find-questions.server.ts'
import { withNotes } from '#domain/wanted/wanted.server.ts'
import type { PageContext } from '#web/context.ts'
import { NOTHING_UNDERSTOOD } from './active-filters.ts'
import type { ListAddress } from './list-address.ts'
import { NO_SHELVES, type PracticePage, type ShownShelf } from './practice-page.ts'
import { questionFilterOf } from './question-card.tsx'

type Asked = Omit<ListAddress, 'lifted' | 'unknown'>

/** Both bound a page of shelves: many small ones, or as many papers as 60 KB of HTML hold. */
const SHELVES_PER_PAGE = 6
const PAPERS_ON_SHELVES = 24
/** Of a search, before they are grouped by shelf. */
const PAPERS_PER_PAGE = 36

/** A failed read gives no shelves. */
export async function readPracticePage(
  { app, failed }: Pick<PageContext, 'app' | 'failed'>,
  address: Asked,
): Promise<PracticePage> {
  try {
    const { q, filter } = address
    const [years, traits, questions] = await Promise.all([
      listYears(app),
      countTraits(app, address),
      countQuestions(app, { q, filter: questionFilterOf(filter) }),
    ])
    // Shelves are counted by type, class, subject and year alone.
    const isSearch =
      q !== '' || filter.month !== undefined || filter.answered !== undefined || hasTrait(filter)
    const page = isSearch ? await findOnShelves(app, address) : await walkShelves(app, address)
    const shelves = await Promise.all(
      page.shelves.map(async ({ shelf, papers }) => ({
        shelf,
        papers: await withNotes(app, papers),
      })),
    )
    return { ...page, shelves, years, traits, questions, failed: false }
  } catch (error) {
    failed(error, 'Practice could not be read')
    return NO_SHELVES
  }
}

async function walkShelves(app: App, address: Asked) {
  const { filter, page } = address
  const all = await inExamOrder(app, filter, await listShelves(app, filter))
  if (all.length === 0) return await findOnShelves(app, address)
  const pages = pagesOf(all)
  const visible = pages[page - 1] ?? []
  const [facets, ...shelves] = await Promise.all([
    listFacets(app, filter),
    ...visible.map(async (shelf) => {
      const { type, grade, subject } = shelf
      const within = { ...filter, type, grade, subject }
      return { shelf, papers: await latestPapers(app, within, PAGE_SIZE, await firstOf(app, within)) }
    }),
  ])
  return {
    shelves,
    pages: pages.length,
    total: all.reduce((sum, shelf) => sum + shelf.papers, 0),
    more: false,
    understood: NOTHING_UNDERSTOOD,
    corrected: null,
    unsaid: [],
    nearest: [],
    didYouMean: null,
    noneOf: null,
    unread: 0,
    scans: null,
    facets,
    isBeingMade: false,
  }
}

/** What the visitor said goes first. Who chose no class then sees those of the nearest exam in the centre's calendar; what is
 * left keeps its order. */
async function inExamOrder(
  app: App,
  { grade, first }: PaperFilter,
  shelves: readonly Shelf[],
): Promise<readonly Shelf[]> {
  const { exams } = (await app.centre.read()).centre
  const preference = readPreference(first ?? '')
  const isSaid = (shelf: Shelf) =>
    preference?.grade === shelf.grade && shelf.type === (preference.board === 'cbse' ? 'cbse' : 'state')
  const inOrder = (some: readonly Shelf[]) =>
    preference ? [...some.filter(isSaid), ...some.filter((shelf) => !isSaid(shelf))] : some
  if (grade !== undefined || !exams?.length) return inOrder(shelves)
  const rank = rankByExam(exams, app.clock.now())
  const ranked = shelves.map((shelf) => ({ shelf, rank: rank(degreeOf(shelf.type, shelf.grade)?.slug) }))
  return inOrder(ranked.sort((one, other) => one.rank - other.rank).map(({ shelf }) => shelf))
}

/** Whole shelves, in their order; the same for everybody who asks for the same filter. */
function pagesOf(shelves: readonly Shelf[]): Shelf[][] {
  const pages: Shelf[][] = []
  let papers = 0
  for (const shelf of shelves) {
    const visible = Math.min(shelf.papers, PAGE_SIZE)
    const page = pages.at(-1)
    if (page && page.length < SHELVES_PER_PAGE && papers + visible <= PAPERS_ON_SHELVES) {
      page.push(shelf)
      papers += visible
    } else {
      pages.push([shelf])
      papers = visible
    }
  }
  return pages
}

async function findOnShelves(app: App, { filter, q, page }: Asked) {
  const { papers, ...found } = await findPapers(app, { q, filter, page, size: PAPERS_PER_PAGE })
  return { ...found, shelves: shelvesOf(papers) }
}

/** The class of the best match first, and within it the subject of that paper. */
function shelvesOf(papers: FoundPaper[]): ShownShelf[] {
  const classes = Map.groupBy(papers, ({ type, grade }) => `${type} ${grade}`)
  return [...classes.values()].flatMap((ofClass) =>
    [...Map.groupBy(ofClass, ({ subject }) => subject)].map(([subject, ofSubject]) => {
      const { type, grade } = ofSubject[0] as FoundPaper
      return { shelf: { type, grade, subject, papers: ofSubject.length }, papers: ofSubject }
    }),
  )
}
