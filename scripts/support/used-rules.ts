import postcss, { type AtRule, type Container } from 'postcss'
import { shortenRules } from './shorten-rules.ts'

const ALWAYS = ['html', 'body']
/**
 * Parts of inputs for dates, numbers and files, which the desk alone has; hosts of shadow trees, which there are none
 * of; what Firefox draws by itself, and the line on which bars of progress stand, until the sheets of all pages come.
 */
const NEEDLESS = /::(-webkit-(date|calendar|inner|outer)|file-selector)|^(progress|:host|:-moz-[\w-]+.*)$/

export type Words = {
  has(name: string): boolean
}

/** The words of these sources that may be class names, also those that begin one: `phrase-${turn}`. */
export function wordsOf(sources: string[]): Words {
  const words = new Set<string>()
  const beginnings: string[] = []
  for (const source of sources) {
    for (const [word] of source.matchAll(/[^\s"'`$]+/g)) words.add(word)
    for (const [, beginning = ''] of source.matchAll(/([\w-]+-)\$\{/g)) beginnings.push(beginning)
  }
  return { has: (name) => words.has(name) || beginnings.some((each) => name.startsWith(each)) }
}

/** The sheet without rules that need a class or an element, and animations that need a name, not among the words. */
export function keepUsedRules(css: string, words: Words): string {
  const sheet = postcss.parse(css)
  sheet.walkRules((rule) => {
    if ((rule.parent as AtRule).name === 'keyframes') return
    const kept = rule.selectors.filter((selector) => !NEEDLESS.test(selector) && needsOnly(selector, words))
    if (kept.length === 0) rule.remove()
    else if (kept.length < rule.selectors.length) rule.selectors = kept
  })
  // The base's colour of placeholders, for which every field has one of its own.
  sheet.walkAtRules('supports', (rule) => {
    if (rule.params.includes('-apple-pay-button')) rule.remove()
  })
  shortenRules(sheet)
  removeUnnamedAnimations(sheet)
  removeUnreadVariables(sheet)
  removeEmpty(sheet)
  return sheet.toString()
}

export function needsOnly(selector: string, words: Words): boolean {
  const { classes, elements } = namesOf(selector)
  return [...classes, ...elements].every((name) => words.has(name))
}

/** Of classes and elements that there must be: none within :not(), :is(), :where() or :has(). */
export function namesOf(selector: string): { classes: string[]; elements: string[] } {
  let outside = selector
  for (let before = ''; before !== outside; ) {
    before = outside
    outside = outside.replace(/(?<!\\)\((?:[^()\\]|\\.)*(?<!\\)\)/g, '')
  }
  const classes = [...outside.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
    name.replace(/\\(.)/g, '$1'),
  )
  const elements = [...outside.matchAll(/(?:^|[\s>+~])([a-z][a-z0-9]*)/g)].map(([, name = '']) => name)
  return { classes, elements: elements.filter((name) => !ALWAYS.includes(name)) }
}

function removeUnnamedAnimations(sheet: Container) {
  const named = new Set<string>()
  sheet.walkDecls(/^(animation|animation-name|--.*)$/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) named.add(word)
  })
  sheet.walkAtRules('keyframes', (frames) => {
    if (!named.has(frames.params)) frames.remove()
  })
}

/** Tailwind's own, which it sets and registers in every sheet for class names that may read them elsewhere. */
function removeUnreadVariables(sheet: Container) {
  const read = new Set<string>()
  sheet.walkDecls(({ value }) => {
    for (const [, name = ''] of value.matchAll(/var\((--tw-[\w-]+)/g)) read.add(name)
  })
  sheet.walkDecls(/^--tw-/, (declaration) => {
    if (!read.has(declaration.prop)) declaration.remove()
  })
  const registered = new Set<string>()
  sheet.walkAtRules('property', (rule) => {
    const isNeedless = rule.params.startsWith('--tw-') && !read.has(rule.params)
    if (isNeedless || registered.has(rule.params)) rule.remove()
    registered.add(rule.params)
  })
}

function removeEmpty(container: Container) {
  container.each((node) => {
    if (!('nodes' in node) || !node.nodes) return
    removeEmpty(node as Container)
    if (node.nodes.length === 0 && !(node.type === 'atrule' && node.name === 'layer')) node.remove()
  })
}
