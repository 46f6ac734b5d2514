import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sizeLabel } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { axeFaults } from '../support/axe.ts'
import { openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { readZip } from '../support/read-zip.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
const papers: Paper[] = []
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  for (const [subject, title] of [
    ['Physics', 'Waves'],
    ['Chemistry', 'Solutions'],
    ['Mathematics', 'அரையாண்டுத் தேர்வு'],
  ] as const) {
    papers.push(
      await publish(site, admin, { subject, title }, plainPdf({ pages: 2, text: title.slice(0, 5) })),
    )
  }
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})

type Options = Parameters<typeof openPage>[1]
const PHONE = { viewport: { width: 360, height: 740 } }
const boxOf = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Pick: ${title}`, exact: true })
const barOf = (page: Page) => page.getByRole('region', { name: 'Picked papers' })
const weighing = (...some: (Paper | undefined)[]) =>
  `${some.length} ${some.length === 1 ? 'paper' : 'papers'} · ${sizeLabel(some.reduce((sum, paper) => sum + (paper?.size ?? 0), 0))}`

async function openAwake(path: string, options: Options = {}) {
  const page = await openPage(browser, options)
  await page.goto(site.origin + path)
  // Ticks that are set before hydration are picked from top to bottom.
  await wakePage(page)
  return page
}

test('papers are picked on one page and the next, are there after a reload and in another tab', async () => {
  const page = await openAwake('/practice')
  const code: string[] = []
  page.on('request', (request) => code.push(request.url()))
  expect(await barOf(page).count()).toBe(0)
  await boxOf(page, 'Waves').check()
  await barOf(page).locator('.picked-sum').getByText(weighing(papers[0])).waitFor()
  expect(code.some((url) => url.includes('picked-bar'))).toBe(true)
  await page.getByRole('link', { name: 'Solutions', exact: true }).click()
  await page.waitForURL('**/papers/**')
  await boxOf(page, 'Solutions').first().check()
  await barOf(page).locator('.picked-sum').getByText(weighing(papers[0], papers[1])).waitFor()
  // The sentence for screen readers follows the bar.
  await expect
    .poll(() => barOf(page).getByRole('status').textContent())
    .toBe(`Picked: ${weighing(papers[0], papers[1])}.`)

  const other = await page.context().newPage()
  await other.goto(`${site.origin}/resources/cbse/12/`)
  await barOf(other).locator('.picked-sum').getByText(weighing(papers[0], papers[1])).waitFor()
  expect(await boxOf(other, 'Waves').isChecked()).toBe(true)
  await boxOf(other, 'Waves').uncheck()
  await barOf(page).locator('.picked-sum').getByText(weighing(papers[1])).waitFor()
  await page.reload()
  await barOf(page).locator('.picked-sum').getByText(weighing(papers[1])).waitFor()
  // Nobody is told of what was picked long ago.
  expect(await barOf(page).getByRole('status').textContent()).toBe('')
  expect(page.errors).toEqual([])
})

test('what is picked comes as a zip and as one PDF', async () => {
  const page = await openAwake('/practice')
  for (const { title } of papers) await boxOf(page, title).check()
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    barOf(page).getByRole('link', { name: 'Zip' }).click(),
  ])
  expect(zip.suggestedFilename()).toBe('3 papers, Class 12 CBSE.zip')
  const names = readZip(await bytesOf(zip)).map(({ name }) => name)
  expect(names[2]).toBe('Class 12 CBSE Mathematics December 2024 - அரையாண்டுத் தேர்வு.pdf')
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    barOf(page).getByRole('link', { name: 'One PDF' }).click(),
  ])
  expect(pdf.suggestedFilename()).toBe('3 papers, Class 12 CBSE.pdf')
  expect((await bytesOf(pdf)).subarray(0, 5).toString()).toBe('%PDF-')
  await barOf(page).getByText('The PDF is being put together.').waitFor()
  expect(page.url()).toBe(`${site.origin}/practice`)
  expect(page.errors).toEqual([])
})

test('a link is copied, and opened by somebody else it shows the papers, also without JavaScript', async () => {
  const page = await openAwake('/practice', { permissions: ['clipboard-read', 'clipboard-write'] })
  for (const title of ['Solutions', 'Waves']) await boxOf(page, title).check()
  await barOf(page).getByRole('button', { name: 'Share link' }).click()
  await barOf(page).getByRole('button', { name: 'Copied' }).waitFor()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/list\/[\w-]+$/)
  const whatsapp = barOf(page).getByRole('link', { name: /WhatsApp/ })
  expect(await whatsapp.getAttribute('href')).toContain(encodeURIComponent(address))
  await barOf(page).getByRole('link', { name: 'Look at them' }).click()
  await page.waitForURL(address)

  for (const javaScriptEnabled of [false, true]) {
    const visitor = await openPage(browser, { javaScriptEnabled, ...PHONE })
    await visitor.goto(address)
    expect(await visitor.locator('.paper-card h2').allTextContents()).toEqual(['Solutions', 'Waves'])
    await visitor.getByText(`4 pages · ${weighing(papers[0], papers[1]).split(' · ')[1]} together`).waitFor()
    const [zip] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.locator('main').getByRole('link', { name: 'Zip' }).click(),
    ])
    expect(readZip(await bytesOf(zip)).length).toBe(3)
    expect(await visitor.locator('.pick').first().isVisible()).toBe(javaScriptEnabled)
    expect(await visitor.getByRole('button', { name: 'Pick all' }).isVisible()).toBe(javaScriptEnabled)
    if (!javaScriptEnabled) continue
    await visitor.getByRole('button', { name: 'Pick all' }).click()
    await barOf(visitor)
      .getByRole('button', { name: /2 papers/ })
      .waitFor()
    await visitor.getByRole('button', { name: 'All picked' }).waitFor()
    expect(visitor.errors).toEqual([])
  }
})

test('cleared papers come back with Undo, also by keyboard', async () => {
  const page = await openAwake('/practice', PHONE)
  await boxOf(page, 'Waves').focus()
  await page.keyboard.press('Space')
  await boxOf(page, 'Solutions').check()
  const opener = barOf(page).getByRole('button', { name: /2 papers/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  expect(await opener.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('One PDF')
  await page.keyboard.press('Escape')
  expect(await opener.getAttribute('aria-expanded')).toBe('false')
  expect(await focused(page)).toContain('2 papers')
  await page.keyboard.press('Enter')
  await barOf(page).getByRole('button', { name: 'Clear' }).focus()
  await page.keyboard.press('Enter')
  await barOf(page).getByText('2 papers cleared.').waitFor()
  expect(await boxOf(page, 'Waves').isChecked()).toBe(false)
  expect(await focused(page)).toBe('Undo')
  await page.keyboard.press('Enter')
  await barOf(page)
    .getByRole('button', { name: /2 papers/ })
    .waitFor()
  expect(await boxOf(page, 'Waves').isChecked()).toBe(true)
  expect(page.errors).toEqual([])
})

test('the fifty-first paper is refused by a sentence, and a list too heavy for one PDF says so', async () => {
  const page = await openPage(browser)
  await page.addInitScript(() => {
    const many = Array.from({ length: 50 }, (_, n) => ({
      id: `p${n}`,
      title: `Paper ${n}`,
      pages: 11,
      size: 9,
    }))
    localStorage.setItem('picked-papers', JSON.stringify(many))
  })
  await page.goto(`${site.origin}/practice`)
  await barOf(page).getByText('One PDF holds at most 500 pages. Take the zip instead.').waitFor()
  expect(await barOf(page).getByRole('link', { name: 'One PDF' }).count()).toBe(0)
  await boxOf(page, 'Waves').click()
  await barOf(page).getByText('50 papers are the most at once. Take these first, or clear some.').waitFor()
  expect(await boxOf(page, 'Waves').isChecked()).toBe(false)
  await barOf(page).getByRole('button', { name: 'Share link' }).click()
  await barOf(page).getByText('These papers are no longer here; clear them and pick others.').waitFor()
})

test('broken keepings are nothing picked, and a device that keeps nothing still picks', async () => {
  for (const broken of ['{', '{"id":"x"}', '[null, 5, {"id": 1}]']) {
    const page = await openPage(browser)
    await page.addInitScript((text) => localStorage.setItem('picked-papers', text), broken)
    await Promise.all([page.waitForResponse('**/api/visits'), page.goto(`${site.origin}/practice`)])
    expect([broken, await page.locator('.pick :checked').count()]).toEqual([broken, 0])
    expect(page.errors).toEqual([])
    await page.context().close()
  }
  const page = await openPage(browser)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('not allowed', 'SecurityError')
      },
    })
  })
  await page.goto(`${site.origin}/practice`)
  await boxOf(page, 'Waves').click()
  await boxOf(page, 'Solutions').click()
  await barOf(page).locator('.picked-sum').getByText(weighing(papers[0], papers[1])).waitFor()
})

test.each([
  [360, 740, 'light'],
  [1440, 900, 'dark'],
] as const)(
  'at %d × %d in %s, bar and list cover nothing and pass axe',
  async (width, height, colorScheme) => {
    const page = await openAwake('/practice', { viewport: { width, height }, colorScheme })
    for (const { title } of papers) await boxOf(page, title).check()
    const isPhone = width < 768
    if (isPhone)
      await barOf(page)
        .getByRole('button', { name: /3 papers/ })
        .click()
    await barOf(page).getByRole('button', { name: 'Share link' }).click()
    await barOf(page).locator('.send-list').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const small = await page.locator('.pick, .picked-bar :is(a, button)').evaluateAll((all) =>
      all
        .map((part) => ({ name: part.textContent, box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.height > 0 && (box.height < 44 || box.width < 44))
        .map(({ name }) => name),
    )
    expect(small).toEqual([])
    await barOf(page).getByRole('link', { name: 'Look at them' }).click()
    await page.waitForURL('**/list/*')
    await page.locator('.paper-card').nth(2).waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    // All that can be focused comes into sight above the bar, and the end of the page does, too.
    const hidden = await page.evaluate(() => {
      const bar = document.querySelector('.picked-bar') as HTMLElement
      const parts = [...document.querySelectorAll<HTMLElement>('main :is(a, button, input), footer a')]
      scrollTo(0, 0)
      return parts
        .filter((part) => part.checkVisibility())
        .filter((part) => {
          part.focus()
          const own = (part.closest('.pick') ?? part).getBoundingClientRect()
          return own.bottom > bar.getBoundingClientRect().top + 1
        })
        .map((part) => part.outerHTML)
    })
    expect(hidden).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect(await barOf(page).isVisible()).toBe(false)
    expect(await page.locator('.pick').first().isVisible()).toBe(false)
  },
)

test.each([360, 768, 1024, 1440])(
  'at %d px no button moves when what is to be kept has been weighed',
  async (width) => {
    const page = await openPage(browser, { viewport: { width, height: 740 } })
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/papers/keepable?*', async (route) => {
      await asked.promise
      await route.continue()
    })
    await Promise.all([page.waitForResponse('**/api/visits'), page.goto(`${site.origin}/practice`)])
    await wakePage(page)
    for (const { title } of papers) await boxOf(page, title).check()
    if (width < 768)
      await barOf(page)
        .getByRole('button', { name: /3 papers/ })
        .click()
    await barOf(page).getByRole('button', { name: 'Keep on this phone', exact: true }).waitFor()
    const places = () =>
      barOf(page)
        .locator('.picked-ways > :is(a, button)')
        .evaluateAll((all) =>
          all.flatMap((way) => [way.getBoundingClientRect().x, way.getBoundingClientRect().y]),
        )
    const before = await places()
    asked.resolve()
    await barOf(page)
      .getByRole('button', { name: /^Keep these 3, / })
      .waitFor()
    const after = await places()
    expect(after.length).toBe(before.length)
    // The line of text is a part of a pixel higher with a box beside it.
    for (const [i, place] of before.entries()) expect(Math.abs(place - Number(after[i]))).toBeLessThan(1)
  },
)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

async function bytesOf(download: { createReadStream(): Promise<NodeJS.ReadableStream> }) {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
