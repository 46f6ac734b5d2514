import { createContext, useContext } from 'react'
import {
  kindOf,
  TRANSLATED_FIELDS,
  TRANSLATION_LANGUAGES,
  type TranslationLanguage,
  translationPath,
} from '#domain/centre/translations/translated-fields.ts'
import type { Json } from '#domain/centre/versions/document-fields.ts'
import { LANGUAGES, type Language } from '#domain/language/languages.ts'
import { isWithin, ruleOf } from './field-rules.ts'
import type { SiteEditor } from './use-site.ts'

export const SiteEditorContext = createContext<SiteEditor | null>(null)

export function useSiteEditor(): SiteEditor {
  const editor = useContext(SiteEditorContext)
  if (!editor) throw new Error('A field of the site is outside of its form.')
  return editor
}

/** The sentence on what is wrong with a field or a part of it, but for one that has a field of its own. */
export function useFault(path: string, except?: string): string | undefined {
  const { faults } = useSiteEditor()
  const [, message] =
    Object.entries(faults).find(([field]) => isWithin(field, path) && field !== except) ?? []
  return message && sentence(message)
}

/** What is wrong with a list itself, and not with a part of it. */
export function useListFault(path: string): string | undefined {
  const message = useSiteEditor().faults[path]
  return message && sentence(message)
}

function sentence(message: string) {
  const text = message.replace(/^must be of the type number$/, 'must be a number')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** In which the form is filled in; English stands for the first language of the centre, whichever that is. */
export const FieldLanguageContext = createContext<Language>('en')

export function useFieldLanguage(): Language {
  return useContext(FieldLanguageContext)
}

/** Whether the form shows the document itself, and not texts in another language next to it. */
export function useIsFirst(): boolean {
  return useFieldLanguage() === 'en'
}

type FieldPlace = {
  /** Of what is typed. */
  path: string
  hint: string | undefined
  lang: string | undefined
  /** Not what is the same in every language. */
  isShown: boolean
  /** A text as the document keeps it: a translation that is empty is none. */
  kept: (text: string) => string | undefined
}

/** Where a text is in the language that is filled in; what the English pages say is its hint then. */
export function useFieldPlace(path: string, rule = ruleOf(path)): FieldPlace {
  const language = useFieldLanguage()
  const { value } = useSiteEditor()
  if (language === 'en') {
    const languages = TRANSLATION_LANGUAGES.filter((each) => value(translationPath(path, each)) !== undefined)
    const also =
      languages.length > 0 && `Also said in ${inEach(languages)}: when you change it, change it there, too.`
    const hint = [rule, also].filter(Boolean).join('\n') || undefined
    return { path, hint, lang: undefined, isShown: true, kept: (text) => text }
  }
  const said = saidOf(value(path))
  return {
    path: translationPath(path, language),
    hint: said ? `On the English pages: “${said}”` : rule,
    lang: LANGUAGES[language].tag,
    isShown: TRANSLATED_FIELDS.includes(kindOf(path)),
    kept: (text) => (text.trim() === '' ? undefined : text),
  }
}

function inEach(languages: TranslationLanguage[]): string {
  return languages.map((each) => LANGUAGES[each].name).join(' and ')
}

function saidOf(value: Json): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}
