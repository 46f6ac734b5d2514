import { searchTerms } from '#domain/search/understanding/query.ts'

/** Characters of a search that is kept: longer ones are sentences, and may be somebody's own. */
const LONGEST = 60
const SHORTEST = 2

/** An address of a person or of a page. */
const ADDRESS = /@|:\/\/|\bwww\b|\p{L}\.(com|in|org|net|edu)\b|\b(gmail|yahoo|hotmail|outlook|rediffmail)\b/u
/**
 * A year and a range of years have at most eight digits; telephone and Aadhaar numbers have ten and twelve, whatever
 * stands between them.
 */
const LONG_NUMBER = /\p{Nd}{7,}|(?:\p{Nd}[^\p{L}\p{Nd}]*){9,}/u

/**
 * A search as it is kept: NFC, lower case, single spaces. Null when it must not be kept, because it has no words, is
 * very short or long, or may be a telephone number, an email or another address.
 */
export function keptTerm(q: string): string | null {
  const term = q
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const length = [...term].length
  if (length < SHORTEST || length > LONGEST || searchTerms(term).length === 0) return null
  // Also when it is written in wide letters, as Japanese keyboards do.
  return mayBePersonal(term.normalize('NFKC')) ? null : term
}

function mayBePersonal(term: string) {
  return ADDRESS.test(term) || LONG_NUMBER.test(term)
}
