import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openDeskList, rowOf, titlesOf } from '../support/desk-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  for (let at = 1; at <= 14; at += 1)
    await publish(site, admin, { title: `Unit test ${at}`, subject: 'Mathematics', year: '2020' })
  await publish(site, admin, {
    title: 'Vectors in space',
    referenceLink: 'https://answers.example/v',
    year: '2024',
  })
  await publish(site, admin, { title: 'Optics', subject: 'Physics', degree: '12th-state', year: '2023' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
})
afterEach(() => page.context().close())

test('a search acts as one types, replaces its address, and "/" leads to it', async () => {
  const list = await openDeskList(page, site.origin)
  await list.getByText('12 of 16 papers').waitFor()
  const before = await page.evaluate(() => history.length)
  await page.keyboard.press('/')
  await page.keyboard.type('vectors', { delay: 30 })
  await list.getByText('1 paper', { exact: true }).waitFor()
  expect(await titlesOf(list)).toEqual(['Vectors in space'])
  // Its first letters find the same paper.
  await expect.poll(() => new URL(page.url()).search).toBe('?q=vectors&sort=best')
  expect(await page.evaluate(() => history.length)).toBe(before)
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('vectors')
  await page.reload()
  await list.getByText('1 paper', { exact: true }).waitFor()
  expect(await list.getByRole('searchbox').inputValue()).toBe('vectors')
})

test('a search orders its papers by the best match, says so, and gives way to another order', async () => {
  const list = await openDeskList(page, site.origin)
  const order = () =>
    list
      .getByLabel('Sort')
      .evaluate((select: HTMLSelectElement) => [...select.options].map((option) => option.text))
  const chosen = () =>
    list.getByLabel('Sort').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)
  const others = ['Added last', 'Changed last', 'Title', 'Most viewed']
  expect([await chosen(), await order()]).toEqual(['Newest', ['Newest', ...others]])
  await list.getByRole('searchbox').fill('unit test 1')
  await list.getByText('12 of 14 papers').waitFor()
  expect([await chosen(), await order()]).toEqual(['Best match', ['Best match', 'Newest', ...others]])
  expect(new URL(page.url()).search).toBe('?q=unit+test+1&sort=best')
  expect((await titlesOf(list))[0]).toBe('Unit test 1')
  await list.getByLabel('Sort').selectOption('Newest')
  await expect.poll(async () => (await titlesOf(list))[0]).toBe('Unit test 14')
  await page.reload()
  await expect.poll(async () => (await titlesOf(list))[0]).toBe('Unit test 14')
  expect([await chosen(), new URL(page.url()).search]).toEqual(['Newest', '?q=unit+test+1&sort=newest'])
  await list.getByRole('searchbox').fill('')
  await list.getByText('12 of 16 papers').waitFor()
  expect([await chosen(), new URL(page.url()).search]).toEqual(['Newest', ''])
})

test('filters and order are kept in the address, and back takes them off one by one', async () => {
  const list = await openDeskList(page, site.origin)
  // Two choices at once: neither is lost, though the address follows later.
  await list.getByLabel('Board or exam').selectOption('State Board')
  await list.getByLabel('Subject').selectOption('Physics')
  await list.getByText('1 paper', { exact: true }).waitFor()
  expect(await titlesOf(list)).toEqual(['Optics'])
  expect(new URL(page.url()).search).toBe('?type=state&subject=Physics')
  await page.goBack()
  await page.waitForURL('**/admin?type=state')
  await expect.poll(() => list.getByLabel('Subject').inputValue()).toBe('')
  await list.getByRole('button', { name: 'Take off State Board' }).click()
  await list.getByText('12 of 16 papers').waitFor()
  await list.getByLabel('Sort').selectOption('Title')
  await expect.poll(async () => (await titlesOf(list))[0]).toBe('Optics')
  await list.getByLabel('Show').selectOption('No answers')
  await list.getByText('12 of 15 papers').waitFor()
  expect(new URL(page.url()).search).toBe('?show=no-answers&sort=title')
})

test('an older answer never takes the place of a newer one, and the old page stays while another is read', async () => {
  const list = await openDeskList(page, site.origin)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/admin/papers?q=optics', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await list.getByRole('searchbox').fill('optics')
  await list.locator('.list-body[aria-busy="true"]').waitFor()
  expect(await list.locator('.register > li').count()).toBe(12)
  expect(await list.locator('.paper-search .spinner').count()).toBe(1)
  await list.getByRole('searchbox').fill('vectors')
  await rowOf(list, 'Vectors in space').waitFor()
  await list.getByText('1 paper', { exact: true }).waitFor()
  answer()
  await page.waitForLoadState('networkidle')
  expect(await titlesOf(list)).toEqual(['Vectors in space'])
})

test('pages are links that lead to the head of the list', async () => {
  const list = await openDeskList(page, site.origin)
  await list.getByRole('link', { name: 'Page 2' }).click()
  await list.getByText('13–16 of 16 papers').waitFor()
  expect(new URL(page.url()).search).toBe('?page=2')
  await expect
    .poll(async () => (await list.getByRole('heading', { level: 2 }).boundingBox())?.y)
    .toBeLessThan(300)
  await page.goBack()
  await list.getByText('12 of 16 papers').waitFor()
})

test('an empty result says what to take off', async () => {
  const list = await openDeskList(page, site.origin, '?q=ramanujan&year=2020')
  await list.getByText('No paper fits “ramanujan” and 2020 together. Take one off:').waitFor()
  await list.getByRole('button', { name: 'Take off “ramanujan”' }).click()
  await list.getByText('12 of 14 papers').waitFor()
  expect(await list.getByRole('searchbox').inputValue()).toBe('')
  await page.goto(`${site.origin}/admin?show=samples`)
  await list.getByText('There are no sample papers.').waitFor()
})

