import { flushSync } from 'react-dom'
import type { Centre } from '#domain/centre/centre.ts'
import { checkCentre, TEXT_LIMITS } from '#domain/centre/check-centre.ts'
import { ALT_LIMIT, NOTICE_LIMITS } from '#domain/centre/content-schemas.ts'
import { POLICIES } from '#domain/centre/texts/policies.ts'
import { kindOf } from '#domain/centre/translations/translated-fields.ts'
import type { Json } from '#domain/centre/versions/document-fields.ts'

const atMost = (letters: number) => `At most ${letters} letters.`

const ALT_RULE = `Read out to those who cannot see it, such as “Students at a blackboard”. ${atMost(ALT_LIMIT)}`

/** What a field must be, said before it is broken. */
const RULES: Record<string, string> = {
  name: `As it is shown in the header and in search results. ${atMost(TEXT_LIMITS.name)}`,
  description: `Under your name in search results and shared links. ${atMost(TEXT_LIMITS.description)}`,
  place: `As in “A maths tuition centre in Chennai”. ${atMost(TEXT_LIMITS.place)}`,
  stateBoard: 'State Board papers are of this board unless they say another.',
  banner: atMost(TEXT_LIMITS.banner),
  tagline: `One of the ends below follows it. ${atMost(TEXT_LIMITS.tagline)}`,
  phrases: `One on each line, 1 to 6, each different. ${atMost(TEXT_LIMITS.phrase)}`,
  'claims.learners': 'A whole number, shown as “over 15000”. It is yours to prove.',
  'claims.years': 'A whole number, shown as “over 25 years”. It is yours to prove.',
  'contacts.email': 'Such as ask@centre.in',
  'contacts.phone': 'Such as 98400 12345 or 044 2811 1234; +91 is added.',
  'contacts.whatsapp': 'Choose plan opens a chat with it. Such as 98400 12345.',
  'contacts.address': 'One line of the address on each line.',
  'contacts.postalCode': 'Six digits.',
  'contacts.hours': 'As in “Monday to Saturday, 4 pm to 9 pm”.',
  'contacts.sample': 'While it is ticked, the pages say that these contacts are made up.',
  'slideshow.slides.link': 'A page of this site, such as /practice or /pricing.',
  'slideshow.slides.picture':
    'A picture of yours, or one of the drawings below. Drop it here, paste it or choose it.',
  'slideshow.slides.picture.alt': ALT_RULE,
  'pictures.logo':
    'In the header, the tab, the icon of the app and shared links. Drop it here, paste it or choose it; best square, SVG or PNG.',
  'pictures.about': 'Instead of the drawn classroom on Home. Drop it here, paste it or choose it.',
  'pictures.about.alt': ALT_RULE,
  'testimonials.portrait': 'If they agreed to it. Shown next to their name.',
  'testimonials.date': 'The year and month in which it was said, such as 2026-03.',
  'offer.title': atMost(TEXT_LIMITS.title),
  'offer.text': atMost(TEXT_LIMITS.short),
  'reasons.name': `On Home and on Why Us. ${atMost(TEXT_LIMITS.title)}`,
  'reasons.margin': `In brackets, as marks are printed on a paper. ${atMost(TEXT_LIMITS.margin)}`,
  'reasons.short': atMost(TEXT_LIMITS.short),
  'reasons.points': `One to four, one on each line. ${atMost(TEXT_LIMITS.point)}`,
  'reasons.check': `What a parent can do to see for themselves. ${atMost(TEXT_LIMITS.short)}`,
  'questions.question': atMost(TEXT_LIMITS.question),
  ...Object.fromEntries(POLICIES.map((policy) => [`${policy}.heading`, atMost(TEXT_LIMITS.question)])),
  'testimonials.text': 'As they said it; it has no marks.',
  'testimonials.from': 'Shown from midnight of this day, in India’s time. Empty to show it from now on.',
  'testimonials.until': 'Shown until this day is over in India. Empty to show it always.',
  'testimonials.hidden': 'Kept here, and shown to nobody.',
  'testimonials.consent': 'Without it, the testimonial is kept here and shown to nobody.',
  'announcements.text': `One line on top of Home and Practice. ${atMost(NOTICE_LIMITS.text)}`,
  'announcements.link':
    'A page of this site such as /practice, or an address with https://; empty if it leads nowhere.',
  'announcements.from': 'Shown from midnight of this day, in India’s time.',
  'announcements.until': 'Shown until this day is over.',
  'exams.name': `As in “CBSE Class 10 board exams”. ${atMost(NOTICE_LIMITS.examName)}`,
  'exams.classes': 'Their papers come first on Practice while this exam is the next.',
  'exams.until': 'The same day, if it is one day.',
  'plans.features': 'Two, one on each line; the number of papers is the third.',
  'credit.name': 'Empty if nobody is to be named.',
  'credit.link': 'Such as kaveri.in; empty if there is none.',
}

