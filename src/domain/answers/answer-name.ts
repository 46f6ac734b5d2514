import { cleanName } from '#domain/autofill/clean-name.ts'
import type { Hints } from '#domain/autofill/hints.ts'
import { codeIn } from '#domain/autofill/paper-codes.ts'
import { wordsOf } from '#domain/autofill/phrases.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import { keyName } from '#domain/files/file-key.ts'

export type AnswerName = NameParts & {
  /** Possible names of the paper's own file, written as the keys of stored files. */
  keyNames: string[]
  hints: Hints
}

/** What two names are compared by: words, a board's code such as 65/4/1, the number of a set. */
export type NameParts = { words: Set<string>; code: string; set: string }

const ANSWER_WORDS =
  /(?<![\p{L}\p{M}])(?:with |and )?(?:answers?(?:[\s_-]*(?:keys?|sheets?|scripts?|papers?))?|ans(?:[\s_-]*keys?)?|keys?|solutions?|solved|soln?s?|sol|marking[\s_-]*schemes?|schemes? of valuation|ms|வினா விடை[\p{L}\p{M}]*|விடை[\p{L}\p{M}]*|தீர்வு[\p{L}\p{M}]*)(?![\p{L}\p{M}])/giu
/** What a paper's name has where its answers' name says that they are answers. */
const PAPER_WORDS = ['', 'qp', 'question paper', 'questions', 'paper']
/** A paper's state, or words of every title: they tell no two papers apart. */
const EMPTY_WORDS = new Set(
  'the of for and with in to a qp question questions paper papers exam examination final official provisional pdf'.split(
    ' ',
  ),
)
const SAME_WORDS: Record<string, string> = { maths: 'mathematics', math: 'mathematics', std: 'class' }
const MOST_WORDS = 12

export function readAnswerName(fileName: string, now: Date): AnswerName {
  const clean = cleanName(fileName)
  const bare = clean.replace(ANSWER_WORDS, ' ')
  return {
    keyNames: keyNamesOf(fileName),
    hints: readHints({ fileName: bare, firstPage: '', now }),
    ...namePartsOf(bare),
  }
}

export function namePartsOf(text: string): NameParts {
  const words = wordsOf(cleanName(text))
  const plain = words.map(({ text: word }) => SAME_WORDS[word] ?? word)
  const set = plain.indexOf('set')
  return {
    words: new Set(plain.filter((word) => word !== '+' && !EMPTY_WORDS.has(word)).slice(0, MOST_WORDS)),
    code: codeIn(words)?.label ?? '',
    set: set < 0 ? '' : (plain[set + 1] ?? ''),
  }
}

/** From the raw name: what is cleaned for people, such as a site's address, is in the paper's own name, too. */
function keyNamesOf(fileName: string): string[] {
  const bare = fileName.replace(/(?:\.pdf)+$/i, '').replace(/\s*\(\d{1,2}\)$/, '')
  const found = bare.search(ANSWER_WORDS) >= 0
  const names = found ? PAPER_WORDS.map((word) => bare.replace(ANSWER_WORDS, ` ${word} `)) : [bare]
  const trimmed = names.map((name) => name.replace(/^[^\p{L}\p{N}]+/u, ''))
  // A name without a letter that a key can keep would become the fallback, which says nothing.
  const keys = trimmed.filter((name) => /[a-z0-9]/i.test(name.normalize('NFKD'))).map(keyName)
  return [...new Set(keys)]
}
