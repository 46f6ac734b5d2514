import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { facetValue } from '../paper/facet-values.ts'
import { FACETS, type Facet, type FacetCounts, type PaperFilter } from '../paper/filters.ts'
import { ALL_SUBJECTS, GRADES, MONTHS, PAPER_TYPES, SUBJECTS } from '../paper/paper.ts'
import { type CountRow, selectAge, selectAllCounts, selectCountsAfter } from './counts-store.server.ts'

/**
 * How many papers each value of each facet would leave of a list without words, exact: sums over how many papers are
 * alike, which are kept in memory and read again where they changed.
 */
export async function listFacets(app: Pick<App, 'readDb'>, filter: PaperFilter = {}): Promise<FacetCounts> {
  return (await sumUp(app, filter)).facets
}

/** How many papers a filter holds. */
export async function countPapers(app: Pick<App, 'readDb'>, filter: PaperFilter): Promise<number> {
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

/**
 * How many papers are alike, a place for each kind; what their facets are as places in `values`, in columns that are
 * summed up in a millisecond or two where objects would take twenty.
 */
type Kept = {
  age: number
  places: Map<string, number>
  values: (string | number)[][]
  columns: Uint16Array[]
  papers: Int32Array
  /** What was summed up since the last change, by filter. */
  sums: Map<string, Sums>
}

const MOST_SUMS = 500

const kept = new WeakMap<ReadDatabase, Promise<Kept>>()

/** How many papers a filter holds, and what each value of each facet would leave of them. */
export async function sumUp(app: Pick<App, 'readDb'>, filter: PaperFilter = {}): Promise<Sums> {
  const now = await readCounts(app.readDb)
  const key = JSON.stringify(FACETS.map((facet) => filter[facet] ?? null))
  const known = now.sums.get(key)
  if (known) return known
  const sums = addUp(now, filter)
  if (now.sums.size >= MOST_SUMS) now.sums.clear()
  now.sums.set(key, sums)
  return sums
}

function addUp({ places, values, columns, papers }: Kept, filter: PaperFilter): Sums {
  const asked = FACETS.map((facet, at) => codeAsked(values[at] ?? [], facet, filter))
  const filtered = FACETS.flatMap((_, at) => (asked[at] === undefined ? [] : [at]))
  const sums = values.map((known) => new Int32Array(known.length))
  let total = 0
  for (let cell = 0; cell < places.size; cell++) {
    const count = papers[cell] as number
    let other = NONE
    for (const at of filtered) {
      if (columns[at]?.[cell] !== asked[at]) other = other === NONE ? at : MANY
    }
    if (count === 0 || other === MANY) continue
    if (other === NONE) total += count
    const [from, to] = other === NONE ? [0, FACETS.length - 1] : [other, other]
    for (let at = from; at <= to; at++) {
      const sum = sums[at] as Int32Array
      const code = columns[at]?.[cell] as number
      sum[code] = (sum[code] as number) + count
    }
  }
  const counted = sums.map(
    (sum, at) => new Map([...sum].map((count, code) => [values[at]?.[code] ?? '', count])),
  )
  return { total, facets: inOrder(named(counted)) }
}

const NONE = -1
const MANY = -2

/** The place of a filter's value among those that are known; -1 of one that no paper has. */
function codeAsked(known: (string | number)[], facet: Facet, filter: PaperFilter): number | undefined {
  const value = filter[facet]
  if (value === undefined) return
  if (facet === 'month') return known.indexOf((MONTHS as readonly unknown[]).indexOf(value) + 1)
  return known.indexOf(value === true ? 1 : value)
}

function named(sums: Map<string | number, number>[]) {
  const nameOf = (facet: Facet, value: string | number) =>
    facetValue({ [facet]: facet === 'answered' ? value === 1 : value }, facet)
  return Object.fromEntries(
    FACETS.map((facet, at) => {
      const counted = [...(sums[at] ?? [])].filter(([value]) => facet !== 'answered' || value === 1)
      return [facet, new Map(counted.map(([value, papers]) => [nameOf(facet, value), { papers }]))]
    }),
  ) as Record<Facet, Map<string, { papers: number }>>
}

async function readCounts(readDb: ReadDatabase): Promise<Kept> {
  const known = kept.get(readDb) ?? readAll(readDb)
  kept.set(readDb, known)
  const now = await known
  const age = await selectAge(readDb)
  if (now.age === age) return now
  for (const row of await selectCountsAfter(readDb, now.age)) keepCount(now, row)
  now.age = age
  now.sums.clear()
  return now
}

/** The first time takes long: others have their turns in between. */
async function readAll(readDb: ReadDatabase): Promise<Kept> {
  const now: Kept = {
    age: await selectAge(readDb),
    places: new Map(),
    values: FACETS.map(() => []),
    columns: FACETS.map(() => new Uint16Array(1_024)),
    papers: new Int32Array(1_024),
    sums: new Map(),
  }
  try {
    for await (const rows of selectAllCounts(readDb)) {
      for (const row of rows) keepCount(now, row)
      await new Promise((resolve) => setImmediate(resolve))
    }
  } catch (error) {
    kept.delete(readDb)
    throw error
  }
  return now
}

function keepCount(now: Kept, row: CountRow) {
  const facets = FACETS.map((facet) => row[facet])
  const key = facets.join(' ')
  const cell = now.places.get(key) ?? now.places.size
  if (cell === now.places.size) {
    now.places.set(key, cell)
    if (cell === now.papers.length) {
      now.papers = grown(now.papers, new Int32Array(cell * 2))
      now.columns = now.columns.map((column) => grown(column, new Uint16Array(cell * 2)))
    }
    for (const [at, value] of facets.entries())
      (now.columns[at] as Uint16Array)[cell] = codeOf(now.values[at], value)
  }
  now.papers[cell] = row.papers
}

function grown<Numbers extends Int32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

function codeOf(known: (string | number)[] = [], value: string | number): number {
  const code = known.indexOf(value)
  return code < 0 ? known.push(value) - 1 : code
}
