import type { Paper } from './paper.ts'
import { type Level, levelOf, type Material, type Medium } from './variant.ts'

const SLUG_LIMIT = 80
const PLAIN = /^[ -~]*$/
/** With fewer letters and digits than this, digits alone, or most letters others than Latin, a title (in Tamil, say) tells
 * too little in an address: a year alone says nothing. */
const SLUG_LEAST = 3

export function paperPath(
  paper: Pick<Paper, 'id' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'>,
): string {
  return `/papers/${paper.id}/${slugOf(paper)}`
}

function slugOf(paper: Parameters<typeof paperPath>[0]) {
  const { title, type, grade, subject, month, year } = paper
  const slug = slugify(title)
  const letters = slug.replace(/[^a-z]+/g, '').length
  const isLong = letters > 0 && slug.replaceAll('-', '').length >= SLUG_LEAST
  if (isLong && (PLAIN.test(title) || letters * 2 >= lettersIn(title))) return slug
  const facts = `${type} ${grade} ${subject} ${month} ${year}`
  const said = slugify(facts).split('-')
  return slugify(
    `${facts} ${slug
      .split('-')
      .filter((word) => !said.includes(word))
      .join(' ')}`,
  )
}

function lettersIn(title: string): number {
  return title.match(/\p{L}/gu)?.length ?? 0
}

function slugify(text: string) {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_LIMIT)
    .replace(/-$/, '')
}

/** "é" as "e"; most titles have nothing of the kind, and a list asks for many. */
function withoutMarks(text: string) {
  return PLAIN.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** As lists and the index know a paper. `month` counts from 1. */
export type Facts = {
  position: number
  type: string
  grade: string
  subject: string
  month: number
  year: number
  answered: boolean
  /** The state that its paper names. */
  board?: string
  level?: Level | null
  medium?: Medium
  kind?: Material
}

export function factsOf(
  row: Omit<Facts, 'answered' | 'level' | 'medium' | 'kind'> & {
    answersKey: string | null
    referenceLink: string | null
    title?: string
    variant?: string
    medium?: string
    kind?: string
  },
): Facts {
  const { position, type, grade, subject, month, year, title, variant, board, medium, kind } = row
  const answered = row.answersKey !== null || row.referenceLink !== null
  const level = title === undefined ? null : levelOf({ title, variant })
  return {
    position,
    type,
    grade,
    subject,
    month,
    year,
    answered,
    ...(board && { board }),
    ...(level && { level }),
    ...(medium && { medium: medium as Medium }),
    ...(kind && { kind: kind as Material }),
  }
}
