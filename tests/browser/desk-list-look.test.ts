import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { deskOf } from '../support/desk.ts'
import { openDeskList } from '../support/desk-page.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const LONG =
  'Sample question paper with the marking scheme, internal choices and step-by-step solutions, set 3'
const TAMIL = 'அரையாண்டுத் தேர்வு: கணிதம் வினாத்தாள் மற்றும் விடைக்குறிப்புகள்'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  await publish(site, admin, { title: LONG, referenceLink: 'https://answers.example/a' })
  const tamil = await publish(site, admin, { title: TAMIL, degree: '10th-state', subject: 'Tamil' })
  await publish(site, admin, { title: 'Nospacesinthistitleatallwhichisverylongandmustbebrokensomewhere' })
  const binned = await publish(site, admin, { title: 'In the bin' })
  const desk = deskOf(site, admin)
  await desk.bin(binned.id)
  await desk.revise(tamil.id, { year: '2019' })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** Form, bar and bin, one after the other, each as it stands. */
async function walk(page: Page, look: (where: string) => Promise<void>) {
  const list = await openDeskList(page, site.origin)
  await list.getByLabel(`Pick ${LONG}`).check()
  await list.getByRole('button', { name: `Edit ${TAMIL}` }).click()
  const form = page.locator('.paper-form')
  await form.getByRole('button', { name: 'History of this paper' }).click()
  await form.locator('ol > li').first().waitFor()
  await look('form and bar')
  await page.getByRole('button', { name: 'Change …' }).click()
  await page.getByRole('dialog', { name: 'Change together' }).waitFor()
  await look('change together')
  await page.goto(`${site.origin}/admin?show=binned`)
  await list.getByRole('button', { name: 'Restore In the bin' }).waitFor()
  await list.getByLabel('Pick In the bin').check()
  await look('bin')
  await page.goto(`${site.origin}/admin?q=nothing&year=1990`)
  await list.getByText('Take one off:').waitFor()
  await look('nothing found')
}

test('axe finds nothing in the list, light on a phone and dark on a screen', async () => {
  const page = await openPage(browser)
  const found: string[] = []
  await walk(page, () => inEachLook(page, async () => found.push(...(await axeFaults(page)))))
  expect(found).toEqual([])
  expect(page.errors).toEqual([])
  await page.context().close()
})

test('nothing of the list reaches beyond the edge, and fingers find every button', async () => {
  const page = await openPage(browser, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  })
  await walk(page, async (where) => {
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond, where).toBeLessThanOrEqual(0)
    const list = page.getByRole('region', { name: 'Uploaded PDFs' })
    for (const button of await list
      .locator('button, label.button, .tick-box')
      .filter({ visible: true })
      .all()) {
      const box = await button.boundingBox()
      expect(box?.height, `${where}: ${await button.textContent()}`).toBeGreaterThanOrEqual(44)
    }
  })
  await page.context().close()
})

test('the list that is awaited has the shape of what comes', async () => {
  for (const width of [360, 1440]) {
    const page = await openPage(browser, { viewport: { width, height: 900 } })
    await page.route('**/api/admin/papers?*', () => {})
    await page.route('**/api/admin/papers', () => {})
    await openSignedIn(page, site.origin, '/admin')
    const bar = page.locator('.uploaded .register .title > .skeleton').first()
    await bar.waitFor()
    expect((await bar.boundingBox())?.width, `${width}`).toBeGreaterThan(150)
    await page.context().close()
  }
})
