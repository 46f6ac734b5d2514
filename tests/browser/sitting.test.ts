import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import * as ta from '#messages/ta.js'
import { axeFaultsIn } from '../support/axe.ts'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { linesPdf, plainPdf } from '../support/made-pdfs.ts'
import { addQuestions } from '../support/made-questions.ts'
import { setToNoon } from '../support/noon-clock.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'
import { untilRendered } from '../support/until-rendered.ts'

const OPTIONS = '(A) sound (B) light (C) water (D) none'
const HOUR_MS = 3_600_000

let site: Site
let browser: Browser
let admin: SignedIn
let paper: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite({ renders: true }), openBrowser()])
  admin = await site.signIn()
  paper = await add('Waves')
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

async function add(title: string): Promise<Paper> {
  const added = await publish(site, admin, { title }, plainPdf({ text: 'Time allowed : 3 hours', pages: 2 }))
  await untilRendered(site)
  await addQuestions(site, [
    added,
    [
      { text: `Which is a wave? ${OPTIONS}`, marks: 1 },
      { text: `Which is none? ${OPTIONS}`, marks: 1 },
      { text: 'Show that the matrix is skew symmetric.', marks: 5 },
    ],
  ])
  return added
}

async function openPhone(): Promise<Page & { errors: string[] }> {
  return await openPage(browser, { viewport: { width: 360, height: 740 } })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choice = (page: Page, name: string) =>
  page.locator('.sit-foot').getByRole('radio', { name, exact: true })
const question = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Questions' }).getByRole('button', { name, exact: true })
const clock = (page: Page) => page.getByRole('timer')
/** Seconds that the clock shows. */
async function shown(page: Page): Promise<number> {
  const [, hours, minutes, seconds] = /(\d):(\d\d):(\d\d)/.exec((await clock(page).textContent()) ?? '') ?? []
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

async function begin(page: Page, of: Paper = paper) {
  await page.goto(`${site.origin}/papers/${of.id}/sit`)
  await button(page, 'Begin').click()
  await clock(page).waitFor()
}

test('a paper is sat in two taps, survives a reload, and the pen is put down', async () => {
  const page = await openPhone()
  await page.goto(site.origin + paperPath(paper))
  await page.getByRole('link', { name: 'Sit this paper' }).click()
  await button(page, 'Begin').waitFor()
  expect(await page.getByLabel('Time, as printed on page 1').inputValue()).toBe('180')
  await button(page, 'Begin').click()
  await page.getByRole('img', { name: 'Question 1. Which is a wave?' }).waitFor()
  expect(await axeFaultsIn(page)).toEqual([])

  await choice(page, 'B').check()
  await question(page, 'Question 1, answered').waitFor()
  await button(page, 'Next question').click()
  await button(page, 'Come back later').click()
  await question(page, 'Question 2, to come back to').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Question 2 [1 mark]' }).waitFor()
  await question(page, 'Question 1, answered').click()
  expect(await choice(page, 'B').isChecked()).toBe(true)
  expect(await shown(page)).toBeLessThanOrEqual(3 * 3_600)

  await question(page, 'Question 3, not answered yet').click()
  await button(page, 'Answered').waitFor()
  const foot = await page.locator('.sit-foot button').evaluateAll((all) =>
    all.map((each) => {
      const { top, height } = each.getBoundingClientRect()
      return { middle: Math.round(top + height / 2), height }
    }),
  )
  expect(new Set(foot.map(({ middle }) => middle)).size, 'one row').toBe(1)
  expect(
    foot.every(({ height }) => height < 56),
    'two lines at most',
  ).toBe(true)
  await question(page, 'Question 1, answered').click()

  await button(page, 'By page').click()
  await page.getByRole('img', { name: 'Page 1 of 2' }).waitFor()
  await button(page, 'Next page').click()
  await page.getByRole('img', { name: 'Page 2 of 2' }).waitFor()
  await button(page, 'Pause').click()
  await page.getByText('Paused. The clock has stopped; in the exam hall it would not.').last().waitFor()
  await button(page, 'Go on').click()
  await button(page, 'Finish').click()
  const asks = page.getByRole('alertdialog')
  await asks.getByText('2 questions are not answered.').waitFor()
  expect(await axeFaultsIn(page, '[role=alertdialog]')).toEqual([])
  await asks.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('heading', { name: 'Finished' }).waitFor()
  await page.getByText('Paused once, for').waitFor()
  expect(page.errors).toEqual([])
})

test('a sitting is marked by a key and by hand, and what went wrong is done again in My practice', async () => {
  const page = await openPhone()
  await setToNoon(page)
  await begin(page)
  await choice(page, 'B').check()
  await button(page, 'Next question').click()
  await choice(page, 'A').check()
  await button(page, 'Finish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByText('Answer key and negative marks').click()
  await page.getByLabel('Type or paste the key').fill('1 B, 2 D')
  await button(page, 'Mark by this key').click()
  await page.getByText('2 answers read from the key.').waitFor()
  await page.getByText('1 of 2', { exact: true }).first().waitFor()
  await page.getByLabel('Marks for question 3, up to 5').fill('3.5')
  await page.keyboard.press('Tab')
  await page.getByText('4.5 of 7', { exact: true }).waitFor()
  const totals = page.getByRole('region', { name: 'Marks' }).getByRole('listitem')
  await totals.filter({ hasText: /^Matrices3\.5 of 5/ }).waitFor()
  await totals.filter({ hasText: /^No chapter known1 of 2/ }).waitFor()
  await page.getByLabel('A wrong choice costs marks').check()
  await page.getByText('6.5 of 13', { exact: true }).waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await page.reload()
  await page.getByText('6.5 of 13', { exact: true }).waitFor()

  await button(page, 'Done marking').click()
  await page.getByRole('heading', { name: 'My practice' }).waitFor()
  await page.getByText('6.5 of 13 · 50 %').waitFor()
  await page.getByRole('img', { name: /^Mathematics. .*: 50 %$/ }).waitFor()
  const chapters = page.getByRole('list', { name: 'By chapter' })
  await chapters.getByText('70 %').waitFor()
  expect(await chapters.getByRole('link', { name: 'Matrices' }).getAttribute('href')).toBe(
    '/questions?chapter=matrices',
  )
  await page.getByText('Nothing to do again today.').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await page.getByText('2 questions for later').click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Question 2' }) })
  await card.getByRole('button', { name: 'Show the right choice' }).click()
  await card.getByText('Right: D. You chose A.').waitFor()
  await card.getByRole('button', { name: 'Right this time: Question 2' }).click()
  await page.getByText('It comes again in 3 days.').waitFor()

  await page.goto(`${site.origin}/practice`)
  await hydratePage(page)
  await page.getByRole('link', { name: 'My practice' }).click()
  await page.getByText('6.5 of 13 · 50 %').waitFor()

  // Marked in full after all, its card goes at once.
  await page.getByRole('link', { name: 'Waves' }).first().click()
  await page.locator('h2:focus', { hasText: 'Finished' }).waitFor()
  await page.getByLabel('Marks for question 3, up to 5').fill('5')
  await page.keyboard.press('Tab')
  await page.getByText('8 of 13', { exact: true }).waitFor()
  await page.goto(`${site.origin}/practice/mine`)
  await page.getByText('1 question for later').waitFor()

  // Another sitting of the paper is compared with this one.
  await begin(page)
  await button(page, 'Finish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByText(/^Earlier on this phone: .*: 8 of 13$/).waitFor()
  expect(page.errors).toEqual([])
})

test('an answer opens alone: asked once while the clock runs, at its question when marking, and in My practice', async () => {
  const answered = await add('Light')
  await paperClient(site, admin).replace(
    answered.id,
    'answers',
    linesPdf([
      [
        [60, 700, 'Ans 1. (B) It is a wave.'],
        [60, 640, 'Ans 2. (D) None of them.'],
      ],
    ]),
  )
  await until('its answers have pictures', async () => {
    const { answers } = await (await site.fetch(`/api/papers/${answered.id}/questions`)).json()
    return answers.length === 2 && answers[0].picture !== null
  })
  const page = await openPhone()
  await setToNoon(page)
  const cut = (number: number, said: string) =>
    page.getByRole('img', { name: `Answer to question ${number}. ${said}` })
  const cover = page.locator('summary', { hasText: 'Show the answer' })
  await begin(page, answered)
  await button(page, 'Show the answer').click()
  await page.getByRole('alert').getByText('The clock is running').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await button(page, 'Not yet').click()
  await button(page, 'Show the answer').click()
  await button(page, 'Open them').click()
  await cover.click()
  await cut(1, 'Ans 1. (B) It is a wave.').waitFor()
  await button(page, 'Next question').click()
  expect(await page.getByRole('img', { name: /^Answer to/ }).count()).toBe(0)
  await choice(page, 'A').check()
  // Question 3 has no answer of its own: the pages open one by one.
  await button(page, 'Next question').click()
  await page.locator('summary', { hasText: 'Page 1 of the answers' }).click()
  await page.getByRole('img', { name: 'Page 1 of 1' }).waitFor()
  expect(await axeFaultsIn(page)).toEqual([])

  await button(page, 'Finish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByText('Answers were opened before the test was finished.').waitFor()
  // The key comes from the answers.
  await page.getByText('0 of 2', { exact: true }).first().waitFor()
  await page.locator('summary', { hasText: 'Question 2' }).click()
  await page.locator('.mark-rows').getByText('Show the answer').nth(1).click()
  await cut(2, 'Ans 2. (D) None of them.').waitFor()
  await button(page, 'Done marking').click()
  await page.getByText('2 questions for later').click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Question 2' }) })
  await card.getByText('Show the answer').click()
  await cut(2, 'Ans 2. (D) None of them.').waitFor()

  await page.goto(site.origin + paperPath(answered))
  await page.locator('.question-list > summary').click()
  const picture = page.locator('.questions-answers img').first()
  expect(await picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(false)
  await page.locator('.questions-answers summary').first().click()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  expect(await axeFaultsIn(page)).toEqual([])
  expect(page.errors).toEqual([])
})

test('a question is bookmarked from a list and from a sitting, and found and removed in My practice', async () => {
  const page = await openPhone()
  await page.goto(`${site.origin}/questions?q=wave`)
  await hydratePage(page)
  await page.getByRole('button', { name: 'Bookmark: Question 1' }).first().click()
  await page.getByText('Bookmarked').first().waitFor()
  await begin(page)
  await button(page, 'Finish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.locator('summary', { hasText: 'Question 3' }).click()
  await page.getByRole('button', { name: 'Bookmark: Question 3' }).click()
  await page.getByRole('button', { name: 'Bookmarked: Question 3' }).waitFor()
  await page.goto(`${site.origin}/practice/mine`)
  await page.getByText('[2 questions]').waitFor()
  await page.getByRole('img', { name: /^Question 3/ }).waitFor()
  const first = page.getByRole('img', { name: /^Question 1. Which is a wave/ })
  await first.scrollIntoViewIfNeeded()
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  expect(await axeFaultsIn(page)).toEqual([])
  await page.getByRole('button', { name: 'Bookmarked: Question 3' }).click()
  await page.reload()
  await page.getByText('[1 question]').waitFor()
  expect(page.errors).toEqual([])
})

test('in another language a sitting stays in it to the end; where the code of My practice does not come, the page says so', async () => {
  const page = await openPhone()
  await page.goto(`${site.origin}/ta/papers/${paper.id}/sit`)
  await button(page, ta.sit_begin()).click()
  await choice(page, 'A').check()
  await button(page, ta.sit_pens_down()).click()
  await page.getByRole('alertdialog').getByRole('button', { name: ta.sit_pens_down_yes() }).click()
  await button(page, ta.mark_finish()).click()
  await page.getByRole('heading', { name: ta.mine_title() }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/ta/practice/mine')
  expect(page.errors).toEqual([])

  await page.route(/\/assets\/my-practice-(?!route)[^/]*\.js$/, (route) => route.abort())
  await page.goto(`${site.origin}/practice/mine`)
  await page.getByText('What this page needs did not come.').waitFor()
})

test('practice goes to another phone in a file; a damaged or newer one changes nothing; all is erased at once', async () => {
  const page = await openPhone()
  await setToNoon(page)
  await begin(page)
  await button(page, 'Finish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await button(page, 'None').first().click()
  await button(page, 'Done marking').click()
  await page.getByText('1 question for later').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save as a file').click(),
  ])
  const whole = readFileSync(await download.path(), 'utf8')

  const other = await openPhone()
  await setToNoon(other)
  await other.goto(`${site.origin}/practice/mine`)
  await other.getByText('Nothing yet.').waitFor()
  const give = async (text: string) =>
    await other
      .getByLabel('Open a file')
      .last()
      .setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await give(whole.slice(0, 100))
  await other.getByText('This file is damaged').waitFor()
  await give(whole.replace('"version":1', '"version":2'))
  await other.getByText('made by a newer version').waitFor()
  await other.getByText('Nothing yet.').waitFor()
  await give(whole)
  await other.getByText('Added from the file: sittings 1, questions 1.').waitFor()
  await other.getByRole('link', { name: 'Waves' }).waitFor()
  await give(whole)
  await other.getByText('Added from the file: sittings 0, questions 0.').waitFor()

  await button(other, 'Erase all').click()
  await button(other, 'Erase').click()
  await other.getByText('All is erased from this phone.').waitFor()
  await other.reload()
  await other.getByText('Nothing yet.').waitFor()
  expect(
    await other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sitting:'))),
  ).toEqual([])
})

test('of two tabs one sits, and the other can take it over', async () => {
  const page = await openPhone()
  await begin(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByText('You are sitting this paper in another tab or window.').waitFor()
  expect(await button(other, 'Pause').isDisabled()).toBe(true)
  // What is answered here is seen there.
  await choice(page, 'C').check()
  await expect.poll(() => choice(other, 'C').isChecked()).toBe(true)
  await button(other, 'Go on here').click()
  await page.getByText('You are sitting this paper in another tab or window.').waitFor()
  await choice(other, 'A').check()
  await expect.poll(() => choice(page, 'A').isChecked()).toBe(true)
  await other.close()
  await expect.poll(() => choice(page, 'D').isEnabled()).toBe(true)
})

test('a time zone that changes, and a clock that is set by an hour, move the sitting by nothing; the page says what it left out', async () => {
  const page = await openPhone()
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + Number(localStorage.getItem('set-by') ?? 0)
  })
  await Promise.all([page.waitForResponse('**/healthz'), begin(page)])
  const devtools = await page.context().newCDPSession(page)
  const hours = () => page.evaluate(() => new Date(2026, 0, 1).getTimezoneOffset() / 60)
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Dubai' })
  expect(await hours()).toBe(-4)
  // What the site says later would settle what is left open below.
  await Promise.all([page.waitForResponse('**/healthz'), page.reload()])
  await clock(page).waitFor()
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' })
  expect(await hours()).toBe(5)
  await choice(page, 'B').check()
  expect(await shown(page)).toBeGreaterThan(3 * 3_600 - 60)
  expect(await page.getByText('The clock of this phone').count()).toBe(0)
  const before = await shown(page)
  // As without a connection: nobody says what time it is.
  await page.route('**/healthz', (route) => route.abort())
  await page.evaluate((ms) => localStorage.setItem('set-by', String(ms)), HOUR_MS)
  await choice(page, 'A').check()
  await page.getByText('The clock of this phone went ahead by 60 minutes while this page was open.').waitFor()
  expect(before - (await shown(page))).toBeLessThan(60)
  await button(page, 'That is right').click()
  await page.getByText('The clock of this phone went ahead').waitFor({ state: 'detached' })
  expect(before - (await shown(page))).toBeLessThan(60)
})

/** As where storage is full, or where a private window or a setting forbids to look at it. */
const REFUSALS = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  },
  blocked: () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('', 'SecurityError')
        },
      })
  },
}

