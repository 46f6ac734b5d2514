import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openMovingPage } from '../support/chromium.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { timeToasts } from '../support/toasts.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  for (const title of ['Hovered once', 'Hovered twice']) await publish(site, admin, { title })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test('equal toasts are one that is announced again, three are the most, none covers what was pressed, and a pointer holds them for a while', async () => {
  const page = await openMovingPage(browser, { viewport: { width: 1440, height: 900 } })
  const toasts = page.locator('.toast:visible')
  const stood = await timeToasts(page)
  await page.goto(`${site.origin}/login`)
  await watchAlerts(page)
  const login = page.getByRole('button', { name: 'LOGIN', disabled: false })
  await login.waitFor()
  // None of them goes by itself, however long the next takes.
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  let pressed = 0
  const refusedWith = async (detail: string) => {
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 429, json: { code: 'too-many-requests', detail } }),
    )
    await page.getByLabel('Email').fill('nobody@centre.example')
    await page.getByLabel('Password').fill(`not this one either ${pressed}`)
    await login.click()
    await toasts.filter({ hasText: detail }).first().waitFor()
    pressed += 1
    // Screen readers are told a moment later.
    const told = async () => {
      await page.clock.runFor(20)
      return await alerts(page)
    }
    await expect.poll(told).toBe(pressed)
    expect(await covers(toasts, login)).toBe(false)
    await page.unroute('**/api/auth/login')
  }
  await refusedWith('Not right.')
  await page.clock.runFor(2_500)
  await refusedWith('Not right.')
  await expect.poll(async () => (await stood()).length).toBe(1)
  // The second has four seconds of its own.
  await page.clock.runFor(2_500)
  expect(await toasts.count()).toBe(1)
  await page.clock.runFor(2_000)
  await toasts.waitFor({ state: 'detached' })
  const [, second = 0] = await stood()
  expect(second).toBeGreaterThan(3_900)
  expect(second).toBeLessThan(5_000)
  for (const nth of [1, 2, 3, 4, 5]) await refusedWith(`Wait ${nth} s.`)
  await expect
    .poll(() => toasts.locator('p').allTextContents())
    .toEqual(['Wait 5 s.', 'Wait 4 s.', 'Wait 3 s.'])

  await page.clock.resume()
  await fillSignIn(page)
  const list = page.getByRole('region', { name: 'Uploaded PDFs' })
  const remove = (title: string) => list.getByRole('button', { name: `Delete ${title}` })
  await remove('Hovered once').waitFor()
  await toasts.first().waitFor({ state: 'detached' })
  const before = (await stood()).length
  // Not so far ahead that what is still being loaded is given up.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
  await remove('Hovered once').click()
  await toasts.hover()
  await page.clock.runFor(19_000)
  expect(await toasts.count()).toBe(1)
  // In steps: the page must notice that the pause is over before the rest of the four seconds runs.
  for (let step = 0; step < 14; step += 1) await page.clock.runFor(500)
  await toasts.waitFor({ state: 'detached' })
  await page.mouse.move(5, 5)
  await remove('Hovered twice').click()
  await toasts.hover()
  await page.clock.runFor(10_000)
  await page.mouse.move(5, 5)
  await page.clock.runFor(4_100)
  await toasts.waitFor({ state: 'detached' })
  const [held = 0, left = 0] = (await stood()).slice(before)
  expect(held).toBeGreaterThan(20_000)
  expect(held).toBeLessThan(27_000)
  expect(left).toBeGreaterThan(10_000)
  expect(left).toBeLessThan(15_000)
  await page.context().close()
})

type Place = ReturnType<Page['locator']>

async function covers(toasts: Place, control: Place): Promise<boolean> {
  const [a, boxes] = await Promise.all([
    control.boundingBox(),
    toasts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect)),
  ])
  if (!a) throw new Error('The control is not to be seen')
  return boxes.some(
    (b) => a.x < b.right && b.left < a.x + a.width && a.y < b.bottom && b.top < a.y + a.height,
  )
}

/** Counts what screen readers are told at once. */
async function watchAlerts(page: Page) {
  await page.evaluate(() => {
    const counter = window as unknown as { alerts: number }
    counter.alerts = 0
    const alert = '[aria-atomic][role="alert"]'
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element)
          counter.alerts += node.matches(alert) ? 1 : node.querySelectorAll(alert).length
    }).observe(document.body, { subtree: true, childList: true })
  })
}

const alerts = (page: Page) => page.evaluate(() => (window as unknown as { alerts: number }).alerts)
