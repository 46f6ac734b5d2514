import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { LANGUAGE_CODES } from '../../src/domain/language/languages.ts'
import { type Message, readAllMessages } from './read-messages.ts'

const CACHE = join(import.meta.dirname, '../../.cache')
const COMPILED = join(CACHE, 'messages')
const PLUGIN = createRequire(import.meta.url).resolve('@inlang/plugin-message-format')

/** Of the rules of plurals one for each language, asked once for each small number: to make one costs more than a hundred sentences. */
const REGISTRY = `const rules = {}
const known = {}
const select = (locale, count) => (rules[locale] ??= new Intl.PluralRules(locale)).select(count)
export const plural = (locale, input) => {
  const count = Number(input)
  if (!(count >= 0 && count < 1000)) return select(locale, count)
  return ((known[locale] ??= {})[count] ??= select(locale, count))
}
`

/**
 * Makes of `messages/*.json` a module of functions for each language, with types from the English ones. Not among the
 * sources: the build would be older than what it was made from.
 */
export async function compileMessages() {
  const messages = readAllMessages()
  mkdirSync(COMPILED, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'compiling-'))
  try {
    writeJson(work, 'project.inlang/settings.json', {
      baseLocale: 'en',
      locales: LANGUAGE_CODES,
      modules: [relative(work, PLUGIN)],
      'plugin.inlang.messageFormat': { pathPattern: './{locale}.json' },
    })
    for (const language of LANGUAGE_CODES)
      writeJson(work, `${language}.json`, Object.fromEntries(messages[language].map(plainMessage)))
    const outdir = join(work, 'compiled')
    const { compile } = await import('@inlang/paraglide-js')
    await compile({
      project: join(work, 'project.inlang'),
      outdir,
      outputStructure: 'locale-modules',
      emitReadme: false,
    })
    for (const language of LANGUAGE_CODES) {
      const made = readFileSync(join(outdir, 'messages', `${language}.js`), 'utf8')
      place(`${language}.js`, made.replace('"../registry.js"', '"./registry.js"'), work)
      place(`${language}.d.ts`, language === 'en' ? typesOf(messages.en) : `export * from './en.js'\n`, work)
    }
    place('registry.js', REGISTRY, work)
    place('stamp', '', work)
  } finally {
    rmSync(work, { recursive: true })
  }
}

function plainMessage({ key, written }: Message) {
  return [key, written]
}

/** Paraglide's own take whatever is not null. */
function typesOf(messages: Message[]) {
  return messages
    .map(({ key, inputs }) => {
      const asked = inputs.map((name) => `${name}: string | number`).join('; ')
      return `export declare const ${key}: (${asked && `inputs: { ${asked} }`}) => string\n`
    })
    .join('')
}

function writeJson(folder: string, name: string, content: unknown) {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, JSON.stringify(content))
}

/** Whole, for whoever reads it meanwhile. */
function place(name: string, text: string, work: string) {
  const made = join(work, name)
  writeFileSync(made, text)
  renameSync(made, join(COMPILED, name))
}

if (import.meta.main) await compileMessages()
