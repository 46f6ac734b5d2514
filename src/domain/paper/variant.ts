/** What tells papers of one exam apart: "Standard, Delhi, Set 2, Compartment". Safe in the browser. */

export const MEDIUMS = ['Tamil', 'English', 'Hindi'] as const
export type Medium = (typeof MEDIUMS)[number]

/** What an administrator says of a paper's syllabus; '' goes by its date. */
export const FITS = 'Still fits'
export const OLD = 'Old syllabus'

/** Study material that is no question paper. */
export const MATERIALS = ['Notes', 'Formula sheet', 'Syllabus', 'Textbook'] as const
export type Material = (typeof MATERIALS)[number]

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
  const written = readVariant(variant).level ?? LEVEL_IN_TITLE.exec(title)?.slice(1).find(Boolean)
  return LEVELS.find((level) => level.toLowerCase() === written?.toLowerCase()) ?? null
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
  const plainText = ` ${plain(text)} `
  const parts = variant.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '' && !plainText.includes(` ${plain(part)} `))
}

function plain(text: string) {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')
}
