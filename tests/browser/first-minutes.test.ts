import { afterEach, beforeEach, expect, test } from 'vitest'
import { FIRST_STEP_IDS } from '#domain/first-minutes/first-steps.ts'
import { axeFaults, LOOKS } from '../support/axe.ts'
import { page, site, visitDesk } from '../support/desk-session.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { openDesk, signInOnPage } from '../support/sign-in-page.ts'

visitDesk()
beforeEach(async () => {
  await site.app.db.deleteFrom('centreVersions').execute()
})
afterEach(() => expect(page.errors).toEqual([]))

test('the desk of a new site opens with the checklist, moved by nothing that comes; Later folds it for good', async () => {
  const panel = page.getByRole('region', { name: 'Make it yours' })
  await watchShifts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await signInOnPage(page, site.origin)
  await panel.waitFor()
  const links = panel.getByRole('listitem').getByRole('link')
  await expect.poll(() => links.first().textContent()).toBe('still a sample: Name')
  expect(await links.count()).toBe(FIRST_STEP_IDS.length)
  await page.reload()
  await page.getByRole('textbox', { name: 'MONTHLY' }).first().waitFor()
  expect(await shiftsOf(page)).toEqual([])
  for (const look of LOOKS) {
    await page.emulateMedia(look)
    expect(await axeFaults(page)).toEqual([])
  }
  // It is a way in, and stands again while nothing was begun.
  await links.filter({ hasText: 'Address' }).press('Enter')
  await page.getByRole('heading', { name: 'Address', level: 2 }).waitFor()
  await page.goBack()
  await panel.getByRole('button', { name: 'Later' }).press('Enter')
  await panel.waitFor({ state: 'detached' })
  const papers = page.getByRole('heading', { name: 'Papers', level: 1 })
  await expect.poll(() => papers.evaluate((each) => each === document.activeElement)).toBe(true)
  await page.getByRole('link', { name: 'Setup: 1 of 13 steps' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Setup: 1 of 13 steps' }).waitFor()
  expect(await panel.count()).toBe(0)
})

test('the samples become Kaveri Maths by keys on a phone, one step after another, with the page beside them', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openDesk(page, site.origin)
  const papers = page.getByRole('heading', { name: 'Papers', level: 1 })
  const line = page.getByRole('link', { name: /^Setup: \d+ of 13 steps$/ })
  await line.waitFor()
  // What stands below is where it was without the line.
  const [heading, head] = [await papers.boundingBox(), await page.locator('.desk-head').boundingBox()]
  expect(head?.height).toBeLessThanOrEqual((heading?.height ?? 0) + 0.5)
  await line.press('Enter')

  const title = page.getByRole('heading', { level: 2 }).first()
  const titled = async (name: string) =>
    await expect.poll(() => title.textContent(), { timeout: 15_000 }).toBe(name)
  const publish = page.getByRole('button', { name: 'Publish and go on' })
  const skip = page.getByRole('button', { name: 'Skip', exact: true })
  await titled('Name')
  await page.getByLabel('Name', { exact: true }).fill('Kaveri Maths')
  await page.getByLabel('Made by').fill('Kaveri Web')
  await page.getByLabel('Address of who made it').fill('https://kaveri.example')
  await page.frameLocator('iframe').getByRole('link', { name: 'Kaveri Maths, home' }).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const seeThePage = page.getByRole('button', { name: 'See the page' })
  await seeThePage.press('Enter')
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await preview.frameLocator('iframe').getByRole('link', { name: 'Kaveri Maths, home' }).first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'hidden' })
  await expect.poll(() => seeThePage.evaluate((each) => each === document.activeElement)).toBe(true)
  await page.getByLabel('Name', { exact: true }).press('Enter')
  await titled('Logo and colours')
  // The desk's own header, too.
  await page.getByRole('link', { name: 'Kaveri Maths, home' }).waitFor()
  expect(await title.evaluate((element) => element === document.activeElement)).toBe(true)
  for (const look of LOOKS) {
    await page.emulateMedia(look)
    expect(await axeFaults(page)).toEqual([])
  }
  await skip.press('Enter')
  await titled('Phone')
  await page.getByLabel('Phone', { exact: true }).fill('98400 12345')
  await page.getByLabel('Phone', { exact: true }).press('Enter')
  await titled('WhatsApp')
  await page.getByLabel('WhatsApp number').fill('98400 12345')
  await publish.click()
  await titled('Email')
  await page.getByLabel('Email').fill('not an address')
  await publish.press('Enter')
  await page.getByText('Must be an email address.').waitFor()
  await page.getByLabel('Email').fill('ask@kaveri.example')
  await publish.press('Enter')
  await titled('Address')
  expect(await (await site.fetch('/contact')).text()).toContain('are samples')
  await page.getByLabel('Street address').fill('12, River Road')
  await publish.press('Enter')
  await page.getByText('“PIN code” is still the sample. Change it, or skip this step.').waitFor()
  const code = page.getByLabel('PIN code')
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
  await code.fill('620006')
  await code.press('Enter')
  await titled('Place on the map')
  const contact = await (await site.fetch('/contact')).text()
  expect(contact).toContain('ask@kaveri.example')
  expect(contact).not.toContain('are samples')
  for (const name of ['Channels', 'Figures', 'Slides', 'Testimonials']) {
    await skip.press('Enter')
    await titled(name)
  }
  await page.getByRole('button', { name: 'Take all samples away' }).press('Enter')
  await publish.press('Enter')
  await titled('Prices')
  await page.getByRole('textbox', { name: 'MONTHLY' }).first().fill('499')
  await page.getByRole('button', { name: 'Update' }).press('Enter')
  await page.getByRole('button', { name: 'Go on', exact: true }).press('Enter')
  await page.getByText('Nothing here is a sample any more, or you chose to keep it.').waitFor()
  await page.goto(`${site.origin}/admin`)
  await papers.waitFor()
  const { steps } = (await page.evaluate(async () => {
    const token = localStorage.getItem('accessToken')
    return await (
      await fetch('/api/admin/first-minutes', { headers: { Authorization: `Bearer ${token}` } })
    ).json()
  })) as { steps: { id: string; isSample: boolean; isSkipped: boolean }[] }
  const skipped = steps.filter(({ isSkipped }) => isSkipped).map(({ id }) => id)
  expect(skipped).toEqual(
    FIRST_STEP_IDS.filter((id) => ['logo', 'position', 'channels', 'claims', 'slides'].includes(id)),
  )
  expect(await line.count()).toBe(0)
})
