import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { openBrowser } from '../support/chromium.ts'
import { addSatPaper, beginAt, button, openPhone, type Phone, putPensDown } from '../support/sit-page.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let paper: Paper
let sit: string
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  paper = await addSatPaper(site, await site.signIn(), 'Waves')
  sit = `${site.origin}/papers/${paper.id}/sit`
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const openMine = async (page: Phone) => {
  await page.goto(`${site.origin}/practice/mine`)
  await page.getByRole('heading', { name: 'Move or erase' }).waitFor()
}
const sums = (page: Phone) => page.locator('.mine-sittings li')

/** One sitting with one mistake, of whoever practises now. */
async function sitOnce(page: Phone) {
  await beginAt(page, sit)
  await putPensDown(page)
  await button(page, 'None').first().click()
  await button(page, 'Done marking').click()
  await page.getByText('1 question for later').waitFor()
}

async function addRavi(page: Phone) {
  await page.getByText('Does more than one person use this phone?').click()
  await page.getByLabel('Name of the person who practised here so far').fill('Asha')
  await page.getByLabel('Name of the new person').fill('  Ravi ')
  await button(page, 'Add').click()
  await page.getByText('Ravi now has a practice of their own on this phone.').waitFor()
}

test('what was practised becomes the first profile; each has a practice, a file and an end of its own', async () => {
  const page = await openPhone(browser)
  await sitOnce(page)
  await page.getByText('Does more than one person use this phone?').click()
  await page.getByLabel('Name of the person who practised here so far').fill('Asha')
  await page.getByLabel('Name of the new person').fill('asha')
  await button(page, 'Add').click()
  await page.getByText('Type a name that no other profile has').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await page.getByLabel('Name of the new person').fill('Ravi')
  await button(page, 'Add').click()
  await page.getByRole('heading', { name: 'Practice of Ravi' }).waitFor()
  await page.getByText('Nothing yet.').waitFor()

  // Who sits it is shown and chosen where it begins.
  await page.goto(sit)
  expect(await button(page, 'Ravi').getAttribute('aria-pressed')).toBe('true')
  expect(await axeFaultsIn(page)).toEqual([])
  await button(page, 'Begin').click()
  await page.getByText('Practice of Ravi').waitFor()
  await putPensDown(page)
  await page.locator('summary', { hasText: 'Question 3' }).click()
  await page.getByRole('button', { name: 'Bookmark: Question 3' }).click()
  await button(page, 'Done marking').click()
  await expect.poll(() => sums(page).count()).toBe(1)
  await page.getByText('[1 question]').waitFor()

  await button(page, 'Asha').click()
  await page.getByRole('heading', { name: 'Practice of Asha' }).waitFor()
  await page.getByText('1 question for later').waitFor()
  expect(await page.getByText('[1 question]').count()).toBe(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save as a file').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^my-practice-Asha-\d{4}-\d\d-\d\d\.json$/)
  const file = readFileSync(await download.path())

  // Opened by another profile, a file adds to that one, also what the first has already.
  await button(page, 'Ravi').click()
  const opens = page.getByLabel('Open a file').last()
  await opens.setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer: file })
  await page.getByText('Added from the file: sittings 1, questions 1.').waitFor()
  await expect.poll(() => sums(page).count()).toBe(2)

  await button(page, 'Erase all of Ravi').click()
  await page.getByText('of Ravi from this phone? Those of the others stay.').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await button(page, 'Erase').click()
  await page
    .getByText('All of Ravi is erased from this phone. The other profiles are as they were.')
    .waitFor()
  await page.getByText('Nothing yet.').waitFor()
  await button(page, 'Asha').click()
  await page.getByText('1 question for later').waitFor()
  await page.reload()
  await page.getByText('1 question for later').waitFor()
  expect(page.errors).toEqual([])
})

test('a profile is renamed, and removed only when asked, with all that is of it and nothing of others', async () => {
  const page = await openPhone(browser)
  await sitOnce(page)
  await addRavi(page)
  await sitOnce(page)
  await page.getByText('Add, rename or remove').click()
  await page.getByLabel('Name', { exact: true }).fill('Asha')
  await button(page, 'Rename').click()
  await page.getByText('Type a name that no other profile has').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Ravi K')
  await button(page, 'Rename').click()
  await page.getByRole('heading', { name: 'Practice of Ravi K' }).waitFor()
  await button(page, 'Remove Ravi K').click()
  await page.getByText('sittings 1, questions to do again 1, bookmarks 0').waitFor()
  await button(page, 'Leave them').click()
  await page.getByText('1 question for later').waitFor()
  await button(page, 'Remove Ravi K').click()
  await page.getByRole('alert').getByRole('button', { name: 'Remove Ravi K' }).click()
  await page.getByText('Ravi K is removed from this phone.').waitFor()
  await page.getByText('1 question for later').waitFor()
  expect(await page.getByText('Practice of').count()).toBe(0)

  // All at once, as each says.
  await page.getByText('Does more than one person use this phone?').click()
  await page.getByLabel('Name of the new person').fill('Mani')
  await button(page, 'Add').click()
  await button(page, 'Erase all profiles').click()
  await page.getByText('Erase all 2 profiles from this phone').waitFor()
  await button(page, 'Erase').click()
  await page.getByText('All is erased from this phone.').waitFor()
  await page.reload()
  await page.getByText('Nothing yet.').waitFor()
  await page.getByText('Does more than one person use this phone?').waitFor()
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('sitting:')))
  expect(left).toEqual([])
})

test('where several share the phone "Begin" waits for who sits, which would push it from under the finger', async () => {
  const page = await openPhone(browser)
  await openMine(page)
  await addRavi(page)
  const core = Promise.withResolvers<void>()
  await page.route('**/assets/core-*.js', async (route) => {
    await core.promise
    await route.continue()
  })
  await page.goto(sit)
  await page.getByText('Getting ready …', { exact: true }).waitFor()
  expect(await button(page, 'Begin').count()).toBe(0)
  core.resolve()
  await page.getByRole('group', { name: 'Who sits it?' }).waitFor()
  await button(page, 'Begin').click()
  await page.getByRole('timer').waitFor()
})

test('of two tabs one changes who practises: the sitting of the other goes on as whose it is, also loaded again', async () => {
  const page = await openPhone(browser)
  await openMine(page)
  await addRavi(page)
  await button(page, 'Asha').click()
  await beginAt(page, sit)
  const other = (await page.context().newPage()) as Phone
  await openMine(other)
  await button(other, 'Ravi').click()
  await page.locator('.sit-foot').getByRole('radio', { name: 'B', exact: true }).check()
  await page.getByText('Practice of Asha').waitFor()
  await page.reload()
  await page.getByText('Practice of Asha').waitFor()
  await putPensDown(page)
  await button(page, 'None').first().click()
  await button(page, 'Done marking').click()
  // My practice is of whoever is chosen.
  await page.getByRole('heading', { name: 'Practice of Ravi' }).waitFor()
  await page.getByText('Nothing yet.').waitFor()
  await button(other, 'Asha').click()
  await page.getByText('1 question for later').waitFor()
  await other.close()
})

test('of a profile nothing is sent to the site', async () => {
  const page = await openPhone(browser)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await openMine(page)
  await addRavi(page)
  await sitOnce(page)
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((each) => /ravi|asha/i.test(each))).toEqual([])
})
