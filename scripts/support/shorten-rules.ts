import type { AtRule, Declaration, Root } from 'postcss'

const BORDER_STYLE = '--tw-border-style'
/** Tailwind's first rule gives every border this style, and what has another one says so itself. */
const EVERY_BORDER = 'solid'
/** What "font" sets as well. */
const OF_FONT = /^(line-height|font-(family|size|weight|style|feature-settings|variation-settings))$/

/** The same rules in fewer letters. */
export function shortenRules(sheet: Root): void {
  sheet.walkComments((comment) => {
    comment.remove()
  })
  removeLayerForOldBrowsers(sheet)
  removeSameDeclarations(sheet)
  removeKnownBorders(sheet)
  writeInitialValues(sheet)
  joinLayers(sheet)
  removeOverridden(sheet)
  writeRanges(sheet)
  removeOverriddenLines(sheet)
}

/** First values of variables for browsers that cannot register them: they come with the page's sheets. */
function removeLayerForOldBrowsers(sheet: Root) {
  sheet.walkAtRules('layer', (rule) => {
    if (rule.params === 'properties' && rule.nodes) rule.remove()
  })
}

/** The sheet's compiler writes some once for each old browser, and then all alike. */
function removeSameDeclarations(sheet: Root) {
  sheet.walkRules((rule) => {
    const last = new Map<string, Declaration>()
    rule.each((node) => {
      if (node.type !== 'decl') return
      const text = node.toString()
      last.get(text)?.remove()
      last.set(text, node)
    })
  })
}

function removeKnownBorders(sheet: Root) {
  let isReset = false
  sheet.walkDecls('border', ({ value }) => {
    isReset ||= value === `0 ${EVERY_BORDER}`
  })
  if (!isReset) return
  sheet.walkDecls(/^border(-\w+)*-style$/, (declaration) => {
    if (declaration.value === `var(${BORDER_STYLE})`) declaration.remove()
  })
}

/** Of Tailwind's registered variables that no rule of this sheet sets. */
function writeInitialValues(sheet: Root) {
  const initial = new Map<string, string>()
  const set = new Set<string>()
  sheet.walkAtRules('property', (rule) => {
    rule.walkDecls('initial-value', ({ value }) => {
      if (rule.params.startsWith('--tw-')) initial.set(rule.params, value)
    })
  })
  sheet.walkDecls(/^--tw-/, ({ prop, value }) => {
    if (value === 'initial') return
    set.add(prop)
    if (value !== initial.get(prop)) initial.delete(prop)
  })
  sheet.walkDecls((declaration) => {
    declaration.value = declaration.value
      .replace(/var\((--tw-[\w-]+)\)/g, (whole, name) => initial.get(name) ?? whole)
      .replace(/var\((--tw-[\w-]+),\) ?/g, (whole, name) => (set.has(name) ? whole : ''))
  })
}

/** One block for each layer: their order is declared before them. */
function joinLayers(sheet: Root) {
  const first = new Map<string, AtRule>()
  sheet.each((node) => {
    if (node.type !== 'atrule' || node.name !== 'layer' || !node.nodes) return
    const before = first.get(node.params)
    if (before) {
      before.append(node.nodes)
      node.remove()
    } else first.set(node.params, node)
  })
}

/** Of the base what a later rule of the same selector sets anew. */
function removeOverridden(sheet: Root) {
  sheet.walkAtRules('layer', ({ params, nodes = [] }) => {
    if (params !== 'base') return
    const later = new Map<string, Set<string>>()
    for (const rule of nodes.toReversed()) {
      if (rule.type !== 'rule') continue
      const set = later.get(rule.selector) ?? new Set<string>()
      const declarations = rule.nodes.filter((node) => node.type === 'decl')
      for (const declaration of declarations) {
        const isOfFont = set.has('font') && OF_FONT.test(declaration.prop)
        if (!declaration.important && (set.has(declaration.prop) || isOfFont)) declaration.remove()
      }
      for (const { prop } of declarations) set.add(prop)
      later.set(rule.selector, set)
    }
  })
}

/** "(width<48rem)" for "not all and (width>=48rem)", which is the same. */
function writeRanges(sheet: Root) {
  sheet.walkAtRules('media', (rule) => {
    rule.params = rule.params.replace(/^not all and \(width>=([\d.]+rem)\)$/, '(width<$1)')
  })
}

/** A text's own height of lines, where another one is set below it. */
function removeOverriddenLines(sheet: Root) {
  sheet.walkRules((rule) => {
    const heights = rule.nodes.filter((node) => node.type === 'decl' && node.prop === 'line-height')
    for (const height of heights.slice(0, -1)) height.remove()
  })
}
