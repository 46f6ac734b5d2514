import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openDeskList } from '../support/desk-page.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openManyFiles, pick, waitForRows } from '../support/many-files.ts'
import { pressedHeight } from '../support/pressed-height.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const LONG =
  'மாதிரி வினாத்தாள் with internal choices, हल सहित, step-by-step solutions and the marking scheme, '.repeat(2)

let site: Site
let admin: SignedIn
let page: Page & { errors: string[] }
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  for (const title of [LONG.slice(0, 200), 'அகம்', 'अंक']) await publish(site, admin, { title })
  const old = await publish(site, admin, { title: 'Old', referenceLink: 'https://answers.example/a' })
  await site.app.db.updateTable('papers').set({ views: 1234 }).where('id', '=', old.id).execute()
  await setPrices(1499)
  page = await openPage(await openBrowser(), PHONE)
})
afterAll(async () => {
  await page?.context().close()
  await site?.end()
})

test('on a phone the tabs of the desk are read on their band, chosen, pointed at and by keyboard', async () => {
  const list = await openDeskList(page, site.origin)
  await list.locator('.register > li').first().waitFor()
  const nav = page.locator('.desk-nav')
  const ground = await nav.evaluate((band) => getComputedStyle(band).backgroundColor)
  const inkOf = async (part: Locator) => await part.evaluate((each) => getComputedStyle(each).color)
  const [chosen, other, out] = [
    nav.getByRole('link', { name: 'Papers', exact: true }),
    nav.getByRole('link', { name: /^Answers/ }),
    nav.getByRole('button', { name: 'Logout' }),
  ]
  expect(await inkOf(chosen)).toBe('rgb(255, 255, 255)')
  const ink = await inkOf(other)
  expect(ink).not.toBe(ground)
  for (const part of [out, nav.locator('.sideways > button').filter({ visible: true })]) {
    await part.hover()
    expect(await inkOf(part)).toBe(ink)
  }
  // Within the band, and of its ink.
  await page.keyboard.press('Tab')
  await out.focus()
  const ring = await out.evaluate((each) => {
    const { outlineColor, outlineOffset } = getComputedStyle(each)
    return [outlineColor, Number.parseFloat(outlineOffset) < 0]
  })
  expect(ring).toEqual([ink, true])
})

