import { removeGarbage } from './remove-garbage.ts'

/** Five letters or more with a space after each; wider spaces separate words. */
const SPACED_OUT = /(?<![\p{L}\p{M}])(?:\p{L}\p{M}* ){4,}\p{L}\p{M}*(?![\p{L}\p{M}])/gu
const VOWEL = /[aeiouy]/i
const LEAST_DIFFERENT = 4
const ORDER = 'abcdefghijklmnopqrstuvwxyz'
const BROKEN_PAIR = /(?<![\p{L}\p{M}])(\p{L}+) (?=(\p{Ll}{3,})(?![\p{L}\p{M}]))/gu
const SHORT = 3
/** The second half of a hyphenated word ends so; whole words after a hyphen ("set-up", "right-angled") seldom do. */
const ENDING =
  /^[a-z]{0,4}(?:tions?|sions?|ments?|ity|ities|ous|ive|[ai]bles?|[ae]nces?|[ae]nts?|ness|ally|tory|tures?|ism|ical|ics)$|^[a-z]{0,3}(?:ing|ings|ly|tic|nal|ters?|bers?)$/

/** "Q U E S T I O N  P A P E R" as two words; A B C D E and noughts and crosses stay. */
function joinSpacedOut(line: string): string {
  return line.replace(SPACED_OUT, (run) => {
    const word = run.replaceAll(' ', '')
    const small = word.toLowerCase()
    const isLatin = /^[a-z]+$/.test(small)
    if (
      isLatin &&
      (!VOWEL.test(small) || ORDER.includes(small) || (word !== small && word !== word.toUpperCase()))
    )
      return run
    return new Set(small).size < LEAST_DIFFERENT ? run : word
  })
}

/** Joins words hyphenated at a line's end, or at `mark`; what looks like two ("answer-book") keeps its hyphen. */
function joinHyphenated(text: string, mark: string): string {
  const words = countWords(text)
  const parted = new RegExp(
    String.raw`(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}]*)(?:${mark}\n?|-\n)(\p{L}[\p{L}\p{M}]*)`,
    'gu',
  )
  return text
    .replace(parted, (_, before: string, after: string) => {
      const isOne =
        words.has((before + after).toLowerCase()) || (before.length >= SHORT && ENDING.test(after))
      return before + (isOne ? '' : '-') + after
    })
    .replaceAll(mark, '')
}

/** "exam ination" as one word, when the page has it whole elsewhere and neither part again. */
function repairBroken(text: string): string {
  const words = countWords(text)
  const count = (word: string) => words.get(word.toLowerCase()) ?? 0
  return text.replace(BROKEN_PAIR, (pair, before: string, after: string) =>
    count(before + after) > 0 && count(before) === 1 && count(after) === 1 ? before : pair,
  )
}

const CONSONANT = '[\u0b95-\u0bb9]'
const SIGN_BEFORE = /(?<![\p{L}\p{M}])[\u0bc6-\u0bc8]/gu
const SIGN_LAST = /[\u0bc6-\u0bc8](?![\p{L}\p{M}])/gu
const SIGNED = new RegExp(`([\u0bc6-\u0bc8])(${CONSONANT})(\u0bbe)?`, 'gu')
const WITH_AA: Record<string, string> = { '\u0bc6': '\u0bca', '\u0bc7': '\u0bcb' }
const LEAST_SIGNS = 2

/** From visual order, in which many fonts put ெ, ே and ை before their letter; in it, no word ends with one. */
function orderTamil(text: string): string {
  const before = text.match(SIGN_BEFORE)?.length ?? 0
  const last = text.match(SIGN_LAST)?.length ?? 0
  if (before < LEAST_SIGNS || before <= last * 4) return text
  return text.replace(SIGNED, (drawn, sign: string, letter: string, aa?: string) => {
    if (!aa) return letter + sign
    return WITH_AA[sign] ? letter + WITH_AA[sign] : drawn
  })
}

/** No word ends with the sign of a short e or o; none begins with a bare consonant, but these and borrowed ones. */
const SURELY_WITHIN =
  /(?<=[\u0bc6\u0bca]) (?=[\u0b95-\u0bb9])|(?<=[\u0bbe\u0bc7\u0bc8\u0bcb\u0bcc]) (?=(?!ஸ்|க்ஷ|ப்ர|க்ர|த்ர)[\u0b95-\u0bb9]\u0bcd|[டணறனழள])/gu
const AFTER_SIGN = /(?<=[\u0bbe\u0bc6-\u0bc8\u0bca-\u0bcc]) (?=[\u0b95-\u0bb9])/gu
const TWO_WITHOUT_SPACE = /(?<=\u0bcd)(?=[\u0b85-\u0b94])/gu
const LEAST_WITHIN = 3

