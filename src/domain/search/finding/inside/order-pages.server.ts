import type { ReadDatabase } from '#database/schema.ts'
import type { AskedTerm, InsideHit } from '#domain/search/search-index.ts'
import { selectTextsAt } from '../../indexing/text-store.server.ts'
import { closenessOf, patternsOf } from './closeness.ts'

/** Reading and comparing a page takes some 30 µs; the words of a whole question stand on fewer pages. */
const PAGES_READ = 30

/** Papers with their best page: first those on whose page the words stand together, then as they came. The index
 * keeps no places of words in texts, since these take three times the room, so the pages themselves are read. */
export async function orderPages(
  readDb: ReadDatabase,
  terms: AskedTerm[],
  found: InsideHit[],
): Promise<Map<number, number>> {
  const patterns = patternsOf(terms)
  const isOne = new Set(found.map(({ position, page }) => `${position} ${page}`)).size < 2
  const read = patterns.length < 2 || isOne ? [] : found.slice(0, PAGES_READ)
  const texts = await selectTextsAt(readDb, read)
  const judged = found.map((hit, at) => {
    const text = at < read.length ? texts.get(`${hit.position} ${hit.page}`) : undefined
    return { ...hit, closeness: text === undefined ? 0 : closenessOf(text, patterns) }
  })
  judged.sort((one, other) => other.closeness - one.closeness)
  const best = new Map<number, { page: number; closeness: number }>()
  for (const { position, page, closeness } of judged) {
    const known = best.get(position)
    // Of pages that are as good, the first.
    if (!known || (known.closeness === closeness && page < known.page))
      best.set(position, { page, closeness })
  }
  return new Map([...best].map(([position, { page }]) => [position, page]))
}
