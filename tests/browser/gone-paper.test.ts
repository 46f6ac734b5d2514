import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/paper-path.ts'
import { openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const TITLE = 'Paper with the marking scheme'

let site: Site
let browser: Browser
let admin: SignedIn
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  admin = await site.signIn()
  await publish(site, admin, { title: TITLE })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test('a paper that is deleted while its page is open is told of, with ways on', async () => {
  const goes = await publish(site, admin, { title: 'Goes again' })
  const page = await openPage(browser)
  await page.goto(site.origin + paperPath(goes))
  await site.fetch(`/api/admin/papers/${goes.id}`, { method: 'DELETE', headers: admin.headers })
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('link', { name: /^View Paper/ })
    .first()
    .click()
  const gone = await opened
  await gone.getByText('This paper is no longer here').waitFor()
  expect(await gone.title()).toBe('404 · Thervu')
  await gone.getByRole('search', { name: 'Find a paper' }).getByRole('searchbox').fill('marking scheme')
  await gone.getByRole('search', { name: 'Find a paper' }).getByRole('button').click()
  await gone.getByRole('link', { name: TITLE, exact: true }).waitFor()
  await page.context().close()
})

test('a line that is lost on the way says so, and trying again brings the paper', async () => {
  const page = await openPage(browser)
  // Before the page, which fetches ahead what its links lead to.
  await page.route('**/*.data*', (route) => route.abort())
  await page.goto(`${site.origin}/practice`)
  // Until then a link loads its page from the server, which answers.
  await wakePage(page)
  await page.getByRole('link', { name: TITLE, exact: true }).click()
  await page.getByRole('heading', { name: 'This paper could not be read just now' }).waitFor()
  await page.unroute('**/*.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await page.context().close()
})

test('a paper that is deleted while its list is open is told of where its title leads', async () => {
  const goes = await publish(site, admin, { title: 'Goes again' })
  const page = await openPage(browser)
  await page.goto(`${site.origin}/practice`)
  await wakePage(page)
  await site.fetch(`/api/admin/papers/${goes.id}`, { method: 'DELETE', headers: admin.headers })
  await page.getByRole('link', { name: 'Goes again', exact: true }).click()
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  expect(await page.title()).toBe('404 · Thervu')
  await page.getByRole('list', { name: 'What there is' }).getByRole('link', { name: 'CBSE' }).click()
  await page.getByRole('link', { name: TITLE, exact: true }).waitFor()
  await page.context().close()
})

test('a refusal of the server is shown in its words, not as the document that carries them', async () => {
  const page = await openPage(browser)
  const body = JSON.stringify({ type: 'about:blank', status: 421, detail: 'This is another site.' })
  await page.route('**/*.data*', (route) => route.fulfill({ status: 421, body }))
  await page.goto(`${site.origin}/practice`)
  await wakePage(page)
  await page.getByRole('link', { name: TITLE, exact: true }).click()
  await page.getByText('421 This is another site.').waitFor()
  expect(await page.title()).toBe('421 · Thervu')
  await page.context().close()
})
