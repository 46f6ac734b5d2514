import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { gotoWithFonts, openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { drawPages, noteDrawn } from '../support/drawn-pages.ts'
import { pressedHeight } from '../support/pressed-height.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const PHONE = { width: 360, height: 740 }
const SCREEN = { width: 1440, height: 900 }
const ENDS = ['Set 1', 'Set 2', 'தொகுதி 3', 'सेट 4']
/** Of 200 letters each, alike but for their ends; and one of three letters. */
const TITLES = [
  ...ENDS.map((end) => `${'Half-yearly வினாத்தாள் प्रश्न '.repeat(7).slice(0, 199 - end.length)} ${end}`),
  'Set',
]

let site: Site
let browser: Browser
let page: Page & { errors: string[] }
let paper: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  const referenceLink = 'https://answers.example/a'
  for (const title of TITLES) await publish(site, admin, { title, degree: '11th-cbse', subject: 'Physics' })
  for (const set of [1, 2, 3]) await publish(site, admin, { title: `Board paper, Set ${set}`, referenceLink })
  const title = 'CBSE Class 12 Mathematics 65/4/1, 2024 Set 1'
  paper = await publish(site, admin, { title, referenceLink })
  await noteDrawn(site, paper.id, { drawn: 2 })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  page = await openPage(browser)
})
afterEach(() => page.context().close())

async function open(path: string, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport)
  await gotoWithFonts(page, site.origin + path)
}

async function boxOf(part: Locator) {
  return (await part.first().boundingBox()) ?? expect.fail(`${part} is not there`)
}
const beyondTheEdge = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
const cards = () => page.getByRole('main').getByRole('article')
const controls = () => page.getByRole('form', { name: 'Filters' }).locator('select, [type=checkbox]')

test('papers begin on the first screen of Practice and of a class, and a phone shows three of them on two', async () => {
  for (const path of ['/practice', '/resources/cbse/12/']) {
    await open(path, PHONE)
    const [first, third] = [await boxOf(cards()), await boxOf(cards().nth(2))]
    expect(first.y, path).toBeLessThanOrEqual(330)
    expect(third.y + third.height, path).toBeLessThanOrEqual(2 * PHONE.height)
    expect(first.height, path).toBeLessThanOrEqual(165)
    expect((await boxOf(cards().locator('.thumbnail'))).width, path).toBeLessThanOrEqual(70)
    await open(path, SCREEN)
    expect((await boxOf(cards())).y, path).toBeLessThanOrEqual(420)
    // The page's own search is the only one.
    expect(await page.getByRole('search').count(), path).toBe(1)
    // What stands above the cards stands on their columns; fewer filters share the width of all three.
    const edges = await cards().evaluateAll((all) =>
      all.slice(0, 3).map((card) => card.getBoundingClientRect().x),
    )
    const filters = await controls()
      .locator('xpath=ancestor::label')
      .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().toJSON() as DOMRect))
    if (path === '/practice') {
      // Class and board are chosen by bubbles, and the other filters stand below these.
      const shown = filters.filter(({ width }) => width > 0)
      expect(shown).toHaveLength(4)
      expect([shown[0]?.x, shown[2]?.x]).toEqual(edges.slice(1).map((edge) => expect.closeTo(edge, 0)))
    } else {
      const card = await boxOf(cards().nth(2))
      const [ticked, ...fields] = filters
      // Few filters stand beside the search.
      expect(ticked?.x).toBeCloseTo(edges[1] ?? 0, 0)
      const search = await boxOf(page.getByRole('search'))
      expect(search.y + search.height).toBeCloseTo(fields[0]?.bottom ?? 0, -0.5)
      expect(fields.at(-1)?.right).toBeCloseTo(card.x + card.width, 0)
      for (const { width } of fields) expect(width).toBeCloseTo(fields[0]?.width ?? 0, 0)
      expect((fields[0]?.x ?? 0) - (ticked?.right ?? 0)).toBeLessThanOrEqual(26)
      // What takes off two of them stands above the row, and moves nothing.
      await page.getByRole('combobox', { name: 'Subject' }).selectOption('Mathematics')
      await page.waitForURL('**subject=Mathematics**')
      await page.getByRole('combobox', { name: 'Year' }).selectOption({ index: 1 })
      const clear = await boxOf(page.getByRole('link', { name: 'Clear all' }))
      const places = await controls()
        .locator('xpath=ancestor::label')
        .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().x))
      expect(places).toEqual(filters.map(({ x }) => x))
      expect(clear.y + clear.height).toBeLessThanOrEqual((fields[0]?.y ?? 0) + 10)
      expect(clear.height).toBeGreaterThanOrEqual(44)
      expect((await boxOf(cards())).y).toBe(card.y)
    }
    const search = await boxOf(page.getByRole('search'))
    expect(Math.min(...edges.map((edge) => Math.abs(edge - search.x))), path).toBeLessThan(1)
    // On a phone it stays in reach, with the filters.
    await open(path, PHONE)
    await page.evaluate(() => scrollTo(0, 900))
    for (const part of [page.getByRole('search'), page.getByRole('button', { name: 'Filters' })])
      await expect.poll(async () => (await boxOf(part)).y).toBeLessThan(80)
  }
  await open('/practice', { width: 1920, height: 1080 })
  const tops = await cards().evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
  expect(tops.filter((top) => top === tops[0])).toHaveLength(4)
  const wide = await page
    .locator('.filters > .choice')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((choice) => Math.round(choice.getBoundingClientRect().width)))
  expect(Math.max(...wide) - Math.min(...wide)).toBeLessThanOrEqual(1)
})

