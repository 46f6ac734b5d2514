import { describe, expect, test } from 'vitest'
import { openDesk, signInOnPage } from '../../support/sign-in-page.ts'
import { ADMIN } from '../../support/site.ts'
import { page, site, visitSpecifiedSite } from '../../support/specified-site.ts'

/** Section 2 of the specification: Contact, Login and Admin, where scripts run. Each test is named by the sentence it ticks off. */
visitSpecifiedSite({ reducedMotion: 'reduce' })

const main = () => page.locator('main')
describe('Contact', () => {
  test('An embedded map.', async () => {
    await page.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ body: '<p>A map</p>' }))
    await page.goto(`${site.origin}/contact`)
    expect(await page.locator('iframe').count()).toBe(0)
    await main().getByRole('button', { name: /map/i }).click()
    await page.frameLocator('iframe').getByText('A map').waitFor()
  })

  test('A visitor count.', async () => {
    await page.goto(`${site.origin}/contact`)
    await expect
      .poll(async () => {
        const { visits } = await (await site.fetch('/api/visits')).json()
        return (await main().textContent())?.includes(visits.toLocaleString('en-IN'))
      })
      .toBe(true)
  })
})

describe('Login', () => {
  test('Email and password fields and a LOGIN button. A spinner while working.', async () => {
    const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/auth/login', async (route) => {
      await isSeen
      await route.continue()
    })
    await page.goto(`${site.origin}/login`)
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'LOGIN' }).click()
    await page.locator('form .spinner').waitFor()
    answer()
    await page.waitForURL('**/admin')
  })

  test('On success the access token is stored and the user goes to /admin.', async () => {
    await signInOnPage(page, site.origin)
    expect(new URL(page.url()).pathname).toBe('/admin')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  })
})

describe('Admin', () => {
  test('A Pricing Section with editable price fields grouped as 10 & 12th CBSE/State, JEE and NEET, and an Update button.', async () => {
    await openDesk(page, site.origin)
    const pricing = page.getByRole('region', { name: 'Pricing Section' })
    // Once a price is set, the form is a line that is opened by a press.
    await pricing.getByRole('button', { name: 'Change' }).click()
    await pricing.getByRole('button', { name: 'Update' }).waitFor()
    for (const group of ['10 & 12th CBSE/State', 'JEE', 'NEET']) {
      const fields = pricing.getByRole('group', { name: group, exact: true }).getByRole('textbox')
      expect(await fields.count()).toBe(3)
      expect(await fields.first().isEditable()).toBe(true)
    }
  })

  test('An Upload PDF form. An Uploaded PDFs list showing the title, thumbnail and Reference Link, with a Delete button for each.', async () => {
    await openDesk(page, site.origin)
    await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
    const list = page.getByRole('region', { name: 'Uploaded PDFs' })
    const row = list.getByRole('listitem').filter({ hasText: 'Model paper: matrices' })
    await row.waitFor()
    expect(await row.locator('.thumbnail').isVisible()).toBe(true)
    expect(await row.getByRole('link', { name: 'Reference Link' }).getAttribute('href')).toBe(
      'https://answers.example/model',
    )
    expect(await list.locator('.register > li').count()).toBe(
      await list.getByRole('button', { name: /^Delete/ }).count(),
    )
  })
})
