import { DEFAULT_STATE } from '#domain/paper/exams-and-subjects.ts'
import type { ChapterTable, ChapterWords, Syllabus } from './chapters-file.ts'
import { LEAST_BEGINNING, type Phrase, questionWords } from './question-words.ts'

/** Ids of chapters. Where one is sure, none is a mere maybe; a question of which nothing tells its chapter has none. */
export type QuestionChapters = { sure: string[]; maybe: string[] }
/** What of a paper says by which syllabus it is set. */
export type SetBy = { type: string; grade: string; subject: string; board?: string; title: string }

export const NO_CHAPTERS: QuestionChapters = { sure: [], maybe: [] }
/** A question that has words of more chapters is about none of them for sure: a passage, a list of statements. */
const MOST_SURE = 3
/** Between alternatives: each has a chapter of its own. */
const OR = /^\P{L}*(?:or|अथवा|அல்லது)\P{L}*$/imu

/** The chapters of questions of a paper, from their texts; of papers of which no syllabus is known none. */
export function chapterFinder(
  table: ChapterTable,
  paper: SetBy,
): ((text: string) => QuestionChapters) | null {
  const syllabus = syllabusOf(table, paper)
  return syllabus ? (text) => findChapters(syllabus, text) : null
}

/** That by which a paper is set, null where none is known. */
export function syllabusOf({ syllabuses }: ChapterTable, paper: SetBy): Syllabus | null {
  if (paper.subject !== 'Mathematics') return null
  const board = boardOf(paper)
  const title = paper.title.toLowerCase()
  const own = syllabuses
    .filter((each) => board !== null && each.boards.includes(board) && each.grade === paper.grade)
    .filter((each) => each.title === null || title.includes(each.title))
  // That which names a word of the title goes before that of all others.
  return own.find((each) => each.title !== null) ?? own[0] ?? null
}

/** All chapters, as textbooks order them: first those of the class and board that are given. */
export function chaptersInOrder(
  { syllabuses, names }: ChapterTable,
  given: { type?: string; grade?: string; board?: string },
): string[] {
  const board = given.type === undefined ? undefined : boardOf(given)
  const own = syllabuses.filter(
    ({ boards, grade }) =>
      (given.grade === undefined || grade === given.grade) &&
      (board === undefined || boards.some((each) => each === board)),
  )
  return [...new Set([...own.flatMap(({ chapters }) => chapters.map(({ id }) => id)), ...names.keys()])]
}

/** As headings of the table name it; null where there is none. */
export function boardOf({ type, board }: { type?: string; board?: string }): string | null {
  return type === 'cbse' ? 'CBSE' : type === 'state' ? board || DEFAULT_STATE : null
}

/** Whether words of a syllabus are sure of each alternative of a question. */
export function isInEachAlternative(syllabus: Syllabus, text: string): boolean {
  const parts = text.split(OR).filter((part) => part.trim() !== '')
  return parts.length > 0 && parts.every((part) => findChapters(syllabus, part).sure.length > 0)
}

function findChapters(syllabus: Syllabus, text: string): QuestionChapters {
  const known = compiled(syllabus)
  const sure = new Set<string>()
  const maybe = new Set<string>()
  const inParts = text.split(OR).map((part) => phrasesIn(known, questionWords(part)))
  for (const found of inParts) {
    const isSaid = ({ parts, without }: ChapterWords) =>
      parts.every((phrase) => found.has(phrase)) &&
      !without.some((phrase) => inParts.some((other) => other.has(phrase)))
    for (const chapter of syllabus.chapters) {
      if (chapter.sure.some(isSaid)) sure.add(chapter.id)
      else if (chapter.maybe.some(isSaid)) maybe.add(chapter.id)
    }
  }
  if (sure.size === 0 && maybe.size === 0) return NO_CHAPTERS
  if (sure.size === 0) return { sure: [], maybe: [...maybe] }
  return sure.size > MOST_SURE ? { sure: [], maybe: [...sure] } : { sure: [...sure], maybe: [] }
}

/** By what a phrase begins with: a word, or the first letters of one. */
type Compiled = { whole: Map<string, Phrase[]>; begun: Map<string, Phrase[]> }
const cache = new WeakMap<Syllabus, Compiled>()

function compiled(syllabus: Syllabus): Compiled {
  const known = cache.get(syllabus)
  if (known) return known
  const phrases = syllabus.chapters.flatMap(({ sure, maybe }) =>
    [...sure, ...maybe].flatMap(({ parts, without }) => [...parts, ...without]),
  )
  const made = {
    whole: Map.groupBy(
      phrases.filter(([first]) => !first?.isBeginning),
      ([first]) => first?.word ?? '',
    ),
    begun: Map.groupBy(
      phrases.filter(([first]) => first?.isBeginning),
      ([first]) => first?.word.slice(0, LEAST_BEGINNING) ?? '',
    ),
  }
  cache.set(syllabus, made)
  return made
}

function phrasesIn({ whole, begun }: Compiled, words: readonly string[]): Set<Phrase> {
  const found = new Set<Phrase>()
  for (const [at, word] of words.entries())
    for (const phrases of [whole.get(word), begun.get(word.slice(0, LEAST_BEGINNING))])
      for (const phrase of phrases ?? []) if (standsAt(phrase, words, at)) found.add(phrase)
  return found
}

function standsAt(phrase: Phrase, words: readonly string[], at: number): boolean {
  return phrase.every(({ word, isBeginning }, nth) => {
    const said = words[at + nth] ?? ''
    return isBeginning ? said.startsWith(word) : said === word
  })
}