test('a list that cannot be read says so, and is read when it is tried again', async () => {
  const list = await openDeskList(page, site.origin)
  await page.route('**/api/admin/papers?q=optics', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: '{"detail":"Not today."}' }),
  )
  await list.getByRole('searchbox').fill('optics')
  await list.getByText('The list could not be read. Not today.').waitFor()
  await page.unroute('**/api/admin/papers?q=optics')
  await list.getByRole('button', { name: 'Try again' }).click()
  await rowOf(list, 'Optics').waitFor()
})

test('a row says what is to be known of its paper', async () => {
  const list = await openDeskList(page, site.origin, '?q=vectors')
  const row = rowOf(list, 'Vectors in space')
  for (const fact of [
    '12th CBSE',
    'Mathematics',
    'December 2024',
    '0 views',
    /^2 pages · \d+ KB$/,
    /^added \d/,
  ])
    await row.getByText(fact, { exact: true }).waitFor()
  await row.getByText('ANSWERS', { exact: true }).waitFor()
  expect(await row.getByRole('link', { name: 'Reference Link' }).getAttribute('href')).toBe(
    'https://answers.example/v',
  )
})

test('what waits to be drawn stands above the list, and what cannot be is named and tried again', async () => {
  const list = await openDeskList(page, site.origin)
  await list.getByText('16 papers are being prepared for reading.').waitFor()
  const set = (state: 'done' | 'failed', title: string) =>
    site.app.db
      .updateTable('drawingJobs')
      .set({ state, fault: state === 'failed' ? 'The file is missing on the server.' : null })
      .where('fileKey', 'in', (of) => of.selectFrom('papers').select('fileKey').where('title', 'like', title))
      .execute()
  await set('done', '%')
  await set('failed', 'Optics')
  await page.reload()
  const failed = list.getByRole('region', { name: 'Papers that cannot be prepared for reading' })
  await failed.getByText('The file is missing on the server.').waitFor()
  expect(await list.getByText('being prepared').count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  await failed.getByRole('button', { name: 'Optics' }).click()
  await list.locator('.paper-form').waitFor()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await list.getByText('1 paper is being prepared for reading.').waitFor()
  expect(await failed.count()).toBe(0)
  expect(page.errors).toEqual([])
})

test('scanned pages that could not be read are counted and named, and tried again, of one paper or of all', async () => {
  const { db } = site.app
  const fail = async (title: string, pages: number[]) => {
    const { fileKey } = await db
      .selectFrom('papers')
      .select('fileKey')
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    const failed = { fileKey, state: 'failed' as const, fault: 'Reading the page took too long.' }
    await db
      .insertInto('recognitionJobs')
      .values(pages.map((page) => ({ ...failed, page })))
      .execute()
  }
  await fail('Optics', [2, 3])
  await fail('Vectors in space', [1])
  const list = await openDeskList(page, site.origin)
  const unread = list.getByRole('region', { name: 'Papers that cannot be prepared for reading' })
  await unread
    .getByText('3 scanned pages of 2 papers could not be read: no search finds what is on them.')
    .waitFor()
  await unread.getByText('Which papers, and why').click()
  await unread.getByText('Pages 2, 3: Reading the page took too long.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await unread.getByRole('button', { name: 'Try again: Optics' }).click()
  await unread
    .getByText('1 scanned page of 1 paper could not be read: no search finds what is on it.')
    .waitFor()
  await unread.getByText('Page 1: Reading the page took too long.').waitFor()
  // What could not be drawn is not tried again with it.
  const ofOptics = db.selectFrom('papers').select('fileKey').where('title', '=', 'Optics')
  await db
    .updateTable('drawingJobs')
    .set({ state: 'failed', fault: 'The file is missing on the server.' })
    .where('fileKey', 'in', ofOptics)
    .execute()
  await page.reload()
  await unread.getByText('cannot be shown page by page').waitFor()
  const ofRead = unread.getByText('1 scanned page of 1 paper could not be read')
  await ofRead.getByRole('button', { name: 'Try again' }).click()
  await ofRead.waitFor({ state: 'detached' })
  await unread.getByRole('button', { name: 'Try again' }).click()
  await unread.waitFor({ state: 'detached' })
  const waiting = db.selectFrom('recognitionJobs').select('page').where('state', '=', 'waiting')
  expect(await waiting.execute()).toHaveLength(3)
  expect(page.errors).toEqual([])
})

test('on a phone and on a tablet the filters fold into one sheet', async () => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const list = await openDeskList(page, site.origin)
  await list.getByRole('button', { name: 'Filters' }).waitFor()
  // Both at one moment: what is above them folds when the prices have come.
  const places = await list.evaluate((part) =>
    [...part.querySelectorAll('input[type=search], button')]
      .filter((each) => each.matches('input') || each.textContent?.trim() === 'Filters')
      .map((each) => each.getBoundingClientRect())
      .map(({ top, height }) => `${top} ${height}`),
  )
  expect(places).toHaveLength(2)
  expect(new Set(places).size).toBe(1)
  expect(await list.getByLabel('Subject').filter({ visible: true }).count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await list.getByLabel('Subject').filter({ visible: true }).count()).toBe(0)
  await list.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Subject').selectOption('Physics')
  await sheet.getByRole('button', { name: 'Show 1 paper' }).click()
  await sheet.waitFor({ state: 'detached' })
  expect(await titlesOf(list)).toEqual(['Optics'])
  await list.getByRole('button', { name: 'Filters (1)' }).waitFor()
})
