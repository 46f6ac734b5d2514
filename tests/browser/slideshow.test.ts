import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { site as centre } from '#site'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openMovingPage, wakePage } from '../support/chromium.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const PHONE = { width: 360, height: 740 }
const TITLES = centre.slideshow.slides.map(({ title }) => title)

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

/** Home or Practice as it stands for who has just come, with the box up and the clock in our hands. */
async function arrive(path: string, options: Parameters<typeof openMovingPage>[1] = {}) {
  const page = await openMovingPage(browser, { isNew: true, ...options })
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.goto(`${site.origin}${path}`)
  await box(page).waitFor()
  return page
}

function box(page: Page) {
  return page.getByRole('dialog', { name: 'General instructions' })
}

function shownTitle(page: Page) {
  return box(page).getByRole('heading').filter({ visible: true })
}

for (const path of ['/', '/practice']) {
  test(`a dismissible modal slideshow of 3 images opens on load of ${path}, and rotates every 3 s`, async () => {
    const page = await arrive(path)
    expect(await box(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
    expect(TITLES).toHaveLength(3)
    for (const title of [...TITLES, TITLES[0] as string]) {
      expect(await shownTitle(page).textContent()).toBe(title)
      expect(await box(page).locator('.slide[data-shown] .slide-picture > *').isVisible()).toBe(true)
      await page.clock.runFor(2_900)
      expect(await shownTitle(page).textContent()).toBe(title)
      await page.clock.runFor(100)
    }
    expect(page.errors).toEqual([])
    await page.context().close()
  })
}

test('it closes on a backdrop click, the X and Escape, and the page can be scrolled again', async () => {
  const ways: ((page: Page) => Promise<void>)[] = [
    (page) => page.mouse.click(20, 400),
    (page) => box(page).getByRole('button', { name: 'Close' }).click(),
    (page) => page.keyboard.press('Escape'),
  ]
  for (const close of ways) {
    const page = await arrive('/practice')
    await page.mouse.wheel(0, 300)
    await close(page)
    await box(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => [scrollY, getComputedStyle(document.documentElement).overflow])).toEqual(
      [0, 'visible'],
    )
    await page.context().close()
  }
})

test('a press that begins in the box and ends beside it does not close it', async () => {
  const page = await arrive('/practice')
  await shownTitle(page).hover()
  await page.mouse.down()
  await page.mouse.move(20, 400)
  await page.mouse.up()
  expect(await box(page).isVisible()).toBe(true)
  await page.context().close()
})

test('the focus stays in the box, holds the slides there, and goes back to the top of the page', async () => {
  const page = await arrive('/practice')
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press('Tab')
    const where = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)
    // Between two rounds the browser's own bar has the focus, and the page none.
    expect(where === 'DIALOG' || (await focusedName(page)) === '').toBe(true)
  }
  await box(page).getByRole('button', { name: 'Next slide' }).focus()
  await page.keyboard.press('Enter')
  await page.clock.runFor(10_000)
  expect(await shownTitle(page).textContent()).toBe(TITLES[1])
  await page.keyboard.press('Escape')
  await page.locator('body[tabindex]:focus').waitFor()
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toBe('Skip to the content')
  await page.context().close()
})

test('slides are held under the mouse, by the pause button, and turned by hand', async () => {
  const page = await arrive('/practice')
  await shownTitle(page).hover()
  await page.clock.runFor(10_000)
  expect(await shownTitle(page).textContent()).toBe(TITLES[0])
  const live = box(page).locator('.slides')
  expect(await live.getAttribute('aria-live')).toBe('off')
  await box(page).getByRole('button', { name: 'Slide before' }).click()
  expect(await shownTitle(page).textContent()).toBe(TITLES[2])
  expect(await live.getAttribute('aria-live')).toBe('polite')
  await box(page)
    .getByRole('button', { name: /^Slide 2/ })
    .click()
  expect(await shownTitle(page).textContent()).toBe(TITLES[1])
  await box(page).getByRole('button', { name: 'Pause moving parts' }).click()
  await page.mouse.move(5, 5)
  await page.clock.runFor(10_000)
  expect(await shownTitle(page).textContent()).toBe(TITLES[1])
  await box(page).getByRole('button', { name: 'Play moving parts' }).click()
  await page.mouse.move(5, 5)
  await page.clock.runFor(3_000)
  expect(await shownTitle(page).textContent()).toBe(TITLES[2])
  await page.context().close()
})

test('a finger turns the slides by a swipe', async () => {
  const page = await arrive('/practice', { viewport: PHONE, hasTouch: true })
  // Until it has come to rest on the screen, the browser may take a finger's way for scrolling.
  await box(page).evaluate(
    async (dialog) =>
      await Promise.all(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  )
  const at = await shownTitle(page).boundingBox()
  const y = at?.y ?? 0
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 260, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 120, y }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await box(page).getByRole('heading', { name: TITLES[1] }).waitFor()
  await page.context().close()
})

test('a slide leads on, and the box does not come again in the same load', async () => {
  const page = await arrive('/')
  // Under the mouse the slides are held: a click must not meet the next one.
  await shownTitle(page).hover()
  await page.clock.resume()
  await box(page)
    .getByRole('link', { name: centre.slideshow.slides[0]?.action as string })
    .click()
  await page.getByRole('heading', { name: 'Free Practice' }).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: centre.tagline }).waitFor()
  expect(await box(page).count()).toBe(0)
  await page.context().close()
})

