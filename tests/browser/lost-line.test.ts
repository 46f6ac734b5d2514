import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  await publish(site, await site.signIn(), { title: 'Matrices' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** Every file that a visitors' page is made of. */
function isAllCodeThere() {
  type Code = { module: string; imports?: string[]; css?: string[] }
  const { routes } = (window as unknown as { __reactRouterManifest: { routes: Record<string, Code> } })
    .__reactRouterManifest
  const wanted = Object.entries(routes)
    .filter(([id]) => id.startsWith('routes/visitor/'))
    .flatMap(([, { module, imports = [], css = [] }]) => [module, ...imports, ...css])
    .map((path) => new URL(path, location.href).pathname)
  const there = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return wanted.length > 8 && wanted.every((path) => there.includes(path))
}

test('without a line every page still opens, and says what it could not read', async () => {
  const page = await openPage(browser)
  await page.goto(`${site.origin}/practice`)
  await wakePage(page)
  await page.keyboard.press('Shift')
  await page.waitForFunction(isAllCodeThere)
  await page.context().setOffline(true)
  for (const [link, heading, sentence] of [
    ['Matrices', 'This paper could not be read just now', ''],
    ['Home', 'One stop destination for', 'The papers could not be read just now.'],
    ['About', 'About', ''],
    ['Why Us', 'Why Us', ''],
    ['Pricing', 'Plans We Offer', 'The prices could not be read just now.'],
    ['Contact Us', 'Contact Us', ''],
    ['Free Question paper', 'Free Practice', 'The papers could not be read just now.'],
  ] as const) {
    const links = link === 'Matrices' ? page : page.getByRole('navigation', { name: 'Main' })
    await links.getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { name: heading }).first().waitFor()
    if (sentence) await page.getByText(sentence).first().waitFor()
  }
  await page.context().close()
})

test('who saves data fetches no pages that may never be opened', async () => {
  const page = await openPage(browser)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${site.origin}/practice`)
  await wakePage(page)
  await page.keyboard.press('Shift')
  // Asked for after whatever the key would have asked for.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  expect(asked.filter((address) => address.includes('/assets/pricing-'))).toEqual([])
  await page.context().close()
})
