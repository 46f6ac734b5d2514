import { isTurned, TURNED } from '../paper/submission.ts'
import { type Centre, centreSchema } from './centre-schema.ts'
import { SENTENCE_NAMES } from './own-sentences.ts'
import { findPaleColours, type PaleColour, TEXT_CONTRAST } from './palette.ts'
import { POLICIES } from './texts/policies.ts'
import { kindOf } from './translations/translated-fields.ts'
import { leavesOf } from './versions/document-fields.ts'

/** `field` is a path such as `slideshow.slides[0].link`; `message` goes on after the field's name, without a full stop. */
export type CentreFault = { field: string; message: string }

/**
 * The document, or everything that is wrong with it. Unknown input is welcome. Texts that are too long are a fault unless
 * they are in one of the `known` documents already.
 */
export function checkCentre(
  document: unknown,
  known: readonly unknown[] = [],
): { centre: Centre } | { faults: CentreFault[] } {
  const read = readCentre(document)
  const faults = [
    ...findLongTexts(document, known),
    ...findTurned(document),
    ...('faults' in read ? read.faults : []),
  ]
  return faults.length > 0 ? { faults } : read
}

/** Not of what was published before, which would be gone from the pages. */
function findTurned(document: unknown): CentreFault[] {
  return leavesOf(document, '')
    .filter(([, value]) => typeof value === 'string' && /:\/\/|^\//.test(value) && isTurned(value))
    .map(([field]) => ({ field, message: `has an address with ${TURNED}` }))
}

/** As `checkCentre`, whatever its addresses look like and however long its texts are: of site.config.ts and of what was published before. */
export function readCentre(document: unknown): { centre: Centre } | { faults: CentreFault[] } {
  const { success, data, error } = centreSchema.safeParse(document)
  if (success) {
    const pale = findPaleColours(data)
    return pale.length === 0 ? { centre: data } : { faults: pale.map(describePale) }
  }
  const faults = error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return { field: fieldOf([...issue.path, issue.keys[0] ?? '']), message: 'is not a field' }
    const field = fieldOf(issue.path)
    if (valueAt(document, issue.path) === undefined) return { field, message: 'is missing' }
    if (issue.code === 'invalid_type') return { field, message: `must be of the type ${issue.expected}` }
    return { field, message: issue.message }
  })
  return { faults }
}

/** The first fault of site.config.ts, as a sentence that names the field; null when there is none. */
export function findFaultOf(document: unknown): string | null {
  const checked = readCentre(document)
  const fault = 'faults' in checked ? checked.faults[0] : null
  if (!fault) return null
  const { field, message } = fault
  if (field === '') return 'site.config.ts cannot be read.'
  const advice = message === 'is not a field' ? '; look for it in src/domain/centre/centre-schema.ts' : ''
  return `site.config.ts: ${field} ${message}${advice}.`
}

function describePale({ look, name, ratio, ground }: PaleColour): CentreFault {
  const needs = ground === 'the writing on it' ? 'it needs' : 'writing needs'
  return {
    field: `colours.${look}.${name}`,
    message: `has a contrast of ${ratio.toFixed(1)} : 1 with ${ground}; ${needs} ${TEXT_CONTRAST} : 1`,
  }
}

function valueAt(whole: unknown, steps: PropertyKey[]) {
  return steps.reduce<unknown>((part, step) => (part as Record<PropertyKey, unknown>)?.[step], whole)
}

function fieldOf(steps: PropertyKey[]) {
  return steps
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at ? '.' : ''}${String(step)}`))
    .join('')
}

/** What one line of a page can hold, in letters. */
export const TEXT_LIMITS = {
  name: 80,
  description: 400,
  place: 200,
  banner: 120,
  tagline: 80,
  phrase: 60,
  title: 60,
  short: 300,
  point: 80,
  margin: 30,
  question: 160,
  sentence: 400,
  text: 2_000,
}

/** Of fields as `kindOf` has them; all others are texts. */
const LIMITS: Record<string, number> = {
  ...{ name: TEXT_LIMITS.name, description: TEXT_LIMITS.description, place: TEXT_LIMITS.place },
  ...{ banner: TEXT_LIMITS.banner, tagline: TEXT_LIMITS.tagline, phrases: TEXT_LIMITS.phrase },
  ...{ 'offer.title': TEXT_LIMITS.title, 'offer.text': TEXT_LIMITS.short },
  ...{ 'reasons.name': TEXT_LIMITS.title, 'reasons.short': TEXT_LIMITS.short },
  ...{ 'reasons.points': TEXT_LIMITS.point, 'reasons.margin': TEXT_LIMITS.margin },
  ...{ 'reasons.check': TEXT_LIMITS.short, 'questions.question': TEXT_LIMITS.question },
  ...Object.fromEntries(POLICIES.map((policy) => [`${policy}.heading`, TEXT_LIMITS.question])),
  ...Object.fromEntries(SENTENCE_NAMES.map((name) => [`sentences.${name}`, TEXT_LIMITS.sentence])),
}

type LongText = { field: string; message: string }

/**
 * Texts that are longer than the admin area takes, of any document. Those that are in one of the `known` documents already
 * may stay: a file from before the limits, and what was published from it, go on working.
 */
export function findLongTexts(document: unknown, known: readonly unknown[] = []): LongText[] {
  const long = leavesOf(document, '').flatMap(([field, value]) => {
    if (typeof value !== 'string') return []
    const most = LIMITS[kindOf(field)] ?? TEXT_LIMITS.text
    // Of letters, as people count them: a Tamil letter and an emoji may be several characters.
    if (value.length <= most || [...value.trim()].length <= most) return []
    return [{ field, value, message: `has more than ${most.toLocaleString('en-IN')} letters` }]
  })
  if (long.length === 0) return []
  const present = new Set(known.flatMap((each) => leavesOf(each, '').map(([, value]) => value)))
  return long.flatMap(({ field, value, message }) => (present.has(value) ? [] : [{ field, message }]))
}
