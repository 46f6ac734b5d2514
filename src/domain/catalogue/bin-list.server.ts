import type { App } from '#domain/app.ts'
import { holdsTerms, searchWords } from '#domain/search/query.ts'
import { type BinnedFacts, countBinned, selectBinnedFacts } from './bin-store.server.ts'
import type { DeskSort } from './desk-paper.ts'
import type { PaperFilter } from './filter.ts'
import type { Grade, PaperType, Subject } from './paper.ts'

/** Papers that were binned last, among which words are looked for and which are put in another order. */
const LOOKED_AT = 2_000

/** Serial numbers of a page of the bin: what was binned last first, unless another order is asked for. */
export async function listBinned(
  app: Pick<App, 'reader'>,
  filter: PaperFilter,
  terms: string[] | null,
  sort: DeskSort,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ serials: number[]; total: number; more: boolean }> {
  if (sort === 'newest' && !terms) {
    const page = await selectBinnedFacts(app.reader, filter, { offset, limit })
    const total = await countBinned(app.reader, filter)
    return { serials: page.map((row) => row.serial), total, more: false }
  }
  const last = await selectBinnedFacts(app.reader, filter, { offset: 0, limit: LOOKED_AT + 1 })
  const found = last.slice(0, LOOKED_AT).filter((row) => terms === null || isFound(row, terms))
  if (sort !== 'newest') found.sort(ORDERS[sort])
  const serials = found.slice(offset, offset + limit).map((row) => row.serial)
  return { serials, total: found.length, more: last.length > LOOKED_AT }
}

type Order = (a: BinnedFacts, b: BinnedFacts) => number

const ORDERS: Record<Exclude<DeskSort, 'newest'>, Order> = {
  added: (a, b) => b.serial - a.serial,
  changed: (a, b) => compare(b.updatedAt, a.updatedAt) || b.serial - a.serial,
  title: (a, b) => compare(a.title.toLowerCase(), b.title.toLowerCase()) || a.serial - b.serial,
  views: (a, b) => b.views - a.views || b.serial - a.serial,
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0
}

function isFound(row: BinnedFacts, terms: string[]) {
  if (terms.length === 0) return false
  const { type, grade, subject } = row as BinnedFacts & { type: PaperType; grade: Grade; subject: Subject }
  return holdsTerms(searchWords({ ...row, type, grade, subject }), terms)
}
