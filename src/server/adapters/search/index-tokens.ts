import type { Database, ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import type { Facts } from '#domain/paper/facts.ts'
import { boardsOf, type PaperFilter } from '#domain/paper/filters.ts'
import { gradesOf, MONTHS } from '#domain/paper/paper.ts'
import { LEVELS, type Level, MATERIALS, type Material, MEDIUMS, type Medium } from '#domain/paper/variant.ts'
import type { QuestionChapters } from '#domain/questions/chapters/find-chapters.ts'
import type { QuestionFilter } from '#domain/questions/question-filter.ts'
import type { AskedCode, AskedTerm, SearchEntry } from '#domain/search/search-index.ts'
import { seriesOf } from '#domain/search/words/set-code.ts'
import {
  boardNumber,
  degreeNumber,
  gradeNumber,
  marksNumber,
  ownTables,
  readState,
  subjectNumber,
  typeNumber,
} from './row-numbers.ts'

const LONGEST = 80

/** In how many of these titles each word is. */
export function tallyWords(titles: string[]): Map<string, number> {
  const papers = new Map<string, number>()
  for (const title of titles)
    for (const word of countedWords(title)) papers.set(word, (papers.get(word) ?? 0) + 1)
  return papers
}

function countedWords(title: string): string[] {
  return [...new Set(plainWords(title))].filter((word) => word.length <= LONGEST && /\p{L}/u.test(word))
}

export function wordsOf({ title, words }: SearchEntry): string {
  return `${title} ${words}`
}

/** Of a paper that is gone. */
export async function discountWords(db: Database, title: string): Promise<void> {
  const words = countedWords(title)
  if (words.length === 0) return
  await ownTables(db)
    .updateTable('searchWords')
    .set((eb) => ({ papers: eb('papers', '-', 1) }))
    .where('word', 'in', bucketedValues(words))
    .where('papers', '>', 0)
    .execute()
}

export async function isTitleWord(readDb: ReadDatabase, word: string): Promise<boolean> {
  const [plain = ''] = plainWords(word)
  const words = ownTables(readDb).selectFrom('searchWords').select('id')
  return (await words.where('word', '=', plain).where('papers', '>', 0).executeTakeFirst()) !== undefined
}

export async function selectWordsFrom(readDb: ReadDatabase, beginning: string, limit: number) {
  const [from = ''] = plainWords(beginning)
  if (from === '') return []
  return await ownTables(readDb)
    .selectFrom('searchWords')
    .select(['word', 'papers'])
    .where('word', '>=', from)
    .where('word', '<', `${from}\u{10ffff}`)
    .where('papers', '>', 0)
    .orderBy('papers', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Cached; reads only new words, by id. A word whose last paper is gone stays until a restart, finding nothing. */
export async function readWords(readDb: ReadDatabase): Promise<readonly string[]> {
  const { made, age } = await readState(readDb)
  const last = cache.get(readDb)
  if (last?.made === made && last.age === age) return last.words
  const words = last?.made === made ? last : { made, last: 0, words: [] }
  const rows = await ownTables(readDb)
    .selectFrom('searchWords')
    .select(['id', 'word'])
    .where('id', '>', words.last)
    .orderBy('id')
    .execute()
  const now =
    rows.length === 0
      ? { ...words, age }
      : { made, age, last: rows.at(-1)?.id ?? 0, words: [...words.words, ...rows.map((row) => row.word)] }
  cache.set(readDb, now)
  return now.words
}

const cache = new WeakMap<
  ReadDatabase,
  { made: number; age: number; last: number; words: readonly string[] }
>()

/** Letters, marks and digits only, so that no syntax of a search language gets through. */
const WORD = /[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu

/** As the index keeps them: lower case, without accents; marks of other scripts stay. */
export function plainWords(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return (folded.match(WORD) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** One token for the code, and one for each prefix that names its series. */
function codeTokens(codes: readonly string[]): string[] {
  return codes.flatMap((code) => [
    codeToken({ code, isSeries: false }),
    ...seriesOf(code).map((begun) => codeToken({ code: begun, isSeries: true })),
  ])
}

export const codeToken = ({ code, isSeries }: AskedCode) =>
  `${isSeries ? SERIES : CODE}${code.replaceAll('/', 'z').replace(/[^a-z\d]/g, '')}`

/** A private-use character: prefix indexes keep it once, and no page's word equals it. */
const sign = (number: number) => String.fromCodePoint(0xe000 + number)

/** All of them, each in one of its ways. Each token costs a walk through all its papers, so a class, its subject and both
 * together are one each. */
export function filterTokens(filter: PaperFilter, isDated: boolean): string[][] {
  const { type, subject, month, answered, level } = filter
  const grade = filter.grade ?? onlyGradeOf(type)
  const tokens = []
  if (type && grade) tokens.push(subject ? shelfSign(type, grade, subject) : degreeSign(type, grade))
  else if (grade && subject) tokens.push(lessonSign(grade, subject))
  else {
    if (type) tokens.push(typeSign(type))
    if (grade) tokens.push(gradeSign(grade))
    if (subject) tokens.push(subjectSign(subject))
  }
  if (month && !isDated) tokens.push(monthSign(MONTHS.indexOf(month) + 1))
  if (answered) tokens.push(ANSWERED)
  if (level) tokens.push(levelSign(level))
  if (filter.medium) tokens.push(mediumSign(filter.medium))
  if (filter.kind) tokens.push(kindSign(filter.kind))
  const boards = boardsOf(filter).map(boardSign)
  return [...tokens.map((token) => [token]), ...(boards.length > 0 ? [boards] : [])]
}

function onlyGradeOf(type: PaperFilter['type']): string | undefined {
  const [first, second] = type ? gradesOf(type) : []
  return second ? undefined : first
}

export function tokensOf(
  { type, grade, subject, month, answered, board = '', level, medium, kind }: Facts,
  codes: readonly string[] = [],
): string {
  return [
    ...[typeSign(type), gradeSign(grade), subjectSign(subject), monthSign(month)],
    ...[degreeSign(type, grade), lessonSign(grade, subject), shelfSign(type, grade, subject)],
    ...(type === 'state' ? [boardSign(board)] : []),
    ...(answered ? [ANSWERED] : []),
    ...(level ? [levelSign(level)] : []),
    ...(medium ? [mediumSign(medium)] : []),
    ...(kind ? [kindSign(kind)] : []),
    ...codeTokens(codes),
  ].join(' ')
}

/** As `filterTokens`, of questions; never none, since every question has one of its own. */
export function questionFilterTokens({
  from: _,
  to: __,
  marks,
  chapter,
  ...filter
}: QuestionFilter): string[][] {
  const tokens = filterTokens(filter, false)
  if (marks) tokens.push([marksSign(marks)])
  if (chapter) tokens.push([chapterSign(chapter)])
  return tokens.length > 0 ? tokens : [[QUESTION]]
}

/** Of each question of a paper: its filters, the words of its title, and each two in a row of its title and fields. */
export function questionTokensOf(paper: SearchEntry): string {
  const wordsIn = (text: string) => plainWords(text).filter((word) => word.length <= LONGEST)
  const [title, fields] = [wordsIn(paper.title), wordsIn(paper.words)]
  const pairs = [title, fields].flatMap((words) => (words.length > 1 ? titleTokens(words) : []))
  const ofTitle = new Set([...title.flatMap((word) => titleTokens([word])), ...pairs])
  return [tokensOf(paper, paper.codes), QUESTION, ...ofTitle].join(' ')
}

/** Of one question alone. */
export function ownTokensOf(marks: number | null, { sure, maybe }: QuestionChapters): string {
  return [marksSign(marksNumber(marks)), ...[...sure, ...maybe].map(chapterSign)].join(' ')
}

/**
 * For words in a row of what a paper is filed under, by which its questions are found: of several, each two in a row. A
 * sign at the end as well, since one engine would stem them and the other not.
 */
export function titleTokens(words: readonly string[]): string[] {
  const tokens = words.map((word) => `${TITLE_WORD}${word}${TITLE_WORD}`)
  return tokens.length < 2 ? tokens : tokens.slice(1).map((token, at) => `${tokens[at]}${token}`)
}

type Saying = (words: string[]) => string[]

/** How texts say words in a row. */
export const inTexts = (): Saying[] => [asTyped]

/** How questions do: in their text, in their paper's title, or in either. */
export function sayingsOf({ isOfTitle, mayBeOfTitle }: AskedTerm): Saying[] {
  if (mayBeOfTitle) return [asTyped, titleTokens]
  return [isOfTitle ? titleTokens : asTyped]
}

const asTyped: Saying = (words) => words

const ANSWERED = sign(0)
const CODE = sign(1)
const SERIES = sign(2)
const levelSign = (level: Level) => sign(3 + LEVELS.indexOf(level))
const mediumSign = (medium: Medium) => sign(5 + MEDIUMS.indexOf(medium))
const kindSign = (kind: Material) => sign(8 + MATERIALS.indexOf(kind))
const QUESTION = sign(0x10)
const TITLE_WORD = sign(0x12)
/** Letters alone: a hyphen would cut it. */
const chapterSign = (chapter: string) => `${sign(0x11)}${chapter.replace(/[^a-z]/g, '')}`
const marksSign = (marks: number) => sign(0xc00 + marks)
const typeSign = (type: string) => sign(0xb00 + typeNumber(type))
const boardSign = (board: string) => sign(0xb80 + boardNumber(board))
const gradeSign = (grade: string) => sign(0x20 + gradeNumber(grade))
const monthSign = (month: number) => sign(0x30 + month)
export const subjectSign = (subject: string) => sign(0x40 + subjectNumber(subject))
const degreeSign = (type: string, grade: string) => sign(0x60 + degreeNumber(type, grade))
const shelfSign = (type: string, grade: string, subject: string) =>
  sign(0x100 + degreeNumber(type, grade) * 32 + subjectNumber(subject))
const lessonSign = (grade: string, subject: string) =>
  sign(0x900 + gradeNumber(grade) * 32 + subjectNumber(subject))
