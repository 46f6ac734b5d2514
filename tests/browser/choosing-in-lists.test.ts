import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const PHONE = { width: 360, height: 740 }

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  for (const set of [1, 2])
    await publish(site, admin, { title: `Unit paper, Set ${set}`, degree: '11th-cbse', subject: 'Physics' })
  await publish(site, admin, { title: 'Board paper, Set 1', degree: '11th-cbse', subject: 'Physics' })
  await publish(site, admin, { title: 'Half-yearly paper', referenceLink: 'https://answers.example/a' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
})
afterEach(() => page.context().close())

/** What the page asks for next is answered when the returned function is called. */
async function delayAnswers() {
  const asked = Promise.withResolvers<void>()
  await page.route('**/practice.data*', async (route) => {
    await asked.promise
    await route.continue()
  })
  return asked.resolve
}

test('what is chosen while another choice is on its way adds to it; a phone’s filters open over the list, which says that it looks', async () => {
  await page.goto(`${site.origin}/practice`)
  await hydratePage(page)
  const answer = await delayAnswers()
  const bubble = (name: string) => page.locator('.class-bubbles').getByRole('link', { name, exact: true })
  await bubble('Class 11').click()
  await page.locator('[data-asked]').waitFor()
  expect(await page.locator('.answer-bubble[aria-current]').allTextContents()).toEqual(['Class 11'])
  // The addresses of bubbles tell when the page knows of a choice.
  const isKnown = (choice: string) => page.locator(`.answer-bubble[href*="${choice}"]`).first().waitFor()
  await page.getByRole('combobox', { name: 'Subject' }).selectOption({ value: 'Physics' })
  await isKnown('subject=Physics')
  await bubble('CBSE').click()
  await bubble('CBSE').and(page.locator('[aria-current]')).waitFor()
  await page.getByRole('checkbox', { name: /^With answers/ }).check()
  await isKnown('answered=yes')
  await page.getByRole('searchbox', { name: 'Search papers' }).fill('set')
  // With suggestions below it, it is no searchbox any more.
  await page.keyboard.press('Enter')
  answer()
  await page.waitForURL('**/practice?q=set**')
  const chosen = { q: 'set', type: 'cbse', grade: '11', subject: 'Physics', answered: 'yes' }
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(chosen)

  await page.setViewportSize(PHONE)
  await page.goto(`${site.origin}/practice`)
  await hydratePage(page)
  await page.getByText('4 papers free to open').waitFor()
  const answerAgain = await delayAnswers()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: /^With answers/ }).check()
  await page.getByText('Looking for papers …').first().waitFor()
  expect(await page.getByText('4 papers').filter({ visible: true }).count()).toBe(0)
  answerAgain()
  await page.getByRole('button', { name: 'Show 1 paper' }).click()
  await page.getByText('1 paper free to open: With answers').waitFor()
  await page.getByText('Looking for papers …').first().waitFor({ state: 'hidden' })
})

test('a keyboard reaches the search, a filter and a paper; on paper a list is its papers; the whole sheet leads to the paper’s page', async () => {
  await page.goto(`${site.origin}/practice`)
  const walk = async (names: string[]) => {
    for (const name of names) {
      await page.keyboard.press('Tab')
      expect(await focused()).toContain(name)
    }
  }
  await walk(['Skip to the content'])
  await page.keyboard.press('Enter')
  await walk(['Search papers', 'Search', 'Class 12'])
  // Past the other bubbles, the last of which is an exam's.
  await page.getByRole('link', { name: 'TNPSC', exact: true }).focus()
  await walk([
    'With answers (1)',
    'Subject',
    'Year',
    'Month',
    'Show my class first',
    'Half-yearly paper',
    'View Paper',
    'Free Answer',
  ])
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)
  expect(outline).toBe('solid')
  await walk(['Pick: Half-yearly paper'])

  const titles = await page.getByRole('article').getByRole('heading').allTextContents()
  await page.emulateMedia({ media: 'print' })
  for (const role of ['link', 'button', 'combobox', 'searchbox'] as const) {
    const shown = await page.getByRole(role).filter({ visible: true }).allTextContents()
    // What is left says something by itself: the centre's name, and the papers' titles.
    expect(
      shown.filter((text) => text !== 'Thervu' && !titles.includes(text)),
      role,
    ).toEqual([])
    if (role === 'link') expect(shown).toEqual(expect.arrayContaining(titles))
  }
  await page.emulateMedia({ media: 'screen' })

  const card = page.getByRole('article').filter({ hasText: 'Half-yearly paper' })
  for (const name of [/^View Paper/, /^Free Answer/])
    await card.getByRole('link', { name }).click({ trial: true })
  await card.locator('.thumbnail').click({ force: true })
  await page.waitForURL('**/papers/*/half-yearly-paper')
})

