import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHANNELS } from '#domain/centre/channels.ts'
import { site as centre } from '#site'
import { axeFaults, LOOKS } from '../support/axe.ts'
import { openBrowser, openMovingPage } from '../support/chromium.ts'
import { openLivingHome, openStoppedHome } from '../support/home-page.ts'
import { pressedHeight } from '../support/pressed-height.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const PHONE = { width: 360, height: 740 }

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  await publish(site, await site.signIn())
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const openHome = (options = {}) => openLivingHome(browser, site, options)

test('a social-link bar has 7 external links, on Home and on Practice, for every finger', async () => {
  const page = await openMovingPage(browser, { viewport: { width: 320, height: 600 } })
  const expected = CHANNELS.filter(({ id }) => id !== 'website')
  for (const path of ['/', '/practice']) {
    await page.goto(`${site.origin}${path}`)
    const links = page.getByRole('navigation', { name: 'Our channels' }).getByRole('link')
    expect(await links.count()).toBe(7)
    for (const [at, { id, name }] of expected.entries()) {
      const link = links.nth(at)
      expect((await link.textContent())?.trim()).toBe(name)
      expect(await link.getAttribute('href')).toBe(centre.channels[id])
      expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
        '_blank',
        'noopener noreferrer',
      ])
      const { width = 0, x = 0 } = (await link.boundingBox()) ?? {}
      expect(width >= 44 && x + width <= 320, `${path} ${name}`).toBe(true)
      expect(await pressedHeight(link), `${path} ${name}`).toBeGreaterThanOrEqual(44)
    }
  }
  await page.context().close()
})

test('the hero rotates its phrases every 3 s and stands still when it is asked to', async () => {
  const page = await openStoppedHome(browser, site)
  const shown = page.locator('h1 .phrase[data-shown]')
  const place = await page.getByRole('link', { name: 'See the plans' }).boundingBox()
  for (const phrase of [...centre.phrases, centre.phrases[0] as string]) {
    expect(await shown.textContent()).toBe(phrase)
    expect(await page.getByRole('link', { name: 'See the plans' }).boundingBox()).toEqual(place)
    await page.clock.runFor(2_900)
    expect(await shown.textContent()).toBe(phrase)
    await page.clock.runFor(100)
  }
  const still = await shown.textContent()
  await page.getByRole('main').getByRole('button', { name: 'Pause moving parts' }).click()
  await page.clock.runFor(10_000)
  expect(await shown.textContent()).toBe(still)
  await page.context().close()
})

test('the hero is still where stillness is asked for', async () => {
  const page = await openStoppedHome(browser, site, { reducedMotion: 'reduce' })
  await page.clock.runFor(10_000)
  expect(await page.locator('h1 .phrase[data-shown]').textContent()).toBe(centre.phrases[0])
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.context().close()
})

test('a phone shows what the centre is for and both ways on', async () => {
  const page = await openHome({ viewport: PHONE, hasTouch: true })
  for (const name of ['Free question papers', 'See the plans']) {
    const place = await page.locator('.hero').getByRole('link', { name }).boundingBox()
    expect((place?.y ?? Infinity) + (place?.height ?? 0), name).toBeLessThan(PHONE.height)
  }
  await page.context().close()
})

test('axe finds nothing on the upper half of Home, and nothing lies beyond the edge', async () => {
  const page = await openHome({ hasTouch: true })
  await page.locator('[data-menu=cbse] summary').tap()
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect(await axeFaults(page), `${width}`).toEqual([])
  }
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond, `${width}`).toBeLessThanOrEqual(0)
  }
  expect(await page.locator('[data-menu=cbse]').getByRole('link', { name: 'Class 12' }).isVisible()).toBe(
    true,
  )
  await page.context().close()
})
