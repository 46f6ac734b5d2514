import { beforeAll, expect, test } from 'vitest'
import { openAdminList, rowOf, titlesOf } from '../support/admin-page.ts'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { publish } from '../support/site.ts'

visitAdmin()
beforeAll(async () => {
  const admin = await site.signIn()
  for (let at = 1; at <= 14; at += 1) await publish(site, admin, { title: `Unit test ${at}`, year: '2020' })
  await publish(site, admin, {
    ...{ title: 'Vectors in space', referenceLink: 'https://answers.example/v', year: '2024' },
  })
  await publish(site, admin, { title: 'Optics', subject: 'Physics', degree: '12th-state', year: '2023' })
})

const address = () => new URL(page.url()).search

test('a search acts as one types, "/" leads to it, and its best match comes first until another order is chosen', async () => {
  const list = await openAdminList(page, site.origin)
  const chosen = () =>
    list.getByLabel('Sort').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)
  await list.getByText('1–12 of 16 papers').waitFor()
  expect(await chosen()).toBe('Newest')
  const before = await page.evaluate(() => history.length)
  await page.keyboard.press('/')
  await page.keyboard.type('vectors')
  await list.getByText('1 paper', { exact: true }).waitFor()
  expect(await titlesOf(list)).toEqual(['Vectors in space'])
  // Its first letters find the same paper.
  await expect.poll(address).toBe('?q=vectors&sort=best')
  expect(await page.evaluate(() => history.length)).toBe(before)
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('vectors')

  const row = rowOf(list, 'Vectors in space')
  const facts = ['12th CBSE', 'Mathematics', 'December 2024', '0 views', /^2 pages · \d+ KB$/, /^added \d/]
  for (const fact of [...facts, 'ANSWERS']) await row.getByText(fact, { exact: true }).waitFor()
  expect(await row.locator('.thumbnail').isVisible()).toBe(true)
  expect(await list.getByRole('button', { name: /^Delete/ }).count()).toBe(1)
  const link = row.getByRole('link', { name: 'Reference Link' })
  expect(await link.getAttribute('href')).toBe('https://answers.example/v')

  await list.getByRole('searchbox').fill('unit test 1')
  await list.getByText('1–12 of 14 papers').waitFor()
  await expect
    .poll(async () => [await chosen(), (await titlesOf(list))[0]])
    .toEqual(['Best match', 'Unit test 1'])
  await list.getByLabel('Sort').selectOption('Newest')
  const first = () => expect.poll(async () => (await titlesOf(list))[0])
  await first().toBe('Unit test 14')
  await page.reload()
  await first().toBe('Unit test 14')
  await expect.poll(async () => [await chosen(), address()]).toEqual(['Newest', '?q=unit+test+1&sort=newest'])
  expect(await list.getByRole('searchbox').inputValue()).toBe('unit test 1')
  await list.getByRole('searchbox').fill('')
  await list.getByText('1–12 of 16 papers').waitFor()
  await expect.poll(async () => [await chosen(), address()]).toEqual(['Newest', ''])
})

test('filters, order and page are in the address, back takes them off one by one, and nothing found says what to take off', async () => {
  const list = await openAdminList(page, site.origin, '?page=99')
  await list.getByText('13–16 of 16 papers').waitFor()
  await expect.poll(address).toBe('?page=2')
  await list.getByRole('link', { name: 'Page 1' }).click()
  await list.getByText('1–12 of 16 papers').waitFor()
  await list.getByRole('link', { name: 'Page 2' }).click()
  await list.getByText('13–16 of 16 papers').waitFor()
  await page.goBack()
  await list.getByText('1–12 of 16 papers').waitFor()

  // Two choices at once: neither is lost, though the address follows later.
  await list.getByLabel('Board or exam').selectOption('State Board')
  await list.getByLabel('Subject').selectOption('Physics')
  await list.getByText('1 paper', { exact: true }).waitFor()
  await expect
    .poll(async () => [address(), await titlesOf(list)])
    .toEqual(['?type=state&subject=Physics', ['Optics']])
  await page.goBack()
  await page.waitForURL('**/admin?type=state')
  await expect.poll(() => list.getByLabel('Subject').inputValue()).toBe('')
  await list.getByRole('button', { name: 'Take off State Board' }).click()
  await list.getByText('1–12 of 16 papers').waitFor()
  await list.getByLabel('Sort').selectOption('Title')
  await expect.poll(async () => (await titlesOf(list))[0]).toBe('Optics')
  await list.getByLabel('Show').selectOption('No answers')
  await list.getByText('1–12 of 15 papers').waitFor()
  await expect.poll(address).toBe('?show=no-answers&sort=title')

  await page.goto(`${site.origin}/admin?q=ramanujan&year=2020`)
  await list.getByText('No paper fits “ramanujan” and 2020 together. Take one off:').waitFor()
  await list.getByRole('button', { name: 'Take off “ramanujan”' }).click()
  await list.getByText('1–12 of 14 papers').waitFor()
  await expect.poll(() => list.getByRole('searchbox').inputValue()).toBe('')
})