test('Clear all stands below the filters of Practice, on a wide screen on the line of the count, and moves nothing', async () => {
  const clear = page.getByRole('link', { name: 'Clear all' })
  for (const width of [1024, 1440, 1920]) {
    const viewport = { width, height: 900 }
    await open('/practice?subject=Physics', viewport)
    expect(await clear.count()).toBe(0)
    const { y } = await boxOf(cards())
    // No bubble says this class: it is taken off by Clear all alone.
    await open('/practice?grade=previous-years', viewport)
    expect(await clear.isVisible()).toBe(true)
    await open('/practice?subject=Physics&grade=11', viewport)
    await wakePage(page)
    const [cleared, heading, month, count] = [
      await boxOf(clear),
      await boxOf(page.locator('.class-shelves .marks')),
      await boxOf(page.getByRole('combobox', { name: 'Month' })),
      await boxOf(page.locator('.list-name > p')),
    ]
    const words = await boxOf(clear.locator('span'))
    const middle = words.y + words.height / 2
    expect(words.x + words.width).toBeCloseTo(month.x + month.width, 0)
    expect(middle - 8).toBeGreaterThan(month.y + month.height)
    expect(middle + 8).toBeLessThan(heading.y)
    if (width >= 1280) expect(Math.abs(middle - count.y - count.height / 2)).toBeLessThan(4)
    expect(await pressedHeight(clear)).toBeGreaterThanOrEqual(44)
    expect(cleared.y).toBeGreaterThanOrEqual(month.y + month.height - 1)
    expect((await boxOf(cards())).y).toBe(y)
  }
})

