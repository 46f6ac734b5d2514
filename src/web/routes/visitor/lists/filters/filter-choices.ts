import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { STATES } from '#domain/paper/exams-and-subjects.ts'
import type { Facet } from '#domain/paper/filters.ts'
import { ALL_SUBJECTS, GRADES, MONTHS, PAPER_TYPES, SUBJECTS } from '#domain/paper/paper.ts'
import { type ActiveFilters, openFacets } from './active-filters.ts'

export type ChosenFrom = Exclude<Facet, 'answered'>
/** `value` is what the form sends, `of` the facet's own. Without counts, `isNone` is false. */
export type Option = { value: string; of: string; text: string; isNone: boolean }
export type Choice = { name: ChosenFrom; label: string; options: Option[]; isSaid: boolean }

/** In a form: whatever the words of the search say. */
export const AS_SAID = ''

const NAMES: Record<ChosenFrom, (m: Messages) => string> = {
  type: (m) => m.filters_exam(),
  grade: (m) => m.filters_class(),
  subject: (m) => m.filters_subject(),
  year: (m) => m.filters_year(),
  month: (m) => m.filters_month(),
  board: (m) => m.filters_state(),
}

/** As people narrow: what they study first, then when it was asked. */
const ORDER: readonly ChosenFrom[] = ['grade', 'subject', 'type', 'board', 'year', 'month']

/** Options that would leave no papers come last and are disabled. */
export function choicesOf(list: ActiveFilters, m: Messages, labels: Labels): Choice[] {
  const open = openFacets(list)
  return ORDER.filter((facet) => open.includes(facet)).flatMap((name) => {
    const said = saidOf(list, name)
    const chosen = String(list.filter[name] ?? said ?? '')
    // A list of one state's papers has none to choose.
    if (name === 'board' && chosen === '' && (list.facets?.board.length ?? 0) < 2) return []
    const options = valuesOf(list, name, chosen).map((of) => {
      const { papers, text } = countOf(list, name, of, labels)
      return {
        value: of === said ? AS_SAID : of,
        of,
        text: `${labels.facet(name, of)}${text}`,
        isNone: papers === 0 && of !== chosen,
      }
    })
    const inOrder = [...options.filter(({ isNone }) => !isNone), ...options.filter(({ isNone }) => isNone)]
    return [{ name, label: NAMES[name](m), options: inOrder, isSaid: said !== undefined }]
  })
}

/** What the words of the search say of a facet, unless its filter overrides them. */
export function saidOf(
  { filter, understood }: Pick<ActiveFilters, 'filter' | 'understood'>,
  facet: Facet,
): string | undefined {
  if (filter[facet] !== undefined) return undefined
  return understood.parts.find((part) => part.facet === facet)?.value
}

/** `papers` is undefined when the counts are unknown. */
export function countOf({ facets }: ActiveFilters, facet: Facet, value: string, labels: Labels) {
  if (!facets) return { papers: undefined, text: '' }
  const count = facets[facet].find((one) => one.value === value)
  // Where only some were counted, and none of this value was among them.
  if (count?.papers === 0 && count.more) return { papers: undefined, text: '' }
  const papers = count?.papers ?? 0
  return { papers, text: ` (${labels.number(papers)}${count?.more ? '+' : ''})` }
}

/** All values of a facet, and the chosen one even when unknown. */
export function valuesOf({ facets, years }: ActiveFilters, facet: ChosenFrom, chosen: string): string[] {
  const values: Record<ChosenFrom, readonly string[]> = {
    type: PAPER_TYPES,
    grade: GRADES,
    subject: SUBJECTS,
    year: years.map(String),
    month: MONTHS,
    board: STATES.filter((state) => facets?.board.some(({ value }) => value === state)),
  }
  const known = values[facet]
  const isMixed = (value: string) => value === ALL_SUBJECTS
  const mixed = facets?.[facet].some(({ value }) => isMixed(value)) ? [ALL_SUBJECTS] : []
  const all = [...known, ...mixed]
  return chosen === '' || all.includes(chosen) ? all : [...all, chosen]
}
