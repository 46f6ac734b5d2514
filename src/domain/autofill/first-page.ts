import { removeGarbage } from '../page-text/remove-garbage.ts'
import { codeIn } from './codes/paper-codes.ts'
import { type Evidence, readWords } from './evidence.ts'
import { sensesIn } from './words/phrases.ts'
import { type Word, wordsOf } from './words/words.ts'

const LONGEST_PAGE = 20_000
const MOST_LINES = 400
const LONGEST_HEADING = 16
const LONGEST_LINE = 200
/** The share of a heading's words that must be known: in a question they are not. */
const KNOWN = 0.6
const QUESTION = /^\s*(?:\(?[a-hivx]{1,4}\)|\(?\d{1,3}[.)]\s|q\s?\.?\s?\d)/i
/** Its letters are words of no heading: "Series EF1GH/1 SET-4". */
const SERIES = /\bseries\s*:?\s*[%#&$*]*[A-Z][A-Z\d]+[%#&$*]*(?:\/\w+)?/gi
/** Printed on every board paper of CBSE since 2003. */
const CBSE = /candidates\s+must\s+write\s+the\s+(?:q\.?\s?p\.?\s+)?code/i

/** Evidence of each heading; questions, instructions and the garbage of old fonts are skipped. */
export function readFirstPage(firstPage: string, now: Date): Evidence[] {
  const text = removeGarbage(firstPage.slice(0, LONGEST_PAGE).normalize('NFKC'))
  const headings = text.split('\n', MOST_LINES).flatMap((printed) => {
    const line = printed.replace(SERIES, ' ')
    const words = wordsOf(line.slice(0, LONGEST_LINE))
    return isHeading(line, words) ? [readWords(words, now, true)] : []
  })
  if (CBSE.test(text)) headings.unshift(boardOnly(now))
  return headings.map(withoutWhatPagesSayToo)
}

function isHeading(line: string, words: Word[]) {
  if (words.length === 0 || QUESTION.test(line) || /^\s*\p{Ll}/u.test(line)) return false
  const code = codeIn(words)
  if (code?.clear || (code && code.at === 0)) return words.length <= LONGEST_HEADING
  const senses = sensesIn(words)
  const small = senses.filter(({ sense }) => sense.small).length
  const known = senses.reduce((sum, { length, sense }) => sum + (sense.nameOnly ? 0 : length), -small)
  const letters =
    words.filter(({ text }) => /\p{L}{2}/u.test(text) && !/^(?:[ivx]+|th)$/.test(text)).length - small
  const numbers = words.length - letters
  return (
    letters <= LONGEST_HEADING && known >= (letters || 1) * KNOWN - (letters === 0 ? 1 : 0) && numbers <= 8
  )
}

function boardOnly(now: Date): Evidence {
  return readWords(wordsOf('CBSE'), now)
}

/** "All answers", "Section A", "Part II", "Model" and the like are on pages of every kind. */
function withoutWhatPagesSayToo(heading: Evidence): Evidence {
  const answers = heading.answers === 'Answers' ? undefined : heading.answers
  return {
    ...heading,
    answers,
    counts: heading.counts.filter((count) => /^(?:Set|Term|Summative) /.test(count)),
  }
}