test('the head of Practice stands on common lines, and keeps its distance from what is above and below', async () => {
  const middleOf = async (part: Locator) => {
    const { y, height } = await boxOf(part)
    return y + height / 2
  }
  const name = () => page.getByRole('heading', { level: 1 })
  const count = () => page.getByText('9 papers free to open')
  await open('/practice', PHONE)
  expect(Math.abs((await middleOf(name())) - (await middleOf(count())))).toBeLessThan(8)
  // One measure between the header, the name, the search and the bubbles, as they are drawn.
  const header = await boxOf(page.getByRole('banner'))
  const field = await boxOf(page.getByRole('search'))
  const classes = page.locator('.answer-bubble').first()
  const drawn = await classes.evaluate((link) => {
    const { top, height } = link.getBoundingClientRect()
    return top + (height - Number.parseFloat(getComputedStyle(link, '::before').height)) / 2
  })
  for (const pressed of [classes, page.getByRole('link', { name: 'TNPSC', exact: true })])
    expect(await pressedHeight(pressed)).toBeGreaterThanOrEqual(44)
  // Bare numbers say that they are classes; boards and exams are two boxes apart, and both rows end on one line.
  const said = await page.getByRole('list', { name: 'Class', exact: true }).evaluate((ul) => {
    const { content, width } = getComputedStyle(ul, '::before')
    return { content, width: Number.parseFloat(width) }
  })
  expect(said).toEqual({ content: '"Class" / ""', width: expect.closeTo(46.75, 0) })
  const [state, jee] = [
    await boxOf(page.getByRole('link', { name: 'State', exact: true })),
    await boxOf(page.getByRole('link', { name: 'JEE', exact: true })),
  ]
  expect(jee.x - state.x - state.width).toBeGreaterThanOrEqual(4)
  expect(jee.y).toBe(state.y)
  const ends = await page.locator('.answer-bubble').evaluateAll((all) =>
    all.map((link) => {
      const { right } = link.getBoundingClientRect()
      return right - Number.parseFloat(getComputedStyle(link, '::before').right)
    }),
  )
  expect(ends[6]).toBeCloseTo(ends[11] ?? 0, 0)
  for (const pressed of [page.getByRole('searchbox'), page.getByRole('button', { name: /^Filters/ })])
    expect((await boxOf(pressed)).height).toBeGreaterThanOrEqual(44)
  expect((await boxOf(name())).y - header.y - header.height).toBeGreaterThanOrEqual(7)
  expect(drawn - field.y - field.height).toBeGreaterThanOrEqual(12)
  const bubble = await boxOf(page.getByRole('link', { name: 'TNPSC', exact: true }))
  const heading = await boxOf(page.getByRole('heading', { level: 2 }))
  // All that finds papers stands on one ground, which ends between the bubbles and the list, and the search keeps it.
  const ground = await page.locator('.list-head > .class-bubbles').evaluate((nav) => {
    const { bottom } = nav.getBoundingClientRect()
    const { bottom: below, backgroundColor } = getComputedStyle(nav, '::before')
    const behind = getComputedStyle(document.querySelector('[role=search]') as Element, '::before')
    return {
      ends: bottom - Number.parseFloat(below),
      colours: [backgroundColor, behind.backgroundColor],
    }
  })
  expect(await beyondTheEdge()).toBe(0)
  expect(ground.colours[1]).toBe(ground.colours[0])
  expect(ground.ends).toBeGreaterThan(bubble.y + bubble.height - 4)
  expect(ground.ends).toBeLessThan(heading.y)
  // The first subject stands on the line of its class, with one count, which ends on the edge of its cards.
  const first = page.getByRole('heading', { level: 3 }).first()
  const [subject, counts, card] = [
    await boxOf(first),
    await boxOf(first.locator('small')),
    await boxOf(cards()),
  ]
  expect(Math.abs((await middleOf(first)) - heading.y - heading.height / 2)).toBeLessThan(4)
  expect(subject.x - heading.x - heading.width).toBeGreaterThanOrEqual(8)
  expect(Math.abs(counts.x + counts.width - card.x - card.width)).toBeLessThan(2)
  expect(await page.locator('.class-shelves .marks').first().isVisible()).toBe(false)
  expect(card.y - heading.y - heading.height).toBeGreaterThanOrEqual(8)
  // The choice of a class is parted from the list by more than its own lines are.
  const parted = heading.y - (bubble.y + bubble.height)
  expect(parted).toBeGreaterThanOrEqual(8)
  // A card begins with its title; what the heading says is said again below it, after the month.
  const title = await boxOf(cards().getByRole('heading'))
  const month = await boxOf(cards().locator('p').first())
  expect(month.y).toBeGreaterThanOrEqual(title.y + title.height)
  expect(title.y - card.y).toBeLessThan(16)
  await open('/practice', SCREEN)
  // On a wide screen all that finds papers is one block of two rows: the name beside the bubbles, the search beside the fields.
  const [named, counted, search, tick, years, months, last] = [
    await boxOf(name()),
    await boxOf(count()),
    await boxOf(page.getByRole('search')),
    await boxOf(page.getByText('With answers')),
    await boxOf(page.getByRole('combobox', { name: 'Year' })),
    await boxOf(page.getByRole('combobox', { name: 'Month' })),
    await boxOf(page.getByRole('link', { name: 'TNPSC', exact: true })),
  ]
  expect(search.y - named.y - named.height).toBeGreaterThanOrEqual(8)
  expect(search.y + search.height).toBeCloseTo(months.y + months.height, 0)
  expect(counted.y - search.y - search.height).toBeGreaterThanOrEqual(4)
  expect(counted.y - search.y - search.height).toBeLessThan(12)
  expect(Math.abs(last.x + last.width - months.x - months.width)).toBeLessThan(6)
  const lists = page.locator('.class-bubbles > ul')
  for (const [index, { x }] of [tick, years].entries())
    expect(Math.abs((await boxOf(lists.nth(index))).x - x)).toBeLessThan(4)
  for (const [index, said] of ['Class', 'Board', 'Exam'].entries()) {
    const above = await lists.nth(index).evaluate((ul) => {
      const { content, bottom, height } = getComputedStyle(ul, '::before')
      const { top, height: own } = ul.getBoundingClientRect()
      return { content, top: top + own - Number.parseFloat(bottom) - Number.parseFloat(height) }
    })
    expect(above.content).toBe(`"${said}" / ""`)
    expect(above.top - header.y - header.height).toBeGreaterThanOrEqual(16)
  }
  // A subject is parted from the cards above it, and stands with those below.
  const [shelf, next] = [
    page.locator('.shelves > section').first(),
    page.locator('.shelves > section').nth(1),
  ]
  const [shelved, subjects] = [await boxOf(shelf.locator('.paper-cards')), await boxOf(next.locator('h3'))]
  expect(subjects.y - shelved.y - shelved.height).toBeGreaterThanOrEqual(34)
})

