/** `text` is `raw` in lower case; `between` is before it, '' when it touches the word before ("th" of "12th"). */
export type Word = { text: string; raw: string; between: string; at: number }

/** A number, "+", capitals that end where a word begins ("XII" of "XIIMaths"), or letters with their marks. */
const WORD =
  /\d+|\+|\p{Lu}{2,}s(?!\p{L})|\p{Lu}+(?=\p{Lu}\p{Ll}{2})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lu}\p{M}]+|[\p{L}\p{M}]+/gu

/** Also where only capitals or digits separate words: "Class12Maths", "XIIPhysics2019". */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let end = 0
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    words.push({ text: raw.toLowerCase(), raw, between: text.slice(end, index), at: index })
    end = index + raw.length
  }
  return words
}

export function numberOf(word: Word | undefined): number {
  return word && /^\d{1,9}$/.test(word.text) ? Number(word.text) : Number.NaN
}
