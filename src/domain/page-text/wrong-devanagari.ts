/** Letters and signs of other languages than Hindi, Sanskrit and Marathi, but where an old font stores Hindi's: ऩ for प,
 * ऱ for ल, ॊ for ं. */
const WRONG = /[\u0929\u0934\u0946\u094a\u090e\u0912]|\u0931(?!\u094d)/gu
const DEVANAGARI = /\p{Script=Devanagari}/gu
/** Of two such papers 4 to 9 % of the signs are; of others none. */
const [LEAST, LEAST_SHARE] = [3, 0.01]

/** Whether the Hindi of a page is stored by an old font as other letters than it shows. */
export function isWrongDevanagari(text: string): boolean {
  const wrong = text.match(WRONG)?.length ?? 0
  return wrong >= LEAST && wrong >= (text.match(DEVANAGARI)?.length ?? 0) * LEAST_SHARE
}

export function hasDevanagari(word: string): boolean {
  return word.search(DEVANAGARI) >= 0
}
