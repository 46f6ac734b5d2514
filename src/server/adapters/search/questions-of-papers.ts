import type { Database, ReadDatabase } from '#database/schema.ts'
import { chapterNamesOf } from '#domain/questions/chapters/chapter-names.ts'
import type { ChapterTable } from '#domain/questions/chapters/chapters-file.ts'
import {
  chapterFinder,
  NO_CHAPTERS,
  type QuestionChapters,
  syllabusOf,
} from '#domain/questions/chapters/find-chapters.ts'
import { readShares, writeChapters } from '#domain/questions/chapters/paper-chapters.ts'
import type { QuestionsOfPaper, QuestionText, SearchEntry } from '#domain/search/search-index.ts'
import { ownTokensOf, questionTokensOf } from './index-tokens.ts'
import { OWN_SIGNS, PAGE_LIMIT } from './page-hits.ts'
import {
  codeOf,
  factsAt,
  firstRow,
  LAST_PLACE,
  marksNumber,
  ownTables,
  questionRow,
  readState,
} from './row-numbers.ts'

type Counts = QuestionsOfPaper['counts']
type Filed = QuestionText & { chapters: QuestionChapters; chapterNames: string }
type Counted = { facts: SearchEntry; questions: readonly Filed[] }

/** Those that have a place in the index, and their chapters with their names, by which they are found as by their words. */
export function filedQuestions(
  entry: SearchEntry,
  questions: readonly QuestionText[],
  table: ChapterTable,
): Filed[] {
  const find = chapterFinder(table, entry)
  return questions
    .filter(({ place }) => place <= LAST_PLACE)
    .map((question) => {
      const chapters = find?.(question.text) ?? NO_CHAPTERS
      return { ...question, chapters, chapterNames: chapterNamesOf(table, chapters) }
    })
}

/** A paper that has no questions any more keeps a row that says so, from which whoever has read it before learns it. */
export async function countQuestions(
  db: Database,
  papers: readonly Counted[],
  table: ChapterTable,
): Promise<void> {
  const own = ownTables(db)
  const next = own.selectFrom('searchState').select((eb) => eb('age', '+', 1).as('next'))
  const rows = papers.map(({ facts, questions }) => ({
    position: facts.position,
    code: codeOf(facts),
    board: facts.board ?? '',
    course: syllabusOf(table, facts)?.title ?? '',
    counts: JSON.stringify(countsOf(questions)),
    chapters: writeChapters(questions),
    changed: next,
  }))
  const some = rows.filter(({ counts }) => counts !== NONE)
  const none = rows.filter(({ counts }) => counts === NONE).map(({ position }) => position)
  if (some.length > 0)
    await own
      .insertInto('questionPapers')
      .values(some)
      .onConflict((there) =>
        there.column('position').doUpdateSet((eb) => ({
          code: eb.ref('excluded.code'),
          board: eb.ref('excluded.board'),
          course: eb.ref('excluded.course'),
          counts: eb.ref('excluded.counts'),
          chapters: eb.ref('excluded.chapters'),
          changed: eb.ref('excluded.changed'),
        })),
      )
      .execute()
  for (const position of none)
    await own
      .updateTable('questionPapers')
      .set({ counts: NONE, chapters: '', changed: next })
      .where('position', '=', position)
      .execute()
}

const NONE = '[]'

function countsOf(questions: readonly QuestionText[]): Counts {
  const counts = new Map<number, number>()
  for (const { marks } of questions) counts.set(marksNumber(marks), (counts.get(marksNumber(marks)) ?? 0) + 1)
  return [...counts]
}

type Read = { made: number; age: number; papers: ReadonlyMap<number, QuestionsOfPaper> }

/** Cached; only what has changed since the last call is read again. */
export async function readQuestionsOfPapers(readDb: ReadDatabase): Promise<Read['papers']> {
  const { made, age } = await readState(readDb)
  const last = cache.get(readDb)
  if (last?.made === made && last.age === age) return last.papers
  const known = last?.made === made ? last : { made, age: made, papers: new Map() }
  const rows = await ownTables(readDb)
    .selectFrom('questionPapers')
    .select(['position', 'code', 'board', 'course', 'counts', 'chapters'])
    .where('changed', '>', known.age - made)
    .execute()
  const papers = rows.length === 0 ? known.papers : new Map(known.papers)
  for (const { position, code, board, course, counts, chapters } of rows) {
    const facts = { ...factsAt(firstRow(position) + code), board }
    if (counts === NONE) (papers as Map<number, QuestionsOfPaper>).delete(position)
    else {
      const read = { facts, course, counts: JSON.parse(counts), chapters, shares: readShares(chapters) }
      ;(papers as Map<number, QuestionsOfPaper>).set(position, read)
    }
  }
  cache.set(readDb, { made, age, papers })
  return papers
}

const cache = new WeakMap<ReadDatabase, Read>()

export function rowsOfQuestions(
  entry: SearchEntry,
  questions: readonly Filed[],
): { row: number; words: string; tokens: string }[] {
  const ofPaper = questionTokensOf(entry)
  return questions.map(({ place, marks, text, chapters, chapterNames }) => ({
    row: questionRow(entry.position, place, marks),
    words: `${text.slice(0, PAGE_LIMIT).replace(OWN_SIGNS, ' ')} ${chapterNames}`,
    tokens: `${ofPaper} ${ownTokensOf(marks, chapters)}`,
  }))
}
