import { hash } from 'node:crypto'
import type { Language } from '#domain/language/languages.ts'
import { type Centre, type PublicCentre, publicPart } from '../centre.ts'
import { centreIn } from '../translations/centre-in-language.ts'

export type PublicContent = { digest: string; centre: PublicCentre; json: string }

const made = new WeakMap<Centre, Map<Language, PublicContent>>()

/** What browsers get of a centre, with its digest of 22 letters; made once for a version and a language. */
export function publicContent(centre: Centre, language: Language = 'en'): PublicContent {
  const ofCentre = made.get(centre) ?? new Map<Language, PublicContent>()
  const known = ofCentre.get(language)
  if (known) return known
  const part = centreIn(publicPart(centre), language)
  const json = JSON.stringify(part)
  const content = { digest: hash('sha256', json, 'base64url').slice(0, 22), centre: part, json }
  made.set(centre, ofCentre.set(language, content))
  return content
}
