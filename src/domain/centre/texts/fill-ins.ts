import { formatsOf } from '#domain/language/formats.ts'
import type { PublicCentre } from '../centre.ts'

type JoinList = (parts: string[]) => string
type Said = Pick<PublicCentre, 'name' | 'claims' | 'contacts' | 'plans'>

/** What stands in braces in a text follows the field that it names, so that a number is changed in one place. */
const FILL_INS: Record<string, (centre: Said, list: JoinList) => string | number> = {
  name: ({ name }) => name,
  years: ({ claims }) => claims.years,
  learners: ({ claims }) => claims.learners,
  phone: ({ contacts }) => contacts.phone,
  email: ({ contacts }) => contacts.email,
  hours: ({ contacts }) => contacts.hours,
  'monthly papers': ({ plans }) => plans.mon.papers,
  'monthly time': ({ plans }) => plans.mon.lasts,
  'half-yearly papers': ({ plans }) => plans.half.papers,
  'half-yearly time': ({ plans }) => plans.half.lasts,
  'annual papers': ({ plans }) => plans.ann.papers,
  'annual time': ({ plans }) => plans.ann.lasts,
  features: ({ plans }, list) => list(plans.features),
}

export const FILL_IN_NAMES = Object.keys(FILL_INS)

/** "{years}" as the number; other braces stay, since maths has them too. `list` joins names as the language does. */
export function fillIn(text: string, centre: Said, list: JoinList = formatsOf('en').list): string {
  if (!text.includes('{')) return text
  return text.replace(/\{([a-z -]+)\}/g, (whole, name: string) =>
    Object.hasOwn(FILL_INS, name) ? String(FILL_INS[name]?.(centre, list)) : whole,
  )
}
