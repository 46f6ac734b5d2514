import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { deskOf } from '../support/desk.ts'
import { admin, page, site, visitDesk } from '../support/desk-session.ts'
import { fillSignIn, openSignedIn } from '../support/sign-in-page.ts'
import { publish } from '../support/site.ts'

visitDesk()
beforeEach(async () => {
  clear()
})

const main = () => page.locator('main')
const lines = () => main().locator('.journal-lines > li')

async function setPrice(id: string, rupees: number | null) {
  await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ [id]: rupees }),
  })
}

/** Empties the journal beside the server, which never does. */
function clear() {
  const sqlite = new DatabaseSync(join(site.dataDir, 'thervu.db'), { timeout: 5000 })
  sqlite.exec('delete from journal')
  sqlite.close()
}

async function open(address = '/admin/journal') {
  await openSignedIn(page, site.origin, address)
}

test('every change stands in plain words, newest first, under its day', async () => {
  await setPrice('jee-ann', 4999)
  const paper = await publish(site, admin, { title: 'Journal of matrices' })
  await setPrice('jee-ann', 5499)
  await open()
  await lines().first().waitFor()
  const words = (await lines().locator('p').allTextContents()).map((text) => text.trim())
  expect(words).toEqual([
    'Priya changed the price of JEE · ANNUAL from ₹4,999 to ₹5,499',
    'Priya published CBSE Class 12 Mathematics, December 2024: Journal of matrices',
    'Priya changed the price of JEE · ANNUAL from no price to ₹4,999',
  ])
  expect(await main().getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    expect.stringMatching(/^Today \d{1,2} \w+ \d{4}$/),
  ])
  expect(await lines().first().locator('time').textContent()).toMatch(/^\d{1,2}:\d\d [ap]m$/)
  const link = main().getByRole('link', { name: 'Journal of matrices' })
  expect(await link.getAttribute('href')).toBe(`/admin?edit=${paper.id}`)
})

test('one kind is shown alone, and its address is kept', async () => {
  await setPrice('neet-mon', 1)
  await publish(site, admin, { title: 'Among prices' })
  await setPrice('neet-mon', 2)
  await open()
  await lines().nth(2).waitFor()
  const kinds = page.getByRole('navigation', { name: 'Kinds of changes' })
  await kinds.getByRole('link', { name: 'Papers' }).click()
  await expect.poll(() => lines().count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?kind=paper')
  await page.reload()
  await lines().first().waitFor()
  expect(await lines().count()).toBe(1)
  expect(await kinds.getByRole('link', { name: 'Papers' }).getAttribute('aria-current')).toBe('page')
  await kinds.getByRole('link', { name: 'Administrators' }).click()
  await main().getByText('Nothing was changed yet under Administrators.').waitFor()
  await page.goBack()
  await lines().first().waitFor()
  await kinds.getByRole('link', { name: 'All' }).click()
  await expect.poll(() => lines().count()).toBe(3)
})

test('older changes come fifty at a time, to the first one', async () => {
  for (let rupees = 1; rupees <= 105; rupees += 1) await setPrice('neet-half', rupees)
  await open('/admin/journal?kind=price')
  await lines().first().waitFor()
  const older = page.getByRole('button', { name: 'Older changes' })
  expect(await lines().count()).toBe(50)
  await older.click()
  await expect.poll(() => lines().count()).toBe(100)
  await older.click()
  await expect.poll(() => lines().count()).toBe(105)
  expect(await lines().last().textContent()).toContain('from no price to ₹1')
  expect(await older.count()).toBe(0)
  await main().getByText('There are no older ones.').waitFor()
})

test('many papers that were published together are one line that opens', async () => {
  for (const number of [1, 2, 3, 4, 5]) await publish(site, admin, { title: `One of five: ${number}` })
  await open()
  await lines().first().waitFor()
  expect(await lines().count()).toBe(1)
  const summary = main().getByText('Priya published 5 papers')
  expect(await main().getByRole('link', { name: 'One of five: 3' }).isVisible()).toBe(false)
  await summary.click()
  expect(
    await main()
      .getByRole('link', { name: /: One of five/ })
      .allTextContents(),
  ).toEqual(
    [5, 4, 3, 2, 1].map((number) => `CBSE Class 12 Mathematics, December 2024: One of five: ${number}`),
  )
})

test('one paper corrected many times is not said to be many papers', async () => {
  const paper = await publish(site, admin, { title: 'Mended often' })
  const desk = deskOf(site, admin)
  for (const year of ['2015', '2016', '2017', '2018']) await desk.revise(paper.id, { year })
  await open()
  await lines().first().waitFor()
  expect(await lines().locator('summary').allTextContents()).toEqual([
    'Priya corrected CBSE Class 12 Mathematics, December 2018: Mended often 4 times',
  ])
})

test('a journal that cannot be read says so and is read again; an ended session asks for the password', async () => {
  await setPrice('jee-mon', 1)
  await openSignedIn(page, site.origin)
  await page.route('**/api/admin/journal*', (route) => route.fulfill({ status: 422, json: {} }))
  await page.goto(`${site.origin}/admin/journal`)
  await main().getByRole('alert').waitFor()
  await page.unroute('**/api/admin/journal*')
  await page.context().clearCookies()
  await main().getByRole('button', { name: 'Try again' }).click()
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await lines().first().waitFor()
})

test('an empty journal says what will stand there', async () => {
  await open()
  await main().getByText('Nothing was changed yet.').waitFor()
})

test('axe finds nothing, and nothing is beyond the edge', async () => {
  await setPrice('jee-mon', 77)
  await publish(site, admin, { title: `${'A title of ninety characters and more '.repeat(3)}அரையாண்டு` })
  await setPrice('jee-mon', 99)
  for (const number of [1, 2, 3, 4]) await publish(site, admin, { title: `Together ${number}` })
  await open()
  await main().getByText('Priya published 4 papers').click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1440]) {
      // Light on a phone and dark on a screen: the other two differ in nothing that these do not show.
      if ((colorScheme === 'light') !== (width === 360)) continue
      await page.setViewportSize({ width, height: 900 })
      expect(await axeFaults(page), `${colorScheme} ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(page.errors).toEqual([])
})
