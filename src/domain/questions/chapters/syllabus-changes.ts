import { EXAMS_WITHOUT_CLASSES, MONTHS, type Month, SCHOOL_GRADES, SUBJECTS } from '#domain/paper/paper.ts'
import { FITS, OLD } from '#domain/paper/variant.ts'
import {
  BOARDS,
  ChaptersError,
  type ChapterTable,
  chapterId,
  type SyllabusChange,
  wordsIn,
} from './chapters-file.ts'
import { boardOf, isInEachAlternative, type SetBy } from './find-chapters.ts'

/** `syllabus` is what an administrator says of it. */
export type DatedPaper = SetBy & { month: Month | number; year: number; syllabus?: string }

const HEADING = /^\[(?<board>[^,\]]+)(?:,\s*Class (?<grades>[\d\s+]+))?\]$/
const EXAM_NAMES = EXAMS_WITHOUT_CLASSES.map((type) => type.toUpperCase())

/** Reads syllabus-changes.txt; throws ChaptersError for the first faulty line. Chapters are those of `table`. */
export function readSyllabusChanges(text: string, { names }: Pick<ChapterTable, 'names'>): SyllabusChange[] {
  const changes: SyllabusChange[] = []
  let place: Pick<SyllabusChange, 'boards' | 'grades'> | null = null
  let last: SyllabusChange | null = null
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const fault = (why: string): never => {
      throw new ChaptersError(`syllabus-changes.txt, line ${at + 1}: ${why}.`)
    }
    const [, kind, value = ''] = /^(chapter|words):(.*)$/.exec(line) ?? []
    if (line.startsWith('[')) {
      place = placeOf(line, fault)
      last = null
    } else if (kind === undefined) {
      if (!place) return fault(`"${line}" is above the first heading, such as [CBSE, Class 10]`)
      last = changeOf(line, place, fault)
      changes.push(last)
    } else if (!last) fault(`"${line}" is above the first change of its heading`)
    else if (kind === 'chapter') {
      const ids = value.split(',').map(chapterId)
      const unknown = ids.findIndex((id) => !names.has(id))
      if (unknown >= 0) fault(`chapters.txt has no chapter "${value.split(',')[unknown]?.trim()}"`)
      last.chapters.push(...ids)
    } else {
      last.words ??= { boards: [], grade: '', title: null, chapters: [{ id: 'gone', sure: [], maybe: [] }] }
      last.words.chapters[0]?.sure.push(...wordsIn(value, { number: at + 1, file: 'syllabus-changes.txt' }))
    }
  }
  return changes
}

type Fault = (why: string) => never

function placeOf(line: string, fault: Fault): Pick<SyllabusChange, 'boards' | 'grades'> {
  const { board = '', grades } = HEADING.exec(line)?.groups ?? {}
  if (EXAM_NAMES.includes(board) && grades === undefined) return { boards: [board], grades: null }
  if (!BOARDS.includes(board) || grades === undefined)
    return fault(`${line} is not like [CBSE, Class 10], [Tamil Nadu, Class 7 + 8] or [NEET]`)
  const named = grades.split('+').map((grade) => grade.trim())
  const none = named.find((grade) => !SCHOOL_GRADES.some((known) => known === grade))
  return none === undefined ? { boards: [board], grades: named } : fault(`there is no class ${none}`)
}

function changeOf(
  line: string,
  place: Pick<SyllabusChange, 'boards' | 'grades'>,
  fault: Fault,
): SyllabusChange {
  const columns = line.split('|').map((column) => column.trim())
  const [text = '', year = '', first = '', source = ''] = columns
  if (columns.length !== 4 || source === '')
    return fault(`"${line}" is not like Mathematics | 2023 | September 2022 | SOURCE`)
  const { plain = '', without = null } =
    /^(?<plain>.*?)(?: \(not (?<without>\w+)\))?$/.exec(text)?.groups ?? {}
  const subjects = plain === '*' ? null : plain.split(',').map((subject) => subject.trim())
  const none = subjects?.find((subject) => !SUBJECTS.some((known) => known === subject))
  if (none !== undefined) return fault(`there is no subject "${none}"`)
  const [name = '', firstYear = ''] = first.split(' ')
  const month = MONTHS.indexOf(name as Month) + 1
  if (!/^\d{4}$/.test(year) || month === 0 || !/^\d{4}$/.test(firstYear))
    return fault(`"${year} | ${first}" is not like 2023 | September 2022`)
  return {
    ...{ ...place, subjects, without: without?.toLowerCase() ?? null, year: Number(year), source },
    ...{ from: Number(firstYear) * 12 + month, chapters: [], words: null },
  }
}

/** The year of the last change that a paper is older than, 0 where an administrator says that it is old and no change is
 * known; null where it fits, or nobody knows of a change. */
export function changedSince(changes: readonly SyllabusChange[], paper: DatedPaper): number | null {
  if (paper.syllabus === FITS) return null
  const year = changesOf(changes, paper).at(-1)?.year
  return year ?? (paper.syllabus === OLD ? 0 : null)
}

/** The year since which a question of a paper is no longer in its syllabus; null where it still is, or nothing is sure.
 * `chapters` are those that are sure. */
export function goneSince(
  changes: readonly SyllabusChange[],
  paper: DatedPaper,
  { chapters, text }: { chapters: readonly string[]; text: string },
): number | null {
  if (paper.syllabus === FITS) return null
  const change = changesOf(changes, paper).find(
    (each) =>
      (chapters.length > 0 && chapters.every((id) => each.chapters.includes(id))) ||
      (each.words !== null && text !== '' && isInEachAlternative(each.words, text)),
  )
  return change?.year ?? null
}

/** Those that a paper is older than, in the order of the years. */
function changesOf(changes: readonly SyllabusChange[], paper: DatedPaper): SyllabusChange[] {
  if (changes.length === 0) return []
  const board = boardOf(paper) ?? paper.type.toUpperCase()
  const month = typeof paper.month === 'number' ? paper.month : MONTHS.indexOf(paper.month) + 1
  const title = paper.title.toLowerCase()
  return changes
    .filter(
      ({ boards, grades, subjects, without, from }) =>
        boards.includes(board) &&
        (grades === null || grades.includes(paper.grade)) &&
        (subjects === null || subjects.includes(paper.subject)) &&
        (without === null || !title.includes(without)) &&
        (paper.syllabus === OLD || paper.year * 12 + month < from),
    )
    .sort((one, other) => one.year - other.year)
}
