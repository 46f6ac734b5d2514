import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_TEXTS } from '#domain/centre/texts/default-texts.ts'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { site as file } from '#site'
import { axeFaults, inEachLook } from '../support/axe.ts'
import { openPage } from '../support/chromium.ts'
import { browser, page, site, visitDesk } from '../support/desk-session.ts'
import { openSignedIn } from '../support/sign-in-page.ts'

visitDesk()
beforeEach(async () => {
  await site.app.db.deleteFrom('centreVersions').execute()
})
afterEach(() => expect(page.errors).toEqual([]))

const open = async (group: string, on: Page = page) => {
  await openSignedIn(on, site.origin, `/admin/site?group=${group}`)
  await publishButton(on).waitFor()
}
const publishButton = (on: Page = page) => on.getByRole('button', { name: 'Publish changes' })
const part = (name: string) =>
  page.getByRole('navigation', { name: 'Parts of the site' }).getByRole('link', { name }).click()
const said = (text: string | RegExp, on: Page = page) => on.getByText(text).first().waitFor()
const textOf = async (path: string) => await (await site.fetch(path)).text()

test('marks are put by keys and buttons, cards are left out and brought back, and what is wrong is said', async () => {
  await open('offer')
  const text = page.getByLabel('Text', { exact: true }).first()
  await text.fill('Papers of every class')
  await text.press('Control+a')
  await text.press('Control+b')
  expect(await text.inputValue()).toBe('**Papers of every class**')
  await text.press('Control+z')
  expect(await text.inputValue()).toBe('Papers of every class')
  await text.press('Control+a')
  await page.getByRole('toolbar').first().getByRole('button', { name: 'Link' }).click()
  await page.keyboard.type('javascript:alert(1)')
  await publishButton().click()
  await said(/^Has a link to “javascript:alert\(1\)”; a link leads to https:/)
  await text.fill('Papers of [every class](/practice), **free**')
  await page.getByRole('button', { name: 'Take card 4 away' }).click()
  await page.getByRole('button', { name: 'Take card 3 away' }).click()
  expect(await page.getByRole('button', { name: /Take card/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Bring back: Hall ticket' }).click()
  await part('Why us')
  const margin = page.getByLabel('In the margin of Why Us').first()
  await margin.fill('{years} years')
  await part('Questions')
  const answer = page.getByLabel('Answer', { exact: true }).first()
  await answer.fill('No:\nto open\nto print')
  await answer.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, area.value.length))
  await page.getByRole('button', { name: 'List' }).first().click()
  expect(await answer.inputValue()).toBe('No:\n- to open\n- to print')
  await publishButton().click()
  await said('Published: the whole site says so now')
  const [home, whyUs, about] = await Promise.all(['/', '/why-us', '/about'].map(textOf))
  expect(home).toContain('every class</a>, <b>free</b>')
  expect(home).not.toContain('OMR sheet')
  expect(whyUs).toContain('25 years<!-- -->]')
  expect(about).toContain('<li>to print</li>')

  await part('Offer')
  await page.getByRole('button', { name: 'Back to the texts that came with the site' }).click()
  await publishButton().click()
  await expect.poll(() => textOf('/')).toContain('OMR sheet')
})

test('a testimonial is dragged to its place, hidden and given its days, and the desk says whether it is shown', async () => {
  await open('testimonials')
  await page.setViewportSize({ width: 1280, height: 2000 })
  const words = page.getByLabel('Their words')
  const [first, second] = [await words.nth(0).inputValue(), await words.nth(1).inputValue()]
  const heads = page.locator('.site-part-head')
  const [from, to] = [
    await heads.nth(1).locator('.site-grip').boundingBox(),
    await heads.nth(0).boundingBox(),
  ]
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 10, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y - 20, { steps: 4 })
  await page.mouse.move(to.x + 12, to.y + 5, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => words.nth(0).inputValue()).toBe(second)
  expect(await words.nth(1).inputValue()).toBe(first)
  await said('Shown on Home.')
  await page.getByLabel('Hidden').first().check()
  await said('Shown to nobody: it is hidden.')
  await page.getByLabel('First day').nth(1).fill('2999-01-01')
  await said('Shown to nobody yet: it comes on 1 January 2999.')
  await page.getByLabel('Last day').nth(1).fill('2998-01-01')
  await publishButton().click()
  await said('Must not be before the first day.')
  await page.getByLabel('Last day').nth(1).fill('')
  await publishButton().click()
  await said('Published: the whole site says so now')
  const home = await textOf('/')
  for (const hidden of [first, second]) expect(home).not.toContain(hidden)
})

test('a draft stays on the device, is one for all tabs, and is told of', async () => {
  await open('home')
  const banner = (on: Page) => on.getByLabel('Line above the footer')
  await banner(page).fill('Typed in the first tab')
  const other = await page.context().newPage()
  await other.goto(`${site.origin}/admin/site?group=home`)
  await said(
    /^Your draft is in the form, begun on .* on the site as it came\. It stays on this device/,
    other,
  )
  expect(await banner(other).inputValue()).toBe('Typed in the first tab')
  await other.getByLabel('Beginning of the headline').fill('Typed in the second')
  await expect
    .poll(() => page.getByLabel('Beginning of the headline').inputValue())
    .toBe('Typed in the second')
  await banner(page).fill('And again in the first')
  await expect.poll(() => banner(other).inputValue()).toBe('And again in the first')
  await other.close()
  await publishButton().click()
  await said('Published: the whole site says so now')
  expect(await page.evaluate(() => localStorage.getItem('siteDraft'))).toBeNull()
  const home = await textOf('/')
  for (const text of ['And again in the first', 'Typed in the second']) expect(home).toContain(text)
})

test('axe finds nothing, on a phone by day and on a screen by night', async () => {
  const faults: string[] = []
  for (const group of ['offer', 'reasons', 'questions']) {
    await open(group)
    await inEachLook(page, async () => {
      faults.push(...(await axeFaults(page)))
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), group).toBe(true)
    })
  }
  expect(faults).toEqual([])
})

test('texts of a file from before the limits are shown whole, and no page becomes wider than the phone', async () => {
  const long = 'Kaverimathsandscience'.repeat(10)
  const [card] = DEFAULT_TEXTS.offer
  await publishCentre(
    site.app,
    {
      ...{ ...file, name: long, place: `A ${long}`, banner: long, phrases: [long, 'Short'] },
      contacts: {
        ...file.contacts,
        address: [long],
        locality: long,
        hours: long,
        postalCode: 'திருச்சி, 620006',
      },
      offer: [{ kind: 'hall-ticket', title: long, text: long }, ...(card ? [card] : [])],
      questions: DEFAULT_TEXTS.questions.map(({ answer }, at) => ({ question: `${at} ${long}`, answer })),
    },
    null,
    { basedOn: 0 },
  )
  const phone = await openPage(browser, { viewport: { width: 360, height: 740 } })
  for (const path of ['/', '/about', '/why-us', '/pricing', '/contact', '/practice']) {
    await phone.goto(site.origin + path)
    expect(await phone.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
    await phone.getByText(long).first().waitFor({ state: 'attached' })
  }
  await phone.context().close()
})
