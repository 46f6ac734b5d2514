import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import {
  GRADES,
  type Grade,
  isBoard,
  isChapter,
  MONTHS,
  PAPER_TYPES,
  type PaperType,
  PREVIOUS_YEARS,
  SUBJECTS,
  type Subject,
} from '#domain/paper/paper.ts'
import type { Claim } from './claims.ts'
import type { FacetValue } from './vocabulary.ts'

/** Every value that a word of a search may mean. */
export const NAMES: FacetValue[] = [
  ...SUBJECTS.map((value) => ({ facet: 'subject' as const, value })),
  ...PAPER_TYPES.map((value) => ({ facet: 'type' as const, value })),
  ...GRADES.filter((value) => value !== PREVIOUS_YEARS).map((value) => ({ facet: 'grade' as const, value })),
  ...MONTHS.map((value) => ({ facet: 'month' as const, value })),
  { facet: 'answered', value: 'yes' },
]

export function labelOf({ facet, value }: FacetValue): string {
  if (facet === 'type') return typeLabel(value as (typeof PAPER_TYPES)[number])
  if (facet === 'grade') return gradeLabel(value as (typeof GRADES)[number])
  if (facet === 'board') return `${value} Board`
  return facet === 'answered' ? 'With answers' : value
}

/** The facets that narrow; `ignored` where the words could only mislead; `isItself`: the typed word and no other. */
type Outcome = { meant: FacetValue[]; ignored?: boolean; isItself?: boolean }

/** `states`: those whose boards papers are told apart by. A state's board is one of the State Board's.
 * What the rest contradicts stays a word: two classes, a subject that an exam or a younger class has within others.
 * An exam's papers have no class, so there a class is ignored. */
export function facetsOf(
  claims: Claim[],
  filter: PaperFilter,
  states: readonly string[],
): Map<Claim, Outcome> {
  const chosen = new Map<Facet, string>()
  for (const facet of ['type', 'grade', 'subject', 'year', 'month', 'answered', 'board'] as const) {
    const value = oneValue(claims, facet)
    if (value !== undefined) chosen.set(facet, value)
  }
  const type = filter.type ?? chosen.get('type')
  const grade = filter.grade ?? chosen.get('grade')
  const isExam = type !== undefined && !isBoard(type as PaperType)
  const isPart = (subject: string) =>
    isExam || (grade !== undefined && isChapter(subject as Subject, grade as Grade))
  const isOfOthers = [filter.type, ...valuesOf(claims, 'type')].some((each) => (each ?? 'state') !== 'state')
  const isOfState = (state: string) => !isOfOthers && states.includes(state) && chosen.get('board') === state
  const outcomes = new Map<Claim, Outcome>()
  for (const claim of claims) {
    const { meant, unless } = claim.meaning
    const ofState = meant.find(({ facet, value }) => facet === 'board' && isOfState(value))
    const isException = unless !== undefined && chosen.get(unless.facet) === unless.value
    const narrowing = isException
      ? []
      : meant.filter(
          ({ facet, value }) =>
            chosen.get(facet) === value &&
            !(facet === 'board' && !isOfState(value)) &&
            !(facet === 'type' && ofState) &&
            !(facet === 'subject' && isPart(value)) &&
            !(facet === 'grade' && isExam),
        )
    const isClassOfExam = isExam && meant.some(({ facet }) => facet === 'grade')
    const isContained = meant.some(
      ({ facet, value }) => facet === 'subject' && holds(chosen.get(facet), value),
    )
    const ignored = narrowing.length === 0 && (isClassOfExam || isContained)
    outcomes.set(claim, { meant: narrowing, ignored, isItself: isException })
  }
  return outcomes
}

/** The one value that claims give a facet. A board that is named plainly overrules what "SSLC" implies. */
function oneValue(claims: Claim[], facet: Facet) {
  const plain = valuesOf(
    claims.filter(
      ({ meaning }) =>
        meaning.meant.filter((each) => each.facet !== 'board' || facet === 'board').length === 1,
    ),
    facet,
  )
  const values = plain.length > 0 ? plain : valuesOf(claims, facet)
  if (values.length < 2) return values[0]
  // "Science, computer" and "social science" in parts: the longer name has the shorter one in it.
  return values.find((value) => values.every((other) => other === value || holds(value, other)))
}

function valuesOf(claims: Claim[], facet: Facet) {
  const values = claims.flatMap(({ meaning }) => meaning.meant.filter((each) => each.facet === facet))
  return [...new Set(values.map(({ value }) => value))]
}

function holds(value: string | undefined, other: string) {
  return value !== undefined && value !== other && value.split(' ').includes(other)
}