export function ruleOf(path: string): string | undefined {
  return RULES[kindOf(path)] ?? (path.startsWith('channels.') ? CHANNEL_RULE : undefined)
}

const CHANNEL_RULE = 'An address; empty if you have none.'

/** The field of a path, or that of the list or group which it is a part of. */
export function fieldIn(form: HTMLFormElement | null, path: string): HTMLElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  const nameOf = (field: HTMLElement) => field.getAttribute('name') ?? '-'
  return (
    fields.find((field) => nameOf(field) === path) ?? fields.find((field) => isWithin(path, nameOf(field)))
  )
}

/** What is typed is read as people write it when its field is left, which Enter does not do. It keeps the focus. */
export function readFocused(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>('input:focus')
  flushSync(() => field?.blur())
  field?.focus()
}

/** What is wrong, by the path of its field. */
export type Faults = Record<string, string>

export function faultsOf(document: unknown, present: Centre | undefined): Faults {
  const checked = checkCentre(document, present && [present])
  if ('centre' in checked) return {}
  const faults: Faults = {}
  for (const { field, message } of checked.faults) faults[field] ??= message
  return faults
}

export function withoutFaults(faults: Faults, path: string): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !isWithin(field, path)))
}

export function faultsAt(faults: Faults, path: string): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => isWithin(field, path)))
}

export function isWithin(field: string, path: string): boolean {
  return field === path || (field.startsWith(path) && /^[.[]/.test(field.slice(path.length)))
}

/** The parts of a list, each with an id that stays its own when it is moved or changed: 1 and up. */
export type Identified = { parts: Json[]; ids: number[]; next: number }

export function identified(parts: Json[]): Identified {
  return { parts, ids: parts.map((_, at) => at + 1), next: parts.length + 1 }
}

/** A part moved, whose id goes with it, also where another one says the same. */
export function movedPart({ parts, ids, next }: Identified, from: number, to: number): Identified {
  const [part = null] = parts.slice(from)
  const [id = next] = ids.slice(from)
  return {
    parts: parts.toSpliced(from, 1).toSpliced(to, 0, part),
    ids: ids.toSpliced(from, 1).toSpliced(to, 0, id),
    next,
  }
}

export function withoutPart({ parts, ids, next }: Identified, at: number): Identified {
  return { parts: parts.toSpliced(at, 1), ids: ids.toSpliced(at, 1), next }
}

/**
 * The list as it is now, after any change: what is where it was keeps its id, what says the same elsewhere was
 * moved, and what else is where something was was changed there.
 */
export function followed(before: Identified, parts: Json[]): Identified {
  const was = before.parts.map((part) => JSON.stringify(part))
  const is = parts.map((part) => JSON.stringify(part))
  const ids: (number | undefined)[] = is.map((part, at) => (part === was[at] ? before.ids[at] : undefined))
  const isFree = (id: number | undefined) => id !== undefined && !ids.includes(id)
  for (const [at, part] of is.entries())
    ids[at] ??= before.ids.find((id, place) => was[place] === part && isFree(id))
  for (const at of is.keys()) if (isFree(before.ids[at])) ids[at] ??= before.ids[at]
  let { next } = before
  const whole = ids.map((id) => id ?? next++)
  return { parts, ids: whole, next }
}