test('the stamp of a paper with answers is pressed on the foot of its sheet, below the year of one without a picture', async () => {
  const stamped = () => cards().filter({ has: page.locator('.stamp') })
  for (const viewport of [PHONE, SCREEN]) {
    await open('/resources/cbse/12/', viewport)
    const [card, stamp, sheet, name, year] = [
      await boxOf(stamped()),
      await boxOf(stamped().locator('.stamp')),
      await boxOf(stamped().locator('.thumbnail')),
      await boxOf(stamped().locator('.ruled-name')),
      await boxOf(stamped().locator('.ruled-year')),
    ]
    expect(year.y).toBeGreaterThanOrEqual(name.y + name.height)
    expect(stamp.y).toBeGreaterThanOrEqual(year.y + year.height - 2)
    // At the foot: what is read of the picture is above it.
    expect(stamp.y).toBeGreaterThan(sheet.y + sheet.height * 0.66)
    expect(stamp.y + stamp.height).toBeLessThanOrEqual(sheet.y + sheet.height + 4)
    expect(stamp.x).toBeGreaterThan(card.x + 6)
    expect(stamp.x + stamp.width).toBeLessThanOrEqual((await boxOf(stamped().locator('p').first())).x)
    // Where it is pressed, the card leads to the paper's page as anywhere.
    const over = await stamped()
      .locator('.stamp')
      .first()
      .evaluate((part) => {
        const { left, top, width, height } = part.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2)?.className
      })
    expect(over).toBe('to-page')
  }
  // Where there is no room for the sheet, the way to the answers alone says that there are some.
  const answered = stamped().first()
  await page.setViewportSize({ width: 270, height: 740 })
  expect(await answered.locator('.stamp').isVisible()).toBe(false)
  await answered.getByText('Free Answer').waitFor()
})

