import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CachedFragment, FragmentsContext } from '#web/drawn/cached-fragment.tsx'
import { PageFragments } from '#web/drawn/fragment-cache.ts'

let drawn: string[] = []

function Card({ title }: { title: string }) {
  drawn.push(title)
  return h('b', { title }, title, ' & ', 2)
}

let isBroken = false

function Breaking() {
  if (isBroken) throw new Error('broken')
  return h('i', null, 'whole')
}

const card = (title: string) =>
  h(CachedFragment, { key: title, name: 'card', props: { title } }, h(Card, { title }))
const page = (titles: string[]) => h('ul', null, titles.map(card), h('li', null, 'last'))

function draw(titles: string[], of: string) {
  drawn = []
  const fragments = new PageFragments(of)
  return fragments.complete(renderToString(h(FragmentsContext, { value: fragments }, page(titles))))
}

test('a page of fragments from the cache is, letter for letter, the page without a cache', () => {
  const titles = ['Waves', '<template data-cached="0"></template>', 'அலைகள்', "$& 'Optics' \\ \u2028"]
  const plain = renderToString(page(titles))
  expect(draw(titles, 'en 1')).toBe(plain)
  expect(drawn).toEqual(titles)
  expect(draw(titles, 'en 1')).toBe(plain)
  expect(drawn).toEqual([])
  draw(['Waves', 'Heat'], 'en 1')
  expect(drawn).toEqual(['Heat'])
})

test('another language, other content and other props are drawn', () => {
  draw(['Light'], 'en 1')
  for (const of of ['ta 1', 'en 2']) {
    draw(['Light'], of)
    expect([of, drawn]).toEqual([of, ['Light']])
  }
  draw(['Light '], 'en 1')
  expect(drawn).toEqual(['Light '])
})

test('a fragment that fails is not kept, and the pages after it are whole', () => {
  const breaking = h(CachedFragment, { name: 'breaking', props: null }, h(Breaking))
  const render = () => {
    const fragments = new PageFragments('en 1')
    return fragments.complete(renderToString(h(FragmentsContext, { value: fragments }, breaking)))
  }
  isBroken = true
  expect(render).toThrow('broken')
  isBroken = false
  expect(render()).toBe('<i>whole</i>')
})

test('the cache of fragments is bounded', () => {
  draw(['first'], 'en 1')
  for (let at = 0; at < 2_000; at++) draw([`paper ${at}`], 'en 1')
  draw(['first'], 'en 1')
  expect(drawn).toEqual(['first'])
})
