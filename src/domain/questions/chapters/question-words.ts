/** A word, or with `isBeginning` how it begins. */
type Part = { word: string; isBeginning: boolean }
/** Letters of a beginning: what begins with fewer is too much. */
export const LEAST_BEGINNING = 3
/** Words that follow each other. */
export type Phrase = Part[]

/** Runs of letters, runs of digits, and signs that tell something: "3x² − 4" is 3, x, 2, -, 4. */
const WORD = /\p{Script=Greek}|[[\p{L}\p{M}]--\p{Script=Greek}]+|\p{N}+|[\-\|√∫∑∠~≅∥⊥∞∪∩⊂⊆∈∉∂∧∨→^×=°%]/gv

/** The words of a question, or of a line of chapters.txt: lower case, without plural endings, and signs as words. */
export function questionWords(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[−–]/g, '-')
    .replaceAll('ˆ', '^')
    .replaceAll('∼', '~')
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replaceAll(/['’](?=s\b)/g, '')
  return (plain.match(WORD) ?? []).map(singular)
}

/** "differentia*" is any word that begins so. */
export function phraseOf(text: string): Phrase {
  return text
    .trim()
    .split(/(?<=\*)/)
    .flatMap((piece) => {
      const words = questionWords(piece).map((word) => ({ word, isBeginning: false }))
      const last = words.at(-1)
      if (last && piece.endsWith('*')) {
        last.isBeginning = true
        // "bars*" is not "bar*".
        last.word =
          /[\p{L}\p{M}]+$/u.exec(piece.slice(0, -1).normalize('NFKC').toLowerCase())?.[0] ?? last.word
      }
      return words
    })
}

function singular(word: string): string {
  return word.length > 3 && /[a-z]s$/.test(word) && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}