test('a box to pick stands in the foot of a card, named, and not on the picture', async () => {
  await open('/resources/cbse/12/', PHONE)
  const pick = await boxOf(cards().getByText('Pick', { exact: true }))
  const [picture, way] = [
    await boxOf(cards().locator('.thumbnail')),
    await boxOf(cards().getByText('View Paper')),
  ]
  expect(pick.y).toBeGreaterThan(picture.y + picture.height)
  expect(Math.abs(pick.y - way.y)).toBeLessThan(10)
})

test('all filters are in sight: on a screen in one row, on a phone after one press, without scripts too', async () => {
  const order = ['answered', 'grade', 'subject', 'type', 'year', 'month']
  const names = () => controls().evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  const tops = () =>
    controls()
      .filter({ visible: true })
      .evaluateAll((all) => all.map((one) => one.closest('label')?.getBoundingClientRect().top))
  await open('/search?q=paper', SCREEN)
  expect(await names()).toEqual(order)
  expect([(await tops()).length, new Set(await tops()).size]).toEqual([6, 1])
  // On Practice bubbles say class and board; nothing says them again.
  await open('/practice', SCREEN)
  expect([(await tops()).length, new Set(await tops()).size]).toEqual([4, 1])
  for (const name of ['Class 12', 'CBSE', 'JEE'])
    expect(await page.getByRole('link', { name, exact: true }).last().isVisible()).toBe(true)
  const plain = await openPage(browser, { viewport: PHONE, javaScriptEnabled: false })
  await plain.goto(`${site.origin}/practice`)
  await plain.getByRole('button', { name: 'Filters' }).click()
  for (const control of await plain.getByRole('form', { name: 'Filters' }).locator('select, label').all()) {
    const box = await boxOf(control)
    expect([box.x >= 0, box.x + box.width <= PHONE.width, box.y + box.height <= PHONE.height]).toEqual(
      Array(3).fill(true),
    )
  }
  await plain.getByRole('combobox', { name: 'Subject' }).selectOption('Physics (5)')
  await plain.getByRole('button', { name: 'Apply' }).click()
  await plain.getByText('5 papers free to open: Physics').waitFor()
  await plain.context().close()
})

