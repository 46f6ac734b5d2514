import { STATES } from '../paper/exams-and-subjects.ts'
import { FACETS, type Facet, type PaperFilter, TRAIT_NAMES, TRAITS, type Trait } from '../paper/filters.ts'
import {
  FIRST_YEAR,
  GRADES,
  gradesOf,
  isBoard,
  isChapter,
  MONTHS,
  PAPER_TYPES,
  SUBJECTS,
} from '../paper/paper.ts'

/** Safe in the browser. */

/** A paper that somebody asks the centre for: what lists are filtered by, and words that no filter says ('' for none). */
export type Wish = { filter: Omit<PaperFilter, 'ownState' | 'first' | 'foldsSets'>; words: string }

/** `times` counts visitors by day; `findsNow` is what its filters and words find by now. */
export type Wanted = { wish: string; times: number; lastDay: string; findsNow: number; more: boolean }

type Name = Facet | Trait
const NAMES: readonly Name[] = [...FACETS, ...TRAIT_NAMES]
type Field = Name | 'q'
const VALUES: Record<Exclude<Name, 'year'>, readonly string[]> = {
  type: PAPER_TYPES,
  grade: GRADES,
  subject: SUBJECTS,
  month: MONTHS,
  answered: ['yes'],
  board: STATES,
  level: TRAITS.level.values,
  medium: TRAITS.medium.values,
  kind: TRAITS.kind.values,
}

/** As forms and addresses say it, in one order. */
export function wishFields({ filter, words }: Wish): [name: Field, value: string][] {
  const fields = NAMES.map((name): [Field, string] => [
    name,
    filter[name] === true ? 'yes' : String(filter[name] ?? ''),
  ])
  return [...fields, ['q', words] as [Field, string]].filter(([, value]) => value !== '')
}

/** "type=cbse&grade=12&q=half+yearly". */
export function writeWish(wish: Wish): string {
  return String(new URLSearchParams(wishFields(wish)))
}

/** Null where a value does not exist, where no such paper can be (a class of JEE, a year to come), and where it names
 * neither an exam, a class, a subject nor words. "All subjects" is no filter of a wish. */
export function readWish(asked: (name: Field) => string | null | undefined, thisYear: number): Wish | null {
  const filter: Record<string, string | number | true> = {}
  for (const name of NAMES) {
    const value = asked(name)?.trim() ?? ''
    if (value === '' || value === 'all') continue
    const year = Number(value)
    if (name === 'year' ? !(year >= FIRST_YEAR && year <= thisYear) : !VALUES[name].includes(value))
      return null
    filter[name] = name === 'year' ? year : name === 'answered' ? true : value
  }
  const wish = { filter: filter as Wish['filter'], words: asked('q')?.replace(/\s+/g, ' ').trim() ?? '' }
  return canBe(wish) ? wish : null
}

function canBe({ filter: { type, grade, subject, board }, words }: Wish): boolean {
  if (!type && !grade && !subject && words === '') return false
  if (type && grade && !gradesOf(type).includes(grade)) return false
  if (board && type && type !== 'state') return false
  return !(subject && grade && (!type || isBoard(type)) && isChapter(subject, grade))
}
