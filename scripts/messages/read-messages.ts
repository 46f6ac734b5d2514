import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_CODES, type Language } from '../../src/domain/language/languages.ts'

export const MESSAGES = join(import.meta.dirname, '../../messages')

/** As Paraglide's plug-in writes a message that depends on a number. */
type Variants = [{ declarations: string[]; selectors: string[]; match: Record<string, string> }]
type Written = string | Variants

export type Message = {
  key: string
  /** No native reader has seen it: its key begins with a question mark. */
  isUnreviewed: boolean
  written: Written
  /** Names of what is put into it. */
  inputs: string[]
  /** All ways to say it. */
  texts: string[]
  /** The forms of number that it tells apart; none where it does not. */
  forms: string[]
}

/** All languages, each in the order of its file. */
export function readAllMessages(folder = MESSAGES): Record<Language, Message[]> {
  const read = LANGUAGE_CODES.map((language) => [language, readMessages(language, folder)])
  return Object.fromEntries(read) as Record<Language, Message[]>
}

function readMessages(language: Language, folder: string): Message[] {
  const file = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Record<string, Written>
  return Object.entries(file).map(([marked, written]) => ({
    key: marked.replace(/^\?/, ''),
    isUnreviewed: marked.startsWith('?'),
    written,
    ...partsOf(written),
  }))
}

function partsOf(written: Written) {
  const [variants] = typeof written === 'string' ? [] : written
  const texts = typeof written === 'string' ? [written] : Object.values(variants?.match ?? {})
  const declared = (variants?.declarations ?? []).flatMap((each) => /^input (\w+)$/.exec(each)?.[1] ?? [])
  const named = texts.flatMap((text) => [...text.matchAll(/(?<!\\)\{(\w+)\}/g)].map(([, name = '']) => name))
  const forms = Object.keys(variants?.match ?? {}).map((match) => match.replace(/^.*=/, ''))
  return { texts, forms, inputs: [...new Set([...declared, ...named])].sort() }
}