test('a full or blocked storage is said, the sitting goes on while the page is open, and a reload says that it is lost', async () => {
  const full = await openPhone()
  await setToNoon(full)
  await full.addInitScript(REFUSALS.full)
  await begin(full)
  await full.getByText('This phone stores nothing more').waitFor()
  await choice(full, 'B').check()
  await question(full, 'Question 1, answered').waitFor()
  await full.reload()
  await full.getByText('This phone no longer has this sitting').waitFor()

  const page = await openPhone()
  await setToNoon(page)
  await page.addInitScript(REFUSALS.blocked)
  await begin(page)
  await page.getByText('This phone stores nothing more').waitFor()
  await choice(page, 'B').check()
  await question(page, 'Question 1, answered').waitFor()
  await button(page, 'Finish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await button(page, 'None').last().click()
  await page.getByText('0 of 5', { exact: true }).first().waitFor()
  await button(page, 'Done marking').click()
  await page.getByText('1 question for later').waitFor()
  await page.getByText('This phone stores nothing more').waitFor()
  await begin(page)
  await page.reload()
  await page.getByText('This phone no longer has this sitting').waitFor()
  await button(page, 'Begin').click()
  await page.getByText('This phone stores nothing more').waitFor()
  expect(await page.getByText('This phone no longer has this sitting').count()).toBe(0)
  // The router's own script, which remembers how far a page is scrolled, tells of each refusal.
  expect(page.errors.filter((error) => !error.includes('SecurityError'))).toEqual([])
})
