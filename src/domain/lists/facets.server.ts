import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { DEFAULT_STATE, STATES } from '../paper/exams-and-subjects.ts'
import { FACETS, type Facet, type FacetCounts, facetValue, type PaperFilter } from '../paper/filters.ts'
import {
  ALL_SUBJECTS,
  GRADES,
  type Grade,
  MONTHS,
  PAPER_TYPES,
  type PaperType,
  SUBJECTS,
  type Subject,
} from '../paper/paper.ts'
import type { PaperCount } from './paper-lists.ts'

export type Shelf = { type: PaperType; grade: Grade; subject: Subject; papers: number }

/** Exact counts of the papers that each value of each facet would leave of a list without words. */
export async function listFacets(
  app: Pick<App, 'readDb' | 'lists'>,
  filter: PaperFilter = {},
): Promise<FacetCounts> {
  return (await sumUp(app, filter)).facets
}

export async function countPapers(app: Pick<App, 'readDb' | 'lists'>, filter: PaperFilter): Promise<number> {
  return (await sumUp(app, filter)).total
}

/** As the vocabulary lists the values, newest years first, without zeros. */
export function inOrder(counts: Record<Facet, Map<string, { papers: number; more?: true }>>): FacetCounts {
  const orders = {
    ...{ type: PAPER_TYPES, grade: GRADES, subject: [...SUBJECTS, ALL_SUBJECTS], month: MONTHS },
    board: STATES,
  }
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

/** Cached per filter until the counts change. */
type Sums = { total: number; facets: FacetCounts; shelves: readonly Shelf[] }

const MOST_SUMS = 500

const sumsOf = new WeakMap<CachedCounts, { age: number; sums: Map<string, Sums> }>()

export async function sumUp(app: Pick<App, 'readDb' | 'lists'>, filter: PaperFilter = {}): Promise<Sums> {
  const counts = await readCounts(app)
  const last = sumsOf.get(counts)
  const { sums } = last?.age === counts.age ? last : { sums: new Map<string, Sums>() }
  sumsOf.set(counts, { age: counts.age, sums })
  const own = filter.ownState ?? DEFAULT_STATE
  const key = JSON.stringify([...FACETS.map((facet) => filter[facet] ?? null), filter.foldsSets ?? null, own])
  const known = sums.get(key)
  if (known) return known
  const summed = addUp(counts, filter, own)
  if (sums.size >= MOST_SUMS) sums.clear()
  sums.set(key, summed)
  return summed
}

function addUp(counts: CachedCounts, filter: PaperFilter, own: string): Sums {
  const { places, values, columns } = counts
  const countOf = cardsIn(counts, filter)
  const countAnswered = cardsIn(counts, { ...filter, answered: true })
  const asked = FACETS.map((facet, at) => codeAsked(values[at] ?? [], facet, filter))
  // Papers that name the centre's own state count among those that name none.
  const ofOwn = filter.board === own ? (values[BOARD]?.indexOf(OWN_BOARD) ?? -1) : -1
  const filtered = FACETS.flatMap((_, at) => (asked[at] === undefined ? [] : [at]))
  const sums = values.map((known) => new Int32Array(known.length))
  const shelves = new Map<number, number>()
  let total = 0
  for (let cell = 0; cell < places.size; cell++) {
    if (counts.papers[cell] === 0) continue
    const count = countOf(cell)
    let other = NONE
    for (const at of filtered) {
      const code = columns[at]?.[cell]
      if (code !== asked[at] && !(at === BOARD && code === ofOwn)) other = other === NONE ? at : MANY
    }
    if (other === MANY) continue
    if (other === NONE) {
      total += count
      const shelf = shelfAt(columns, cell)
      shelves.set(shelf, (shelves.get(shelf) ?? 0) + count)
    }
    const [from, to] = other === NONE ? [0, FACETS.length - 1] : [other, other]
    for (let at = from; at <= to; at++) {
      const sum = sums[at] as Int32Array
      const code = columns[at]?.[cell] as number
      sum[code] = (sum[code] as number) + (at === ANSWERED ? countAnswered(cell) : count)
    }
  }
  const counted = sums.map(
    (sum, at) => new Map([...sum].map((count, code) => [values[at]?.[code] ?? '', count])),
  )
  return { total, facets: inOrder(named(counted, own)), shelves: inShelfOrder(namedShelves(values, shelves)) }
}

/** How many cards a cell brings: of papers that another set of their exam stands for, none. */
function cardsIn({ papers, ...counts }: CachedCounts, { foldsSets, answered }: PaperFilter) {
  const folded = answered ? counts.foldedAnswered : counts.folded
  return (cell: number) => (papers[cell] as number) - (foldsSets ? (folded[cell] as number) : 0)
}

function inShelfOrder(shelves: Shelf[]): Shelf[] {
  return shelves.sort(
    (a, b) =>
      GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade) ||
      PAPER_TYPES.indexOf(a.type) - PAPER_TYPES.indexOf(b.type) ||
      rankOfSubject(a.subject) - rankOfSubject(b.subject),
  )
}

function rankOfSubject(subject: Subject) {
  return subject === ALL_SUBJECTS ? -1 : SUBJECTS.indexOf(subject)
}

/** Packs type, class and subject of a cell into one small number. */
function shelfAt(columns: CachedCounts['columns'], cell: number): number {
  let shelf = 0
  for (const at of SHELF_FACETS) shelf = shelf * CODES + (columns[at]?.[cell] as number)
  return shelf
}

