import postcss from 'postcss'
import { expect, test } from 'vitest'
import { markSeldom } from '../../scripts/support/seldom-rules.ts'
import { shortenRules } from '../../scripts/support/shorten-rules.ts'
import { wordsOf } from '../../scripts/support/used-rules.ts'
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