test('the old page stays while another is read, an older answer never takes the place of a newer one, and a failure is said', async () => {
  const list = await openAdminList(page, site.origin)
  const late = Promise.withResolvers<void>()
  const isLate = Promise.withResolvers<void>()
  await page.route('**/api/admin/papers?q=optics', async (route) => {
    await late.promise
    await route.continue().catch(() => {})
    isLate.resolve()
  })
  await list.getByRole('searchbox').fill('optics')
  await list.locator('.list-body[aria-busy="true"]').waitFor()
  expect(await list.locator('.register > li').count()).toBe(12)
  await list.getByRole('searchbox').fill('vectors')
  await rowOf(list, 'Vectors in space').waitFor()
  await list.getByText('1 paper', { exact: true }).waitFor()
  late.resolve()
  await isLate.promise
  await page.waitForLoadState('networkidle')
  expect(await titlesOf(list)).toEqual(['Vectors in space'])
  await page.unroute('**/api/admin/papers?q=optics')

  await page.route('**/api/admin/papers?q=planes', (route) =>
    route.fulfill({ status: 400, json: { detail: 'Not today.' } }),
  )
  await list.getByRole('searchbox').fill('planes')
  await list.getByText('The list could not be read. Not today.').waitFor()
  expect([await titlesOf(list), await page.locator('.toast').count()]).toEqual([[], 0])
  expect(await page.getByLabel('PDF file').isEnabled()).toBe(true)
  await page.unroute('**/api/admin/papers?q=planes')
  await list.getByRole('button', { name: 'Try again' }).click()
  await list.getByText('No paper fits “planes”. Take it off:').waitFor()
})

test('what waits to be rendered is counted, and what could not be rendered or read is named and tried again, of one paper or of all', async () => {
  const { db } = site.app
  const of = (title: string) => db.selectFrom('papers').select('fileKey').where('title', '=', title)
  const fault = 'The file is missing on the server.'
  await db.updateTable('drawingJobs').set({ state: 'done', fault: null }).execute()
  const optics = db.updateTable('drawingJobs').where('fileKey', 'in', of('Optics'))
  await optics.set({ state: 'failed', fault }).execute()
  for (const [title, pages] of [
    ['Optics', [2, 3]],
    ['Vectors in space', [1]],
  ] as const) {
    const { fileKey } = await of(title).executeTakeFirstOrThrow()
    const failed = { fileKey, state: 'failed' as const, fault: 'Reading the page took too long.' }
    const jobs = pages.map((page) => ({ ...failed, page }))
    await db.insertInto('recognitionJobs').values(jobs).execute()
  }
  const list = await openAdminList(page, site.origin)
  const problems = list.getByRole('region', { name: 'Papers that cannot be prepared for reading' })
  const rendered = problems.getByRole('paragraph').filter({ hasText: 'cannot be shown page by page' })
  await problems.getByText(fault).waitFor()
  await problems.getByText('3 scanned pages of 2 papers could not be read: no search finds what').waitFor()
  await problems.getByText('Which papers, and why').click()
  await problems.getByText('Pages 2, 3: Reading the page took too long.').waitFor()
  expect(await list.getByText('being prepared').count()).toBe(0)
  expect(await axeFaultsIn(page)).toEqual([])

  await problems.getByRole('button', { name: 'Try again: Optics' }).click()
  const unread = problems.getByRole('paragraph').filter({ hasText: '1 scanned page of 1 paper could not' })
  await unread.waitFor()
  // What could not be rendered is not tried again with it.
  await unread.getByRole('button', { name: 'Try again' }).click()
  await unread.waitFor({ state: 'detached' })
  await problems.getByRole('button', { name: 'Optics', exact: true }).click()
  await list.locator('.paper-form').waitFor()
  // What is read before the press and arrives after it says the opposite.
  const { promise: pressed, resolve: arrive } = Promise.withResolvers<void>()
  const json = await (await site.fetch('/api/admin/render-jobs', { headers: admin.headers })).json()
  await page.route('**/api/admin/render-jobs', async (route) => {
    await pressed
    await route.fulfill({ json })
  })
  const read = page.waitForRequest('**/api/admin/render-jobs')
  await list.locator('.paper-form').getByLabel('Title', { exact: true }).fill('Optics, corrected')
  await list.getByRole('button', { name: 'Save' }).click()
  const isRead = await read
  await rendered.getByRole('button', { name: 'Try again' }).click()
  await list.getByText('1 paper is being prepared for reading.').waitFor()
  arrive()
  await (await isRead.response())?.finished()
  await page.unroute('**/api/admin/render-jobs')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect.poll(() => problems.count()).toBe(0)
  const waiting = db.selectFrom('recognitionJobs').select('page').where('state', '=', 'waiting')
  expect(await waiting.execute()).toHaveLength(3)
  expect(page.errors).toEqual([])
})

test('on a phone the filters are in one sheet, and all of a page, then all that are found, are picked in the bar', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  const list = await openAdminList(page, site.origin)
  expect(await list.getByLabel('Subject').filter({ visible: true }).count()).toBe(0)
  await list.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Subject').selectOption('Mathematics')
  await sheet.getByRole('button', { name: 'Show 15 papers' }).click()
  await sheet.waitFor({ state: 'detached' })
  await list.getByRole('button', { name: 'Filters (1)' }).waitFor()

  const bar = page.getByRole('region', { name: 'Picked papers' })
  expect(await page.getByRole('checkbox', { name: /^Pick all/ }).count()).toBe(0)
  const one = list.getByLabel(/^Pick Unit test/).first()
  await one.check()
  const all = bar.getByRole('checkbox', { name: /^Pick all/ })
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await all.check()
  await bar.getByText('12 picked').waitFor()
  await bar.getByRole('button', { name: 'Pick all 15 that are found' }).click()
  await bar.getByText('15 picked').waitFor()
  // The bar goes with what was pressed in it: the keyboard goes on at the list.
  const atHeading = () =>
    expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('uploaded-heading')
  await bar.getByRole('button', { name: 'Pick none' }).click()
  await bar.waitFor({ state: 'detached' })
  await atHeading()
  await one.check()
  await all.check()
  await all.click()
  await bar.waitFor({ state: 'detached' })
  await atHeading()
})
