import { hash } from 'node:crypto'
import { CLASSES, STATES } from '#domain/paper/exams-and-subjects.ts'
import { LEAST_BEGINNING, type Phrase, phraseOf } from './question-words.ts'

/** Its message names the file and the line. */
export class ChaptersError extends Error {}

/** What tells a chapter: all of `parts` are in a question and none of `without`. */
export type ChapterWords = { parts: Phrase[]; without: Phrase[] }
export type Chapter = { id: string; sure: ChapterWords[]; maybe: ChapterWords[] }
/** Of papers of a class of these boards; with `title` only of those whose title has this word. */
export type Syllabus = { boards: string[]; grade: string; title: string | null; chapters: Chapter[] }
/** A change of a syllabus: papers before `from` (year × 12 + month, from 1) are of the former one, of which `chapters` and
 * what `words` say have gone. Of a paper's subjects any where null; `without` is a word that its title lacks. */
export type SyllabusChange = {
  boards: readonly string[]
  grades: readonly string[] | null
  subjects: readonly string[] | null
  without: string | null
  year: number
  from: number
  source: string
  chapters: string[]
  words: Syllabus | null
}

export type ChapterNames = { en: string; ta: string; hi: string }
/** `names` has each chapter once, in the order of the file; `version` is another one after each change. */
export type ChapterTable = {
  syllabuses: Syllabus[]
  names: ReadonlyMap<string, ChapterNames>
  version: string
  /** Of syllabus-changes.txt; nothing that is stored is found by them. */
  changes?: readonly SyllabusChange[]
}

export const NO_TABLE: ChapterTable = { syllabuses: [], names: new Map(), version: 'none' }

export const BOARDS: readonly string[] = ['CBSE', ...STATES]
const SECTION = /^(?<boards>[^,]+),\s*Class (?<grade>\d{1,2})(?:,\s*(?<title>[^,]+))?$/
const LINE = /^(?<kind>sure|maybe|also):(?<said>.*)$/
const WITHOUT = /\(not with ([^)]*)\)/g

type Place = { number: number; file?: string }
type Also = Place & { to: Chapter; said: string }

/** Reads chapters.txt; throws ChaptersError for the first faulty line. */
export function readChapters(text: string): ChapterTable {
  const syllabuses: Syllabus[] = []
  const names = new Map<string, ChapterNames & Place>()
  const also: Also[] = []
  for (const [at, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const [number, line] = [at + 1, raw.trim()]
    if (line === '' || line.startsWith('#')) continue
    const heading = /^\[(.+)\]$/.exec(line)?.[1]
    const syllabus = syllabuses.at(-1)
    if (heading !== undefined) {
      syllabuses.push(syllabusOf(heading, { number }))
      continue
    }
    if (!syllabus) return fault({ number }, `"${line}" is above the first heading, such as [CBSE, Class 10]`)
    const { kind, said = '' } = LINE.exec(line)?.groups ?? {}
    const chapter = syllabus.chapters.at(-1)
    if (kind === undefined) syllabus.chapters.push(chapterOf(line, syllabus, names, { number }))
    else if (!chapter) return fault({ number }, `"${line}" is above the first chapter of its heading`)
    else if (kind === 'also') also.push({ number, to: chapter, said })
    else chapter[kind as 'sure' | 'maybe'].push(...wordsIn(said, { number }))
  }
  for (const each of also) addWords(each, syllabuses)
  return { syllabuses, names, version: hash('sha256', text, 'hex').slice(0, 12) }
}

/** "Quadratic Equations" as it is named in addresses. */
export function chapterId(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function syllabusOf(heading: string, place: Place): Syllabus {
  const { boards = '', grade = '', title } = SECTION.exec(heading)?.groups ?? {}
  if (boards === '')
    return fault(place, `[${heading}] is not like [CBSE, Class 10] or [CBSE + Bihar, Class 10]`)
  const named = boards.split('+').map((board) => board.trim())
  const unknown = named.find((board) => !BOARDS.includes(board))
  if (unknown !== undefined) return fault(place, `there is no board "${unknown}": ${BOARDS.join(', ')}`)
  if (!CLASSES.some((each) => each.grade === grade)) return fault(place, `there is no class ${grade}`)
  return { boards: named, grade, title: title?.trim().toLowerCase() ?? null, chapters: [] }
}

function chapterOf(
  line: string,
  { chapters }: Syllabus,
  names: Map<string, ChapterNames & Place>,
  { number }: Place,
): Chapter {
  const columns = line.split('|').map((column) => column.trim())
  if (columns.length !== 3)
    return fault(
      { number },
      `"${line}" is neither "English | Tamil | Hindi" nor begins with sure:, maybe: or also:`,
    )
  const [en = '', ta = '', hi = ''] = columns
  const id = chapterId(en)
  if (id === '') return fault({ number }, 'the English name of the chapter is missing')
  if (chapters.some((chapter) => chapter.id === id)) return fault({ number }, `"${en}" has been named before`)
  const known = names.get(id)
  if (known) {
    for (const [language, name, other] of [
      ['Tamil', ta, known.ta],
      ['Hindi', hi, known.hi],
    ] as const)
      if (name !== '' && other !== '' && name !== other)
        return fault({ number }, `"${en}" has another ${language} name in line ${known.number}`)
  }
  names.set(id, {
    en: known?.en ?? en,
    ta: known?.ta || ta,
    hi: known?.hi || hi,
    number: known?.number ?? number,
  })
  return { id, sure: [], maybe: [] }
}

export function wordsIn(said: string, place: Place): ChapterWords[] {
  return said.split(',').map((each) => {
    const without = [...each.matchAll(WITHOUT)].map(([, other = '']) => other)
    const parts = each.replaceAll(WITHOUT, '').split('+')
    const phrase = (part: string) => {
      const read = phraseOf(part)
      if (read.length === 0) return fault(place, 'a word is empty: look for a comma or a plus too many')
      const short = read.find(({ word, isBeginning }) => isBeginning && word.length < LEAST_BEGINNING)
      return short ? fault(place, `"${short.word}*" is too short: three letters at least`) : read
    }
    return { parts: parts.map(phrase), without: without.map(phrase) }
  })
}

/** "also: CBSE 10 Circles" takes the words of that chapter, too. */
function addWords({ to, said, number }: Also, syllabuses: readonly Syllabus[]) {
  for (const each of said.split(',')) {
    const {
      board,
      grade,
      name = '',
    } = /^\s*(?<board>\D+?) (?<grade>\d+) (?<name>.+)$/.exec(each)?.groups ?? {}
    const from = syllabuses
      .filter((syllabus) => syllabus.boards[0] === board && syllabus.grade === grade)
      .flatMap(({ chapters }) => chapters)
      .find(({ id }) => id === chapterId(name))
    if (!from) return fault({ number }, `there is no chapter "${each.trim()}", such as CBSE 10 Circles`)
    to.sure.push(...from.sure)
    to.maybe.push(...from.maybe)
  }
}

function fault({ number, file = 'chapters.txt' }: Place, why: string): never {
  throw new ChaptersError(`${file}, line ${number}: ${why}.`)
}