test('a picture that does not arrive leaves the ruled sheet, without JavaScript too', async () => {
  const plain = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false })
  await plain.goto(`${site.origin}/practice`)
  const sheet = plain.getByRole('article').first().locator('.thumbnail')
  await sheet.locator('img').evaluate((picture: HTMLImageElement) => picture.decode())
  const whole = await sheet.screenshot()
  await sheet.locator('img').evaluate(async (picture: HTMLImageElement) => {
    picture.src = '/files/thumbnail/lost.webp'
    await picture.decode().catch(() => {})
  })
  const failed = await sheet.screenshot()
  // The same sheet, had it no picture at all.
  await sheet.locator('img').evaluate((picture) => picture.remove())
  expect(failed.equals(await sheet.screenshot())).toBe(true)
  expect(failed.equals(whole)).toBe(false)
  await plain.context().close()
})

test('a class that is said once goes first in lists and searches of this device, until it is forgotten, also in a list that one goes back to; what cannot be stored is told', async () => {
  await page.goto(`${site.origin}/search?q=paper`)
  const titles = () => page.locator('.paper-card h2').allTextContents()
  const all = await titles()
  expect(all[0]).not.toMatch(/Unit|Board/)
  await hydratePage(page)
  const menu = page.locator('.my-class summary')
  await page.getByText('Show my class first').click()
  await page.locator('[name="my-grade"]').selectOption('11')
  await page.locator('[name="my-board"]').selectOption('cbse')
  await page.getByRole('button', { name: 'Show these first' }).click()
  await page.getByText('First: Class 11, CBSE.').waitFor()
  await expect.poll(() => menu.evaluate((one) => one === document.activeElement)).toBe(true)
  const first = await titles()
  expect(first.slice(0, 3).every((title) => /Unit|Board/.test(title))).toBe(true)
  expect(first.toSorted()).toEqual(all.toSorted())
  // Links from pages without it: each is one step of the history, and back leads to where one came from.
  await page.goto(`${site.origin}/about`)
  await hydratePage(page)
  await page.getByRole('banner').getByRole('link', { name: 'Free Question paper', exact: true }).click()
  await page.waitForURL('**/practice?first=**')
  await page.goBack()
  await page.waitForURL('**/about')
  await page.goForward()
  await page.waitForURL('**/practice?first=**')
  // A list that is opened as a document.
  await page.goto(`${site.origin}/practice?subject=Physics`)
  await page.waitForURL('**/practice?subject=Physics&first=**')
  await hydratePage(page)
  await menu.click()
  await page.getByRole('button', { name: 'Forget my class' }).click()
  await page.getByText('Show my class first').waitFor()
  await page.goto(`${site.origin}/search?q=paper`)
  expect(await titles()).toEqual(all)
  expect(page.url()).not.toContain('first=')

  await page.goto(`${site.origin}/practice`)
  await hydratePage(page)
  await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click()
  await page.waitForURL('**/about')
  await page.evaluate(() => localStorage.setItem('my-class', '11.cbse.'))
  await page.goBack()
  await page.waitForURL('**/practice?first=11.cbse.')
  await page.goForward()
  await page.waitForURL('**/about')
  await page.goto(`${site.origin}/practice?first=11.cbse.`)
  await hydratePage(page)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('Nothing is stored')
    }
  })
  await page.locator('.my-class summary').click()
  await page.locator('[name="my-grade"]').selectOption('12')
  await page.getByRole('button', { name: 'Show these first' }).click()
  await page.getByText('First: Class 12').waitFor()
  await page.getByRole('alert').getByText('This browser stores nothing').waitFor()
})

async function focused() {
  return await page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    return element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent
  })
}
