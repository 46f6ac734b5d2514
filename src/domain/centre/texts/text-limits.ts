import { SENTENCE_NAMES } from '../own-sentences.ts'
import { kindOf } from '../translations/translated-fields.ts'
import { leavesOf } from '../versions/document-fields.ts'
import { POLICIES } from './policies.ts'

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

export type LongText = { field: string; message: string }

/**
 * Texts that are longer than the desk takes, of any document. Those that stand in one of the `known` documents already
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
