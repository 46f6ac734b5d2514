import { isTurned, TURNED } from '../paper/submission.ts'
import { type Centre, centreSchema } from './centre-schema.ts'
import { findPaleColours, type PaleColour, TEXT_CONTRAST } from './palette.ts'
import { findLongTexts } from './texts/text-limits.ts'
import { leavesOf } from './versions/document-fields.ts'

/** `field` is a path such as `slideshow.slides[0].link`; `message` goes on after the field's name, without a full stop. */
export type CentreFault = { field: string; message: string }

/**
 * The document, or everything that is wrong with it. Unknown input is welcome. Texts that are too long are a fault unless
 * they stand in one of the `known` documents already.
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
