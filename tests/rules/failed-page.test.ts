import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { FailedPage } from '#web/ui/failed-page.tsx'

const shown = (error: unknown) =>
  renderToStaticMarkup(createElement(FailedPage, { error } as Parameters<typeof FailedPage>[0]))

test('a failed page says the status and the message, and folds the stack of an error of the browser', () => {
  vi.stubGlobal('document', {})
  const html = shown(new Error('the chart has no rows'))
  vi.unstubAllGlobals()
  expect(html).toContain('Unexpected Application Error!')
  expect(html).toMatch(/the chart has no rows.*<details.*failed-page\.test\.ts/s)
})

test('what the server renders has no stack', () => {
  const html = shown(new Error('Unexpected Server Error'))
  expect(html).toMatch(/>500<.*Unexpected Server Error/s)
  expect(html).not.toContain('failed-page.test.ts')
  expect(html).not.toContain('<details')
})
