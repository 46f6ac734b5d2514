import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'
import type { TitleWords } from '../understanding/vocabulary.ts'
import { nearWords } from './spelling.ts'

/** Past so many words, a beginning can be anything. */
const BEGUN_LIMIT = 200

export function titleWordsOf(words: Iterable<string>): TitleWords {
  const all = [...new Set(words)].sort()
  const known = new Set(all)
  return {
    has: (word) => known.has(word),
    begun(letters) {
      let [low, high] = [0, all.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((all[middle] as string) < letters) low = middle + 1
        else high = middle
      }
      let end = low
      while (end - low < BEGUN_LIMIT && all[end]?.startsWith(letters)) end++
      return all.slice(low, end)
    },
    closeTo: (word) => nearWords(word, all),
  }
}

export type Token = { word: string; start: number; end: number }

/** A class as "+1" and "+2", or letters and digits with their marks. */
const TOKEN = /\+\s?[12](?![\p{L}\p{N}])|[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}]*/gu
const ORDINAL = /^(\d+)(?:st|nd|rd|th|aam|vathu|vadhu|ம்|ஆம்|வது|ஆவது|த்|वीं|वी|वाँ|वां|वें|ठी)$/u

const ROMAN_ORDINAL = /^(?<first>vi{1,3}|ix|xi{0,2})(?<second>th)$/
/** Digits of Devanagari and of Tamil, from their zeros on. */
const OTHER_DIGIT = /[\u0966-\u096f\u0be6-\u0bef]/g
const OTHER_NOUGHTS = [0x0be6, 0x0966]

/** NFC, the first hundred characters, without invisible ones, single spaces, digits 0 to 9. */
export function readText(text: string): string {
  const read = [...text.toWellFormed()].slice(0, SEARCH_TEXT_LIMIT).join('')
  return read
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(OTHER_DIGIT, toDigit)
}

function toDigit(written: string) {
  const code = written.charCodeAt(0)
  return String(code - (OTHER_NOUGHTS.find((nought) => nought <= code) ?? code))
}

/** Takes a text from `readText`. "cbse12" and "10thmaths" are two words where `isKnown` accepts their letters. */
export function tokensOf(text: string, isKnown: (word: string) => boolean = () => false): Token[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: found, index }) => {
    // The s of "Ohm's" asks for nothing.
    if (/^[st]$/i.test(found) && /['’]/.test(text[index - 1] ?? '')) return []
    return apart(
      { word: found.toLowerCase().replace(' ', ''), start: index, end: index + found.length },
      isKnown,
    )
  })
}

/** Of "10", "10th" or "10ஆம்"; undefined for other words. */
export function numberIn(word: string): number | undefined {
  const digits = /^\d+$/.test(word) ? word : ORDINAL.exec(word)?.[1]
  return digits === undefined || digits.length > 4 ? undefined : Number(digits)
}

export function isOrdinal(word: string): boolean {
  return ORDINAL.test(word)
}

function apart(token: Token, isKnown: (word: string) => boolean): Token[] {
  if (ORDINAL.test(token.word)) return [token]
  const ordinal = ROMAN_ORDINAL.exec(token.word)
  const glued =
    ordinal ??
    /^(?<first>\p{L}[\p{L}\p{M}]+)(?<second>\d{1,4}(?:th)?)$/u.exec(token.word) ??
    /^(?<first>\d{1,4}(?:th)?)(?<second>\p{L}[\p{L}\p{M}]+)$/u.exec(token.word)
  const { first = '', second = '' } = glued?.groups ?? {}
  const isSure = ordinal !== null || isKnown(/\d/.test(first) ? second : first)
  if (!glued || !isSure || isKnown(token.word)) return [token]
  // Lower case may be of another length: where it is, the word stays whole.
  if (token.word.length !== token.end - token.start) return [token]
  const between = token.start + first.length
  return [
    { word: first, start: token.start, end: between },
    { word: second, start: between, end: token.end },
  ]
}
