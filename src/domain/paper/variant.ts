import { STATES } from './exams-and-subjects.ts'

/** What tells papers of one exam apart: "Standard, Delhi, Set 2, Compartment". Safe in the browser. */

export const MEDIUMS = ['Tamil', 'English', 'Hindi'] as const
export type Medium = (typeof MEDIUMS)[number]

/** What an administrator says of a paper's syllabus; '' goes by its date. */
export const FITS = 'Still fits'
export const OLD = 'Old syllabus'

/** Study material that is no question paper. */
export const MATERIALS = ['Notes', 'Formula sheet', 'Syllabus', 'Textbook'] as const
export type Material = (typeof MATERIALS)[number]

export type Field = {
  label: string
  /** Where a form of one paper says more. */
  formLabel?: string
  /** One of these; a year has too many. */
  values?: readonly string[]
  /** Of a text, in code points. */
  limit?: number
  hint?: string
  placeholder?: string
  /** Papers of other exams have none. */
  only?: 'state'
}
/** `say`: as cards, the index and the search for duplicates say it. */
type ApartField = Field & { say: (value: string) => string }

/** What a paper says of itself beyond what it is filed under; '' where nothing is said. Another field is a line here and
 * a column: forms, API, archive, journal, duplicates and search follow. */
const FIELDS = {
  variant: {
    label: 'Variant',
    formLabel: 'Variant (optional)',
    say: (variant: string) => variant,
    limit: 100,
    hint: 'What tells it apart from others of its exam: Standard, Set 3',
    placeholder: 'Standard, Set 3',
  },
  /** In which language it asks. */
  medium: { label: 'Medium', say: (language: string) => `${language} Medium`, values: MEDIUMS },
  /** '' for a question paper; other material has no questions, and is not sat. */
  kind: { label: 'Kind', say: (kind: string) => kind, values: MATERIALS },
  /** The state whose board it is of; '' for the centre's own, and for papers of no state. */
  board: { label: 'Board', say: (state: string) => `${state} Board`, values: STATES, only: 'state' },
  /** No part of its name. */
  syllabus: { label: 'Syllabus', say: () => '', values: [FITS, OLD] },
} satisfies Record<string, ApartField>

export type ApartName = keyof typeof FIELDS
export type Apart = Record<ApartName, string>
export const APART_FIELDS: Record<ApartName, ApartField> = FIELDS
export const APART_NAMES = Object.keys(FIELDS) as ApartName[]

/** These fields alone, of a paper that may lack some. */
export function apartOf(paper: Partial<Apart>): Apart {
  return recordOf(APART_NAMES, (name) => paper[name] ?? '')
}

/** ["Standard, Set 3", "Tamil Medium", "Bihar Board"]. */
export function describeApart(paper: Partial<Apart>): string[] {
  const said = APART_NAMES.map((name) => (paper[name] ? APART_FIELDS[name].say(paper[name]) : ''))
  return said.filter((part) => part !== '')
}

export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>
}

export const LEVELS = ['Standard', 'Basic'] as const
export type Level = (typeof LEVELS)[number]

/** In the order in which they are written. */
const KINDS = [
  'level',
  'region',
  'term',
  'paper',
  'set',
  'shift',
  'sitting',
  'occasion',
  'candidates',
  'medium',
] as const
type VariantKind = (typeof KINDS)[number]
export type VariantParts = Partial<Record<VariantKind, string>>

const WRITTEN: Record<VariantKind, RegExp> = {
  level: /^(?:standard|basic)$/i,
  region: /^(?:delhi|outside delhi|all india|foreign|region [a-z])$/i,
  term: /^term \w+$/i,
  paper: /^paper \w+$/i,
  set: /^set \w+$/i,
  shift: /^(?:shift|slot) \w+$/i,
  sitting: /^(?:first|second) sitting$/i,
  occasion: /^(?:compartment|supplementary|annual)$/i,
  candidates: /^for visually impaired$/i,
  medium: /^[\p{L}\p{M} ]+ medium$/iu,
}

/** Parts in their order: "Standard, Set 3". */
export function writeVariant(parts: VariantParts): string {
  return KINDS.flatMap((kind) => parts[kind] ?? []).join(', ')
}

/** What `writeVariant` wrote, or somebody typed; texts of no kind are left out. */
export function readVariant(variant: string): VariantParts {
  if (!variant) return {}
  const texts = variant.split(',').map((text) => text.trim())
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const text = texts.find((each) => WRITTEN[kind].test(each))
      return text ? [[kind, text]] : []
    }),
  )
}

const LEVEL_IN_TITLE =
  /\((standard|basic)\)|\bmath(?:s|ematics)?[\s,-]+(standard|basic)\b|\b(standard|basic)[\s-]+math/i

/** As its variant says, or its title: "Mathematics (Basic)", but not "10th standard". */
export function levelOf({ title, variant = '' }: { title: string; variant?: string }): Level | null {
  const said = readVariant(variant).level ?? LEVEL_IN_TITLE.exec(title)?.slice(1).find(Boolean)
  return LEVELS.find((level) => level.toLowerCase() === said?.toLowerCase()) ?? null
}

/** In which language it asks, as its variant says, or its title: "Half-yearly (Tamil Medium)". */
function mediumOf({ title, variant = '' }: { title: string; variant?: string }): Medium | null {
  const said = `${variant}, ${title}`.toLowerCase()
  return MEDIUMS.find((medium) => said.includes(`${medium.toLowerCase()} medium`)) ?? null
}

/** With its medium in the field of its own, and not in its variant, of what was typed or stored before there was one. */
export function withMedium<Told extends Pick<Apart, 'variant' | 'medium'> & { title: string }>(
  paper: Told,
): Told {
  const medium = paper.medium || (mediumOf(paper) ?? '')
  const said = APART_FIELDS.medium.say(medium).toLowerCase()
  const others = paper.variant.split(', ').filter((part) => part.toLowerCase() !== said)
  return medium ? { ...paper, medium, variant: others.join(', ') } : paper
}

/** As somebody typed it, in one line: "set 3 , STANDARD, re-exam" is "Standard, Set 3, re-exam". */
export function cleanVariant(typed: string): string {
  const visible = typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  const texts = [...new Set(visible.split(',').map((part) => part.trim()))].filter(Boolean)
  const parts = readVariant(visible)
  const known = Object.values(parts)
  const written = Object.entries(parts).map(([kind, part]) => [kind, capitalized(kind, part)])
  const rest = texts.filter((text) => !known.includes(text))
  return [writeVariant(Object.fromEntries(written)), ...rest].filter(Boolean).join(', ')
}

function capitalized(kind: string, part: string): string {
  if (kind === 'candidates') return 'For visually impaired'
  return part.toLowerCase().replace(/(?<!\p{L}\p{M}*)\p{L}/gu, (letter) => letter.toUpperCase())
}

/** The parts that a text does not say already. */
export function unsaidParts(variant: string, text: string): string[] {
  const said = ` ${plain(text)} `
  const parts = variant.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '' && !said.includes(` ${plain(part)} `))
}

function plain(text: string) {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')
}
