import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openMovingPage } from '../support/chromium.ts'
import { openDesk } from '../support/sign-in-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { timeToasts } from '../support/toasts.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openMovingPage(browser, { viewport: { width: 1440, height: 900 } })
})
afterEach(() => page.context().close())

const toasts = () => page.locator('.toast:visible')

test('five wrong passwords leave one toast, announced each time, and LOGIN stays free', async () => {
  const refuse = {
    status: 401,
    json: { code: 'invalid-credential', detail: 'Email or password is not right.' },
  }
  await page.route('**/api/auth/login', (route) => route.fulfill(refuse))
  await page.goto(`${site.origin}/login`)
  await watchAlerts()
  await page.getByLabel('Email').fill('nobody@centre.example')
  const login = page.getByRole('button', { name: 'LOGIN', disabled: false })
  await login.waitFor()
  for (let time = 1; time <= 5; time += 1) {
    await page.getByLabel('Password').fill(`not this one either ${time}`)
    await login.click({ timeout: 5_000 })
    await expect.poll(alerts).toBe(time)
    expect(await toasts().count()).toBe(1)
    expect(await covers(login)).toBe(false)
  }
})

test('at most three toasts stand, the newest ones', async () => {
  let time = 0
  await page.route('**/api/auth/login', (route) => {
    time += 1
    return route.fulfill({ status: 429, json: { code: 'too-many-requests', detail: `Wait ${time} s.` } })
  })
  await page.goto(`${site.origin}/login`)
  await page.getByLabel('Email').fill('nobody@centre.example')
  const login = page.getByRole('button', { name: 'LOGIN', disabled: false })
  await login.waitFor()
  // None of them goes by itself, however long the next takes.
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  for (let pressed = 1; pressed <= 5; pressed += 1) {
    await page.getByLabel('Password').fill(`not this one either ${pressed}`)
    await login.click({ timeout: 5_000 })
    await toasts()
      .filter({ hasText: `Wait ${pressed} s.` })
      .waitFor()
    expect(await covers(login)).toBe(false)
  }
  expect(await toasts().locator('p').allTextContents()).toEqual(['Wait 5 s.', 'Wait 4 s.', 'Wait 3 s.'])
})

test.each([360, 1440])(
  'at %i px no toast covers the button that was pressed, nor the field that is typed into',
  async (width) => {
    await page.setViewportSize({ width, height: 740 })
    await openDesk(page, site.origin)
    await page.route('**/api/admin/prices', (route) => route.fulfill({ status: 422, body: '{}' }))
    const update = page.getByRole('button', { name: 'Update' })
    const price = page.getByRole('group', { name: 'NEET' }).getByLabel('ANNUAL')
    await price.fill(String(width))
    await putAtTheEdge(update, 'bottom')
    await update.click()
    await toasts().waitFor()
    expect(await covers(update)).toBe(false)
    // Whatever gets the focus while the toast stands is free, too, wherever it is scrolled to.
    for (const edge of ['top', 'bottom'] as const) {
      await putAtTheEdge(price, edge)
      await price.focus()
      await expect.poll(() => covers(price)).toBe(false)
    }
  },
)

test('an equal toast stands for its own four seconds', async () => {
  const stood = await timeToasts(page)
  const refuse = {
    status: 401,
    json: { code: 'invalid-credential', detail: 'Email or password is not right.' },
  }
  await page.route('**/api/auth/login', (route) => route.fulfill(refuse))
  await page.goto(`${site.origin}/login`)
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByLabel('Email').fill('nobody@centre.example')
  await page.getByLabel('Password').fill('not this one, surely')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await toasts().waitFor()
  await page.clock.runFor(2_500)
  await page.getByLabel('Password').fill('nor this')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await expect.poll(async () => (await stood()).length).toBe(1)
  await page.clock.runFor(2_500)
  expect(await toasts().count()).toBe(1)
  await page.clock.runFor(2_000)
  await toasts().waitFor({ state: 'detached' })
  const [, last = 0] = await stood()
  expect(last).toBeGreaterThan(3_900)
  expect(last).toBeLessThan(5_000)
})

test('a pointer that rests on a toast keeps it for 20 s and no longer; when it moves off, the rest of the four runs', async () => {
  for (const title of ['Hovered once', 'Hovered twice']) await publish(site, await site.signIn(), { title })
  const stood = await timeToasts(page)
  await openDesk(page, site.origin)
  const list = page.getByRole('region', { name: 'Uploaded PDFs' })
  await list.getByRole('button', { name: 'Delete Hovered once' }).waitFor()
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await list.getByRole('button', { name: 'Delete Hovered once' }).click()
  await toasts().hover()
  await page.clock.runFor(19_000)
  expect(await toasts().count()).toBe(1)
  // In steps: the page must notice that the pause is over before the rest of the four seconds runs.
  for (let step = 0; step < 14; step += 1) await page.clock.runFor(500)
  await toasts().waitFor({ state: 'detached' })
  const [held = 0] = await stood()
  expect(held).toBeGreaterThan(20_000)
  expect(held).toBeLessThan(27_000)

  await page.mouse.move(5, 5)
  await list.getByRole('button', { name: 'Delete Hovered twice' }).click()
  await toasts().hover()
  await page.clock.runFor(10_000)
  await page.mouse.move(5, 5)
  await page.clock.runFor(4_100)
  await toasts().waitFor({ state: 'detached' })
  const [, left = 0] = await stood()
  expect(left).toBeGreaterThan(10_000)
  expect(left).toBeLessThan(15_000)
})

type Place = ReturnType<Page['locator']>

async function covers(control: Place): Promise<boolean> {
  const [a, boxes] = await Promise.all([
    control.boundingBox(),
    toasts().evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect)),
  ])
  if (!a) throw new Error('The control is not to be seen')
  return boxes.some(
    (b) => a.x < b.right && b.left < a.x + a.width && a.y < b.bottom && b.top < a.y + a.height,
  )
}

async function putAtTheEdge(control: Place, edge: 'top' | 'bottom') {
  await control.evaluate((one, edge) => {
    const { top, bottom } = one.getBoundingClientRect()
    window.scrollBy({ top: edge === 'top' ? top - 130 : bottom - innerHeight + 20, behavior: 'instant' })
  }, edge)
}

/** Counts what screen readers are told at once. */
async function watchAlerts() {
  await page.evaluate(() => {
    const counter = window as unknown as { alerts: number }
    counter.alerts = 0
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element)
            counter.alerts += node.matches('[aria-atomic][role="alert"]')
              ? 1
              : node.querySelectorAll('[aria-atomic][role="alert"]').length
    }).observe(document.body, { subtree: true, childList: true })
  })
}

const alerts = () => page.evaluate(() => (window as unknown as { alerts: number }).alerts)
