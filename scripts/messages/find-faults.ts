import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_CODES, type Language } from '../../src/domain/language/languages.ts'
import type { Message } from './read-messages.ts'

const KEY = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/

/** What is wrong with the messages, a line each; `code` is where they are used. */
export function findFaults(all: Record<Language, Message[]>, code: string): string[] {
  const english = new Map(all.en.map((message) => [message.key, message]))
  const used = new Set([...code.matchAll(/\.([a-z]\w*_\w+)\b/g)].map(([, key]) => key))
  const unused = [...english.keys()].filter((key) => !used.has(key))
  return [
    ...unused.map((key) => `en: ${key} is used nowhere`),
    ...LANGUAGE_CODES.flatMap((language) =>
      faultsOfFile(all[language], english, language).map((fault) => `${language}: ${fault}`),
    ),
  ]
}

function faultsOfFile(messages: Message[], english: Map<string, Message>, language: Language): string[] {
  const keys = messages.map(({ key }) => key)
  const unsorted = keys.find((key, at) => at > 0 && key <= (keys[at - 1] ?? ''))
  const missing = [...english.keys()].filter((key) => !keys.includes(key))
  return [
    ...(unsorted === undefined ? [] : [`${unsorted} is not in the order of the alphabet, or there twice`]),
    ...missing.map((key) => `${key} is missing`),
    ...messages.flatMap((message) =>
      faultsOf(message, english.get(message.key), language).map((fault) => `${message.key} ${fault}`),
    ),
  ]
}

function faultsOf(message: Message, english: Message | undefined, language: Language): string[] {
  const { key, texts, inputs, forms, isUnreviewed } = message
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const inputsInEnglish = english?.inputs.join(', ')
  return [
    !KEY.test(key) && 'is not named place_purpose',
    !english && 'is not in English',
    language === 'en' && isUnreviewed && 'is English, which needs no question mark',
    english && inputs.join(', ') !== inputsInEnglish && `takes ${inputs} instead of ${inputsInEnglish}`,
    forms.length > 0 && !needed.every((form) => forms.includes(form)) && `lacks one of ${needed.join(', ')}`,
    texts.some((text) => text.trim() === '') && 'is empty',
    texts.some((text) => /[<>]|\{[#/]/.test(text)) && 'has markup, which would be shown as it is written',
  ].filter((fault) => typeof fault === 'string')
}

/** All of the site's own code. */
export function readCode(root = join(import.meta.dirname, '../..')): string {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
}
