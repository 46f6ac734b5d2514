import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { FACETS } from '../paper/filters.ts'
import { selectAge, selectCountsAfter } from './counts-store.server.ts'
import type { PaperCount } from './paper-lists.ts'

/** Columnar: a cell per kind of paper, facets as indexes into `values`. Sums take 1–2 ms; over objects, 20. */
export type CachedCounts = {
  age: number
  places: Map<string, number>
  values: (string | number)[][]
  columns: Uint16Array[]
  papers: Int32Array
  folded: Int32Array
  foldedAnswered: Int32Array
}

/** In the counts, the state of the centre's own papers, which may become another one. */
export const OWN_BOARD = 'own'

const SUMS = ['papers', 'folded', 'foldedAnswered'] as const

type Lists = Pick<App, 'readDb' | 'lists'>

const cache = new WeakMap<ReadDatabase, Promise<CachedCounts>>()

/** Cached: only what has changed since the last call is read again. */
export async function readCounts({ readDb, lists }: Lists): Promise<CachedCounts> {
  const known = cache.get(readDb) ?? readAll({ readDb, lists })
  cache.set(readDb, known)
  const counts = await known
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