test('a filter that the words of a search contradict is named on a phone, and no name of a list breaks for its count', async () => {
  await open('/practice?q=11th&grade=12', PHONE)
  await expect.poll(() => page.locator('.list-name').textContent()).toContain('found for “11th”: Class 12.')
  for (const width of [320, 340, 360]) {
    await open('/practice', { width, height: 740 })
    const name = page.getByRole('heading', { level: 1 })
    const lines = await name.evaluate((one) => {
      const words = document.createRange()
      words.selectNodeContents(one)
      return new Set([...words.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines, `${width}`).toBe(1)
  }
  // Words of Tamil are long, and the bubbles leave them their room.
  for (const width of [1152, 1200, 1279]) {
    await open('/ta/practice', { width, height: 900 })
    expect((await boxOf(cards())).y, `${width}`).toBeLessThanOrEqual(520)
  }
})

test('what is chosen while another choice is on its way adds to it: bubbles, fields and words', async () => {
  await open('/practice', SCREEN)
  await wakePage(page)
  const asked = Promise.withResolvers<void>()
  await page.route('**/practice.data*', async (route) => {
    await asked.promise
    await route.continue()
  })
  const bubble = (name: string) => page.locator('.class-bubbles').getByRole('link', { name, exact: true })
  await bubble('Class 11').click()
  await page.locator('[data-asked]').waitFor()
  expect(await page.locator('.answer-bubble[aria-current]').allTextContents()).toEqual(['Class 11'])
  // The addresses of bubbles tell when the page knows of a choice.
  const isKnown = (choice: string) => page.locator(`.answer-bubble[href*="${choice}"]`).first().waitFor()
  await page.getByRole('combobox', { name: 'Subject' }).selectOption({ value: 'Physics' })
  await isKnown('subject=Physics')
  await bubble('CBSE').click()
  await bubble('CBSE').and(page.locator('[aria-current]')).waitFor()
  await page.getByRole('checkbox', { name: /^With answers/ }).check()
  await isKnown('answered=yes')
  await page.getByRole('searchbox', { name: 'Search papers' }).fill('set')
  // With suggestions below it, it is no searchbox any more.
  await page.keyboard.press('Enter')
  asked.resolve()
  await page.waitForURL('**/practice?q=set**')
  const chosen = { q: 'set', type: 'cbse', grade: '11', subject: 'Physics', answered: 'yes' }
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(chosen)
})

test('what a choice has made wrong stands at half strength, and the page says so, until the new list is there', async () => {
  await open('/practice', PHONE)
  await wakePage(page)
  const asked = Promise.withResolvers<void>()
  await page.route('**/practice.data*', async (route) => {
    await asked.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: /^With answers/ }).check()
  await page.getByText('Looking for papers …').first().waitFor()
  const strengths = () =>
    Promise.all(
      ['h1', '.results', '.filters small', '.open-filters'].map((part) =>
        page
          .locator(part)
          .first()
          .evaluate((one) => Number(getComputedStyle(one).opacity)),
      ),
    )
  await expect.poll(strengths).toEqual([0.5, 0.5, 0.5, 0.5])
  expect(await page.getByText('9 papers').count()).toBe(0)
  asked.resolve()
  await page.getByRole('button', { name: 'Show 4 papers' }).click()
  await page.getByText('4 papers free to open: With answers').waitFor()
  await expect.poll(strengths).toEqual([1, 1, 1, 1])
})

test('a bubble under the search of Practice shows its class, and the filters say so', async () => {
  await open('/practice', PHONE)
  await page.getByRole('link', { name: 'Class 11', exact: true }).click()
  // The bubble says the class, and the papers begin where they began without it.
  const count = page.getByRole('status').filter({ hasText: '5 papers free to open' })
  await count.waitFor()
  expect((await count.textContent())?.trim()).toBe('5 papers free to open.')
  expect((await boxOf(cards())).y).toBeLessThanOrEqual(330)
  await cards()
    .getByRole('link', { name: /^View Paper/ })
    .first()
    .waitFor()
  expect(await page.locator('select[name=grade]').inputValue()).toBe('11')
})

test('page 1 of a paper is on the first screen, opened in one way, and its facts are said once', async () => {
  await drawPages(page)
  for (const [viewport, y] of [
    [PHONE, 300],
    [SCREEN, 320],
  ] as const) {
    await open(paperPath(paper), viewport)
    expect((await boxOf(page.getByRole('img', { name: 'Page 1 of 2' }))).y).toBeLessThanOrEqual(y)
    const tops = ['Pick', 'WhatsApp', 'Copy link'].map(async (name) => {
      const box = await boxOf(page.locator('.front-share').getByText(name, { exact: true }))
      return Math.round(box.y + box.height / 2)
    })
    expect(new Set(await Promise.all(tops)).size).toBe(1)
    for (const part of await page.locator('.front-share > :is(.button, .pick)').all())
      expect((await boxOf(part)).height).toBeGreaterThanOrEqual(44)
  }
  await page.setViewportSize(PHONE)
  // The sheet is as wide as the pages, and ends by the first one's edge.
  const [wide, head, first] = await Promise.all(
    ['.front-sheet', '.front-head', '#page-1'].map((part) => boxOf(page.locator(part))),
  )
  expect([wide?.x, wide?.width, first?.x, first?.width]).toEqual([0, 360, 0, 360])
  expect(Math.abs((first?.y ?? 0) - (head?.y ?? 0) - (head?.height ?? 0))).toBeLessThan(1)
  const box = await boxOf(page.locator('.front-share input'))
  expect(box.x).toBeCloseTo((await boxOf(page.locator('.front-ways > .button'))).x, 0)
  const sheet = page.getByRole('article', { name: paper.title })
  const files = sheet.locator(`a[href="${paper.link}"]`)
  const seen = await files.filter({ visible: true }).allInnerTexts()
  expect(new Set(seen)).toEqual(new Set(['View Paper']))
  // The bar's own comes once the other has gone out of sight.
  const inBar = page.locator('.reading-bar').getByRole('link', { name: /^View Paper/ })
  expect(await inBar.isVisible()).toBe(false)
  // Otherwise React takes the page over with this scroll.
  await wakePage(page)
  await page.evaluate(() => scrollTo(0, 700))
  await inBar.waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(700)
  expect(await sheet.getByText('December 2024').count()).toBe(1)
})

test('what is done with a paper without answers is one line of a phone, which no word leaves', async () => {
  const plain = await publish(site, await site.signIn(), { title: 'Mathematics (Standard)' })
  await noteDrawn(site, plain.id, { drawn: 2 })
  await drawPages(page)
  for (const width of [360, 390]) {
    await open(paperPath(plain), { width, height: 740 })
    const view = await boxOf(page.locator('.front-ways > .button'))
    const parts = page.locator('.front-share > :is(.button, .pick)')
    const boxes = await Promise.all([0, 1, 2].map((at) => boxOf(parts.nth(at))))
    for (const box of boxes) {
      expect(Math.abs(box.y + box.height / 2 - view.y - view.height / 2), `${width}`).toBeLessThan(2)
      expect(Math.min(box.width, box.height), `${width}`).toBeGreaterThanOrEqual(44)
    }
    const last = boxes.at(-1) ?? expect.fail()
    expect(Math.abs(last.x + last.width - (width - view.x)), `${width}`).toBeLessThan(2)
    // What exam it is of, then what file it is.
    const facts = page.locator('.front-facts')
    const [exam, pages] = await Promise.all([
      boxOf(facts.getByText('December 2024')),
      boxOf(facts.getByText(/^\d+.pages?$/)),
    ])
    expect(pages.y, `${width}`).toBeGreaterThan(exam.y + exam.height / 2)
    expect(Math.abs(pages.x - view.x), `${width}`).toBeLessThan(2)
    expect((await boxOf(page.locator('#page-1'))).y, `${width}`).toBeLessThanOrEqual(280)
  }
  // Nor is the page wider than the window where the bar's words, which are out of sight there, are long.
  await open(`/ta${paperPath(plain)}`, PHONE)
  await page.locator('.reading-bar').waitFor()
  expect(await beyondTheEdge()).toBe(0)
  await open(paperPath(plain), PHONE)
  // The address that is shown where the clipboard is refused has a line of its own.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await wakePage(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect((await boxOf(page.getByRole('textbox', { name: /Copy/ }))).width).toBeGreaterThan(300)
})

test('titles of 3 and of 200 letters in three scripts keep what tells them apart, at 320 pixels too', async () => {
  await open('/resources/cbse/11/', { width: 320, height: 640 })
  const shown = await cards().getByRole('heading').allInnerTexts()
  expect(shown).toHaveLength(TITLES.length)
  for (const end of [...ENDS, 'Set']) expect(shown.filter((title) => title.endsWith(end))).toHaveLength(1)
  for (const heading of await cards().getByRole('heading').all())
    expect(await heading.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1)
  const sizes = await cards()
    .getByRole('heading')
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  // A size smaller where two lines of the usual one are not enough.
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14)
  expect(Math.max(...sizes)).toBe(17)
  expect(await beyondTheEdge()).toBe(0)
})

test('nothing is wider than the page, at 320 pixels and 200 % and on a tablet', async () => {
  const paths = ['/', '/practice', '/resources/cbse/11/', paperPath(paper), '/pricing', '/contact', '/why-us']
  for (const path of paths) {
    await page.setViewportSize({ width: 160, height: 320 })
    await page.goto(site.origin + path)
    expect(await beyondTheEdge(), path).toBe(0)
  }
  // What was moved to the right there made each list scroll sideways.
  for (const path of ['/practice', '/resources/cbse/11/']) {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto(site.origin + path)
    expect(await beyondTheEdge(), path).toBe(0)
  }
})
