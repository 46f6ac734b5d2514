import { expect, test } from 'vitest'
import { CachedRouter } from '#server/serving/cached-router.ts'

/** What an address leads to, with its parameters. */
function matchesOf(router: CachedRouter<string>, method: string, path: string) {
  return router.match(method, path)[0].map(([handler, params]) => [handler, { ...(params as object) }])
}

test('an address that was asked before leads to the same, with its own parameters and no other method’s', () => {
  const router = new CachedRouter<string>()
  router.add('ALL', '*', 'log')
  router.add('GET', '/papers/:id', 'paper')
  router.add('POST', '/papers/:id', 'change')
  for (const _ of ['at first', 'again']) {
    expect(matchesOf(router, 'GET', '/papers/a')).toEqual([
      ['log', {}],
      ['paper', { id: 'a' }],
    ])
    expect(matchesOf(router, 'GET', '/papers/b')[1]).toEqual(['paper', { id: 'b' }])
    expect(matchesOf(router, 'POST', '/papers/a')[1]).toEqual(['change', { id: 'a' }])
    expect(matchesOf(router, 'GET', '/none')).toEqual([['log', {}]])
  }
  router.add('GET', '/none', 'new')
  expect(matchesOf(router, 'GET', '/none'), 'a route that was added later').toEqual([
    ['log', {}],
    ['new', {}],
  ])
})

test('addresses that somebody makes up are not kept, by their number or their length', () => {
  const router = new CachedRouter<string>()
  router.add('GET', '/:name', 'page')
  const first = router.match('GET', '/first')
  expect(router.match('GET', '/first')).toBe(first)
  for (let nth = 0; nth < 1_000; nth++) router.match('GET', `/made-up-${nth}`)
  expect(router.match('GET', '/first')).not.toBe(first)
  expect(router.match('GET', '/first')).toEqual(first)
  const long = `/${'x'.repeat(200)}`
  expect(router.match('GET', long)[0]).toHaveLength(1)
  expect(router.match('GET', long)).not.toBe(router.match('GET', long))
})
