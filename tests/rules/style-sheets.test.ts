import { readFile } from 'node:fs/promises'
import postcss from 'postcss'
import { expect, test } from 'vitest'
import { markSeldom } from '../../scripts/support/seldom-rules.ts'
import { shortenRules } from '../../scripts/support/shorten-rules.ts'
import { keepUsedRules, wordsOf } from '../../scripts/support/used-rules.ts'
import { sheetFor } from '../../src/web/drawn/first-sheet.ts'

const USUAL = '"card" "button" "p"'
const parts = [
  { name: 'failed', words: wordsOf([USUAL, '"instead mt-2 lg:[&>svg]:w-18" "svg"']) },
  { name: 'notices', words: wordsOf([USUAL, '"announcement mt-2"']) },
]

function sheetOf(css: string, html: string) {
  const choose = sheetFor(markSeldom(css, wordsOf([USUAL]), parts))
  const sheet = choose(html)
  return { css: sheet.bytes.toString(), isKept: choose(`${html}<p>`) === sheet }
}

test('a page has the rules of a seldom part only where it shows the part, each in its place', () => {
  const css =
    '.card{a:b}@media print{.instead{a:b}.announcement{a:b}}.mt-2{a:b}@supports (a:b){@media (c){.instead>svg{a:b}}}.button{a:b}'
  expect(sheetOf(css, '<p class="card">announcement</p>').css).toBe('.card{a:b}.button{a:b}')
  expect(sheetOf(css, '<p class="card announcement">').css).toBe(
    '.card{a:b}@media print{.announcement{a:b}}.mt-2{a:b}.button{a:b}',
  )
  expect(sheetOf(css, '<p class="instead card"><svg>').css).toBe(
    '.card{a:b}@media print{.instead{a:b}}.mt-2{a:b}@supports (a:b){@media (c){.instead>svg{a:b}}}.button{a:b}',
  )
  expect(sheetOf(css, '<b class="instead"><b class="announcement">').css).toBe(css)
})

test('a name within another is not the part, and pages that show the same have the same bytes', () => {
  expect(sheetOf('.instead{a:b}', '<p class="not-instead instead2">').css).toBe('')
  expect(sheetOf('.instead{a:b}', '<p class="instead">').isKept).toBe(true)
})

function shortened(css: string) {
  const sheet = postcss.parse(css)
  shortenRules(sheet)
  return sheet.toString()
}

test('rules are written in fewer letters that say the same', () => {
  expect(shortened('a{x:1;y:2;x:1}/*! by whom */')).toBe('a{y:2;x:1}')
  expect(shortened('a{height:1vh;height:1dvh}')).toBe('a{height:1vh;height:1dvh}')
  expect(shortened('@media not all and (width>=48rem){a{b:c}}')).toBe('@media (width<48rem){a{b:c}}')
  expect(shortened('a{line-height:var(--tw-leading,1);b:c;line-height:2}')).toBe('a{b:c;line-height:2}')
  expect(shortened('@layer a{b{c:d}}@layer e{b{c:d}}@layer a{f{c:d}}')).toBe(
    '@layer a{b{c:d}f{c:d}}@layer e{b{c:d}}',
  )
})

test('the style of borders is not said again where every border has it, and else it is', () => {
  const rule = 'a{border-top-style:var(--tw-border-style);border-top-width:1px}'
  expect(shortened(`*{border:0 solid}${rule}`)).toBe('*{border:0 solid}a{border-top-width:1px}')
  expect(shortened(rule)).toBe(rule)
})

test('a variable that nothing sets is written as its first value', () => {
  const register = '@property --tw-ring{syntax:"*";inherits:false;initial-value:0 0 #0000}'
  expect(shortened(`${register}a{box-shadow:var(--tw-ring),var(--tw-own)}`)).toBe(
    `${register}a{box-shadow:0 0 #0000,var(--tw-own)}`,
  )
  const read = `${register}a{--tw-ring:1px;box-shadow:var(--tw-ring)}`
  expect(shortened(read)).toBe(read)
  expect(shortened('a{b:var(--tw-c,) var(--tw-d,)}e{--tw-d:1}')).toBe('a{b:var(--tw-d,)}e{--tw-d:1}')
})

const SOURCE = [
  'jsx("p", { className: "card lg:grid-cols-[minmax(0,1fr)_23rem] text-[1.1875rem]", children: x })',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
  'jsx("i", { className: `phrase phrase-${turn}` })',
]

function kept(css: string) {
  return keepUsedRules(css, wordsOf(SOURCE))
}

