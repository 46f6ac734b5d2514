import type { Facet } from '#domain/paper/filters.ts'

/** Its message names the line. */
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

export type Line = { number: number; section: string; name: string; spellings: string[] }

/** Throws SynonymsError for the first faulty line. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let section = ''
  for (const [at, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const [number, line] = [at + 1, raw.trim()]
    if (line === '' || line.startsWith('#')) continue
    const heading = /^\[(.+)\]$/.exec(line)?.[1]
    if (heading !== undefined) {
      if (!SECTIONS.includes(heading))
        fault(number, `there is no section [${heading}]: ${SECTIONS.join(', ')}`)
      section = heading
      continue
    }
    if (section === '') fault(number, `"${line}" stands before the first section, such as [Subjects]`)
    const [name = '', ...rest] = line.split(':')
    if (rest.length > 1) fault(number, `"${line}" has two colons`)
    const spellings = (rest[0] ?? '').split(',').map((each) => each.trim())
    if (rest.length === 1 && spellings.some((each) => each === '')) {
      fault(number, `a spelling of "${name.trim()}" is empty: look for a comma too many`)
    }
    lines.push({ number, section, name: name.trim(), spellings: rest.length === 1 ? spellings : [] })
  }
  return lines
}

export function fault(line: number, why: string): never {
  throw new SynonymsError(`synonyms.txt, line ${line}: ${why}.`)
}
