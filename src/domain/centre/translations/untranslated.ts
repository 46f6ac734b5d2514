import { languageOfText } from '#domain/language/languages.ts'
import type { Centre } from '../centre.ts'
import { kindOf } from '../translations/translated-fields.ts'
import { leavesOf } from '../versions/document-fields.ts'
import {
  languageOfPath,
  TRANSLATED_FIELDS,
  type TranslationLanguage,
  translationPath,
} from './translated-fields.ts'

/** Names, which are often the same in every language. */
const NAMES = ['name', 'contacts.address', 'contacts.locality', 'contacts.region', 'testimonials.name']

/**
 * Paths of the centre's own sentences that the pages of a language would say in another one: neither translated, nor
 * written in it, nor among those `came` with Thervu, which are translated.
 */
export function untranslatedIn(
  centre: Centre,
  language: TranslationLanguage,
  came: ReadonlySet<string>,
): string[] {
  // Of testimonials those that are shown; a sample is no centre's own.
  const shown = centre.testimonials.map(({ consent }) => consent === true)
  const leaves = leavesOf(centre, '')
  const given = new Set(leaves.map(([path]) => path))
  return leaves.flatMap(([path, text]) => {
    const kind = kindOf(path)
    if (typeof text !== 'string' || text === '' || languageOfPath(path) !== 'en') return []
    if (!TRANSLATED_FIELDS.includes(kind) || NAMES.includes(kind) || came.has(text)) return []
    const [, at] = /^testimonials\[(\d+)\]/.exec(path) ?? []
    if ((at !== undefined && !shown[Number(at)]) || languageOfText(text) === language) return []
    // A list is translated as a whole.
    const there = [path, path.replace(/\[\d+\]$/, '')].map((each) => translationPath(each, language))
    return there.some((each) => given.has(each) || given.has(`${each}[0]`)) ? [] : [path]
  })
}
