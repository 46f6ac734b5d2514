import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { openBrowser } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { addSatPaper, beginAt, button, openPhone, type Phone, putPensDown } from '../support/sit-page.ts'
import { openSite, type SignedIn, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
let admin: SignedIn
let paper: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  admin = await site.signIn()
  paper = await addSatPaper(site, admin, 'Waves')
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const sit = (of = paper) => `${site.origin}/papers/${of.id}/sit`
const choice = (page: Phone, name: string) =>
  page.locator('.sit-foot').getByRole('radio', { name, exact: true })
const focused = (page: Phone) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

/** Presses Tab until the focus is on what has this text. */
async function tabTo(page: Phone, text: RegExp) {
  for (let times = 0; times < 80; times++) {
    if (text.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No way by Tab to ${text}`)
}

test('by keyboard alone a paper is begun, answered, paused and put down, and the focus is never lost', async () => {
  const page = await openPhone(browser)
  await page.goto(site.origin + paperPath(paper))
  await tabTo(page, /^Sit this paper$/)
  await page.keyboard.press('Enter')
  await button(page, 'Begin').waitFor()
  await tabTo(page, /^Begin$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Question 1 [1 mark]')
  while (!(await choice(page, 'A').evaluate((radio) => radio === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => choice(page, 'B').isChecked()).toBe(true)
  await page.getByText('1 answered, 0 to come back to.').waitFor({ state: 'attached' })
  await button(page, 'Pause').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Go on')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Question 1 [1 mark]')
  await button(page, 'Finish').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Finish')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Finished' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  expect(page.errors).toEqual([])
})

test('a paper that is replaced in mid-sitting, and then taken off the site, is said to be, and loses nothing', async () => {
  const replaced = await addSatPaper(site, admin, 'Replaced')
  const page = await openPhone(browser)
  await beginAt(page, sit(replaced))
  await choice(page, 'D').check()
  const file = plainPdf({ text: 'Another file', pages: 1 })
  await paperClient(site, admin).replace(replaced.id, 'file', file)
  await page.reload()
  await page.getByText('The centre has replaced this paper since you began.').waitFor()
  expect(await choice(page, 'D').isChecked()).toBe(true)
  await paperClient(site, admin).bin(replaced.id)
  await page.reload()
  await page.getByText('The site does not show this paper just now').waitFor()
  expect(await choice(page, 'D').isChecked()).toBe(true)
  await putPensDown(page)
  await page.getByText('1 answered, 2 not.').waitFor()
})

test('a file for which a phone has no room is said to be there only while the page is open', async () => {
  const page = await openPhone(browser)
  await beginAt(page, sit())
  await putPensDown(page)
  await button(page, 'None').first().click()
  await button(page, 'Done marking').click()
  await page.getByText('1 question for later').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save as a file').click(),
  ])
  const full = await openPhone(browser)
  await full.goto(`${site.origin}/practice/mine`)
  await full.getByText('Nothing yet.').waitFor()
  await full.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await full
    .getByLabel('Open a file')
    .last()
    .setInputFiles(await download.path())
  await full.getByText('This phone has no room for the whole file.').waitFor()
  await full.getByText('1 question for later').waitFor()
})
