import { formatsOf } from '#domain/language/formats.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import type { PublicCentre } from './centre.ts'
import { SENTENCE_NAMES, type SentenceName, type Sentences } from './own-sentences.ts'

type Said = Parameters<typeof fillIn>[1] & { sentences?: Sentences }
type Inputs = Record<string, unknown>

/** By the messages too: languages without own words share the sentences. */
const known = new WeakMap<Sentences, WeakMap<Messages, Messages>>()

/** The messages of a page, with the centre's own words in the place of those that came. */
export function inOwnWords(messages: Messages, centre: Said): Messages {
  const { sentences } = centre
  if (!sentences) return messages
  const ofSentences = known.get(sentences) ?? new WeakMap<Messages, Messages>()
  known.set(sentences, ofSentences)
  const cached = ofSentences.get(messages)
  if (cached) return cached
  const own = Object.entries(sentences).map(([name, text]) => [
    name,
    (inputs: Inputs = {}) => fillIn(withInputs(text, inputs), centre),
  ])
  const whole = { ...messages, ...Object.fromEntries(own) } as Messages
  ofSentences.set(messages, whole)
  return whole
}

/** A sentence as it came, in English, with its braces as they are typed. */
export function sentenceAsItCame(name: SentenceName): string {
  const say = messagesOf('en')[name] as (inputs: Inputs) => string
  return say(new Proxy({}, { get: (_, place) => `{${String(place)}}` }))
}

export function isSentence(name: string): name is SentenceName {
  return SENTENCE_NAMES.some((known) => known === name)
}

function withInputs(text: string, inputs: Inputs) {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(inputs, name) ? String(inputs[name]) : whole,
  )
}

type JoinList = (parts: string[]) => string
type FilledFrom = Pick<PublicCentre, 'name' | 'claims' | 'contacts' | 'plans'>

/** What is in braces in a text follows the field that it names, so that a number is changed in one place. */
const FILL_INS: Record<string, (centre: FilledFrom, list: JoinList) => string | number> = {
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
export function fillIn(text: string, centre: FilledFrom, list: JoinList = formatsOf('en').list): string {
  if (!text.includes('{')) return text
  return text.replace(/\{([a-z -]+)\}/g, (whole, name: string) =>
    Object.hasOwn(FILL_INS, name) ? String(FILL_INS[name]?.(centre, list)) : whole,
  )
}