function namedShelves(values: CachedCounts['values'], shelves: Map<number, number>): Shelf[] {
  return [...shelves].map(([shelf, papers]) => {
    const [type, grade, subject] = SHELF_FACETS.map(
      (facet, at) => values[facet]?.[Math.floor(shelf / CODES ** (2 - at)) % CODES],
    )
    return { type, grade, subject, papers } as Shelf
  })
}

const SHELF_FACETS = (['type', 'grade', 'subject'] as const).map((facet) => FACETS.indexOf(facet))
const ANSWERED = FACETS.indexOf('answered')
const BOARD = FACETS.indexOf('board')
/** More than any column has values. */
const CODES = 2 ** 10

const NONE = -1
const MANY = -2

/** The index of a filter's value in the column's values; -1 for one that no paper has. */
function codeAsked(known: (string | number)[], facet: Facet, filter: PaperFilter): number | undefined {
  const value = filter[facet]
  if (value === undefined) return
  if (facet === 'month') return known.indexOf((MONTHS as readonly unknown[]).indexOf(value) + 1)
  return known.indexOf(value === true ? 1 : value)
}

function named(sums: Map<string | number, number>[], own: string) {
  const nameOf = (facet: Facet, value: string | number) =>
    facetValue({ [facet]: facet === 'answered' ? value === 1 : value }, facet)
  return Object.fromEntries(
    FACETS.map((facet, at) => {
      const counted = [...(sums[at] ?? [])].filter(
        ([value]) => value !== '' && (facet !== 'answered' || value === 1),
      )
      const counts = new Map(counted.map(([value, papers]) => [nameOf(facet, value), { papers }]))
      const ofOwn = facet === 'board' && counts.get(OWN_BOARD)
      if (ofOwn) counts.set(own, { papers: ofOwn.papers + (counts.get(own)?.papers ?? 0) })
      if (ofOwn) counts.delete(OWN_BOARD)
      return [facet, counts]
    }),
  ) as Record<Facet, Map<string, { papers: number }>>
}

/** Columnar: a cell per kind of paper, facets as indexes into `values`. Sums take 1–2 ms; over objects, 20. */
type CachedCounts = {
  age: number
  places: Map<string, number>
  values: (string | number)[][]
  columns: Uint16Array[]
  papers: Int32Array
  folded: Int32Array
  foldedAnswered: Int32Array
}

/** In the counts, the state of the centre's own papers, which may become another one. */
const OWN_BOARD = 'own'

const SUMS = ['papers', 'folded', 'foldedAnswered'] as const

type Lists = Pick<App, 'readDb' | 'lists'>

const cache = new WeakMap<ReadDatabase, Promise<CachedCounts>>()

/** Cached: only what has changed since the last call is read again. */
async function readCounts({ readDb, lists }: Lists): Promise<CachedCounts> {
  const counts = await cache.getOrInsertComputed(readDb, () => readAll({ readDb, lists }))
  const age = await selectAge(readDb)
  if (counts.age === age) return counts
  for (const row of await selectCountsAfter(readDb, counts.age)) putCount(counts, row)
  counts.age = age
  return counts
}

/** The first time takes long, so it yields to others between batches. */
async function readAll({ readDb, lists }: Lists): Promise<CachedCounts> {
  try {
    const counts: CachedCounts = {
      age: await selectAge(readDb),
      places: new Map(),
      values: FACETS.map(() => []),
      columns: FACETS.map(() => new Uint16Array(1_024)),
      papers: new Int32Array(1_024),
      folded: new Int32Array(1_024),
      foldedAnswered: new Int32Array(1_024),
    }
    for await (const rows of lists.counts(readDb)) {
      for (const row of rows) putCount(counts, row)
      await yieldToEventLoop()
    }
    return counts
  } catch (error) {
    cache.delete(readDb)
    throw error
  }
}

function putCount(counts: CachedCounts, row: PaperCount) {
  const board = row.type === 'state' ? row.board || OWN_BOARD : ''
  const facets = FACETS.map((facet) => (facet === 'board' ? board : row[facet]))
  const key = facets.join(' ')
  const cell = counts.places.get(key) ?? counts.places.size
  if (cell === counts.places.size) {
    counts.places.set(key, cell)
    if (cell === counts.papers.length) {
      for (const sum of SUMS) counts[sum] = grown(counts[sum], new Int32Array(cell * 2))
      counts.columns = counts.columns.map((column) => grown(column, new Uint16Array(cell * 2)))
    }
    for (const [at, value] of facets.entries())
      (counts.columns[at] as Uint16Array)[cell] = codeOf(counts.values[at], value)
  }
  for (const sum of SUMS) counts[sum][cell] = row[sum]
}

function grown<Numbers extends Int32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

function codeOf(known: (string | number)[] = [], value: string | number): number {
  const code = known.indexOf(value)
  return code < 0 ? known.push(value) - 1 : code
}

export async function selectAge(readDb: ReadDatabase): Promise<number> {
  const row = await readDb.selectFrom('paperCountsAge').select('changes').executeTakeFirst()
  return row?.changes ?? 0
}

async function selectCountsAfter(readDb: ReadDatabase, changes: number): Promise<PaperCount[]> {
  return await readDb
    .selectFrom('paperCounts')
    .select(['type', 'grade', 'subject', 'year', 'month', 'answered', 'board'])
    .select(['papers', 'folded', 'foldedAnswered'])
    .where('changed', '>', changes)
    .execute()
}
