import type { Messages } from '#domain/language/messages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { SENTENCE_NAMES, type SentenceName, type Sentences } from './own-sentences.ts'
import { fillIn } from './texts/fill-ins.ts'

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
