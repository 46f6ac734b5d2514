import { expect, test } from 'vitest'
import { keepUsedRules, wordsOf } from '../../scripts/support/used-rules.ts'

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
