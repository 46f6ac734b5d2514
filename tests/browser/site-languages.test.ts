import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openPage } from '../support/chromium.ts'
import { browser, page, site, visitDesk } from '../support/desk-session.ts'
import { openSignedIn } from '../support/sign-in-page.ts'

visitDesk()
beforeEach(async () => {
  await site.app.db.deleteFrom('centreVersions').execute()
})
afterEach(() => expect(page.errors).toEqual([]))

const publishButton = (on: Page = page) => on.getByRole('button', { name: 'Publish changes' })
/** The router draws the fields of another language in its own time. */
async function language(name: string, on: Page = page) {
  const button = on.getByRole('group', { name: 'Language' }).getByRole('button', { name })
  await button.click()
  await button.and(on.locator('[aria-current]')).waitFor()
}
const part = (name: string, on: Page = page) =>
  on.getByRole('navigation', { name: 'Parts of the site' }).getByRole('link', { name }).click()
const said = (text: string | RegExp, on: Page = page) => on.getByText(text).first().waitFor()
const textOf = async (path: string) => await (await site.fetch(path)).text()
/** The one over the form, where there is one. */
const preview = () => page.locator('iframe[title$="as it would be"]').last().contentFrame()

test('an owner writes texts in Tamil on a phone and at a desk, sees them in the preview, and publishes them', async () => {
  await openSignedIn(page, site.origin, '/admin/site')
  for (const [at, viewport] of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ].entries()) {
    await page.setViewportSize(viewport)
    await page.goto(`${site.origin}/admin/site?group=slides`)
    await publishButton().waitFor()
    await language('தமிழ்')
    const heading = page.getByRole('form', { name: 'Slides in Tamil' }).getByLabel('Heading').first()
    await page.getByText('On the English pages: “Papers, free to open”').waitFor()
    expect(await page.getByLabel('Where the button leads').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Add|Move|Take|Choose)/ }).count()).toBe(0)
    await heading.fill(`எங்கள் வினாத்தாள்கள் ${at}`)
    if (at === 0) await page.getByRole('button', { name: 'See the page' }).click()
    await preview()
      .getByRole('heading', { name: `எங்கள் வினாத்தாள்கள் ${at}` })
      .waitFor()
    expect(await preview().locator('html').getAttribute('lang')).toBe('ta')
    if (at === 0) await page.keyboard.press('Escape')
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beyond).toBe(0)
    // The language stays from part to part; what has no words is the same in all.
    await part('Channels')
    await said('This is the same in every language.')
    await part('Home')
    await page.getByLabel('Line above the footer').fill('மனம் திறந்தால்')
    await part('The centre')
    await page.getByLabel('Name', { exact: true }).fill('காவேரி கணித மையம்')
    await said(/Not published yet: /)
    await publishButton().click()
    await said('Published: the whole site says so now')
    const [en, ta, hi] = await Promise.all(['/', '/ta', '/hi'].map(textOf))
    expect(ta).toContain(`<h2>எங்கள் வினாத்தாள்கள் ${at}</h2>`)
    expect(ta).toContain('மனம் திறந்தால்')
    for (const each of [en, hi]) expect(each).not.toMatch(/எங்கள் வினாத்தாள்கள்|மனம் திறந்தால்|காவேரி/)
  }
  const visitor = await openPage(browser, { viewport: { width: 360, height: 740 } })
  await visitor.goto(`${site.origin}/ta/contact`)
  const name = visitor.locator('.logo-name').first()
  expect(await name.textContent()).toBe('காவேரி கணித மையம்')
  // Whether the site's letters are there yet or the system's, which are higher.
  const lines = await name.evaluate((each) => {
    const range = document.createRange()
    range.selectNodeContents(each)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBeLessThanOrEqual(2)
  await visitor.context().close()
  await part('Home')
  // Who changes the first is told that there is another.
  await language('English')
  await said(/Also said in தமிழ்: when you change it, change it there, too\.$/)
  await language('தமிழ்')
  // Emptied again, they fall back, and nothing is left to be published but that.
  await page.getByLabel('Line above the footer').fill(' ')
  await said('Not published yet: Line above the footer in Tamil.')
  await page.reload()
  expect(await page.getByLabel('Line above the footer').inputValue()).toBe('')
  await publishButton().click()
  await said('Published: the whole site says so now')
  expect(await textOf('/ta')).not.toContain('மனம் திறந்தால்')
})

test('what is wrong in Hindi leads to its field in its language, and a text of a card goes with the card', async () => {
  await openSignedIn(page, site.origin, '/admin/site?group=offer&language=hi')
  const text = page.getByLabel('Text', { exact: true }).nth(1)
  await text.fill('[यहाँ](javascript:alert(1))')
  await language('English')
  await part('Contact and hours')
  await publishButton().click()
  await said(/^Has a link to “javascript:alert\(1\)”/)
  expect(await text.evaluate((area) => area === document.activeElement)).toBe(true)
  await text.fill('राज्य बोर्ड के प्रश्न पत्र, **मुफ़्त**')
  await language('English')
  await page.getByRole('button', { name: 'Move card 2 up' }).click()
  await language('हिन्दी')
  expect(await page.getByLabel('Text', { exact: true }).first().inputValue()).toContain('राज्य बोर्ड')
  await publishButton().click()
  await said('Published: the whole site says so now')
  const [en, hi] = await Promise.all(['/', '/hi'].map(textOf))
  expect(hi).toContain('राज्य बोर्ड के प्रश्न पत्र, <b>मुफ़्त</b>')
  expect(en).not.toContain('मुफ़्त')
  // Texts that came with the site stay translated beside it.
  expect(hi).not.toContain('Question papers class by class')
})

test('axe finds nothing on the form in Tamil', async () => {
  const found: string[] = []
  await openSignedIn(page, site.origin, '/admin/site?group=reasons&language=ta')
  await publishButton(page).waitFor()
  await inEachLook(page, async () => found.push(...(await axeFaults(page))))
  expect(found).toEqual([])
})