test('once all prices are set the desk opens at its list, on a phone too', async () => {
  const list = await openDeskList(page, site.origin)
  const first = list.locator('.register > li').first()
  await first.waitFor()
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await bottomOf(first), `${width}`).toBeLessThanOrEqual(height)
    expect(await beyondTheEdge()).toBe(0)
  }
  // At 200 % zoom of a phone the tabs are one line as well.
  await page.setViewportSize({ width: 180, height: 370 })
  expect(await beyondTheEdge()).toBe(0)
  const tab = page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: 'Papers', exact: true })
  expect(
    Math.abs((await middleOf(tab)) - (await middleOf(page.getByRole('button', { name: 'Logout' })))),
  ).toBeLessThan(8)
  await expectHeadStays(list.locator('.register-head'))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await beyondTheEdge()).toBe(0)
  await page.setViewportSize(PHONE.viewport)
  const [edit, bin] = [/^Edit/, /^Delete/].map((name) => first.getByRole('button', { name })) as [
    Locator,
    Locator,
  ]
  // The search and Filters stay in reach.
  await page.evaluate(() => scrollTo(0, 500))
  const finds = page.getByRole('searchbox', { name: 'Search the uploaded papers' })
  await expect.poll(async () => Math.round((await finds.boundingBox())?.y ?? 0)).toBeLessThan(60)
  const edge = () =>
    page.locator('.list-finders').evaluate((part) => getComputedStyle(part, '::before').boxShadow)
  await expect.poll(edge).toMatch(/ 1px 0px 0px$/)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(edge).not.toMatch(/ 1px 0px 0px$/)
  const short = list.locator('.register > li', { hasText: 'அகம்' })
  expect(await heightOf(short)).toBeLessThanOrEqual(140)
  expect(await middleOf(edit)).toBe(await middleOf(bin))
  expect(await middleOf(edit)).toBeGreaterThan(await bottomOf(first.locator('.all-facts')))
  const [left, right] = await Promise.all([edit.boundingBox(), bin.boundingBox()])
  // Edit says its name, since it is what a row is opened for; what throws away is a picture beside it.
  expect((await edit.getByText('Edit', { exact: true }).boundingBox())?.width).toBeGreaterThan(20)
  expect(Math.min(left?.height ?? 0, right?.height ?? 0, right?.width ?? 0)).toBeGreaterThanOrEqual(44)
  expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeGreaterThanOrEqual(0)
  // What is done with a row stands apart from what is said of it, as its two ways do from each other.
  const answered = list.locator('.register > li', { hasText: 'Old' })
  const [says, word] = await Promise.all(
    ['.row-answers > a', '[data-edit] > span'].map((part) => answered.locator(part).first().boundingBox()),
  )
  expect((word?.x ?? 0) - (says?.x ?? 0) - (says?.width ?? 0)).toBeGreaterThanOrEqual(16)
  // The tick stands before the picture, at its top, as in Many files, and is pressed on 44 pixels.
  const tick = await short.getByRole('checkbox').boundingBox()
  const picture = await short.locator('.thumbnail').boundingBox()
  expect((tick?.x ?? 0) + (tick?.width ?? 0)).toBeLessThanOrEqual(picture?.x ?? 0)
  expect(Math.abs((tick?.y ?? 0) - (picture?.y ?? 0))).toBeLessThan(3)
  const label = await short.locator('.tick-box').boundingBox()
  expect(Math.min(label?.width ?? 0, label?.height ?? 0)).toBeGreaterThanOrEqual(44)

  const brief = list.locator('.register > li:not(:has([data-long]))')
  const heights = await brief.evaluateAll((rows) => rows.map((row) => Math.round(row.clientHeight)))
  expect([heights.length > 1, new Set(heights).size]).toEqual([true, 1])
  // Beside its buttons each row says how often it was viewed, and where its answers are or that there are none.
  const views = await list.locator('.register .views > :first-child').allInnerTexts()
  expect(views.filter((text) => !/^[\d,]+ views?$/.test(text))).toEqual([])
  expect(views).toContain('1,234 views')
  expect(await list.locator('.short-views').filter({ visible: true }).allTextContents()).toContain('1.2K')
  const said = await list.locator('.row-answers').allInnerTexts()
  expect(said.filter((text) => !/^(Reference Link|With answers|No answers yet)/.test(text))).toEqual([])
  expect(said).toContain('No answers yet')
  await list
    .getByRole('button', { name: /^Delete/ })
    .first()
    .waitFor()

  // The tabs go on behind an arrow, which moves them; none is shown in part.
  const tabs = page.getByRole('navigation', { name: 'Desk' })
  const moved = () => tabs.locator('.sideways > :first-child').evaluate((line) => line.scrollLeft)
  expect(await moved()).toBe(0)
  const shown = tabs.locator('a:not([data-cut])')
  expect(await shown.allInnerTexts()).toEqual(['Papers', 'Many files', 'Answers'])
  await tabs.locator('.sideways > button').last().click()
  await expect.poll(moved).toBeGreaterThan(20)
  await tabs.locator('.sideways > button').first().click()
  await expect.poll(moved).toBe(0)
  await expect.poll(() => shown.allInnerTexts()).toEqual(['Papers', 'Many files', 'Answers'])

  await page.setViewportSize({ width: 768, height: 1024 })
  await expect.poll(() => shown.count()).toBe(7)
  expect(await tabs.locator('.sideways > button').count()).toBe(0)
  const out = await page.getByRole('button', { name: 'Logout' }).boundingBox()
  expect(out?.width).toBeGreaterThanOrEqual(44)
  await page.setViewportSize(PHONE.viewport)

  // How many there are ends the line of the list's heading, as do the words beside the two above it.
  const ends = ['.count-line > [role=status]', '.folded-line', '.file-picker > .button'].map((part) =>
    page.locator(part).first(),
  )
  const [counted, folded, chooses] = await Promise.all(ends.map((part) => part.boundingBox()))
  const name = await page.getByRole('heading', { level: 2, name: 'Uploaded PDFs' }).boundingBox()
  expect(
    Math.abs((await middleOf(ends[0] as Locator)) - (name?.y ?? 0) - (name?.height ?? 0) / 2),
  ).toBeLessThan(5)
  expect(counted?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0) + 8)
  for (const each of [folded, chooses])
    expect(
      Math.abs((each?.x ?? 0) + (each?.width ?? 0) - (counted?.x ?? 0) - (counted?.width ?? 0)),
    ).toBeLessThan(8)

  // Each number stands at the height of its heading.
  const parts = await page.locator('.desk .question:has(> h2)').evaluateAll((heads) =>
    heads.map((head) => {
      const [number, text] = ['.number', 'h2'].map((part) =>
        head.querySelector(part)?.getBoundingClientRect(),
      )
      const middle = (box?: DOMRect) => (box ? box.top + box.height / 2 : Number.NaN)
      return Math.abs(middle(number) - middle(text))
    }),
  )
  expect(parts).toHaveLength(3)
  expect(Math.max(...parts)).toBeLessThan(4)
  // The list follows its search: what picks all comes with the bar of what is picked.
  const search = await page.getByRole('searchbox').boundingBox()
  expect((await first.boundingBox())?.y).toBeLessThan((search?.y ?? 0) + (search?.height ?? 0) + 16)
  expect(await page.getByRole('checkbox', { name: /^Pick all/ }).count()).toBe(0)

  // The header's search gives way to the list's.
  expect(await page.getByRole('searchbox', { includeHidden: true }).count()).toBe(1)
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(headings).toEqual(['Pricing Section', 'Upload PDF', 'Uploaded PDFs'])
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Papers')
  expect(await page.getByRole('link', { name: 'Papers', exact: true }).getAttribute('aria-current')).toBe(
    'page',
  )
  expect(await page.title()).toMatch(/^Papers · /)
})

