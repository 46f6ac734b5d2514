import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullTitle, shortTitle } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { axeFaults, LOOKS } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const LONG = 'Sample question paper with the marking scheme for Mathematics (041), third language added'
const TAMIL = 'அரையாண்டுத் தேர்வு: கணிதம்'
const PHONE = { width: 360, height: 740 }

let site: Site
let browser: Browser
let admin: SignedIn
let long: Paper
let tamil: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  admin = await site.signIn()
  long = await publish(site, admin, { title: LONG, referenceLink: 'https://answers.example/a' })
  tamil = await publish(site, admin, { title: TAMIL, degree: '10th-state' })
  await publish(site, admin, { title: 'Like the long one' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const at = (paper: Paper) => site.origin + paperPath(paper)

test('a phone shows the title, the weight and View Paper before anything is scrolled', async () => {
  const page = await openPage(browser, { viewport: PHONE })
  for (const paper of [long, tamil]) {
    await page.goto(at(paper))
    for (const part of [
      page.getByRole('heading', { level: 1, name: paper.title }),
      page.getByText(/^PDF\s· \d+\sKB$/).first(),
      page.getByRole('link', { name: /^View Paper/ }).first(),
    ]) {
      const box = await part.boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(PHONE.height)
    }
  }
  expect(await page.getByRole('heading', { level: 1 }).getAttribute('lang')).toBe('ta')
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('from its card to its page, to its file, which is counted, and on to a paper like it', async () => {
  const page = await openPage(browser)
  await page.goto(`${site.origin}/practice`)
  await page.getByRole('link', { name: shortTitle(LONG), exact: true }).click()
  await page.waitForURL(at(long))
  await page.getByRole('link', { name: 'Mathematics', exact: true }).waitFor()
  const sheet = page.getByRole('article', { name: LONG })
  for (const fact of [
    'Class: 12',
    'Board: CBSE',
    'Exam: December 2024',
    'Length: 2 pages',
    'File: PDF · ',
    'Answers: Free',
  ])
    await sheet.locator('dl > div').filter({ hasText: fact }).waitFor()
  expect(await sheet.getByRole('link', { name: /^Free Answer/ }).getAttribute('href')).toBe(
    'https://answers.example/a',
  )
  for (const [times, name] of [/^View Paper/, /^Page 1/].entries()) {
    // Twice from one page within three seconds is a double tap, and counts once.
    if (times > 0) await page.reload()
    const opened = page.context().waitForEvent('page')
    await sheet.getByRole('link', { name }).click()
    await opened
    await sheet
      .locator('dl > div')
      .filter({ hasText: `Views: ${times + 1}` })
      .waitFor()
  }
  await page.getByRole('link', { name: 'Like the long one', exact: true }).click()
  const like = page.getByRole('article', { name: 'Like the long one' })
  await like.getByRole('heading', { level: 1 }).waitFor()
  expect(await like.locator('dl > div').filter({ hasText: 'Views:' }).textContent()).toContain('0')
  expect(await page.title()).toBe('CBSE Class 12 Mathematics, December 2024: Like the long one · Thervu')
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('page 1 comes with the page, and its place is kept where it does not', async () => {
  const page = await openPage(browser, { viewport: PHONE })
  await page.goto(at(long))
  // Letters that come late are shown from the second load on.
  await page.reload()
  const picture = page.locator('.front-picture img')
  expect(await picture.evaluate((img: HTMLImageElement) => img.src)).toMatch(/^data:image\/webp;base64,/)
  const box = await page.locator('.front-picture').boundingBox()
  await page.route('**/files/thumbnail/**', (route) => route.abort())
  await picture.evaluate((img: HTMLImageElement) => {
    img.src = '/files/thumbnail/lost.webp'
  })
  expect(await page.locator('.front-picture').boundingBox()).toEqual(box)
  await page.locator('.front-picture').getByText('2024').waitFor()
  await page.context().close()
})

test('the link is copied, and where the clipboard is refused it is laid out to copy', async () => {
  const page = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.clock.install()
  await page.goto(at(long))
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(at(long))
  await page.clock.runFor(4_000)
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
  const share = new URL((await page.getByRole('link', { name: /WhatsApp \(/ }).getAttribute('href')) ?? '')
  expect([share.origin, share.searchParams.get('text')]).toEqual([
    'https://wa.me',
    `${fullTitle(long)} ${at(long)}`,
  ])
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Copy link' }).click()
  const field = page.getByLabel('Copy it from here:')
  expect(await field.inputValue()).toBe(at(long))
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(at(long))
  await page.context().close()
})

test('on paper it is one sheet: what it is, page 1, the code and the address', async () => {
  const page = await openPage(browser)
  await page.goto(at(long))
  const code = page.getByRole('img', { name: /^QR code/ })
  expect(await code.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  for (const part of [
    code,
    page.getByText(at(long)),
    page.getByText('Board:'),
    page.locator('.front-picture img'),
  ])
    expect(await part.isVisible()).toBe(true)
  for (const part of [
    page.getByRole('link', { name: /^View/ }),
    page.getByRole('button'),
    page.getByRole('navigation'),
  ])
    expect(await part.filter({ visible: true }).count()).toBe(0)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.context().close()
})

test('without JavaScript everything is there but the button that copies', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(at(long))
  expect(await page.getByRole('button', { name: 'Copy link' }).isVisible()).toBe(false)
  expect(await page.getByRole('link', { name: /WhatsApp \(/ }).isVisible()).toBe(true)
  const file = await page.request.get(
    site.origin +
      (await page
        .getByRole('link', { name: /^View Paper/ })
        .first()
        .getAttribute('href')),
  )
  expect(file.headers()['content-type']).toBe('application/pdf')
  await page.getByRole('link', { name: 'CBSE class 12', exact: true }).click()
  await page.waitForURL('**/resources/cbse/12/')
  await page.context().close()
})

test('axe finds nothing, and nothing lies beyond the edge', async () => {
  const page = await openPage(browser)
  const found: string[] = []
  for (const address of [at(long), at(tamil), `${site.origin}/papers/unknown00000`]) {
    await page.goto(address)
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (beyond > 0) found.push(`${address} at ${width}: ${beyond} pixels too wide`)
    }
    for (const { colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await axeFaults(page)))
    }
  }
  expect(found).toEqual([])
  await page.context().close()
})
