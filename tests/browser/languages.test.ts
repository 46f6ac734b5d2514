import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanguage, LANGUAGES, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { axeFaults, COLOUR_RULES } from '../support/axe.ts'
import { gotoWithFonts, openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const hasLanguages = SHOWN_LANGUAGES.length > 1

let site: Site
let browser: Browser
let pages: string[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  await publish(site, admin, { title: 'With answers', referenceLink: 'https://answers.example/a' })
  const paper = await publish(site, admin, { title: 'அரையாண்டுத் தேர்வு: கணிதம்', degree: '10th-state' })
  pages = ['/', '/about', '/why-us', '/pricing', '/contact', '/practice', '/resources/cbse/12/']
  pages.push('/search?q=maths', '/practice?q=nothing-there', '/nothing-here', paperPath(paper))
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search)

test.runIf(hasLanguages)(
  'the switch leads to the same page with its filters, also without JavaScript',
  async () => {
    for (const javaScriptEnabled of [false, true]) {
      const page = await openPage(browser, { javaScriptEnabled, viewport: { width: 360, height: 740 } })
      await page.goto(`${site.origin}/practice?grade=12&q=answers`)
      await page.getByRole('button', { name: 'Language' }).click()
      await page.locator('#languages').getByRole('link', { name: LANGUAGES.ta.name }).click()
      await page.waitForURL('**/ta/practice?grade=12&q=answers')
      expect(await page.locator('html').getAttribute('lang')).toBe('ta')
      await page.locator('footer').getByRole('link', { name: LANGUAGES.hi.name }).click()
      await page.waitForURL('**/hi/practice?grade=12&q=answers')
      await page.context().close()
    }
  },
)

test.runIf(hasLanguages)('the panel of languages is opened, walked and closed by keys', async () => {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 }, forcedColors: 'active' })
  await page.goto(`${site.origin}/fr/practice`)
  const [button, panel] = [page.getByRole('button', { name: 'Language' }), page.locator('#languages')]
  const isFocused = (locator: typeof panel) => locator.evaluate((each) => each === document.activeElement)
  for (const isAwake of [false, true]) {
    if (isAwake) await wakePage(page)
    await button.focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('link', { name: 'English' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await isFocused(panel.getByRole('link', { name: 'English' }))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await isFocused(panel.getByRole('link', { name: LANGUAGES.ta.name }))).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await isFocused(button)).toBe(true)
  }
  // Which one it is can be seen without colours, and is told.
  await page.keyboard.press('Enter')
  const present = panel.locator('[aria-current="true"]')
  expect(await present.allTextContents()).toEqual(['English'])
  const tick = await present.evaluate((link) => {
    const { width, borderBottomWidth, borderBottomColor } = getComputedStyle(link, '::after')
    return [Number.parseFloat(width) > 0, borderBottomWidth, borderBottomColor !== 'rgba(0, 0, 0, 0)']
  })
  expect(tick).toEqual([true, '2px', true])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // An unknown prefix is an address like any other that is not there.
  await page.waitForURL('**/ta/fr/practice')
  await page.getByText(messagesOf('ta').missing_no_page()).waitFor()
  await page.context().close()
})

test.runIf(hasLanguages)('a visit stays in its language, before React and after', async () => {
  const page = await openPage(browser)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (said) => said.type() === 'error' && faults.push(said.text()))
  await page.goto(`${site.origin}/ta/practice`)
  await wakePage(page)
  for (const [to, path] of [
    ['/pricing', '/ta/pricing'],
    ['/', '/ta'],
    ['/practice', '/ta/practice'],
  ]) {
    await page.locator(`#menu a[href="${inLanguage(to ?? '', 'ta')}"]`).click()
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
  expect(faults).toEqual([])
  await page.context().close()
})

test.runIf(hasLanguages)(
  'who reads another language gets one line, which moves nothing and stays closed',
  async () => {
    const page = await openPage(browser, { locale: 'ta-IN', viewport: { width: 360, height: 740 } })
    const offer = page.locator('[data-language-offer]')
    // Letters that come with the first page, and late, move words: they are here before.
    await gotoWithFonts(page, `${site.origin}/about`)
    await page.addInitScript(() => {
      const shifts: string[] = []
      const movedBy = ({ sources }: { sources: { node: Node | null }[] }) =>
        sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 200) : String(node?.nodeValue),
        )
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(...movedBy(entry as never))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${site.origin}/practice?grade=12`)
    await offer.getByRole('link', { name: LANGUAGES.ta.offer }).waitFor()
    await wakePage(page)
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
    expect(await offer.getByRole('link').evaluate((link: HTMLAnchorElement) => link.href)).toBe(
      `${site.origin}/ta/practice?grade=12`,
    )
    await offer.getByRole('button').click()
    await page.goto(`${site.origin}/pricing`)
    await wakePage(page)
    expect(await offer.count()).toBe(0)
    await page.context().close()
    const other = await openPage(browser, { locale: 'ta-IN' })
    await other.goto(`${site.origin}/pricing`)
    await other.locator('footer').getByRole('link', { name: LANGUAGES.hi.name }).click()
    await other.waitForURL('**/hi/pricing')
    await wakePage(other)
    expect(await other.locator('[data-language-offer]').count()).toBe(0)
    expect(await pathOf(other)).toBe('/hi/pricing')
    await other.context().close()
  },
)

test.runIf(hasLanguages).each([360, 768, 1440])(
  'at %d pixels the line that offers a language covers no way to take what is picked',
  async (width) => {
    const page = await openPage(browser, { locale: 'en-IN', viewport: { width, height: 740 } })
    await page.goto(`${site.origin}/ta/practice`)
    await page.locator('[data-language-offer]').waitFor()
    await wakePage(page)
    for (const pick of await page.locator('.pick input').all()) await pick.check()
    const bar = page.locator('.picked-bar')
    await bar.waitFor()
    if (width < 768) await bar.locator('.picked-opener').click()
    // A click fails where something else lies on top.
    for (const way of await bar.locator('.picked-ways :is(a, button)').all()) await way.click({ trial: true })
    await page.context().close()
  },
)

for (const language of SHOWN_LANGUAGES.slice(1)) {
  test(`in ${language} axe finds nothing, and nothing reaches beyond the edge at 320 pixels`, async () => {
    const found: string[] = []
    const page = await openPage(browser, { viewport: { width: 320, height: 740 } })
    for (const path of pages) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(site.origin + inLanguage(path, language))
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (beyond > 0) found.push(`${path} is ${beyond} pixels too wide`)
      found.push(...(await axeFaults(page)))
      await page.emulateMedia({ colorScheme: 'dark' })
      found.push(...(await axeFaults(page, COLOUR_RULES)))
    }
    await page.context().close()
    expect(found).toEqual([])
  })
}
