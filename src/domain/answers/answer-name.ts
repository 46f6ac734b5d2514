import { cleanName } from '#domain/autofill/file-name.ts'
import type { Hints } from '#domain/autofill/hints.ts'
import { codeIn } from '#domain/autofill/paper-codes.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import { wordsOf } from '#domain/autofill/words/words.ts'
import { keyName } from '#domain/files/file-key.ts'

/** What the name of a file with answers says of the paper that it belongs to. */
export type AnswerName = NameParts & {
  /** What the paper's own file may have been called, as the keys of stored files are written. */
  keyNames: string[]
  hints: Hints
}

/** What two names are compared by: their words, a board's code such as 65/4/1, the number of a set. */
export type NameParts = { words: Set<string>; code: string; set: string }

const ANSWER_WORDS =
  /(?<![\p{L}\p{M}])(?:with |and )?(?:answers?(?:[\s_-]*(?:keys?|sheets?|scripts?|papers?))?|ans(?:[\s_-]*keys?)?|keys?|solutions?|solved|soln?s?|sol|marking[\s_-]*schemes?|schemes? of valuation|ms|வினா விடை[\p{L}\p{M}]*|விடை[\p{L}\p{M}]*|தீர்வு[\p{L}\p{M}]*)(?![\p{L}\p{M}])/giu
/** What stands in a paper's name where its answers say that they are answers. */
const PAPER_WORDS = ['', 'qp', 'question paper', 'questions', 'paper']
/** Said of a paper's state, or in every title: by these no two papers are told apart. */
const EMPTY_WORDS = new Set(
  'the of for and with in to a qp question questions paper papers exam examination final official provisional pdf'.split(
    ' ',
  ),
)
const SAME_WORDS: Record<string, string> = { maths: 'mathematics', math: 'mathematics', std: 'class' }
const MOST_WORDS = 12

/** Reads the name of a file with answers. */
export function readAnswerName(fileName: string, now: Date): AnswerName {
  const clean = cleanName(fileName)
  const bare = clean.replace(ANSWER_WORDS, ' ')
  return {
    keyNames: keyNamesOf(fileName),
    hints: readHints({ fileName: bare, firstPage: '', now }),
    ...namePartsOf(bare),
  }
}

/** What a title, or the name of a paper's file, is compared by. */
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

/** From the name as it is: what is cleaned for people, such as a site's address, is in the paper's own name, too. */
function keyNamesOf(fileName: string): string[] {
  const bare = fileName.replace(/(?:\.pdf)+$/i, '').replace(/\s*\(\d{1,2}\)$/, '')
  const found = bare.search(ANSWER_WORDS) >= 0
  const names = found ? PAPER_WORDS.map((word) => bare.replace(ANSWER_WORDS, ` ${word} `)) : [bare]
  const trimmed = names.map((name) => name.replace(/^[^\p{L}\p{N}]+/u, ''))
  // The fallback for a name without a letter that a key can keep says nothing.
  const keys = trimmed.filter((name) => /[a-z0-9]/i.test(name.normalize('NFKD'))).map(keyName)
  return [...new Set(keys)]
}
