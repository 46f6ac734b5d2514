import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { pathOfPicked } from '#domain/questions/picked-question.ts'
import { askForClass, type ClassHour, readAskedClass } from '#domain/sitting/class-hour.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { linesPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { addSatPaper, button, OPTIONS, putPensDown } from '../support/sit-page.ts'
import { openSite, type SignedIn, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

const MINUTE = 60_000
/** Saturday, 10:00 in India. */
const HOUR: ClassHour = { begins: Date.UTC(2027, 11, 4, 4, 30), ends: Date.UTC(2027, 11, 4, 6), offset: 330 }

let site: Site
let browser: Browser
let admin: SignedIn
let waves: Paper
let light: Paper
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite({ renders: true }), openBrowser()])
  admin = await site.signIn()
  waves = await addSatPaper(site, admin, 'Waves', { isRendered: true })
  light = await addSatPaper(site, admin, 'Light', {
    isRendered: true,
    questions: [
      { text: `What bends? ${OPTIONS}`, marks: 1 },
      { text: 'Draw a ray.', marks: 2 },
    ],
  })
  const key = linesPdf([
    [
      [60, 700, 'Ans 1. (B) Light.'],
      [60, 640, 'Ans 2. A straight line.'],
    ],
  ])
  await paperClient(site, admin).replace(light.id, 'answers', key)
  await until('its answers are known', async () => {
    const { answers } = await (await site.fetch(`/api/papers/${light.id}/questions`)).json()
    return answers.length === 2 && answers[0].picture !== null
  })
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

const sheet = () =>
  pathOfPicked([
    { paperId: waves.id, id: 'q3' },
    { paperId: light.id, id: 'q1' },
    { paperId: waves.id, id: 'q1' },
  ])

type Options = { timezoneId?: string; siteTime?: () => number }

/** A phone whose site says that it is `siteTime`, whatever its own clock says. */
async function openAt({ timezoneId = 'Asia/Kolkata', siteTime }: Options = {}) {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 }, timezoneId })
  if (siteTime)
    await page.route('**/healthz', (route) =>
      route.fulfill({ status: 200, headers: { date: new Date(siteTime()).toUTCString() } }),
    )
  return page
}