test('nor on a page that was still on its way when React woke', async () => {
  const page = await arrive('/')
  await page.clock.resume()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/practice', async (route) => {
    await held
    await route.continue()
  })
  const action = box(page).getByRole('link', { name: centre.slideshow.slides[0]?.action as string })
  // React's first effects ask for the sheets of all pages.
  const isAwake = page.waitForResponse(/\/assets\/root-[^/]*\.css$/)
  await action.evaluate((link: HTMLElement) => link.click())
  await page.mouse.move(5, 5)
  await isAwake
  release()
  await page.getByRole('heading', { name: 'Free Practice' }).waitFor()
  await page.waitForLoadState('load')
  await wakePage(page)
  expect(await box(page).count()).toBe(0)
  await page.context().close()
})

test('an app that was loaded on another page opens it once, at the first of Home and Practice', async () => {
  for (const [link, next] of [
    ['Home', 'Free Question paper'],
    ['Free Question paper', 'Home'],
  ] as const) {
    const page = await openMovingPage(browser, { isNew: true })
    await page.goto(`${site.origin}/about`)
    await wakePage(page)
    await cross(page, 'Contact Us')
    expect(await box(page).count(), 'a page without slides').toBe(0)
    await cross(page, link)
    await box(page).waitFor()
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    expect(await focusedName(page), 'the link that led here has the focus again').toBe(link)
    await cross(page, next)
    await cross(page, link)
    expect(await box(page).count(), 'again in the same load').toBe(0)
    await page.reload()
    await box(page).waitFor()
    expect(page.errors).toEqual([])
    await page.context().close()
  }
})

test('who was busy when it would have opened is let be in that load; who came for a search meets it on the next page', async () => {
  for (const [path, options, isMet] of [
    ['/', { isNew: false }, false],
    ['/practice?q=matrices', { isNew: true }, true],
  ] as const) {
    const page = await openMovingPage(browser, options)
    await page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' })
    expect(await box(page).count(), path).toBe(0)
    await cross(page, path === '/' ? 'Free Question paper' : 'Home')
    if (isMet) await box(page).waitFor()
    else expect(await box(page).count(), path).toBe(0)
    await page.context().close()
  }
})

test('who came for something, who is busy, and who has no JavaScript meets the page bare', async () => {
  for (const [path, options] of [
    ['/practice?q=matrices', { isNew: true }],
    ['/pricing', { isNew: true }],
    ['/', { isNew: false }],
    ['/', { isNew: true, javaScriptEnabled: false }],
  ] as const) {
    const page = await openMovingPage(browser, options)
    await page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' })
    expect(await box(page).count(), path).toBe(0)
    await page.context().close()
  }
})

test('where stillness is asked for, the box stands there and does not turn', async () => {
  const page = await arrive('/practice', { reducedMotion: 'reduce' })
  await page.clock.runFor(10_000)
  expect(await shownTitle(page).textContent()).toBe(TITLES[0])
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.context().close()
})

test('nothing shifts when the box comes and goes, and the page behind is what was painted largest', async () => {
  // Both at once: the slides turn in their own time.
  const look = async (path: string) => {
    const page = await openMovingPage(browser, { isNew: true, viewport: PHONE })
    await watchShifts(page)
    await page.addInitScript(() => {
      const seen = Object.assign(window, { largest: '' })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { element } = entry as unknown as { element: Element | null }
          seen.largest = element?.closest('dialog, main, body > :is(header, footer)')?.tagName ?? 'GONE'
        }
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    // On a busy machine the fonts come after the first paint and wrap a line anew; that is not the box's shift.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.goto(`${site.origin}${path}`)
    await box(page).getByRole('heading', { name: TITLES[2] }).waitFor()
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    const largest = await page.evaluate(() => (window as unknown as { largest: string }).largest)
    // With one paper the footer is on the first screen as well.
    const isPage = ['MAIN', 'FOOTER'].includes(largest)
    expect({ path, largest, isPage, shifts: await shiftsOf(page) }).toMatchObject({
      isPage: true,
      shifts: [],
    })
    await page.context().close()
  }
  await Promise.all(['/', '/practice'].map(look))
})

test('axe finds nothing with the box open, and it fits a window of 320 by 370 pixels', async () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1440]) {
      // Light on a phone and dark on a screen: the other two differ in nothing that these do not show.
      if ((colorScheme === 'light') !== (width === 360)) continue
      const page = await arrive('/', { colorScheme, viewport: { width, height: 800 } })
      await page.clock.resume()
      expect(await axeFaults(page)).toEqual([])
      await page.context().close()
    }
  const page = await arrive('/practice', { viewport: { width: 320, height: 370 } })
  for (const button of await box(page).getByRole('button').all()) {
    await button.scrollIntoViewIfNeeded()
    const { x = -1, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    expect(x >= 0 && x + width <= 320 && width >= 44 && height >= 44).toBe(true)
  }
  await page.context().close()
})

async function focusedName(page: Page) {
  return await page.evaluate(() => {
    const focused = document.activeElement
    return focused === document.body
      ? ''
      : (focused?.getAttribute('aria-label') ?? focused?.textContent ?? '')
  })
}

/** Follows a link of the header within the app, until its page stands and has done what it does at once. */
async function cross(page: Page, link: string) {
  await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
  await page.locator('header [aria-current=page]', { hasText: link }).waitFor()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}
