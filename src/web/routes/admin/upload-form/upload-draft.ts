import type { Hints } from '#domain/autofill/hints.ts'
import { EMPTY_FIELDS, type FieldTexts, HINTED_NAMES, type HintedName } from '#domain/paper/form-fields.ts'
import { degreeOf, PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import { readWish } from '#domain/wanted/wish.ts'

/** What the file has filled in, and whether that is sure; a field that somebody has typed into is not among them. */
export type Filled = Partial<Record<HintedName, { value: string; sure: boolean }>>

/** Fields that are empty or that the file has filled take what it says now; what was typed stays. */
export function fillIn(
  draft: FieldTexts,
  filled: Filled,
  hints: Hints,
): { draft: FieldTexts; filled: Filled } {
  const next = { draft: { ...draft }, filled: {} as Filled }
  for (const name of HINTED_NAMES) {
    const isTyped = draft[name] !== '' && filled[name]?.value !== draft[name]
    if (isTyped) continue
    const hint = hints[name]
    const value = hint ? String(hint.value) : ''
    next.draft[name] = value
    if (hint && value !== '') next.filled[name] = { value, sure: hint.sure }
  }
  return next
}

export function isDoubtful(filled: Filled, name: string): boolean {
  return filled[name as HintedName]?.sure === false
}

/** In session storage: it survives a reload and an expired session. */
const KEY = 'uploadDraft'

export function readDraft(): FieldTexts {
  try {
    return { ...EMPTY_FIELDS, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') }
  } catch {
    return EMPTY_FIELDS
  }
}

/** With what visitors asked for, where nothing is typed; `wish` as it is in the address. */
export function withWish(draft: FieldTexts, wish: string | null, thisYear: number): FieldTexts {
  const fields = new URLSearchParams(wish ?? '')
  const {
    type,
    grade = PREVIOUS_YEARS,
    ...filter
  } = readWish((name) => fields.get(name), thisYear)?.filter ?? {}
  const degree = type && degreeOf(type, grade)?.slug
  const { subject, month, year, medium, board, level } = filter
  const said = { degree, subject, month, year, medium, board, variant: level }
  const texts = Object.entries(said).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const typed = Object.entries(draft).filter(([, value]) => value !== '')
  return { ...draft, ...Object.fromEntries([...texts, ...typed]) }
}

export function saveDraft(draft: FieldTexts) {
  sessionStorage.setItem(KEY, JSON.stringify(draft))
}

export function clearDraft() {
  sessionStorage.removeItem(KEY)
}
