import { expect, test } from 'vitest'
import { wakePage } from '../../support/chromium.ts'
import { openDesk } from '../../support/sign-in-page.ts'
import { page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { timeToasts } from '../../support/toasts.ts'

/** Section 4 of the specification: states and transitions. Each test is named by the sentence that it ticks off. */
visitSpecifiedSite()

/** Holds back what the address pattern names until the returned function is called. */
async function hold(pattern: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('Pages show a spinner while loading and then the content.', async () => {
  await page.goto(`${site.origin}/about`)
  await wakePage(page)
  const release = await hold('**/pricing.data*')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await page.locator('.on-its-way .spinner').waitFor()
  release()
  await page.getByRole('heading', { name: 'Plans We Offer' }).waitFor()
  expect(await page.locator('.on-its-way .spinner').count()).toBe(0)
})

test('Toasts fade automatically after 4 s. They have success and error variants.', async () => {
  const stood = await timeToasts(page)
  await openDesk(page, site.origin)
  await page.getByRole('region', { name: 'Pricing Section' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Update' }).waitFor()
  const price = page.getByRole('group', { name: 'NEET' }).getByLabel('MONTHLY')
  await price.fill('499')
  // Time passes by `runFor` alone: on a busy machine a toast is seen later than its time begins.
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByRole('button', { name: 'Update' }).click()
  const toast = page.locator('.toast')
  await toast.filter({ hasText: 'Operation Success !' }).waitFor()
  await page.clock.runFor(4_100)
  await toast.waitFor({ state: 'detached' })
  await page.route('**/api/admin/prices', (route) => route.fulfill({ status: 422, body: '{}' }))
  await price.fill('599')
  await page.getByRole('button', { name: 'Update' }).click()
  await toast.filter({ hasText: 'Operation Failed !' }).waitFor()
  await page.clock.runFor(4_100)
  await toast.waitFor({ state: 'detached' })
  for (const ms of await stood()) {
    expect(ms).toBeGreaterThan(3_900)
    expect(ms).toBeLessThan(5_000)
  }
  expect((await stood()).length).toBe(2)
})

test("A paper's view count rises by 1 locally after the server increment succeeds.", async () => {
  await page.goto(`${site.origin}/resources/jee/previous-years/`)
  const release = await hold('**/views')
  const card = page.getByRole('article')
  const opened = page.context().waitForEvent('page')
  await card.getByRole('link', { name: /^View Paper/ }).click()
  await opened
  expect(await card.textContent()).toContain('0 views')
  release()
  await card.getByText(/ 1 view$/).waitFor()
})

test('The dropdown menu state is none, cbse or state. It is selected on hover or click and returns to none when the pointer leaves.', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.origin}/`)
  await page.waitForLoadState('networkidle')
  const strip = page.getByRole('navigation', { name: 'Exams and classes' })
  const expanded = () => strip.locator('details[open] > summary').allTextContents()
  expect(await expanded()).toEqual([])
  await page.locator('summary', { hasText: 'CBSE' }).hover()
  await expect.poll(expanded).toEqual(['CBSE'])
  await page.locator('summary', { hasText: 'STATE' }).hover()
  await expect.poll(expanded).toEqual(['STATE'])
  await page.mouse.move(700, 890)
  await expect.poll(expanded).toEqual([])
  await page.locator('summary', { hasText: 'CBSE' }).click()
  await expect.poll(expanded).toEqual(['CBSE'])
})

test('The content slides in from the side depending on whether the new tab is before or after the previous one.', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.origin}/`)
  await wakePage(page)
  const from = () => page.locator('[data-from]').filter({ visible: true }).getAttribute('data-from')
  await page.locator('summary', { hasText: 'CBSE' }).click()
  await page.locator('summary', { hasText: 'STATE' }).click()
  await expect.poll(from).toBe('right')
  await page.locator('summary', { hasText: 'CBSE' }).click()
  await expect.poll(from).toBe('left')
})
