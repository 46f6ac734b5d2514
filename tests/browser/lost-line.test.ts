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

/** A page on which somebody has begun to read, with the line lost after that. */
async function openAndLose(path: string) {
  const page = await openPage(browser)
  await page.goto(site.origin + path)
  await wakePage(page)
  await page.keyboard.press('Shift')
  await page.waitForFunction(isAllCodeThere)
  await page.context().setOffline(true)
  return page
}

test.each([
  ['Home', 'One stop destination for', 'The papers could not be read just now.'],
  ['About', 'About', 'About'],
  ['Why Us', 'Why Us', 'Why Us'],
  ['Pricing', 'Plans We Offer', 'The prices could not be read just now.'],
  ['Contact Us', 'Contact Us', 'Contact Us'],
])('without a line %s still opens, and says what it could not read', async (link, heading, sentence) => {
  const page = await openAndLose('/practice')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.getByText(sentence).first().waitFor()
  await page.context().close()
})

test('without a line a paper and a list still open, and say what they could not read', async () => {
  const page = await openAndLose('/practice')
  await page.getByRole('link', { name: 'Matrices', exact: true }).click()
  await page.getByRole('heading', { name: 'This paper could not be read just now' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Free Question' }).click()
  await page.getByText('The papers could not be read just now.').first().waitFor()
  await page.context().close()
})

test.each([
  ['only looks', {}, false],
  ['saves data', { saveData: true }, true],
  ['is on a slow line', { effectiveType: '2g' }, true],
])('who %s fetches no pages that may never be opened', async (_who, connection, acts) => {
  const page = await openPage(browser)
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value })
  }, connection)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${site.origin}/practice`, { waitUntil: 'networkidle' })
  if (acts) await page.keyboard.press('Shift')
  // Asked for after whatever the key would have asked for.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  expect(asked.filter((address) => address.includes('/assets/pricing-'))).toEqual([])
  await page.context().close()
})
