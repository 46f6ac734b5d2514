import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('the test browser draws Latin, Tamil and Devanagari with letters from packages, and none of them as boxes', async () => {
  const page = await openPage(browser)
  await page.setContent('<p>Mathematics</p><p>கணிதம்</p><p>गणित</p>')
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' })
  const families = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.map(({ familyName }) => familyName)
    }),
  )
  expect(families).toEqual([['Open Sans'], ['Anek Tamil'], ['Anek Devanagari']])
})
