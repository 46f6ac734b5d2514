import { searchTerms } from '#domain/search/understanding/query.ts'

/** Longer ones are sentences, and may be personal. */
const LONGEST = 60
const SHORTEST = 2

const ADDRESS = /@|:\/\/|\bwww\b|\p{L}\.(com|in|org|net|edu)\b|\b(gmail|yahoo|hotmail|outlook|rediffmail)\b/u
/** Telephone and Aadhaar numbers have ten and twelve digits; a range of years has at most eight. */
const LONG_NUMBER = /\p{Nd}{7,}|(?:\p{Nd}[^\p{L}\p{Nd}]*){9,}/u

/** Normalised (NFC, lower case, single spaces); null without words, too short or long, or possibly personal. */
export function keptTerm(q: string): string | null {
  const term = q
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const length = [...term].length
  if (length < SHORTEST || length > LONGEST || searchTerms(term).length === 0) return null
  // NFKC, since full-width digits and letters may be personal, too.
  return mayBePersonal(term.normalize('NFKC')) ? null : term
}

function mayBePersonal(term: string) {
  return ADDRESS.test(term) || LONG_NUMBER.test(term)
}