async function linkIn(page: Page): Promise<URL> {
  const sends = page.getByRole('link', { name: 'Share by WhatsApp' }).last()
  const text = new URL((await sends.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  return new URL(text.slice(text.lastIndexOf('http')))
}

test('a tutor makes a link to a worksheet for a class, in two taps from the worksheet, and is told what it cannot do', async () => {
  const page = await openAt()
  await page.goto(site.origin + sheet())
  await hydratePage(page)
  await page.getByRole('link', { name: 'For a class' }).click()
  await page.getByText('That is a courtesy, not a secret').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await page.getByLabel('Day').fill('2027-12-04')
  await page.getByLabel('Begins').fill('11:30')
  await page.getByLabel('Ends').fill('10:00')
  await button(page, 'Make the link').click()
  await page.getByText('It must end after it begins, and within 10 hours.').waitFor()
  await page.getByLabel('Day').fill('2026-01-03')
  await page.getByLabel('Begins').fill('10:00')
  await page.getByLabel('Ends').fill('11:30')
  await button(page, 'Make the link').click()
  await page.getByText('This time is over already.').waitFor()
  await page.getByLabel('Day').fill('')
  await button(page, 'Make the link').click()
  await page.getByText('A day, a time to begin and a time to end are needed.').waitFor()
  await page.getByLabel('Day').fill('2027-12-04')
  await page.getByRole('combobox').selectOption('B')
  await page.getByLabel('Note, such as').fill('Set B for rows 2 and 4')
  await button(page, 'Make the link').click()
  await page.getByText(/For a class: Saturday,? 4 December/).waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  const link = await linkIn(page)
  expect(readAskedClass(link.searchParams)).toEqual({ hour: HOUR, note: 'Set B for rows 2 and 4' })
  expect([link.searchParams.get('set'), link.href.length < 200]).toEqual(['B', true])
  expect(page.errors).toEqual([])
})

/** The address of the worksheet for this class. */
async function classAddress(hour = HOUR): Promise<string> {
  const { headers } = await site.fetch(sheet(), { redirect: 'manual' })
  const path = new URL(headers.get('location') ?? '', site.origin)
  return `${path.pathname}/sit?${askForClass(path.searchParams, hour, 'Set A for row 1')}`
}

test('before its time a class waits with covered questions, then sits with what is left of the clock, and marks by the key', async () => {
  let now = HOUR.begins - MINUTE
  const page = await openAt({ siteTime: () => now, timezoneId: 'Asia/Dubai' })
  await page.goto(site.origin + (await classAddress()))
  await page.getByRole('timer', { name: 'until it begins' }).waitFor()
  await page.getByText('The questions are covered until it begins.').waitFor()
  await page.getByText('Note with the link: Set A for row 1').waitFor()
  await page.getByText(/For a class: Saturday,? 4 December,? (at )?8:30/).waitFor()
  await page.getByText(/This phone is in another time zone. Where the link was made it is .*10:00/).waitFor()
  expect(await page.locator('.sit-cut').count()).toBe(0)
  // Two seconds are left when it is looked at again; its time comes while the page is open.
  now = HOUR.begins - 2_000
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await button(page, 'Begin').waitFor()

  now = HOUR.begins + 20 * MINUTE
  await page.reload()
  await page.getByText('It began 20 minutes ago: you have what is left of the time.').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await button(page, 'Begin').click()
  await page.getByRole('img', { name: 'Question 1. Show that the matrix' }).waitFor()
  const said = (await page.getByRole('timer').textContent()) ?? ''
  expect(said).toMatch(/^1:(10:00|09:\d\d)/)
  expect(await button(page, 'Pause').count()).toBe(0)
  await page.getByText('For a class, until').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
  await button(page, 'Next question').click()
  await page.getByRole('img', { name: 'Question 2. What bends?' }).waitFor()
  const cut = page.locator('.sit-cut image')
  expect(await cut.getAttribute('href')).toMatch(new RegExp(`^/papers/${light.id}/pages/`))
  await page.locator('.sit-foot').getByRole('radio', { name: 'A', exact: true }).check()
  await page.reload()
  await page.getByRole('heading', { name: 'Question 2 [1 mark]' }).waitFor()
  await putPensDown(page)
  await page.getByText('0 of 1', { exact: true }).first().waitFor()
  await page.locator('summary', { hasText: 'Question 2' }).click()
  await page.locator('.mark-rows').getByText('Show the answer').click()
  await page.getByRole('img', { name: 'Answer to question 2. Ans 1. (B) Light.' }).waitFor()
  await button(page, 'Done marking').click()

  // What went wrong is a question of its own paper, and becomes a worksheet again.
  await page.getByText('1 question for later').click()
  const card = page.getByRole('link', { name: 'Question 1' }).first()
  expect(await card.getAttribute('href')).toContain(`/papers/${light.id}`)
  await page.getByRole('link', { name: 'Worksheet of these, to print or to sit' }).click()
  await page.getByRole('heading', { name: 'Worksheet', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Sit it here' }).click()
  await button(page, 'Begin').click()
  await page.getByRole('img', { name: 'Question 1. What bends?' }).waitFor()
  expect(page.errors).toEqual([])
})

test('after its time, and with a link that did not come whole, it is sat as practice, and the page says which', async () => {
  const page = await openAt({ siteTime: () => HOUR.ends + MINUTE })
  const address = await classAddress()
  await page.goto(site.origin + address)
  await page.getByText('This time is over. It can be sat as practice').waitFor()
  await page.goto(`${site.origin}/papers/${waves.id}/sit?class=${'x'.repeat(900)}&note=x`)
  await page.getByText('This link for a class is incomplete').waitFor()
  await button(page, 'Begin').click()
  await button(page, 'Pause').waitFor()
  expect(page.errors).toEqual([])
})

test('a link to several papers covers them until it begins, and gives each the clock of the class', async () => {
  const tutor = await openAt()
  await tutor.goto(`${site.origin}/list/picked?ids=${waves.id},${light.id}`)
  await hydratePage(tutor)
  await tutor.getByRole('link', { name: 'For a class' }).click()
  await tutor.getByLabel('Day').fill('2027-12-04')
  await tutor.getByLabel('Ends').fill('11:30')
  await button(tutor, 'Make the link').click()
  const link = await linkIn(tutor)

  let now = HOUR.begins - MINUTE
  const page = await openAt({ siteTime: () => now })
  await page.goto(link.href)
  await page.getByRole('timer', { name: 'until it begins' }).waitFor()
  expect(await page.getByRole('link', { name: 'Light' }).count()).toBe(0)
  now = HOUR.begins + 30 * MINUTE
  await page.reload()
  await page.getByRole('link', { name: 'Light' }).click()
  await page.getByText('It began 30 minutes ago').waitFor()
  await button(page, 'Begin').click()
  expect(await page.getByRole('timer').textContent()).toMatch(/^(1:00:00|0:59:\d\d)/)
  expect(page.errors).toEqual([])
})

test('without a connection to check its clock a phone says so, and what is gone from a worksheet is left out', async () => {
  const gone = await addSatPaper(site, admin, 'Gone', { isRendered: true })
  const { headers } = await site.fetch(
    pathOfPicked([
      { paperId: gone.id, id: 'q1' },
      { paperId: waves.id, id: 'q3' },
    ]),
    { redirect: 'manual' },
  )
  await site.fetch(`/api/admin/papers/${gone.id}`, { method: 'DELETE', headers: admin.headers })
  const { pathname } = new URL(headers.get('location') ?? '', site.origin)
  const page = await openAt()
  await page.route('**/healthz', (route) => route.abort())
  await page.goto(`${site.origin}${pathname}/sit?${askForClass(new URLSearchParams(), HOUR, '')}`)
  await page.getByText('Without internet the clock of this phone cannot be checked').waitFor()
  await page.getByText('Question 1 is left out').waitFor()
  expect((await site.fetch(`${pathname.replace(/.{3}$/, 'xyz')}/sit`)).status).toBe(404)
})
