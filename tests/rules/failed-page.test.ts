import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FailedPage } from '#web/ui/failed-page.tsx'

test('the stack of a fault stands on the page while developing, and neither it nor its message does otherwise', () => {
  const error = new Error('the database said something private')
  const shown = (showStack: boolean) =>
    renderToStaticMarkup(createElement(FailedPage, { error, showStack } as Parameters<typeof FailedPage>[0]))
  expect(shown(true)).toContain('failed-page.test.ts')
  for (const secret of ['failed-page.test.ts', 'something private'])
    expect(shown(false)).not.toContain(secret)
  for (const isShown of [true, false]) expect(shown(isShown)).toContain('Unexpected Application Error!')
})
