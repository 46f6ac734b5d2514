import type { App } from '#domain/app.ts'
import type { Term } from '#domain/search/understanding/query.ts'
import { searchWords } from '#domain/search/understanding/query.ts'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import { titleWordsOf } from '#domain/search/words/search-text.ts'
import { setCodesIn, sharedParts } from '#domain/search/words/set-code.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import type { AdminSort } from '../paper/admin-paper.ts'
import type { PaperFilter } from '../paper/filters.ts'
import type { Grade, PaperType, Subject } from '../paper/paper.ts'
import { narrow } from '../search/understanding/understand-search.server.ts'
import { type BinnedFacts, countBinned, type Off, selectBinnedFacts } from './bin-store.server.ts'

/** The papers binned or hidden last, which alone are searched and sorted. */
const LOOKED_AT = 2_000

/** Serial numbers of a page of the bin, or of hidden papers; the last binned or hidden first, unless another order is asked for. */
export async function listBinned(
  app: Pick<App, 'readDb' | 'vocabulary' | 'clock'>,
  off: Off,
  query: PaperFilter,
  q: string | null,
  sort: AdminSort,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ serials: number[]; total: number; more: boolean }> {
  const understood =
    q === null ? null : understandQuery(q, app.vocabulary, { filter: query, now: app.clock.now() })
  const filter = understood ? narrow(query, understood) : query
  const isListed = understood === null || (understood.terms.length === 0 && understood.parts.length > 0)
  if ((sort === 'best' || sort === 'newest') && isListed) {
    const page = await selectBinnedFacts(app.readDb, off, filter, { offset, limit })
    const total = await countBinned(app.readDb, off, filter)
    return { serials: page.map((row) => row.serial), total, more: false }
  }
  const last = await selectBinnedFacts(app.readDb, off, filter, { offset: 0, limit: LOOKED_AT + 1 })
  const found = last.slice(0, LOOKED_AT)
  const binned = isListed ? found : findAmong(found, understood?.terms ?? [])
  if (sort !== 'best' && sort !== 'newest') binned.sort(ORDERS[sort])
  const serials = binned.slice(offset, offset + limit).map((row) => row.serial)
  return { serials, total: binned.length, more: last.length > LOOKED_AT }
}

type Order = (a: BinnedFacts, b: BinnedFacts) => number

const ORDERS: Record<Exclude<AdminSort, 'best' | 'newest'>, Order> = {
  added: (a, b) => b.serial - a.serial,
  changed: (a, b) => compare(b.updatedAt, a.updatedAt) || b.serial - a.serial,
  title: (a, b) => compare(a.title.toLowerCase(), b.title.toLowerCase()) || a.serial - b.serial,
  views: (a, b) => b.views - a.views || b.serial - a.serial,
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rows that match every term: a synonym, misspelt or transliterated; with codes, the nearest first. */
function findAmong(rows: BinnedFacts[], terms: Term[]): BinnedFacts[] {
  if (terms.length === 0) return []
  const codes = terms.flatMap(({ code }) => code ?? [])
  if (codes.length > 0) {
    const rest = terms.filter(({ code }) => !code)
    const near = nearestTo(codes, rows)
    return rest.length === 0 ? near : findAmong(near, rest)
  }
  const wordsOf = new Map(rows.map((row) => [row, wordsIn(binnedWords(row))]))
  const titles = titleWordsOf([...wordsOf.values()].flat())
  const wanted = terms.map(({ ways, isBeginning, typed }) => ({
    ways,
    isBeginning,
    sound: soundOf(typed),
    near: new Set(titles.has(typed.toLowerCase()) ? [] : titles.closeTo(typed.toLowerCase())),
  }))
  return rows.filter((row) => {
    const words = wordsOf.get(row) ?? []
    return wanted.every(
      ({ ways, isBeginning, sound, near }) =>
        ways.some((way) =>
          way.every((one) => words.some((word) => (isBeginning ? word.startsWith(one) : word === one))),
        ) || words.some((word) => near.has(word) || (sound !== '' && soundOf(word) === sound)),
    )
  })
}

/** Rows with all the set codes first, then those of the same series, then of the same subject; no others. */
function nearestTo(codes: string[], rows: BinnedFacts[]): BinnedFacts[] {
  const near = rows.map((row) => {
    const own = setCodesIn(`${row.title} | ${row.fileName}`)
    return {
      row,
      shared: Math.min(...codes.map((code) => Math.max(0, ...own.map((one) => sharedParts(code, one))))),
    }
  })
  return near
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ row }) => row)
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

function wordsIn(text: string) {
  return text.toLowerCase().match(WORD) ?? []
}

function binnedWords(row: BinnedFacts) {
  const { type, grade, subject } = row as BinnedFacts & { type: PaperType; grade: Grade; subject: Subject }
  const { title, words } = searchWords({ ...row, type, grade, subject })
  return `${title} ${words}`
}
