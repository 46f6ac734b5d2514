import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openDeskList, rowOf } from '../support/desk-page.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let admin: SignedIn
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  admin = await site.signIn()
  page = await openPage(browser)
})
afterEach(() => page.context().close())

test('many papers are changed together, and each goes back to what it was', async () => {
  const papers = await publishFour('Changed', ['2018', '2018', '2019', '2020'])
  const list = await openDeskList(page, site.origin, '?q=changed&sort=title')
  await list.getByLabel('Choose Changed 1').click()
  await list.getByLabel('Choose Changed 4').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Chosen papers' })
  await bar.getByText('4 chosen').waitFor()
  await bar.getByRole('button', { name: 'Change …' }).click()
  const form = page.getByRole('dialog', { name: 'Change together' })
  await form.getByText('4 papers will change.').waitFor()
  expect(await form.getByRole('button', { name: 'Change 4 papers' }).isDisabled()).toBe(true)
  await form.getByLabel('Year').selectOption('2022')
  await form.getByLabel('Month').selectOption('May')
  await form.getByRole('button', { name: 'Change 4 papers' }).click()
  const toast = page.locator('.toast', { hasText: '4 papers are changed.' })
  await toast.waitFor()
  expect(await yearsOf(papers)).toEqual([2022, 2022, 2022, 2022])
  await bar.waitFor({ state: 'detached' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.toast', { hasText: '4 papers are as before.' }).waitFor()
  expect(await yearsOf(papers)).toEqual([2018, 2018, 2019, 2020])
})

test('a whole page is binned together, undone, and deleted for good from the bin', async () => {
  const papers = await publishFour('Swept', ['2018', '2018', '2019', '2020'])
  const list = await openDeskList(page, site.origin, '?q=swept')
  await list.getByLabel('Choose all on this page').check()
  const bar = page.getByRole('region', { name: 'Chosen papers' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.locator('.toast', { hasText: '4 papers are in the bin.' }).waitFor()
  expect(await statusesOf(papers)).toEqual([404, 404, 404, 404])
  await page.locator('.last-line').getByRole('button', { name: 'Undo' }).click()
  await rowOf(list, 'Swept 1').waitFor()
  expect(await statusesOf(papers)).toEqual([200, 200, 200, 200])

  await list.getByLabel('Choose all on this page').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await list.getByRole('link', { name: /^Bin/ }).click()
  await rowOf(list, 'Swept 1').waitFor()
  await list.getByLabel('Choose Swept 1').check()
  await bar.getByRole('button', { name: 'Restore' }).click()
  await page.locator('.toast', { hasText: '1 paper is restored.' }).waitFor()
  await list.getByLabel('Choose all on this page').check()
  await bar.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await page.locator('.toast', { hasText: '3 papers are deleted for good.' }).waitFor()
  expect(await statusesOf(papers)).toEqual([200, 404, 404, 404])
})

test('what could not be done with all is told in the same toast', async () => {
  const papers = await publishFour('Partly', ['2018', '2018', '2019', '2020'])
  await publish(site, admin, { title: 'Partly for an exam', degree: 'jee', subject: 'all' })
  const list = await openDeskList(page, site.origin, '?q=partly')
  await list.getByLabel('Choose all on this page').check()
  await site.fetch(`/api/admin/papers/${papers[0]}`, { method: 'DELETE', headers: admin.headers })
  const bar = page.getByRole('region', { name: 'Chosen papers' })
  await bar.getByRole('button', { name: 'Change …' }).click()
  const form = page.getByRole('dialog', { name: 'Change together' })
  await form.getByLabel('Degree').selectOption('10th CBSE')
  await form.getByRole('button', { name: 'Change 5 papers' }).click()
  const toast = page.locator('.toast', { hasText: '3 of 5 papers are changed.' })
  await toast.waitFor()
  expect(await toast.textContent()).toContain('1 was not there any more.')
  expect(await toast.textContent()).toContain('1 not: Choose a subject')
})

test('what is chosen stays chosen on other pages, and more than 200 are too many', async () => {
  const papers = Array.from({ length: 204 }, (_, at) => madeUp(at))
  await page.route('**/api/admin/papers*', (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    const part = papers.slice((number - 1) * 12, number * 12)
    return route.fulfill({
      json: { papers: part, page: number, pages: 17, total: 204, more: false, samples: false, binned: 0 },
    })
  })
  const list = await openDeskList(page, site.origin)
  const bar = page.getByRole('region', { name: 'Chosen papers' })
  for (let number = 1; number <= 17; number += 1) {
    if (number > 1) await list.getByRole('link', { name: `Page ${number}`, exact: true }).click()
    await rowOf(list, `Made up ${(number - 1) * 12}`).waitFor()
    await list.getByLabel('Choose all on this page').check()
    await bar.getByText(`${number * 12} chosen`).waitFor()
  }
  await bar.getByText('At most 200 papers go together: take 4 off.').waitFor()
  expect(await bar.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  for (const at of [192, 193, 194, 195]) await list.getByLabel(`Choose Made up ${at}`).uncheck()
  await bar.getByText('200 chosen').waitFor()
  expect(await bar.getByRole('button', { name: 'Delete' }).isEnabled()).toBe(true)
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
})

async function publishFour(title: string, years: string[]) {
  const papers: string[] = []
  for (const [at, year] of years.entries())
    papers.push((await publish(site, admin, { title: `${title} ${at + 1}`, year })).id)
  return papers
}

async function yearsOf(ids: string[]) {
  return await Promise.all(ids.map(async (id) => (await (await site.fetch(`/api/papers/${id}`)).json()).year))
}

async function statusesOf(ids: string[]) {
  return await Promise.all(ids.map(async (id) => (await site.fetch(`/api/papers/${id}`)).status))
}

function madeUp(at: number) {
  return {
    ...{
      id: `made-up-${at}`,
      title: `Made up ${at}`,
      link: '/files/x.pdf',
      thumbnail: null,
      referenceLink: null,
    },
    ...{
      type: 'cbse',
      grade: '12',
      subject: 'Physics',
      month: 'June',
      year: 2020,
      views: 0,
      pages: 1,
      size: 1000,
    },
    ...{ sample: false, version: 1, publishedAt: '2026-01-01T00:00:00Z', changedAt: '2026-01-01T00:00:00Z' },
    ...{ originalName: 'x.pdf', answers: null, thumbnailGiven: false, binnedAt: null },
  }
}
