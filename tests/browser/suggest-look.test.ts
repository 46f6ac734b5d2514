import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  await publish(site, admin, { title: `Half-yearly ${'and a long title '.repeat(5)}` })
  await publish(site, admin, { title: 'அரையாண்டுத் தேர்வு: கணிதம்', degree: '10th-state' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const LOOKS = [
  { name: 'a phone', width: 360, height: 740, colorScheme: 'light', isSmall: true },
  { name: 'a wide screen by night', width: 1440, height: 900, colorScheme: 'dark' },
  // Of 640 × 640, read at twice the size.
  { name: '200 % zoom', width: 320, height: 320, colorScheme: 'light', isSmall: true },
  { name: 'forced colours', width: 1440, height: 900, colorScheme: 'dark', forcedColors: 'active' },
] as const

test.each(LOOKS)('with its list open, $name shows it whole, clean and within the window', async (look) => {
  const { width, height, colorScheme } = look
  const forcedColors = 'forcedColors' in look ? look.forcedColors : 'none'
  const page = await openPage(browser, { viewport: { width, height }, colorScheme, forcedColors })
  await page.goto(`${site.origin}/about`)
  const form = page.getByRole('banner').getByRole('search')
  if ('isSmall' in look) await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await form.locator('[name=q]').pressSequentially('half')
  // What was found for the letters before may stand there for a moment.
  await expect.poll(() => form.locator('[role=option] mark').first().textContent()).toMatch(/^half$/i)
  // Rows grow when the Tamil letters come.
  await page.evaluate(() => document.fonts.ready)
  await page.keyboard.press('ArrowUp')
  const active = form.locator('[role=option][aria-selected=true]')
  await active.waitFor()
  const list = await form.getByRole('listbox').boundingBox()
  expect(list?.x).toBeGreaterThanOrEqual(0)
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(width)
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(height)
  const row = await active.boundingBox()
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) + 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  if ('forcedColors' in look) {
    expect(await active.evaluate((option) => getComputedStyle(option).outlineStyle)).toBe('solid')
    const mark = form.locator('.suggestion mark').first()
    const colours = await mark.evaluate((typed) =>
      [typed, typed.closest('a')].map((one) => one && getComputedStyle(one).color),
    )
    expect(colours[0], 'what was typed').toBe(colours[1])
  } else expect(await axeFaults(page)).toEqual([])
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('a phone whose keyboard covers half of the window keeps the list above it', async () => {
  const page = await openPage(browser, {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  })
  await page.addInitScript(() => {
    Object.defineProperty(visualViewport, 'height', { get: () => 420 })
  })
  await page.goto(`${site.origin}/about`)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  const form = page.getByRole('banner').getByRole('search')
  await form.locator('[name=q]').pressSequentially('a')
  await form.getByRole('option').first().waitFor()
  const list = await form.getByRole('listbox').boundingBox()
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(420)
  await page.context().close()
})

test('without JavaScript the field is a plain one, and its form searches', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })
  await page.goto(`${site.origin}/about`)
  await page.getByRole('searchbox', { name: 'Search all papers' }).fill('half')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=half')
  await page.context().close()
})
