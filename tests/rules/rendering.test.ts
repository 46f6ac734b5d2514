import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, type ServerBuild } from 'react-router'
import { expect, test, vi } from 'vitest'
import { buildsByFirstPart } from '#server/pages/page-handler.ts'
import { FailedPage } from '#web/ui/failed-page.tsx'

const ROUTES = [
  { id: 'root', path: '' },
  { id: 'layout', parentId: 'root' },
  { id: 'home', parentId: 'layout', index: true },
  { id: 'practice', parentId: 'layout', path: 'practice' },
  { id: 'list', parentId: 'layout', path: 'resources/:type/:grade' },
  { id: 'lists', parentId: 'layout', path: 'resources/:type?' },
  { id: 'desk', parentId: 'layout', path: 'admin' },
  { id: 'desk-start', parentId: 'desk', index: true },
  { id: 'upload', parentId: 'desk', path: 'upload' },
  { id: 'missing', parentId: 'layout', path: '*' },
]
const byId = Object.fromEntries(ROUTES.map((route) => [route.id, route]))
const build = {
  publicPath: '/',
  routes: byId,
  assets: { version: '1', routes: byId },
} as unknown as ServerBuild

test('addresses with the same first part have their own routes, with those above and those for any address', () => {
  const idsOf = ({ routes, assets }: ServerBuild) => [Object.keys(routes), Object.keys(assets.routes)]
  const all = [...buildsByFirstPart(build)].map(([part, each]) => [part, ...idsOf(each)])
  const always = ['root', 'layout', 'missing']
  const expected = Object.entries({
    '': ['home'],
    practice: ['practice'],
    resources: ['list', 'lists'],
    admin: ['desk', 'desk-start', 'upload'],
  }).map(([part, ids]) => {
    const those = ROUTES.map(({ id }) => id).filter((id) => ids.includes(id) || always.includes(id))
    return [part, those, those]
  })
  expect(all).toEqual(expected)
})

test('all else of a build stays as it is', () => {
  const practice = buildsByFirstPart(build).get('practice')
  expect(practice?.publicPath).toBe('/')
  expect(practice?.assets.version).toBe('1')
})

let thrown: unknown

function Failed() {
  return createElement(FailedPage, { error: thrown } as Parameters<typeof FailedPage>[0])
}

/** Within a router, from which it knows the centre. */
const failed = (error: unknown) => {
  thrown = error
  return renderToStaticMarkup(createElement(createRoutesStub([{ path: '/', Component: Failed }])))
}

test('a failed page says the status and the message, and folds the stack of an error of the browser', () => {
  vi.stubGlobal('document', {})
  const html = failed(new Error('the chart has no rows'))
  vi.unstubAllGlobals()
  expect(html).toContain('Unexpected Application Error!')
  expect(html).toMatch(/the chart has no rows.*<details.*rendering\.test\.ts/s)
})

test('what the server renders of a failed page has no stack', () => {
  const html = failed(new Error('Unexpected Server Error'))
  expect(html).toMatch(/>500<.*Unexpected Server Error/s)
  expect(html).not.toContain('rendering.test.ts')
  expect(html).not.toContain('<details')
})
