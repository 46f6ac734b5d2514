import type { Facet } from '#domain/paper/filters.ts'
import { SUBJECTS, type Subject } from '#domain/paper/paper.ts'

/** Its message names the file and the line. */
export class SynonymsError extends Error {}

export const FACET_SECTIONS: Record<string, Facet> = {
  Subjects: 'subject',
  'Boards and exams': 'type',
  Classes: 'grade',
  Months: 'month',
  Answers: 'answered',
}
export const LISTS = {
  'Class words': 'classWords',
  Numbered: 'numbered',
  Counted: 'counted',
  'Left as typed': 'leftAsTyped',
  'Question words': 'questionWords',
} as const
const SECTIONS = [...Object.keys(FACET_SECTIONS), 'Words', 'Stop words', ...Object.keys(LISTS)]

type Place = { file: 'synonyms.txt' | 'school-terms.txt'; number: number }
/** `subjects`: where a term of school-terms.txt is at home. */
export type Line = Place & { section: string; name: string; spellings: string[]; subjects?: Subject[] }

/** Lines of synonyms.txt; throws SynonymsError for the first faulty one. */
export function linesOf(text: string): Line[] {
  const isSection = (section: string, place: Place) => {
    if (!SECTIONS.includes(section)) fault(place, `there is no section [${section}]: ${SECTIONS.join(', ')}`)
  }
  return linesWithin('synonyms.txt', text, isSection).map(({ section, line, ...place }) => {
    const [name = '', ...rest] = line.split(':')
    if (rest.length > 1) fault(place, `"${line}" has two colons`)
    const spellings = rest.length === 1 ? spellingsIn(rest[0] ?? '', place, name.trim()) : []
    return { ...place, section, name: name.trim(), spellings }
  })
}

const TAMIL = /\p{Script=Tamil}/u
const DEVANAGARI = /\p{Script=Devanagari}/u
const COLUMNS = [
  { name: 'English', isRight: (word: string) => !TAMIL.test(word) && !DEVANAGARI.test(word) },
  { name: 'Tamil', isRight: (word: string) => TAMIL.test(word) && !DEVANAGARI.test(word) },
  { name: 'Hindi', isRight: (word: string) => DEVANAGARI.test(word) && !TAMIL.test(word) },
  { name: 'Roman', isRight: (word: string) => /^[a-z ]+$/i.test(word) },
]

/** Lines of school-terms.txt; throws SynonymsError for the first faulty one. */
export function termLinesOf(text: string): Line[] {
  return linesWithin('school-terms.txt', text, subjectsNamed).map(({ section, line, ...place }) => {
    const columns = line.split('|')
    if (columns.length !== COLUMNS.length)
      fault(place, `"${line}" has ${columns.length} columns, not English | Tamil | Hindi | Roman`)
    const words = columns.map((column, at) => {
      const spellings = column.trim() === '' ? [] : spellingsIn(column, place, columns[0]?.trim() ?? '')
      const wrong = spellings.find((each) => !COLUMNS[at]?.isRight(each))
      if (wrong !== undefined) fault(place, `"${wrong}" is not in ${COLUMNS[at]?.name} letters`)
      return spellings
    })
    const [[name, ...english] = [], ...others] = words
    if (name === undefined) fault(place, 'the English name is missing')
    const spellings = [...english, ...others.flat()]
    return { ...place, section: 'Words', name, spellings, subjects: subjectsNamed(section, place) }
  })
}

/** "Polynomial" of "polynomials", and "ohms law" of "Ohm's law". */
export function formsOf({ name, spellings }: Line): string[] {
  const english = [name, ...spellings].filter((each) => /^[a-z' -]+$/i.test(each))
  return english.flatMap((each) => [
    each.replaceAll("'s", 's'),
    ...(/(?:ss|us|is)$/.test(each) ? [] : [/s$/.test(each) ? each.slice(0, -1) : `${each}s`]),
  ])
}

function subjectsNamed(section: string, place: Place): Subject[] {
  return section.split('+').map((name) => {
    const subject = SUBJECTS.find((each) => each === name.trim())
    return subject ?? fault(place, `there is no subject "${name.trim()}" for the section [${section}]`)
  })
}

function spellingsIn(text: string, place: Place, name: string): string[] {
  const spellings = text.split(',').map((each) => each.trim())
  if (spellings.includes('')) fault(place, `a spelling of "${name}" is empty: look for a comma too many`)
  return spellings
}

/** Without notes and empty lines. */
function linesWithin(
  file: Place['file'],
  text: string,
  checkSection: (section: string, place: Place) => unknown,
) {
  const lines: (Place & { section: string; line: string })[] = []
  let section: string | undefined
  for (const [at, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const [number, line] = [at + 1, raw.trim()]
    if (line === '' || line.startsWith('#')) continue
    const heading = /^\[(.+)\]$/.exec(line)?.[1]
    if (heading !== undefined) {
      checkSection(heading, { file, number })
      section = heading
    } else if (section === undefined) {
      const such = file === 'synonyms.txt' ? '[Subjects]' : '[Mathematics]'
      fault({ file, number }, `"${line}" is before the first section, such as ${such}`)
    } else lines.push({ file, number, section, line })
  }
  return lines
}

export function fault({ file, number }: Place, why: string): never {
  throw new SynonymsError(`${file}, line ${number}: ${why}.`)
}
