import postcss, { type AtRule } from 'postcss'
import type { FirstSheet } from '../../src/web/drawn/first-sheet.ts'
import { keepUsedRules, namesOf, needsOnly, type Words, wordsOf } from './used-rules.ts'

/** Modules that few pages show anything of, by the part of a page that they are. */
const SELDOM: Record<string, RegExp> = {
  failed:
    /src\/web\/(ui\/(failed-page|empty-sheet)|routes\/visitor\/(layout\/ways-on|paper-card\/no-papers|lists\/(nothing-found|filters\/unknown-filter)))\./,
  found:
    /src\/web\/routes\/visitor\/(paper-card\/found-inside|lists\/(did-you-mean|filters\/chosen-chips))\./,
  sets: /src\/web\/routes\/visitor\/paper-card\/exam-sets\./,
  keeping: /src\/web\/routes\/visitor\/keeping\/keep-(papers|list)\./,
  notices: /src\/web\/routes\/visitor\/notices\//,
}

/** Lists have a search of their own, in the place of the header's. */
const HEADER_SEARCH = /^(header|opens)-search$/

type Module = { id: string; code: string }

/** The sheet of a page, in which rules that only a seldom part needs stand between marks with its name. */
export function firstSheet(css: string, modules: Module[]): FirstSheet {
  const parts = Object.entries(SELDOM)
  const usual = modules.filter(({ id }) => !parts.some(([, of]) => of.test(id)))
  const withPart = (of: RegExp) => [...usual, ...modules.filter(({ id }) => of.test(id))]
  const words = parts.map(([name, of]) => ({ name, words: without(HEADER_SEARCH, wordsIn(withPart(of))) }))
  words.push({ name: 'search', words: wordsIn(usual) })
  const used = keepUsedRules(css, wordsIn(modules))
  return markSeldom(used, without(HEADER_SEARCH, wordsIn(usual)), words)
}

function wordsIn(modules: Module[]): Words {
  return wordsOf(modules.map(({ code }) => code))
}

function without(names: RegExp, words: Words): Words {
  return { has: (name) => !names.test(name) && words.has(name) }
}

export function markSeldom(css: string, usual: Words, parts: { name: string; words: Words }[]): FirstSheet {
  const sheet = postcss.parse(css)
  const seldom = new Map(parts.map(({ name }) => [name, new Set<string>()]))
  sheet.walkRules((rule) => {
    if ((rule.parent as AtRule).name === 'keyframes') return
    if (rule.selectors.some((selector) => needsOnly(selector, usual))) return
    const alone = parts.filter(({ words }) => rule.selectors.some((each) => needsOnly(each, words)))
    const needing = (alone.length > 0 ? alone : parts).map(({ name }) => name)
    const classes = rule.selectors.flatMap((selector) => namesOf(selector).classes)
    for (const name of needing) for (const each of classes) if (!usual.has(each)) seldom.get(name)?.add(each)
    rule.before(postcss.comment({ text: `[${needing}`, raws: { left: '', right: '' } }))
    rule.after(postcss.comment({ text: ']', raws: { left: '', right: '' } }))
  })
  const classes = [...seldom].map(([name, all]): [string, string[]] => [name, [...all]])
  return { css: sheet.toString(), seldom: Object.fromEntries(classes.filter(([, all]) => all.length > 0)) }
}