test('rules stay whose classes stand in a source, with whatever else they need', () => {
  expect(kept('.card{a:b}.other{a:b}')).toBe('.card{a:b}')
  expect(kept('.card .other{a:b}.card.card>p:hover{a:b}')).toBe('.card.card>p:hover{a:b}')
  expect(kept('.other,.card,p{a:b}')).toBe('.card,p{a:b}')
  expect(kept('html,:root,[data-x]{a:b}')).toBe('html,:root,[data-x]{a:b}')
})

test('rules for elements go that no source names, but those of the document', () => {
  expect(kept('p,sub,.card>sup{a:b}.card>i{a:b}select:where([multiple]) option{a:b}')).toBe(
    'p{a:b}.card>i{a:b}',
  )
  expect(kept('body,*,::before,:where(sub),[hidden]{a:b}')).toBe('body,*,::before,:where(sub),[hidden]{a:b}')
})

test('rules for parts of inputs go that only the desk has', () => {
  expect(
    kept('::-webkit-datetime-edit,::-webkit-search-decoration{a:b}.card::file-selector-button{a:b}'),
  ).toBe('::-webkit-search-decoration{a:b}')
})

test('rules go for bars of progress, hosts of shadow trees and what Firefox draws by itself', () => {
  expect(kept('html,:host{a:b}progress{a:b}:-moz-focusring:where(:not(iframe)),:-moz-ui-invalid{a:b}')).toBe(
    'html{a:b}',
  )
})

test('what a later rule of the same layer and selector sets anew is said once', () => {
  const html = 'html{font-family:a;line-height:1;orphans:4}'
  expect(kept(`@layer base{${html}p{a:b}html{font:400 1rem/1.6 b}}`)).toBe(
    '@layer base{html{orphans:4}p{a:b}html{font:400 1rem/1.6 b}}',
  )
  const important = '@layer base{html{color:a!important}html{color:b}}'
  expect(kept(important)).toBe(important)
  const fallback = '@layer components{.card{height:100vh}.card{height:100svh}}'
  expect(kept(fallback)).toBe(fallback)
  const other = `@layer base{${html}}@layer late{html{font:b}}`
  expect(kept(other)).toBe(other)
  const narrow = `@layer base{${html}@media print{html{font:b}}}`
  expect(kept(narrow)).toBe(narrow)
})

test('what a class may or may not be does not decide', () => {
  const css = '.card:not(.other){a:b}p:is(.other,.card){a:b}html:has(.other[open]){a:b}'
  expect(kept(css)).toBe(css)
})

test('escaped names and those that begin in a source are known', () => {
  const css =
    '.lg\\:grid-cols-\\[minmax\\(0\\,1fr\\)_23rem\\]{a:b}.text-\\[1\\.1875rem\\]{a:b}.phrase-swept{a:b}'
  expect(kept(css)).toBe(css)
})

test('variables of Tailwind that nothing reads go, and what registers them a second time', () => {
  const register = (name: string) => `@property ${name}{syntax:"*";inherits:false}`
  expect(kept(`.card{--tw-weight:700;font-weight:700}${register('--tw-weight')}`)).toBe(
    '.card{font-weight:700}',
  )
  const read = `.card{--tw-x:1px;translate:var(--tw-x)}${register('--tw-x')}`
  expect(kept(read + register('--tw-x'))).toBe(read)
  expect(kept(`.other{translate:var(--tw-x)}${register('--tw-x')}.card{--own:1}`)).toBe('.card{--own:1}')
})

test('animations that nothing names and groups that are empty go, but the order of the layers stays', () => {
  const frames = '@keyframes shine{to{a:b}}'
  expect(kept(`${frames}@media print{.other{a:b}}`)).toBe('')
  expect(kept(`${frames}.card{animation:shine 5s}`)).toBe(`${frames}.card{animation:shine 5s}`)
  expect(kept('@layer base{.other{a:b}}@layer a,b;')).toBe('@layer base{}@layer a,b;')
})

test('class names of the desk win over those of visitors’ pages, whichever of the two sheets comes first', async () => {
  const [desk, order] = await Promise.all(
    ['styles/desk.css', 'sheets.tsx'].map((path) =>
      readFile(new URL(`../../src/web/${path}`, import.meta.url), 'utf8'),
    ),
  )
  // A layer that is not named in the order of all comes after them.
  expect(desk).toContain('@import "tailwindcss/utilities" layer(desk)')
  expect(order).toContain('@layer properties, theme, base, components, utilities;')
})
