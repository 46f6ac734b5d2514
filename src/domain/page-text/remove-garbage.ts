import { PAPER_TYPES } from '../paper/paper.ts'

/** Scripts that papers here are not written in, private letters, and those that stand for lost ones. */
const FOREIGN =
  /[\p{Co}\p{Cc}\ufffd\p{Script=Arabic}\p{Script=Armenian}\p{Script=Cyrillic}\p{Script=Georgian}\p{Script=Han}\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const INDIAN =
  /[\p{Script=Devanagari}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}]/u
const LATIN = /\p{Script=Latin}/u
/** A mark without its letter, two vowel signs on one, or a vowel within a word: visual order or a wrong font. */
const WRONG_TAMIL =
  /(?:^|[^\p{L}\p{M}])[\u0bbe-\u0bcd\u0bd7]|[\u0bbe-\u0bcc]{2}|[\u0bbe-\u0bcd][\u0b85-\u0b94]/u
const WRONG_DEVANAGARI = /(?:^|[^\p{L}\p{M}])[\u093e-\u094d]|[\u093e-\u094c]{2}/u

/** No spelling puts these inside a word, but old fonts draw letters with them. */
const SIGN = String.raw`[$§¥;{}|~\x60\\«»©®¶¢£¤¦¨ª¬¯´¸¹º¼¾¿¡‡†‰‹›€™]`
const SIGN_WITHIN = new RegExp(
  String.raw`\p{Script=Latin}${SIGN}+\p{L}|\p{Script=Latin}{2}[$|\x60]|\p{Script=Latin}[§¥¨©ª¡¢¸´]`,
  'u',
)
const SIGN_BEFORE = /^[{|>~`§¥_¡¢«]+\p{Script=Latin}{2}/u
const ACCENTED = /[\u00c0-\u024f]/gu
const CAPITAL_WITHIN = /\p{Ll}\p{Lu}/u
const ACCENTED_CAPITAL_WITHIN = /\p{L}[\u00c0-\u00de]/u

const ELEMENTS =
  'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Ag Cd Sn Sb Te I Xe Cs Ba W Pt Au Hg Pb Bi Ra U Th Pu Me Et Ph'
const FORMULA = new RegExp(`^(?:${ELEMENTS.replaceAll(' ', '|')}){2,}$`)
const UNIT = /^(?:pH|p[KO]a?|[kmMGdcnµ](?:J|W|V|Hz|N|A|Pa|C|F|B|T|L|eV)h?|kWh|eV|iPhone|iPad|eBook)$/
/** Two words in one, as in WhatsApp or PowerPoint, or the plural of an abbreviation: MCQs. */
const TWO_WORDS = /^(?:(?:Mc|Mac|\p{Lu}\p{Ll}{2,})\p{Lu}\p{Ll}{2,}|\p{Lu}{2,}s)$/u
const SAID_BY_LETTERS = new RegExp(
  `^(?:${PAPER_TYPES.join('|')}|tnusrb|sslc|hslc|ctet|tntet|tnscert|gseb|kseeb|pseb|html?|mcqs?|pyqs?)$`,
  'i',
)
/** How words of English, and Indian names in English letters, begin with two consonants. */
const BEGINNINGS = new Set(
  'bh bl br ch cl cr cz dh dr dw dy fl fr gh gl gn gr gy jh jn kh kl kn kr ks ll mc mn my ny ph pl pn pr ps pt py rh ry sc sh sk sl sm sn sp sq sr st sv sw sy th tr ts tw ty vr vy wh wr zh hy ky ly by cy fy'.split(
    ' ',
  ),
)

/** Whether no spelling allows this: text of an old font, or letters out of order. */
function isImpossibleWord(word: string): boolean {
  if (FOREIGN.test(word) || WRONG_TAMIL.test(word) || WRONG_DEVANAGARI.test(word)) return true
  if (!LATIN.test(word) || /^(?:https?:|www\.)/i.test(word)) return false
  if (SIGN_WITHIN.test(word) || SIGN_BEFORE.test(word)) return true
  return (word.match(/[\p{L}\p{M}]+/gu) ?? []).some(isImpossibleRun)
}

function isImpossibleRun(run: string) {
  if (run.length < 2 || !LATIN.test(run)) return false
  if (INDIAN.test(run)) return true
  if ((run.match(ACCENTED)?.length ?? 0) * 3 > run.length || ACCENTED_CAPITAL_WITHIN.test(run)) {
    return run !== run.toUpperCase() || run.length < 4
  }
  if (CAPITAL_WITHIN.test(run)) return !(FORMULA.test(run) || UNIT.test(run) || TWO_WORDS.test(run))
  return isUnpronounceable(run)
}

/** Capitals may be an abbreviation; four small letters need a vowel, and a beginning that can be pronounced. */
function isUnpronounceable(run: string) {
  if (TWO_WORDS.test(run)) return false
  if (run === run.toUpperCase()) return run.length > 6 && !/[AEIOUY]/.test(run)
  if (run.length < 4 || SAID_BY_LETTERS.test(run)) return false
  const word = run.toLowerCase()
  if (!/[aeiouy\u00c0-\u024f]/.test(word)) return true
  const two = word.slice(0, 2)
  return /^[bcdfghjklmnpqrstvwxz]{2}$/.test(two) && !BEGINNINGS.has(two)
}

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
  const isWrong = isLegacyDevanagari(text)
  for (const line of text
    .replaceAll(HYPHEN_OF_PDFIUM, '')
    .replace(/[\p{Cf}\ufffe]/gu, '')
    .split(/\r\n|[\r\n\u2028\u2029]/)) {
    const read = readLine(line, isWrong)
    right += read.right
    wrong += read.wrong
    if (read.wrong * WEIGHT_OF_GARBAGE < Math.max(read.right, 1)) kept.push(read.words.join(' '))
  }
  // What else is on a page of such Hindi is right: "BIHAR BOARD CLASS - 10".
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
function isLegacyDevanagari(text: string): boolean {
  const wrong = text.match(WRONG)?.length ?? 0
  return wrong >= LEAST && wrong >= (text.match(DEVANAGARI)?.length ?? 0) * LEAST_SHARE
}

function hasDevanagari(word: string): boolean {
  return word.search(DEVANAGARI) >= 0
}