test('the desk comes without pushing its page about, and its Tamil titles keep their letters', async () => {
  await watchShifts(page)
  // What stands below the list is known, and drawn, before it.
  const known = page.waitForResponse('**/api/admin/drawing-jobs')
  const held = (address: URL) => address.pathname === '/api/admin/papers'
  await page.route(held, async (route) => {
    await known
    await shiftsOf(page)
    await route.continue()
  })
  await page.reload()
  const title = page.getByRole('heading', { name: 'அகம்' })
  await title.waitFor()
  await page.unroute(held)
  const shifts = await shiftsOf(page)
  const moved = shifts.reduce((sum, each) => sum + Number.parseFloat(each), 0)
  expect(moved, shifts.join('\n')).toBeLessThan(0.01)
  const width = () => title.getByRole('link').evaluate((link) => link.getBoundingClientRect().width)
  const before = await width()
  // To choose letters anew is to use those that came late.
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await width()).toBe(before)
  await page.emulateMedia({ colorScheme: 'light' })
})

test('the prices are one line that says when they were changed, and Change opens them', async () => {
  const pricing = page.getByRole('region', { name: 'Pricing Section' })
  const line = pricing.getByText(/^9 prices, changed \d{1,2} [A-Z][a-z]{2}$/)
  await line.waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  const upload = page.getByRole('region', { name: 'Upload PDF' })
  const gaps = await Promise.all([
    gapAfterHeading(pricing, line),
    gapAfterHeading(upload, upload.locator('.file-picker > .button').first()),
  ])
  expect(gaps[0]).toBe(gaps[1])
  await page.setViewportSize(PHONE.viewport)
  // The day stands on the heading's line.
  const day = await pricing.getByText(/^, (changed )?\d{1,2} [A-Z][a-z]{2}$/).boundingBox()
  expect(day?.width).toBeGreaterThan(40)
  // The list's name leads, the two above it are of one size, the second on the middle of its button.
  const heads = [pricing, upload].map((part) => part.getByRole('heading', { level: 2 }))
  const choose = upload.locator('.file-picker > .button').first()
  expect(Math.abs((await middleOf(heads[1] as Locator)) - (await middleOf(choose)))).toBeLessThan(2)
  const list = page.getByRole('heading', { level: 2, name: 'Uploaded PDFs' })
  const sizes = [...heads, list].map((each) =>
    each.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
  )
  const [prices, uploads, papers] = await Promise.all(sizes)
  expect(uploads).toBe(prices)
  expect(papers).toBeGreaterThan((prices ?? 0) + 3)
  expect(await pricing.getByRole('textbox').count()).toBe(0)
  await pricing.getByRole('button', { name: 'Change' }).click()
  expect(await pricing.getByRole('textbox').count()).toBe(9)
  await pricing.getByRole('button', { name: 'Fold' }).click()
  await pricing.getByRole('textbox').first().waitFor({ state: 'detached' })
  await setPrices(null)
  await page.reload()
  await pricing.getByText(/^8 of 9 prices, changed/).waitFor()
  expect(await pricing.getByRole('textbox').count()).toBe(9)
  await setPrices(1499)
})