/** Removes spaces that PDFium sees after wide Tamil signs (ா, ை, தொ): where several are surely within a word,
 * all after such a sign go, unless a vowel follows. */
function joinTamilSpaces(text: string): string {
  const sure = text.match(SURELY_WITHIN)?.length ?? 0
  return text.replace(sure < LEAST_WITHIN ? SURELY_WITHIN : AFTER_SIGN, '').replace(TWO_WITHOUT_SPACE, ' ')
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const KNOWN = [
  'Latin',
  'Greek',
  'Tamil',
  'Devanagari',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Oriya',
].map((script) => new RegExp(String.raw`\p{Script=${script}}`, 'gu'))
/** Papers here have no Icelandic: a font draws Tamil or Hindi with its letters. */
const ICELANDIC = /[ðÐþÞ]/
/** Capitals that run into small letters, except "MCQs", "XIIth" and the like. */
const CAPITALS_FIRST = /^\P{L}*(?![IVXLC]+(?:st|nd|rd|th)\b)\p{Lu}{2,}(?:\p{Ll}{2,}|(?!s)\p{Ll}(?!\p{L}))/u
/** Between letters; names of programs have these too, but words of a page in an old font do not. */
const SIGN_WITHIN = /\p{L}[_°±²³·^#%@*=+]\p{L}|\p{Ll}\.\p{Ll}{2}|^[`'"]?\{/u

/** Whether a word is of one script that papers here are written in; mixed ones are another font's codes. */
function isOfOneScript(word: string): boolean {
  if (ICELANDIC.test(word)) return false
  const letters = word.match(/\p{L}/gu) ?? []
  const counts = KNOWN.map((script) => word.match(script)?.filter((sign) => /\p{L}/u.test(sign)).length ?? 0)
  const known = counts.reduce((sum, count) => sum + count, 0)
  return known === letters.length && counts.slice(2).filter((count) => count > 0).length <= 1
}

/** For a page that is known to use an old font: whether a word is rather that font's than English. */
function isOldFont(word: string): boolean {
  if (/^(?:https?:|www\.)/i.test(word)) return false
  return CAPITALS_FIRST.test(word) || SIGN_WITHIN.test(word)
}

/** UTF-16 units; an ordinary page has 3,000. */
const CACHE_SIZE = 20_000
/** Ligatures, full-width and mathematical letters, which stand for ordinary ones; ² and ³ stay. */
const DRESSED = /[\ufb00-\ufb06\uff01-\uff5e\u2100-\u214f\u2150-\u215f\u{1d400}-\u{1d7ff}]/gu
const SPACE = /\p{Zs}+/gu
const TAB = /[\t\v\f]/
const LINE_END = /\r\n|[\r\n\u2028\u2029]/
const HYPHEN = '\ufffe'
const CONTROL = /[\p{Cf}\p{Cc}]/gu
/** A line without a word of this many letters is never searched for: numbers, options, formulas. */
const WORD = /\p{Script=Latin}{3}|\p{Script=Greek}{3}|(?!\p{Script=Latin}|\p{Script=Greek})\p{L}[\p{L}\p{M}]/u
const ROMAN = /(?<!\p{L})[ivxlc]+(?!\p{L})/giu
/** From this share of letters lost to an old font on, the rest of the page is checked more strictly. */
const OF_OLD_FONT = 0.15

/** Lines of words, at most 20,000 UTF-16 units, broken words and Tamil letters repaired; lines without a word go.
 * '' for a scan, and for fonts whose letters are not what they show. */
export function cleanPageText(text: string): string {
  const plain = text
    .slice(0, CACHE_SIZE)
    .toWellFormed()
    .replace(DRESSED, (letter) => letter.normalize('NFKC'))
    .normalize('NFC')
    .replaceAll('\x02', HYPHEN)
    .replace(CONTROL, (sign) => (TAB.test(sign) ? ' ' : LINE_END.test(sign) ? sign : ''))
  const lines = orderTamil(plain)
    .split(LINE_END)
    .map((line) => joinSpacedOut(line).replace(SPACE, ' ').trim())
  const repaired = repairBroken(joinTamilSpaces(joinHyphenated(lines.join('\n'), HYPHEN)))
  const readable = removeGarbage(repaired)
  const strict = lettersIn(readable) < lettersIn(repaired) * (1 - OF_OLD_FONT)
  return readable
    .split('\n')
    .map((line) =>
      line
        .split(' ')
        .filter((word) => isOfOneScript(word) && !(strict && isOldFont(word)))
        .join(' '),
    )
    .filter((line) => WORD.test(line.replace(ROMAN, '')))
    .join('\n')
    .slice(0, CACHE_SIZE)
}

function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}
