import { cleanName } from '#domain/autofill/clean-name.ts'
import type { Hints } from '#domain/autofill/hints.ts'
import { codeIn } from '#domain/autofill/paper-codes.ts'
import { wordsOf } from '#domain/autofill/phrases.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import { keyName } from '#domain/files/file-key.ts'
import type { AdminPaper } from '../paper/admin-paper.ts'
import { ALL_SUBJECTS, degreeOf } from '../paper/paper.ts'

export type AnswerCandidate = { paper: AdminPaper; sure: boolean }

const CANDIDATE_LIMIT = 5
export const NAMES_LIMIT = 50

type Grounds = {
  sameFile: boolean
  sameCode: boolean
  sameFields: boolean
  likeness: number
  against: boolean
}
type Ranked = { paper: AdminPaper; points: number; grounds: Grounds }

/** Less than this is chance: a class, or a word in common. */
const LEAST_POINTS = 20
const CLEAR_LEAD = 10
const SURE_LIKENESS = 0.85

/** Best first; the first is sure when its grounds are good and it is clearly ahead of the next. */
export function rankPapers(
  name: AnswerName,
  papers: AdminPaper[],
  keyNameOf: (fileName: string) => string,
): AnswerCandidate[] {
  const ranked = papers
    .map((paper) => weigh(name, paper, keyNameOf))
    .filter(({ points }) => points >= LEAST_POINTS)
    .sort((a, b) => b.points - a.points)
    .slice(0, CANDIDATE_LIMIT)
  const [best, next] = ranked
  const clear = best !== undefined && best.points - (next?.points ?? 0) >= CLEAR_LEAD
  return ranked.map(({ paper, grounds }) => ({
    paper,
    sure: clear && paper === best.paper && isGood(grounds),
  }))
}

function isGood({ sameFile, sameCode, sameFields, likeness, against }: Grounds) {
  return !against && (sameFile || sameCode || sameFields || likeness >= SURE_LIKENESS)
}

function weigh(name: AnswerName, paper: AdminPaper, keyNameOf: (fileName: string) => string): Ranked {
  const title = namePartsOf(paper.title)
  const file = namePartsOf(paper.originalName)
  const likeness = Math.max(likenessOf(name.words, title.words), likenessOf(name.words, file.words))
  const sameFile = name.keyNames.includes(keyNameOf(paper.originalName))
  const code = compareParts(name, title, file, 'code')
  const set = compareParts(name, title, file, 'set')
  const fields = compareFields(name, paper)
  const against = code < 0 || set < 0 || fields.some(({ same, sure }) => !same && sure)
  const fieldPoints = fields.reduce((sum, field) => sum + pointsOf(field), 0)
  const sameFields =
    fields.filter(({ same, name: field }) => same && field !== 'month').length === 3 &&
    fields.every(({ same }) => same)
  return {
    paper,
    points: (sameFile ? 100 : 0) + code * 30 + set * 12 + fieldPoints + likeness * 30,
    grounds: { sameFile, sameCode: code > 0, sameFields, likeness, against },
  }
}

/** 1 where both say the same, −1 where they differ, 0 where one says nothing. */
function compareParts(name: NameParts, title: NameParts, file: NameParts, part: 'code' | 'set') {
  const values = [title[part], file[part]].filter((value) => value !== '')
  if (name[part] === '' || values.length === 0) return 0
  return values.includes(name[part]) ? 1 : -1
}

type Compared = { name: string; same: boolean; sure: boolean }

function compareFields({ hints }: AnswerName, paper: AdminPaper): Compared[] {
  const compared: Compared[] = []
  const compare = <Value>(field: string, hint: { value: Value; sure: boolean } | null, value: Value) => {
    if (hint) compared.push({ name: field, same: hint.value === value, sure: hint.sure })
  }
  compare('degree', hints.degree, degreeOf(paper.type, paper.grade)?.slug ?? '')
  if (hints.subject?.value !== ALL_SUBJECTS) compare('subject', hints.subject, paper.subject)
  compare('year', hints.year, paper.year)
  // A month is often guessed from the exam: such a guess counts for a paper, never against one.
  if (hints.month && (hints.month.sure || hints.month.value === paper.month))
    compare('month', hints.month, paper.month)
  return compared
}

function pointsOf({ name, same, sure }: Compared) {
  const weight = name === 'month' ? 6 : 15
  if (same) return sure ? weight : weight / 2
  return sure ? -2 * weight : -weight / 2
}

/** Dice coefficient of two sets of words, from 0 to 1. */
function likenessOf(some: Set<string>, other: Set<string>): number {
  if (some.size === 0 || other.size === 0) return 0
  const shared = [...some].filter((word) => other.has(word)).length
  // A single number, such as a year, is no likeness.
  if (shared === 0 || (shared === 1 && some.size === 1 && /^\d+$/.test([...some][0] ?? ''))) return 0
  return (2 * shared) / (some.size + other.size)
}

export type AnswerName = NameParts & {
  /** Possible names of the paper's own file, written as the keys of stored files. */
  keyNames: string[]
  hints: Hints
}

/** What two names are compared by: words, a board's code such as 65/4/1, the number of a set. */
type NameParts = { words: Set<string>; code: string; set: string }

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

function namePartsOf(text: string): NameParts {
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
