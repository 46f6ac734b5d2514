import type { PublicCentre } from '../centre.ts'

/** Of letters; a phone has room for about so many of a text's. */
const LONG_WORD = /(?<![^\s"])(?!https:|\/)[^\s"]{30}/
const known = new WeakMap<object, boolean>()

/** Whether one of the centre's texts has a word that is wider than a phone; looked for once in each document. */
export function hasLongWords(centre: PublicCentre): boolean {
  const found = known.get(centre) ?? LONG_WORD.test(JSON.stringify(centre))
  known.set(centre, found)
  return found
}
