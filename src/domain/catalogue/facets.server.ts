import type { Reader } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { type CountRow, selectAge, selectCountsAfter } from './counts-store.server.ts'
import { FACETS, type Facet, type FacetCounts, type PaperFilter } from './filter.ts'
import { ALL_SUBJECTS, GRADES, MONTHS, PAPER_TYPES, SUBJECTS } from './paper.ts'

/**
 * How many papers each value of each facet would leave of a list without words, exact: sums over how many papers are
 * alike, which are kept in memory and read again where they changed.
 */
export async function listFacets(app: Pick<App, 'reader'>, filter: PaperFilter = {}): Promise<FacetCounts> {
  return (await sumUp(app, filter)).facets
}

/** How many papers a filter holds. */
export async function countPapers(app: Pick<App, 'reader'>, filter: PaperFilter): Promise<number> {
  return (await sumUp(app, filter)).total
}

/** Counts in the order in which values are shown: as the vocabulary lists them, newest years first; none of zero. */
export function inOrder(counts: Record<Facet, Map<string, { papers: number; more?: true }>>): FacetCounts {
  const orders = { type: PAPER_TYPES, grade: GRADES, subject: [...SUBJECTS, ALL_SUBJECTS], month: MONTHS }
  const rank = (facet: Facet, value: string) =>
    facet === 'year'
      ? -Number(value)
      : facet === 'answered'
        ? 0
        : (orders[facet] as readonly string[]).indexOf(value)
  return Object.fromEntries(
    FACETS.map((facet) => {
      const values = [...counts[facet]].filter(([, { papers }]) => papers > 0)
      values.sort(([a], [b]) => rank(facet, a) - rank(facet, b))
      return [facet, values.map(([value, count]) => ({ value, ...count }))]
    }),
  ) as FacetCounts
}

type Sums = { total: number; facets: FacetCounts }
type Cell = Omit<CountRow, 'changed'>
type Kept = { age: number; cells: Map<string, Cell>; list: Cell[] }

const kept = new WeakMap<Reader, Kept>()

async function sumUp(app: Pick<App, 'reader'>, filter: PaperFilter): Promise<Sums> {
  const cells = await readCells(app.reader)
  const asked = [
    ...[filter.type, filter.grade, filter.subject, filter.year],
    ...[filter.month && MONTHS.indexOf(filter.month) + 1, filter.answered && 1],
  ]
  const sums = FACETS.map(() => new Map<string | number, number>())
  let total = 0
  for (const cell of cells) {
    if (cell.papers === 0) continue
    const values = [cell.type, cell.grade, cell.subject, cell.year, cell.month, cell.answered]
    const other = othersOf(values, asked)
    if (other === MANY) continue
    if (other === NONE) total += cell.papers
    for (let at = other === NONE ? 0 : other; at <= (other === NONE ? 5 : other); at++) {
      const sum = sums[at] as Map<string | number, number>
      const value = values[at] as string | number
      sum.set(value, (sum.get(value) ?? 0) + cell.papers)
    }
  }
  return { total, facets: inOrder(named(sums)) }
}

const NONE = -1
const MANY = -2

/** Which of a cell's values is another than asked for: none, one (its place), or many. */
function othersOf(values: (string | number)[], asked: (string | number | undefined | false)[]): number {
  let other = NONE
  for (let at = 0; at < 6; at++) {
    if (asked[at] === undefined || asked[at] === values[at]) continue
    if (other !== NONE) return MANY
    other = at
  }
  return other
}

function named(sums: Map<string | number, number>[]) {
  const nameOf = (facet: Facet, value: string | number) =>
    facet === 'month' ? (MONTHS[Number(value) - 1] ?? '') : facet === 'answered' ? 'yes' : String(value)
  return Object.fromEntries(
    FACETS.map((facet, at) => {
      const counted = [...(sums[at] ?? [])].filter(([value]) => facet !== 'answered' || value === 1)
      return [facet, new Map(counted.map(([value, papers]) => [nameOf(facet, value), { papers }]))]
    }),
  ) as Record<Facet, Map<string, { papers: number }>>
}

async function readCells(reader: Reader): Promise<Cell[]> {
  const age = await selectAge(reader)
  const now: Kept = kept.get(reader) ?? { age: -1, cells: new Map(), list: [] }
  kept.set(reader, now)
  if (now.age === age) return now.list
  for (const { changed: _, ...cell } of await selectCountsAfter(reader, now.age)) {
    const { type, grade, subject, year, month, answered } = cell
    const key = [type, grade, subject, year, month, answered].join(' ')
    const known = now.cells.get(key)
    if (known) known.papers = cell.papers
    else {
      now.cells.set(key, cell)
      now.list.push(cell)
    }
  }
  now.age = age
  return now.list
}
