import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDeskList, rowOf } from '../support/desk-page.ts'
import { admin, page, site, visitDesk } from '../support/desk-session.ts'
import { publish } from '../support/site.ts'

visitDesk()

test('many papers are changed together, and each goes back to what it was', async () => {
  const papers = await publishFour('Changed', ['2018', '2018', '2019', '2020'])
  const list = await openDeskList(page, site.origin, '?q=changed&sort=title')
  await list.getByLabel('Pick Changed 1').click()
  await list.getByLabel('Pick Changed 4').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Picked papers' })
  await bar.getByText('4 picked').waitFor()
  await bar.getByRole('button', { name: 'Change …' }).click()
  const form = page.getByRole('dialog', { name: 'Change together' })
  await form.getByText('4 papers will change.').waitFor()
  expect(await form.getByRole('button', { name: 'Change 4 papers' }).isDisabled()).toBe(true)
  await form.getByLabel('Year').selectOption('2022')
  await form.getByLabel('Month').selectOption('May')
  await form.getByRole('button', { name: 'Change 4 papers' }).click()
  const toast = page.locator('.toast', { hasText: '4 papers are changed.' })
  // As long as the pointer rests on it, it stands.
  await toast.hover()
  expect(await yearsOf(papers)).toEqual([2022, 2022, 2022, 2022])
  await bar.waitFor({ state: 'detached' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.toast', { hasText: '4 papers are as before.' }).waitFor()
  expect(await yearsOf(papers)).toEqual([2018, 2018, 2019, 2020])
})

test('a whole page is binned together, undone, and deleted for good from the bin', async () => {
  const papers = await publishFour('Swept', ['2018', '2018', '2019', '2020'])
  const list = await openDeskList(page, site.origin, '?q=swept')
  await list.getByLabel('Pick all on this page').check()
  const bar = page.getByRole('region', { name: 'Picked papers' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.locator('.toast', { hasText: '4 papers are in the bin.' }).waitFor()
  expect(await statusesOf(papers)).toEqual([404, 404, 404, 404])
  await page.locator('.last-line').getByRole('button', { name: 'Undo' }).click()
  await rowOf(list, 'Swept 1').waitFor()
  expect(await statusesOf(papers)).toEqual([200, 200, 200, 200])

  await list.getByLabel('Pick all on this page').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await list.getByRole('link', { name: /^Bin/ }).click()
  await rowOf(list, 'Swept 1').waitFor()
  await list.getByLabel('Pick Swept 1').check()
  await bar.getByRole('button', { name: 'Restore' }).click()
  await page.locator('.toast', { hasText: '1 paper is restored.' }).waitFor()
  await list.getByLabel('Pick all on this page').check()
  await bar.getByRole('button', { name: 'Delete for good' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await page.locator('.toast', { hasText: '3 papers are deleted for good.' }).waitFor()
  expect(await statusesOf(papers)).toEqual([200, 404, 404, 404])
})

test('on a phone all of a page, then all that are found, are picked in the bar of what is picked', async () => {
  await publishMany('Thumbed', 14)
  const list = await openDeskList(page, site.origin, '?q=thumbed')
  await page.setViewportSize({ width: 360, height: 740 })
  const bar = page.getByRole('region', { name: 'Picked papers' })
  try {
    await page.getByRole('checkbox', { name: /^Pick all/ }).waitFor({ state: 'detached' })
    await list
      .getByLabel(/^Pick Thumbed/)
      .first()
      .check()
    const all = bar.getByRole('checkbox', { name: /^Pick all/ })
    expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await all.check()
    await bar.getByText('12 picked').waitFor()
    await bar.getByRole('button', { name: 'Pick all 14 that are found' }).click()
    await bar.getByText('14 picked').waitFor()
    // How many, Pick all and Pick none are one line above what is done with them.
    const line = [bar.getByText('14 picked'), bar.locator('.tick-box')]
    const tops = await Promise.all(line.map((part) => part.boundingBox()))
    const none = await bar.getByRole('button', { name: 'Pick none' }).boundingBox()
    const deletes = await bar.getByRole('button', { name: 'Delete' }).boundingBox()
    for (const top of tops) {
      expect(top?.y).toBeGreaterThan((none?.y ?? Number.NaN) - 3)
      expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThan((none?.y ?? 0) + (none?.height ?? 0) + 3)
    }
    expect(deletes?.y).toBeGreaterThanOrEqual((none?.y ?? 0) + (none?.height ?? 0))
    await bar.getByRole('button', { name: 'Pick none' }).click()
    await bar.waitFor({ state: 'detached' })
    // The bar goes with what was pressed in it: the keyboard goes on at the list.
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await expect.poll(focused).toBe('uploaded-heading')
    await list
      .getByLabel(/^Pick Thumbed/)
      .first()
      .check()
    await all.check()
    await all.click()
    await bar.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('uploaded-heading')
  } finally {
    await page.setViewportSize({ width: 1280, height: 900 })
  }
})

test('what could not be done with all is told in the same toast', async () => {
  const papers = await publishFour('Partly', ['2018', '2018', '2019', '2020'])
  await publish(site, admin, { title: 'Partly for an exam', degree: 'jee', subject: 'all' })
  const list = await openDeskList(page, site.origin, '?q=partly')
  await list.getByLabel('Pick all on this page').check()
  await site.fetch(`/api/admin/papers/${papers[0]}`, { method: 'DELETE', headers: admin.headers })
  const bar = page.getByRole('region', { name: 'Picked papers' })
  await bar.getByRole('button', { name: 'Change …' }).click()
  const form = page.getByRole('dialog', { name: 'Change together' })
  await form.getByLabel('Degree').selectOption('10th CBSE')
  await form.getByRole('button', { name: 'Change 5 papers' }).click()
  const toast = page.locator('.toast', { hasText: '3 of 5 papers are changed.' })
  await toast.waitFor()
  expect(await toast.textContent()).toContain('1 was not there any more.')
  expect(await toast.textContent()).toContain('1 not: Choose a subject')
})

test('all that are found are chosen, changed and binned together, and each time one Undo brings all back', async () => {
  const papers = await publishMany('Found', 26)
  const list = await openDeskList(page, site.origin, '?q=found')
  const bar = await chooseAllFound(list, 26)
  // What arrives after they were chosen is not among them.
  const late = await publish(site, admin, { title: 'Found too late', year: '2015' })
  await change(bar, 26, '2022')
  await page.locator('.toast', { hasText: '26 papers are changed.' }).waitFor()
  expect(new Set(await yearsOf(papers))).toEqual(new Set([2022]))
  expect(await yearsOf([late.id])).toEqual([2015])
  await page.locator('.last-line').getByRole('button', { name: 'Undo' }).click()
  await page.locator('.toast', { hasText: '26 papers are as before.' }).waitFor()
  expect(await yearsOf(papers)).toEqual(papers.map((_, at) => 2000 + (at % 3)))

  await list.getByLabel('Pick all on this page').check()
  await list.getByRole('button', { name: 'Pick all 27 that are found' }).click()
  await bar.getByText('27 picked').waitFor()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.locator('.toast', { hasText: '27 papers are in the bin.' }).waitFor()
  expect(new Set(await statusesOf(papers))).toEqual(new Set([404]))
  await page.locator('.last-line').getByRole('button', { name: 'Undo' }).click()
  await page.locator('.toast', { hasText: '27 papers are restored.' }).waitFor()
  expect(new Set(await statusesOf([...papers, late.id]))).toEqual(new Set([200]))
})

test('a bulk save that is refused is tried again and says so; given up, what is left stays chosen and goes on later', async () => {
  const papers = await publishMany('Busy', 52)
  const list = await openDeskList(page, site.origin, '?q=busy')
  const bar = await chooseAllFound(list, 52)
  const refused = {
    status: 503,
    headers: { 'Retry-After': '1' },
    json: { code: 'overloaded', detail: 'Busy now.' },
  }
  let sent = 0
  await page.route('**/api/admin/bulk', (route) => {
    sent += 1
    // The first bundle is refused once and then goes through; the second is refused for good.
    return sent === 2 ? route.continue() : route.fulfill(refused)
  })
  const form = await change(bar, 52, '2023')
  await form.getByText('Trying again …').waitFor()
  await page.locator('.toast', { hasText: '50 of 52 papers are changed. Busy now.' }).waitFor()
  expect((await yearsOf(papers)).filter((year) => year === 2023)).toHaveLength(50)
  await bar.getByText('2 picked').waitFor()
  await page.unroute('**/api/admin/bulk')
  const last = page.locator('.last-line')
  await last.getByRole('button', { name: 'Go on' }).click()
  await page.locator('.toast', { hasText: 'Success !52 papers are changed.' }).waitFor()
  expect(new Set(await yearsOf(papers))).toEqual(new Set([2023]))
  await bar.waitFor({ state: 'detached' })
  await last.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.toast', { hasText: '52 papers are as before.' }).waitFor()
  expect(await yearsOf(papers)).toEqual(papers.map((_, at) => 2000 + (at % 3)))

  // Stop ends it after what is under way; what was done has its way back, the rest is as it was.
  await chooseAllFound(list, 52)
  await page.route('**/api/admin/bulk', async (route) => {
    await bar.getByText('Deleting: 0 of 52 papers …').waitFor()
    await bar.getByRole('button', { name: 'Stop' }).click()
    await route.continue()
  })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.locator('.toast', { hasText: '50 of 52 papers are in the bin. You stopped it' }).waitFor()
  await page.unroute('**/api/admin/bulk')
  expect((await statusesOf(papers)).filter((status) => status === 404)).toHaveLength(50)
  await last.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.toast', { hasText: '50 papers are restored.' }).waitFor()
  expect(new Set(await statusesOf(papers))).toEqual(new Set([200]))
})

test('what is chosen stays chosen on other pages', async () => {
  await publishMany('Paged', 14)
  const list = await openDeskList(page, site.origin, '?q=paged')
  const bar = page.getByRole('region', { name: 'Picked papers' })
  await list.getByLabel('Pick all on this page').check()
  await list.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect.poll(() => list.locator('.register > li').count()).toBe(2)
  await list.locator('.register > li').first().getByRole('checkbox').check()
  await bar.getByText('13 picked').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
})

type Bar = ReturnType<Page['getByRole']>

async function chooseAllFound(list: Bar, papers: number) {
  await list.getByLabel('Pick all on this page').check()
  const bar = page.getByRole('region', { name: 'Picked papers' })
  await bar.getByText('12 picked').waitFor()
  await list.getByRole('button', { name: `Pick all ${papers} that are found` }).click()
  await bar.getByText(`${papers} picked`).waitFor()
  await list.getByText(`All ${papers} papers that are found are picked.`).waitFor()
  return bar
}

async function change(bar: Bar, papers: number, year: string) {
  await bar.getByRole('button', { name: 'Change …' }).click()
  const form = page.getByRole('dialog', { name: 'Change together' })
  await form.getByLabel('Year').selectOption(year)
  await form.getByRole('button', { name: `Change ${papers} papers` }).click()
  return form
}

async function publishMany(title: string, count: number) {
  const papers: string[] = []
  for (let at = 0; at < count; at += 1)
    papers.push((await publish(site, admin, { title: `${title} ${at}`, year: String(2000 + (at % 3)) })).id)
  return papers
}

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