test('the upload form is one field until it is begun, and drawn buttons choose its files', async () => {
  const form = page.getByRole('region', { name: 'Upload PDF' })
  const fields = form.locator('input, select').filter({ visible: true })
  await fields.first().waitFor()
  expect(await fields.count()).toBe(1)
  expect(await fields.first().getAttribute('accept')).toBe('application/pdf')
  await form.getByLabel('PDF file').focus()
  expect(await fields.count()).toBe(9)
  const bytes = { mimeType: 'application/pdf', buffer: Buffer.from(plainPdf()) }
  await form.getByLabel('PDF file').setInputFiles({ name: 'a-name-that-is-long.pdf', ...bytes })
  await form.getByText('a-name-that-is-long.pdf').waitFor()
  await expectNoNativePicker()
  expect(await beyondTheEdge()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  // The way to many files is the tab above; a wide screen has a link here, too.
  const many = form.getByRole('link', { name: 'Many files' })
  expect(await many.count()).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await many.getAttribute('href')).toBe('/admin/upload')
  await page.setViewportSize(PHONE.viewport)
})

test('on a phone many files begin with a row, over one bar', async () => {
  await openManyFiles(page, site.origin)
  await page.getByText('Choose the PDFs, as many as there are.').waitFor()
  expect(await page.getByText('Drop a folder').isVisible()).toBe(false)
  await expectNoNativePicker()
  await pick(
    page,
    ['CBSE Class XII Physics March 2020', 'Class 12 Physics 2021 half-yearly', 'x'].map((name) => ({
      name: `${name}.pdf`,
      bytes: plainPdf({ text: name }),
    })),
  )
  await waitForRows(page, 'missing', 1)
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
  const bar = page.locator('.inbox-bars')
  const first = page.locator('[data-row]').first()
  const right = page.getByRole('button', { name: 'Confirm' }).first()
  const card = page.locator('[data-row]').filter({ has: right })
  expect((await bottomOf(card)) - (await bottomOf(right))).toBeGreaterThanOrEqual(6)
  // Three lines: its title, what paper it is, and its file.
  expect(await heightOf(card)).toBeLessThanOrEqual(95)
  const file = card.locator('.inbox-card-file')
  const [asks, name] = await Promise.all([right.boundingBox(), file.boundingBox()])
  expect(asks?.width).toBeLessThanOrEqual(104)
  expect(asks?.height).toBeGreaterThanOrEqual(44)
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(asks?.x ?? 0)
  // It ends the row, on the line of the file's name, and all words of a row begin on one edge.
  expect(Math.abs((await wordsOf(right)) - (await wordsOf(file)))).toBeLessThan(2)
  const edges = await card
    .locator('.inbox-card-name > :is(strong, span)')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)))
  expect(edges).toHaveLength(3)
  expect(new Set(edges).size).toBe(1)
  // A row that lacks more than one field has no line more, and its words end as far above its edge.
  const asksFor = page.getByRole('button', { name: 'Add 5 fields' })
  const lacking = page.locator('[data-row]').filter({ has: asksFor })
  expect(await heightOf(lacking)).toBeLessThanOrEqual(95)
  expect((await bottomOf(lacking)) - (await bottomOf(asksFor))).toBeGreaterThanOrEqual(6)
  const sentence = (await lacking.locator('.inbox-card-name > span').boundingBox()) ?? expect.fail()
  expect(sentence.x + sentence.width).toBeLessThanOrEqual((await asksFor.boundingBox())?.x ?? 0)
  expect(await asksFor.getAttribute('title')).toBe(
    'To add or correct: title, degree, subject, month and year',
  )
  const ready = page.locator('[data-row][data-state="ready"]')
  const [word, named] = [ready.locator('.inbox-word'), ready.locator('.inbox-card-file')]
  // Where the name is cut, no space stands beside the dots.
  expect(await named.locator('.middle-cut > span').allTextContents()).toEqual([
    'CBSE Class XII Physics March ',
    '2020.pdf',
  ])
  expect(Math.abs((await wordsOf(word)) - (await wordsOf(named)))).toBeLessThan(2)
  expect(await heightOf(bar)).toBeLessThanOrEqual(60)
  // The rows hang from their head, as those of the list do, each right below the one before.
  const heads = page.locator('.inbox-heads')
  expect((await first.boundingBox())?.y).toBe(await bottomOf(heads))
  expect((await page.locator('[data-row]').nth(1).boundingBox())?.y).toBe(await bottomOf(first))
  // What is missing is said in the row's sentence, and hangs out of no edge.
  const opened = page.locator(`[data-row="${await ready.getAttribute('data-row')}"]`)
  await opened.locator('[aria-expanded]').click()
  const typed = await opened.getByLabel('Month').inputValue()
  await opened.getByLabel('Month').selectOption('')
  await opened.locator('.inbox-lack').waitFor()
  const begins = await page
    .locator('.inbox-card-name :is(mark, .inbox-lack)')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)))
  expect([begins.length > 1, Math.min(...begins) >= (edges[0] ?? Number.NaN)]).toEqual([true, true])
  // A select has its options once it is meant.
  await opened.getByLabel('Month').focus()
  await opened.getByLabel('Month').selectOption(typed)
  await opened.locator('.inbox-lack').waitFor({ state: 'detached' })
  await opened.locator('[aria-expanded]').click()
  // Groups are lower than what adds files, and pressed on a finger's height.
  const group = page.locator('.inbox-group').nth(1)
  const chip = (await group.boundingBox()) ?? expect.fail()
  expect(chip.height).toBeLessThanOrEqual(40)
  expect(await pressedHeight(group)).toBeGreaterThanOrEqual(44)
  // The name of the page and how files come in stand on one line, the camera as well.
  const camera = page.getByRole('link', { name: 'Photos of a paper' })
  const adds = page.getByRole('button', { name: 'Add PDF files' })
  expect(await middleOf(camera)).toBe(await middleOf(adds))
  expect((await camera.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(285)
  expect(await bottomOf(first)).toBeLessThanOrEqual(740 - 62)
  expect(await heightOf(page.getByRole('group', { name: 'Show' }))).toBeLessThanOrEqual(48)
  expect(await heightOf(page.getByRole('navigation', { name: 'Desk' }))).toBeLessThanOrEqual(48)
  await bar.getByRole('button', { name: 'Publish 1', exact: true }).waitFor()
  await bar.getByRole('button', { name: 'Confirm 1', exact: true }).waitFor()
  expect((await card.locator('mark').allInnerTexts()).length).toBeGreaterThan(0)
  expect(await beyondTheEdge()).toBe(0)
  // Beside Confirm the file's name has the room of the ×, which stands among the fields.
  const away = card.getByRole('button', { name: /^Take away/ })
  expect(await away.count()).toBe(0)
  await card.locator('[aria-expanded]').click()
  expect(await away.count()).toBe(1)
  expect((await away.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await card.locator('[aria-expanded]').click()

  await page.setViewportSize({ width: 768, height: 1024 })
  const lefts = (part: string) =>
    page.locator(part).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
  for (const part of ['.inbox-card-name > svg', '.inbox-register input[type=checkbox]'])
    expect(new Set(await lefts(part)).size, part).toBe(1)
  // What is done with a row stands against its ×, as wide on every row.
  const gaps = await page.locator('.inbox-card-foot:has(> .inbox-do)').evaluateAll((feet) =>
    feet.map((foot) => {
      const [does, away] = ['.inbox-do', '.inbox-away'].map((part) =>
        foot.querySelector(part)?.getBoundingClientRect(),
      )
      return [Math.round(does?.width ?? 0), Math.round((away?.left ?? 0) - (does?.right ?? 0))]
    }),
  )
  expect(gaps.length).toBeGreaterThan(1)
  expect(new Set(gaps.map(String)).size).toBe(1)
  expect(gaps[0]?.[1]).toBeLessThanOrEqual(8)
  await expectHeadStays(heads)
  await page.setViewportSize(PHONE.viewport)
})

test('what is done with picked rows stands whole in a phone’s bar, and Pick all says that it is a part', async () => {
  const all = page.getByRole('checkbox', { name: /^Pick all/ })
  const isPart = () => all.evaluate((box: HTMLInputElement) => box.indeterminate)
  expect(await isPart()).toBe(false)
  expect(await pressedHeight(page.locator('.inbox-heads > .inbox-choose'))).toBeGreaterThanOrEqual(44)
  const top = () =>
    page
      .locator('[data-row]')
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect().top + scrollY)
  const before = await top()
  const own = page.locator('.inbox-needs, .inbox-card-file, .inbox-right').filter({ visible: true })
  const whole = await own.count()
  expect(whole).toBeGreaterThan(await page.locator('[data-row]').count())
  await page.locator('[data-row][data-state="missing"] input[type=checkbox]').first().check()
  expect(await isPart()).toBe(true)
  expect(await top()).toBe(before)
  // Every row shows its file and what it lacks, picked or not.
  expect(await own.count()).toBe(whole)
  const bar = page.getByRole('region', { name: 'Picked papers' })
  // A row that lacks a field is not confirmed with the others: the bar says how many are.
  expect(await bar.getByRole('button', { name: /^Confirm/ }).textContent()).toBe('Confirm 0')
  await page.locator('.inbox-heads').getByText('1 picked, 1 lacks a field').waitFor()
  const ways = [
    bar.getByText('Set a field'),
    bar.getByRole('button', { name: 'Confirm' }),
    bar.getByRole('button', { name: 'Take away' }),
  ]
  const boxes = await Promise.all(ways.map(async (way) => (await way.boundingBox()) ?? expect.fail()))
  for (const { x, width, height } of boxes) {
    expect([x >= 0, x + width <= PHONE.viewport.width]).toEqual([true, true])
    expect(height).toBeGreaterThanOrEqual(44)
  }
  expect(new Set(boxes.map(({ y, height }) => y + height / 2)).size).toBe(1)
  expect(await heightOf(page.locator('.inbox-bars'))).toBeLessThanOrEqual(60)
  await page.getByRole('button', { name: 'Pick none' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await isPart()).toBe(false)
})

test('what happened is said in the bar, where the hand is, and leaves the rows where they are', async () => {
  const bar = page.locator('.inbox-bars')
  const place = () =>
    page
      .locator('[data-row]')
      .first()
      .evaluate((row) => row.getBoundingClientRect().top + scrollY)
  const before = await place()
  await page.locator('[data-row][data-state="missing"] [aria-expanded]').click()
  await page.getByRole('button', { name: 'Take away x.pdf' }).click()
  await bar.getByText('1 taken away.').waitFor()
  expect(await place()).toBe(before)
  await bar.getByRole('button', { name: 'Put back' }).click()
  await bar.getByText('1 taken away.').waitFor({ state: 'detached' })
  await bar.getByRole('button', { name: 'Publish 1' }).click()
  await bar.getByRole('heading', { name: '1 published, 2 wait' }).waitFor()
  // The button that cannot be pressed says what waits.
  const publishBar = page.getByRole('region', { name: 'Publish', exact: true })
  const nothing = publishBar.getByRole('button', { name: 'Publish 0', exact: true })
  expect(await nothing.locator('.inbox-why-not').textContent()).toBe('1 to check, 1 lacks a field')
  const [confirms, dead] = await Promise.all(
    [publishBar.getByRole('button', { name: 'Confirm 1' }), nothing].map((way) => way.boundingBox()),
  )
  expect(Math.abs((confirms?.width ?? 0) - (dead?.width ?? 0))).toBeLessThan(12)
  expect(await heightOf(nothing)).toBeLessThanOrEqual(48)
  expect(await heightOf(publishBar)).toBeLessThanOrEqual(60)
  await bar.getByText('See them on the site').click()
  await bar.getByRole('link', { name: 'CBSE Class 12 Physics, March 2020: Question paper' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(page.errors).toEqual([])
})

async function setPrices(last: number | null) {
  const prices = Object.fromEntries(PLAN_IDS.map((id, at) => [id, at === 8 ? last : 1499]))
  const answer = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(prices),
  })
  expect(answer.status).toBe(200)
}

/** On a screen, right below the header, while the last row is looked at. */
async function expectHeadStays(head: Locator) {
  await page.setViewportSize({ width: 1440, height: 340 })
  const last = page.locator('[data-row], .register > li').last()
  const header = page.getByRole('banner')
  // A page that is still being made as wide as the window takes a scroll back.
  const gap = async () => {
    await last.evaluate((row) => row.scrollIntoView({ block: 'end' }))
    return ((await head.boundingBox())?.y ?? Number.NaN) - (await bottomOf(header))
  }
  await expect.poll(async () => Math.abs(await gap())).toBeLessThanOrEqual(1)
  // Its tick is focused where it is seen.
  const scrolled = await page.evaluate(() => scrollY)
  await head.getByRole('checkbox').first().focus()
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(8)
  await page.evaluate(() => scrollTo(0, 0))
}

async function expectNoNativePicker() {
  const shown = await page
    .locator('input[type="file"]')
    .evaluateAll(
      (inputs) =>
        inputs.filter((input) => getComputedStyle(input).opacity !== '0' && input.clientWidth > 1).length,
    )
  expect(shown).toBe(0)
}

/** The middle of its words, wherever they stand in what is pressed. */
async function wordsOf(part: Locator) {
  return await part.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const { top, bottom } = range.getBoundingClientRect()
    return (top + bottom) / 2
  })
}

async function middleOf(part: Locator) {
  return (await bottomOf(part)) - ((await heightOf(part)) ?? 0) / 2
}

async function gapAfterHeading(section: Locator, part: Locator) {
  const heading = await section.getByRole('heading', { level: 2 }).boundingBox()
  const box = await part.boundingBox()
  return Math.round((box?.x ?? 0) - (heading?.x ?? 0) - (heading?.width ?? 0))
}

async function bottomOf(part: Locator) {
  const box = await part.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? Number.NaN)
}

async function heightOf(part: Locator) {
  return (await part.boundingBox())?.height
}

function beyondTheEdge() {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
}
