import { isImpossibleWord } from './impossible-word.ts'

/** A wrong word counts for more than a right one: garbage of old fonts often looks like a word by chance. */
const WEIGHT_OF_GARBAGE = 1.5
const LEAST_WEIGHT = 3
/** From this share of wrong letters on, the rest of a text is chance, too. */
const HOPELESS = 0.85
const HYPHEN_OF_PDFIUM = String.fromCharCode(2)
/** Longer runs without a space are garbage; German chemistry stops at about 50 letters. */
const LONGEST_WORD = 60
/** Letters and signs of other languages than Hindi, Sanskrit and Marathi, but where an old font stores Hindi's: ऩ for प,
 * ऱ for ल, ॊ for ं. */
const WRONG = /[\u0929\u0934\u0946\u094a\u090e\u0912]|\u0931(?!\u094d)/gu
const DEVANAGARI = /\p{Script=Devanagari}/gu
/** Of two such papers 4 to 9 % of the signs are; of others none. */
const [LEAST, LEAST_SHARE] = [3, 0.01]

/** Removes the garbage of fonts with their own encoding (Tamil in Latin letters, Hindi in wrong ones, marks without a letter): such words,
 * lines that are mostly of them, and all of the text when hardly anything is right. Lines stay lines. */
export function removeGarbage(text: string): string {
  let [right, wrong] = [0, 0]
  const kept: string[] = []
  const isWrong = isWrongDevanagari(text)
  for (const line of text
    .replaceAll(HYPHEN_OF_PDFIUM, '')
    .replace(/[\p{Cf}\ufffe]/gu, '')
    .split(/\r\n|[\r\n\u2028\u2029]/)) {
    const read = readLine(line, isWrong)
    right += read.right
    wrong += read.wrong
    if (read.wrong * WEIGHT_OF_GARBAGE < Math.max(read.right, 1)) kept.push(read.words.join(' '))
  }
  // What else stands on a page of such Hindi is right: "BIHAR BOARD CLASS - 10".
  return !isWrong && wrong > (right + wrong) * HOPELESS ? '' : kept.join('\n').trim()
}

function readLine(line: string, isWrongHindi: boolean) {
  let [right, wrong] = [0, 0]
  const words: string[] = []
  for (const word of line.split(/\s+/)) {
    if (word === '') continue
    const letters = word.match(/\p{L}/gu)?.length ?? 0
    if (word.length > LONGEST_WORD || isImpossibleWord(word) || (isWrongHindi && hasDevanagari(word))) {
      wrong += Math.max(letters, LEAST_WEIGHT)
      continue
    }
    if (letters > 1) right += letters
    words.push(word)
  }
  return { right, wrong, words }
}

/** Whether the Hindi of a page is stored by an old font as other letters than it shows. */
function isWrongDevanagari(text: string): boolean {
  const wrong = text.match(WRONG)?.length ?? 0
  return wrong >= LEAST && wrong >= (text.match(DEVANAGARI)?.length ?? 0) * LEAST_SHARE
}

function hasDevanagari(word: string): boolean {
  return word.search(DEVANAGARI) >= 0
}
