import type { ReadDatabase } from '#database/schema.ts'
import type { AskedTerm, InsideHit } from '#domain/search/search-index.ts'
import { selectTextsAt } from '../../indexing/text-store.server.ts'
import { closenessOf, patternsOf } from './closeness.ts'

/** Reading and comparing a page takes some 30 µs; the words of a whole question stand on fewer pages. */
const PAGES_READ = 30

/** Papers with their best page: first those on whose page the words stand together, then those with more terms
 * `said`, then those at home, then as they came. The index keeps no places of words in texts, since these take three times the room, so the pages themselves are read. */
export async function orderPages(
  readDb: ReadDatabase,
  terms: AskedTerm[],
  found: InsideHit[],
  isHome: (position: number) => boolean = () => true,
  said: (hit: InsideHit) => number = () => 0,
): Promise<Map<number, number>> {
  const patterns = patternsOf(terms)
  const isOne = new Set(found.map(({ position, page }) => `${position} ${page}`)).size < 2
  const read = patterns.length < 2 || isOne ? [] : readable(found, isHome)
  const texts = await selectTextsAt(readDb, read)
  const judged = found.map((hit) => {
    const text = texts.get(`${hit.position} ${hit.page}`)
    return { ...hit, closeness: text === undefined ? 0 : closenessOf(text, patterns) }
  })
  const better = (one: InsideHit, other: InsideHit) =>
    said(other) - said(one) || Number(isHome(other.position)) - Number(isHome(one.position))
  judged.sort((one, other) => other.closeness - one.closeness || better(one, other))
  const best = new Map<number, { page: number; closeness: number; said: number }>()
  for (const hit of judged) {
    const { position, page, closeness } = hit
    const known = best.get(position)
    // Of pages that are as good, the first.
    if (!known || (known.closeness === closeness && known.said === said(hit) && page < known.page))
      best.set(position, { page, closeness, said: said(hit) })
  }
  return new Map([...best].map(([position, { page }]) => [position, page]))
}

/** The newest at home and elsewhere, half of each where there are enough. */
function readable(found: InsideHit[], isHome: (position: number) => boolean) {
  const others = found.filter(({ position }) => !isHome(position))
  const home = found.filter(({ position }) => isHome(position))
  const first = home.slice(0, Math.max(PAGES_READ / 2, PAGES_READ - others.length))
  return [...first, ...others.slice(0, PAGES_READ - first.length)]
}
