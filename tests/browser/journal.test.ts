import { expect, test } from 'vitest'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { clock } from '../support/noon-clock.ts'
import { paperClient } from '../support/paper-client.ts'
import { fillSignIn, openSignedIn } from '../support/sign-in-page.ts'
import { publish } from '../support/site.ts'

visitAdmin({ parts: () => ({ clock }) })

const main = () => page.locator('main')
const lines = () => main().locator('.journal-lines > li')
const kind = (name: string) =>
  page.getByRole('navigation', { name: 'Kinds of changes' }).getByRole('link', { name })
const setPrice = (id: string, rupees: number) =>
  site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ [id]: rupees }),
  })

test('every change is told in plain words, newest first, under its day; together they are one line; each kind has its address', async () => {
  await openSignedIn(page, site.origin, '/admin/journal')
  await main().getByText('Nothing was changed yet.').waitFor()
  await setPrice('jee-ann', 4999)
  const paper = await publish(site, admin, { title: 'Journal of matrices' })
  await setPrice('jee-ann', 5499)
  for (const number of [1, 2, 3, 4, 5]) await publish(site, admin, { title: `One of five: ${number}` })
  for (const year of ['2015', '2016', '2017', '2018'])
    await paperClient(site, admin).revise(paper.id, { year })
  await page.reload()
  await lines().first().waitFor()
  const words = (await lines().locator('> div > p, summary').allTextContents()).map((text) => text.trim())
  expect(words).toEqual([
    'Priya corrected CBSE Class 12 Mathematics, December 2018: Journal of matrices 4 times',
    'Priya published 5 papers',
    'Priya changed the price of JEE · ANNUAL from ₹4,999 to ₹5,499',
    'Priya published CBSE Class 12 Mathematics, December 2024: Journal of matrices',
    'Priya changed the price of JEE · ANNUAL from no price to ₹4,999',
  ])
  expect(await main().getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    expect.stringMatching(/^Today \d{1,2} \w+ \d{4}$/),
  ])
  expect(await lines().first().locator('time').textContent()).toMatch(/^\d{1,2}:\d\d [ap]m$/)
  const link = lines().nth(3).getByRole('link', { name: 'Journal of matrices' })
  expect(await link.getAttribute('href')).toBe(`/admin?edit=${paper.id}`)
  const ofFive = main().getByRole('link', { name: /: One of five/ })
  expect(await ofFive.count()).toBe(0)
  await main().getByText('Priya published 5 papers').click()
  expect(await ofFive.allTextContents()).toEqual(
    [5, 4, 3, 2, 1].map((number) => `CBSE Class 12 Mathematics, December 2024: One of five: ${number}`),
  )
  expect(await axeFaultsIn(page)).toEqual([])

  await kind('Prices').click()
  await expect.poll(() => lines().count()).toBe(2)
  await expect.poll(() => new URL(page.url()).search).toBe('?kind=price')
  await page.reload()
  await expect.poll(() => lines().count()).toBe(2)
  expect(await kind('Prices').getAttribute('aria-current')).toBe('page')
  await kind('Administrators').click()
  await main().getByText('Nothing was changed yet under Administrators.').waitFor()
  await page.goBack()
  await expect.poll(() => lines().count()).toBe(2)
  await kind('All').click()
  await expect.poll(() => lines().count()).toBe(5)
})

test('older changes come fifty at a time and keep the focus; one that cannot be read is tried again, after the password if need be', async () => {
  for (let rupees = 1; rupees <= 105; rupees += 1) await setPrice('neet-half', rupees)
  await page.route('**/api/admin/journal*', (route) => route.fulfill({ status: 422, json: {} }))
  await openSignedIn(page, site.origin, '/admin/journal?kind=price')
  await main().getByRole('alert').waitFor()
  await page.unroute('**/api/admin/journal*')
  await page.context().clearCookies()
  await main().getByRole('button', { name: 'Try again' }).click()
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await expect.poll(() => lines().count()).toBe(50)
  const older = page.getByRole('button', { name: 'Older changes' })
  await older.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => lines().count()).toBe(100)
  await expect.poll(() => older.evaluate((button) => button === document.activeElement)).toBe(true)
  await older.click()
  await main().getByText('There are no older ones.').waitFor()
  expect(await older.count()).toBe(0)
  const told = await lines().locator('> div > p').allTextContents()
  const ofHalf = told.filter((text) => text.includes('NEET · HALF YEARLY'))
  expect([ofHalf.length, ofHalf.at(-1)]).toEqual([105, expect.stringContaining('from no price to ₹1')])
})
