import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { FailedPage } from '#web/ui/failed-page.tsx'

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
