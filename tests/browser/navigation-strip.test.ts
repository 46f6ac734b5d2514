import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openMovingPage } from '../support/chromium.ts'
import { cameToLife, openLivingHome, openStoppedHome } from '../support/home-page.ts'
import { openSite, type Site } from '../support/site.ts'

const PHONE = { width: 360, height: 740 }

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const openHome = (options = {}) => openLivingHome(browser, site, options)

function tab(page: Page, menu: 'cbse' | 'state') {
  return page.locator(`[data-menu=${menu}] summary`)
}

async function heroTop(page: Page) {
  return await page.locator('.hero').evaluate((hero: HTMLElement) => hero.offsetTop)
}

/** The menus that are open: none, cbse or state. */
async function openMenus(page: Page) {
  return await page.locator('details[open]').evaluateAll((menus) => menus.map((menu) => menu.dataset.menu))
}

test('exams and classes lead where they say, with and without JavaScript', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openHome({ javaScriptEnabled })
    const strip = page.getByRole('navigation', { name: 'Exams and classes' })
    for (const exam of ['tnpsc', 'neet', 'jee'])
      expect(
        await strip.getByRole('link', { name: exam.toUpperCase(), exact: true }).getAttribute('href'),
      ).toBe(`/resources/${exam}/previous-years`)
    for (const menu of ['cbse', 'state'] as const) {
      await tab(page, menu).click()
      const panel = page.locator(`[data-menu=${menu}]`)
      expect(await panel.getByRole('listitem').allTextContents()).toEqual(
        ['12', '11', '10', '9', '8'].map((grade) => `Class ${grade}`),
      )
      for (const grade of ['12', '11', '10', '9', '8'])
        expect(
          await panel.getByRole('link', { name: `Class ${grade}`, exact: true }).getAttribute('href'),
        ).toBe(`/resources/${menu}/${grade}`)
      expect(await panel.getByRole('link', { name: 'View more' }).getAttribute('href')).toBe('/practice')
      expect(await openMenus(page)).toEqual([menu])
    }
    await page.locator('[data-menu=state]').getByRole('link', { name: 'Class 9' }).click()
    await page.getByRole('heading', { name: 'STATE 9 Practice Papers' }).waitFor()
    await page.context().close()
  }
})

test('a menu that the mouse has opened comes into the window again when it is pressed', async () => {
  const page = await openHome({ viewport: PHONE })
  const { x, y } = (await tab(page, 'cbse').boundingBox()) ?? expect.fail('no menu')
  const height = Math.round(y + 20)
  await page.setViewportSize({ width: PHONE.width, height })
  const menu = page.locator('[data-menu=cbse] .classes')
  const isWhole = async () => {
    const box = await menu.boundingBox()
    return box !== null && box.y + box.height <= height + 1
  }
  await page.mouse.move(x + 10, height - 10)
  await expect.poll(isWhole).toBe(true)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  expect([await openMenus(page), await isWhole()]).toEqual([['cbse'], false])
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(isWhole).toBe(true)
  await page.context().close()
})

test('a mouse opens a menu by its hover, the next slides in from its side, and leaving closes it', async () => {
  const page = await openHome()
  const before = await heroTop(page)
  const panel = (menu: string, side = '') => page.locator(`[data-menu=${menu}][open] .slides-in${side}`)
  await tab(page, 'cbse').hover()
  await panel('cbse').waitFor()
  expect(await page.locator('.slides-in[data-from]').count()).toBe(0)
  await tab(page, 'cbse').click()
  expect(await openMenus(page)).toEqual(['cbse'])
  await tab(page, 'state').hover()
  await panel('state', '[data-from=right]').waitFor()
  expect(await openMenus(page)).toEqual(['state'])
  expect(await slideOf('state')).toEqual(['slide-in', '4rem'])
  await tab(page, 'cbse').hover()
  await panel('cbse', '[data-from=left]').waitFor()
  expect(await slideOf('cbse')).toEqual(['slide-in', '-4rem'])
  await panel('cbse').getByRole('link', { name: 'Class 8' }).hover()
  expect(await openMenus(page)).toEqual(['cbse'])
  expect(await heroTop(page)).toBe(before)
  await page.mouse.move(640, 700)
  await panel('cbse').waitFor({ state: 'detached' })
  expect(await openMenus(page)).toEqual([])
  await page.context().close()

  /** The movement that a menu's content came with, and from how far. */
  async function slideOf(menu: string) {
    return await panel(menu).evaluate((content) => {
      const style = getComputedStyle(content)
      return [style.animationName, style.getPropertyValue('--way')]
    })
  }
})

test('a mouse that crosses the other tab on its way keeps its menu', async () => {
  const page = await openStoppedHome(browser, site)
  await tab(page, 'cbse').hover()
  await page.clock.runFor(1)
  await tab(page, 'state').hover()
  await page.clock.runFor(100)
  await page.locator('[data-menu=cbse]').getByRole('link', { name: 'Class 8' }).hover()
  await page.clock.runFor(500)
  expect(await openMenus(page)).toEqual(['cbse'])
  await tab(page, 'state').hover()
  await page.clock.runFor(120)
  expect(await openMenus(page)).toEqual(['state'])
  await page.context().close()
})

test('a finger opens and closes a menu, and a tap beside it closes it', async () => {
  const page = await openHome({ viewport: PHONE, hasTouch: true })
  const before = await heroTop(page)
  await tab(page, 'cbse').tap()
  expect(await openMenus(page)).toEqual(['cbse'])
  await tab(page, 'state').tap()
  expect(await openMenus(page)).toEqual(['state'])
  expect(await heroTop(page)).toBe(before)
  await tab(page, 'state').tap()
  expect(await openMenus(page)).toEqual([])
  await tab(page, 'state').tap()
  await page.getByRole('heading', { level: 1 }).tap()
  expect(await openMenus(page)).toEqual([])
  await page.context().close()
})

test('a keyboard opens a menu, walks through it, and Escape leads back to its tab', async () => {
  const page = await openHome()
  await tab(page, 'cbse').focus()
  await page.keyboard.press('Enter')
  expect(await openMenus(page)).toEqual(['cbse'])
  // A mouse that lies about does not take the menu away.
  await page.mouse.move(350, 200)
  await page.mouse.move(640, 800)
  expect(await openMenus(page)).toEqual(['cbse'])
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Class 12')
  await page.keyboard.press('Escape')
  expect(await openMenus(page)).toEqual([])
  expect(await focused(page)).toBe('CBSE')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await openMenus(page)).toEqual(['state'])
  for (const name of ['Class 12', 'Class 11', 'Class 10', 'Class 9', 'Class 8', 'View more']) {
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(name)
  }
  await page.keyboard.press('Tab')
  expect(await openMenus(page)).toEqual([])
  expect(await focused(page)).toBe('Facebook')
  await page.context().close()

  async function focused(page: Page) {
    return await page.evaluate(() => document.activeElement?.textContent)
  }
})

test('a menu that was opened before the page came to life stays open', async () => {
  const page = await openMovingPage(browser)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(site.origin, { waitUntil: 'commit' })
  await tab(page, 'state').click()
  // A mouse that left the menu after React came would close it.
  await page.mouse.move(640, 700)
  expect(await openMenus(page)).toEqual(['state'])
  const alive = cameToLife(page)
  letThrough()
  await alive
  expect(await openMenus(page)).toEqual(['state'])
  await page.keyboard.press('Escape')
  expect(await openMenus(page)).toEqual([])
  expect(page.errors).toEqual([])
  await page.context().close()
})
