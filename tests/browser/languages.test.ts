import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanguage, LANGUAGES, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { hydratePage, openBrowser, openPage, pressInPlace } from '../support/chromium.ts'
import { noteRendered, renderPages } from '../support/rendered-pages.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const hasLanguages = SHOWN_LANGUAGES.length > 1
const PHONE = { viewport: { width: 360, height: 740 } }

let site: Site
let browser: Browser
let long: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  long = await publish(site, admin, { title: 'Nine pages' })
  await noteRendered(site, long.id, { rendered: 9 })
  await publish(site, admin, { title: 'With answers', referenceLink: 'https://answers.example/a' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const panelOf = (page: Page) => page.locator('#languages')
const opener = (page: Page) => page.getByRole('button', { name: 'Language' })

test.runIf(hasLanguages)('the panel of languages works by keys, and without JavaScript', async () => {
  const plain = await openPage(browser, { javaScriptEnabled: false, ...PHONE })
  await plain.goto(`${site.origin}/practice?grade=12&q=answers`)
  await opener(plain).click()
  await panelOf(plain).getByRole('link', { name: LANGUAGES.ta.name }).click()
  await plain.waitForURL('**/ta/practice?grade=12&q=answers')
  expect(await plain.locator('html').getAttribute('lang')).toBe('ta')
  await plain.locator('footer').getByRole('link', { name: LANGUAGES.hi.name }).click()
  await plain.waitForURL('**/hi/practice?grade=12&q=answers')
  await plain.context().close()

  const page = await openPage(browser, PHONE)
  await page.goto(`${site.origin}/fr/practice`)
  const panel = panelOf(page)
  const isFocused = (locator: typeof panel) => locator.evaluate((each) => each === document.activeElement)
  for (const isAwake of [false, true]) {
    if (isAwake) await hydratePage(page)
    await opener(page).focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('link', { name: 'English' }).waitFor()
    expect(await panel.locator('[aria-current="true"]').allTextContents()).toEqual(['English'])
    await page.keyboard.press('Tab')
    expect(await isFocused(panel.getByRole('link', { name: 'English' }))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await isFocused(panel.getByRole('link', { name: LANGUAGES.ta.name }))).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await isFocused(opener(page))).toBe(true)
  }
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // An unknown prefix is an address like any other that is not there.
  await page.waitForURL('**/ta/fr/practice')
  await page.getByText(messagesOf('ta').missing_no_page()).waitFor()
  await page.context().close()
})

test.runIf(hasLanguages)(
  'a visit stays in its language, before hydration and after, with its messages alone',
  async () => {
    const page = await openPage(browser)
    await page.goto(`${site.origin}/ta/practice`)
    await hydratePage(page)
    for (const [to, path] of [
      ['/pricing', '/ta/pricing'],
      ['/', '/ta'],
      ['/practice', '/ta/practice'],
    ] as const) {
      await page.locator(`#menu a[href="${inLanguage(to, 'ta')}"]`).click()
      await page.waitForURL(`**${path}`)
    }
    await page.locator('main [name="q"]').fill('With')
    await page.locator('main [name="q"]').press('Enter')
    await page.waitForURL('**/ta/practice?q=With')
    await page.getByRole('link', { name: 'With answers' }).first().waitFor()
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
    const messages = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/assets\/((?:en|ta|hi)-)/.exec(name)?.[1] ?? []),
    )
    expect(messages).toEqual(['ta-'])
    expect(page.errors).toEqual([])
    await page.context().close()
  },
)

test.runIf(hasLanguages)('the page of a paper that is read stays in another language', async () => {
  const page = await openPage(browser, PHONE)
  await renderPages(page)
  await page.goto(site.origin + paperPath(long))
  await hydratePage(page)
  await page.locator('#page-7').evaluate((leaf) => leaf.scrollIntoView())
  await page.locator('.reader[data-at="7"]').waitFor()
  await pressInPlace(page, opener(page))
  await pressInPlace(page, panelOf(page).getByRole('link', { name: LANGUAGES.ta.name }))
  await page.waitForURL(`**${inLanguage(paperPath(long), 'ta')}#page-7`)
  await hydratePage(page)
  await page.locator('.reader[data-at="7"]').waitFor()
  await page.context().close()
})

test.runIf(hasLanguages)(
  'who reads another language gets one line, which covers nothing picked and stays closed',
  async () => {
    const page = await openPage(browser, { locale: 'ta-IN', ...PHONE })
    const offerOn = (on: Page) => on.locator('[data-offer]')
    await page.goto(`${site.origin}/practice?grade=12`)
    const link = offerOn(page).getByRole('link', { name: LANGUAGES.ta.offer })
    await link.waitFor()
    expect(await link.evaluate((each: HTMLAnchorElement) => each.href)).toBe(
      `${site.origin}/ta/practice?grade=12`,
    )
    await hydratePage(page)
    await page.locator('.pick input').first().check()
    await page.locator('.picked-bar .picked-opener').click()
    // A click fails where something else is on top.
    for (const way of await page.locator('.picked-ways :is(a, button)').all())
      await way.click({ trial: true })
    await page.locator('.pick input').first().uncheck()
    await opener(page).click()
    await link.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await link.waitFor()
    // Nor the form for one's class, which ends at the lower edge of a phone in Tamil.
    const form = page.locator('.my-class form')
    await page.locator('.my-class summary').press('Enter')
    await form.waitFor()
    await link.waitFor({ state: 'hidden' })
    await page.locator('.my-class summary').press('Enter')
    await link.waitFor()
    // As at 400 % in a window of 1280 × 1024.
    await page.setViewportSize({ width: 320, height: 256 })
    await offerOn(page).getByRole('link', { name: LANGUAGES.ta.name, exact: true }).waitFor()
    const { width = 0, height = 0 } = (await offerOn(page).boundingBox()) ?? {}
    expect(width * height).toBeLessThan((320 * 256) / 8)
    await page.setViewportSize(PHONE.viewport)
    await offerOn(page).getByRole('button').click()
    await page.goto(`${site.origin}/pricing`)
    await hydratePage(page)
    expect(await offerOn(page).count()).toBe(0)
    await page.context().close()
    // Behind the slideshow a tap on it would only close that.
    const first = await openPage(browser, { locale: 'ta-IN', isNew: true, ...PHONE })
    await first.goto(site.origin)
    await offerOn(first).waitFor({ state: 'attached' })
    await first.locator('dialog.slideshow[open]').waitFor()
    expect(await offerOn(first).isVisible()).toBe(false)
    await first.keyboard.press('Escape')
    await offerOn(first).waitFor()
    await first.context().close()
    // Who has chosen a language is offered none.
    const other = await openPage(browser, { locale: 'ta-IN' })
    await other.goto(`${site.origin}/pricing`)
    await other.locator('footer').getByRole('link', { name: LANGUAGES.hi.name }).click()
    await other.waitForURL('**/hi/pricing')
    await hydratePage(other)
    expect(await offerOn(other).count()).toBe(0)
    expect(new URL(other.url()).pathname).toBe('/hi/pricing')
    await other.context().close()
  },
)
