import type { App } from '#domain/app.ts'
import { latestPapers, listPapers, listShelves, listYears } from '#domain/catalogue/browse.server.ts'
import { PAGE_SIZE } from '#domain/catalogue/filter.ts'
import type { ListAddress } from './list-address.ts'
import { NOTHING_READ, type PracticePage } from './practice-page.ts'

/** Shelves loaded at a time: about what two screens hold. */
const SHELVES_AT_ONCE = 6
/** Found papers on one page, before they are put on their shelves. */
const FOUND_AT_ONCE = 36

/** What Practice shows: shelves by class and subject, or the found papers on theirs. A failed read shows none. */
export async function readPracticePage(app: App, address: ListAddress): Promise<PracticePage> {
  try {
    const years = await listYears(app)
    const page = address.q ? await findOnShelves(app, address) : await walkShelves(app, address)
    return { ...page, years, failed: false }
  } catch (error) {
    app.log.error({ err: error }, 'Practice could not be read')
    return NOTHING_READ
  }
}

async function walkShelves(app: App, { filter, page }: ListAddress) {
  const all = await listShelves(app, filter)
  const shown = all.slice((page - 1) * SHELVES_AT_ONCE, page * SHELVES_AT_ONCE)
  const shelves = await Promise.all(
    shown.map(async (shelf) => {
      const { type, grade, subject } = shelf
      const papers = await latestPapers(app, { type, grade, subject, year: filter.year }, PAGE_SIZE)
      return { shelf, papers }
    }),
  )
  const total = all.reduce((sum, shelf) => sum + shelf.papers, 0)
  return { shelves, pages: Math.ceil(all.length / SHELVES_AT_ONCE), total, more: false }
}

async function findOnShelves(app: App, { filter, q, page }: ListAddress) {
  const found = await listPapers(app, filter, { q, page, size: FOUND_AT_ONCE })
  const order = await listShelves(app, filter)
  const shelves = order.flatMap((shelf) => {
    const papers = found.papers.filter(
      (paper) => paper.type === shelf.type && paper.grade === shelf.grade && paper.subject === shelf.subject,
    )
    return papers.length > 0 ? [{ shelf: { ...shelf, papers: papers.length }, papers }] : []
  })
  return { shelves, pages: found.pages, total: found.total, more: found.more }
}
