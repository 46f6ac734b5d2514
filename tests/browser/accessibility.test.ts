import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { ADMIN, openSite, publish, type Site } from '../support/site.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  await publish(site, admin, { title: 'With answers', referenceLink: 'https://answers.example/a' })
  await publish(site, admin, { title: 'அரையாண்டுத் தேர்வு: கணிதம்', degree: '10th-state' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test('axe finds nothing on any page, light on a phone and dark on a screen', async () => {
  const page = await openPage(browser)
  const found: string[] = []
  const look = () => inEachLook(page, async () => found.push(...(await axeFaults(page))))
  for (const path of [
    '/practice',
    '/practice?q=nothing-there',
    '/resources/cbse/12/',
    '/resources/cbse/13/',
  ]) {
    await page.goto(`${site.origin}${path}`)
    await look()
  }
  await page.goto(`${site.origin}/login`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await look()
  await page.getByRole('button', { name: 'LOGIN' }).click()
  await page.getByRole('link', { name: 'With answers' }).waitFor()
  await look()
  expect(found).toEqual([])
  await page.context().close()
})

test('a keyboard reaches the search, a filter, a paper and the next page, with the focus in sight', async () => {
  const page = await openPage(browser)
  await page.goto(`${site.origin}/practice`)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  for (const expected of ['Search papers', 'Search', 'Class 12']) {
    await page.keyboard.press('Tab')
    expect(await focused()).toContain(expected)
  }
  // Past the other bubbles, the last of which is an exam's.
  await page.getByRole('link', { name: 'TNPSC', exact: true }).focus()
  for (const expected of ['With answers (1)', 'Subject', 'Year', 'Month']) {
    await page.keyboard.press('Tab')
    expect(await focused()).toContain(expected)
  }
  for (const expected of ['With answers', 'View Paper', 'Free Answer']) {
    await page.keyboard.press('Tab')
    expect(await focused()).toContain(expected)
  }
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)
  expect(outline).toBe('solid')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Pick: With answers')
  await page.context().close()

  async function focused() {
    return await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      return (
        element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent
      )
    })
  }
})
