import type { App } from '#domain/app.ts'
import { searchTerms } from '#domain/search/query.ts'
import type { Understood } from '#domain/search/understood.ts'
import { listPapers, listShelves, listYears } from './browse.server.ts'
import type { PaperFilter } from './filter.ts'
import { listName, listPath } from './list-name.ts'
import { degreeOf, type Paper } from './paper.ts'
import { paperPath } from './paper-path.ts'
import { sumShelves } from './shelf-store.server.ts'
import { type CountedList, meantLists, narrowerLists } from './suggest-lists.ts'
import { SUGGESTION_LIMIT, type Suggestion } from './suggestion.ts'

const LISTS = 4
const MEANT_LISTS = 3

/**
 * Where to go from what is being typed, eight places at most: the lists it means and what narrows them, papers by their
 * titles, and last all that is found. None where nothing would be found.
 */
export async function suggest(app: Pick<App, 'reader' | 'search'>, text: string): Promise<Suggestion[]> {
  const q = text.trim()
  const { filter, terms } = understand(q)
  if (terms.length === 0 && Object.keys(filter).length === 0) return []
  const [shelves, found] = await Promise.all([
    listShelves(app, filter),
    listPapers(app, {}, { q, size: SUGGESTION_LIMIT }),
  ])
  const meant = meantLists(shelves, filter, terms).slice(0, MEANT_LISTS)
  const narrower = meant[0] ? await narrow(app, shelves, meant[0].filter) : []
  const lists = [...meant, ...narrower].slice(0, LISTS).map(toList)
  const rest = found.total > 0 ? [toSearch(q, found)] : []
  const papers = found.papers.slice(0, SUGGESTION_LIMIT - lists.length - rest.length).map(toOne)
  return [...lists, ...papers, ...rest]
}

function understand(q: string): { filter: PaperFilter; terms: Understood['terms'] } {
  const words = searchTerms(q)
  return {
    filter: {},
    terms: words.map((word) => ({ typed: word, ways: [[word]], isBeginning: true, without: '' })),
  }
}

/** By degree, then by subject, then by year; each only where it tells more than the list above it. */
async function narrow(
  app: Pick<App, 'reader'>,
  shelves: Parameters<typeof narrowerLists>[0],
  filter: PaperFilter,
) {
  const isOneShelf = filter.type && filter.grade && filter.subject
  const lists = isOneShelf ? await byYear(app, filter) : narrowerLists(shelves, filter)
  return lists.length > 1 ? lists : []
}

async function byYear(app: Pick<App, 'reader'>, filter: PaperFilter): Promise<CountedList[]> {
  if (filter.year) return []
  const lists: CountedList[] = []
  for (const year of await listYears(app)) {
    const papers = await sumShelves(app.reader, { ...filter, year })
    if (papers > 0) lists.push({ filter: { ...filter, year }, papers })
    if (lists.length === LISTS) break
  }
  return lists
}

function toList({ filter, papers }: CountedList): Suggestion {
  return { kind: 'papers', label: listName(filter), detail: papersText(papers), path: listPath(filter) }
}

function toOne(paper: Paper): Suggestion {
  const { title, type, grade, month, year } = paper
  const detail = [degreeOf(type, grade)?.name, `${month} ${year}`].filter(Boolean).join(' · ')
  return { kind: 'paper', label: title, detail, path: paperPath(paper) }
}

function toSearch(q: string, { total, more }: { total: number; more: boolean }): Suggestion {
  return {
    kind: 'search',
    label: `Search all papers for “${q}”`,
    detail: `${more ? 'More than ' : ''}${papersText(total)}`,
    path: `/search?${new URLSearchParams({ q })}`,
  }
}

function papersText(count: number) {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? 'paper' : 'papers'}`
}
