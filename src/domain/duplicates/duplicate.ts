import { cleanPageText } from '../page-text/clean-page-text.ts'
import type { AdminPaper } from '../paper/admin-paper.ts'
import type { HintedName } from '../paper/form-fields.ts'

/** What a page says; recognised text has errors. */
export type PageOne = { text: string; isRecognised: boolean }

/** Below, there is too little to compare. */
const LEAST_WORDS = 40
/** Shares of words that two pages have in common. Real pages: 0.62 in two sittings of one exam, 0.84 in two subjects whose
 * page 1 is mostly instructions, 0.98 in the same series of two years. */
const SAME = 0.95
const OTHER = 0.7

/** `same`: in the same order, with every number and code alike; `other`: not the same paper; `unclear`: neither. */
export function comparePages(one: PageOne, other: PageOne): 'same' | 'other' | 'unclear' {
  const [a, b] = [wordsOf(one.text), wordsOf(other.text)]
  if (Math.min(a.length, b.length) < LEAST_WORDS) return 'unclear'
  if (shared(threes(a), threes(b)) >= SAME) return numbersIn(a) === numbersIn(b) ? 'same' : 'unclear'
  const isRead = one.isRecognised || other.isRecognised
  return !isRead && shared(a, b) < OTHER ? 'other' : 'unclear'
}

function wordsOf(text: string): string[] {
  return (
    cleanPageText(text)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

function threes(words: string[]): string[] {
  return words.map((word, at) => `${word} ${words[at + 1] ?? ''} ${words[at + 2] ?? ''}`)
}

function numbersIn(words: string[]): string {
  return words.filter((word) => /\p{N}/u.test(word)).join(' ')
}

/** From 0 to 1, each as often as both have it. */
function shared(one: string[], other: string[]): number {
  const left = new Map<string, number>()
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1)
  let both = 0
  for (const word of other) {
    const count = left.get(word) ?? 0
    if (count > 0) both += 1
    left.set(word, count - 1)
  }
  return (2 * both) / (one.length + other.length)
}

/** Safe in the browser. */

/** The same bytes, or the same class, subject, month and year with a similar title or the same page 1. */
type DuplicateReason = 'same-file' | 'same-paper'

/** `isSure`: by the bytes, or by the words of page 1. */
export type Duplicate = { reason: DuplicateReason; isSure: boolean; binned: boolean; paper: AdminPaper }

/** What is missing is not compared. */
export type DuplicateQuestion = { key: string; sha256?: string } & Partial<Record<HintedName, string>>

export const DUPLICATES_LIMIT = 5
export const DUPLICATE_QUESTIONS_LIMIT = 20
