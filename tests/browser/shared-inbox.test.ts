import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { storeFirstPage } from '#domain/inbox/first-pages.server.ts'
import { admin, browser, page as priya, site, visitAdmin } from '../support/admin-session.ts'
import { openPage } from '../support/chromium.ts'
import { inboxOf } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { choose, madePapers, openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { readIndexedDb } from '../support/read-indexed-db.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import { MEENA } from '../support/site.ts'
import { sendAhead } from '../support/uploads.ts'

const [FIRST, SECOND, THIRD] = madePapers(3).map(({ name }) => name) as [string, string, string]

visitAdmin()
let other: Page & { errors: string[] }
afterEach(() => other?.context().close())

test('what is typed, taken away and published in one browser is so for a colleague, and after the page was left at once', async () => {
  await site.app.identity.administrators.create(MEENA)
  other = await openPage(browser)
  const meena = other
  await openManyFiles(priya, site.origin)
  await priya.route('**/api/admin/inbox', async (route) => {
    if (route.request().method() !== 'POST') await route.continue()
  })
  await pick(priya, [...madePapers(3), { name: 'scan0042.pdf', bytes: plainPdf({ text: 'No words' }) }])
  await priya.getByText('4 files are in this browser alone until they have arrived').waitFor()
  await openManyFiles(meena, site.origin, MEENA)
  await meena.getByText('Drop a folder of PDFs').waitFor()
  await titleOf(priya, FIRST).fill('Typed by Priya')
  // What is typed is written a moment after the typing, and a load just then may come before it.
  await expect
    .poll(() => priya.evaluate(readIndexedDb, { database: 'desk-tray', store: 'rows' }))
    .toContain('Typed by Priya')
  await priya.unrouteAll({ behavior: 'ignoreErrors' })
  await priya.reload()
  await waitForRows(priya, 'ready', 3)
  await waitForRows(priya, 'missing', 1)
  await choose(priya, SECOND, 'Month', 'June')
  await rowOf(priya, THIRD)
    .getByRole('button', { name: `Take away ${THIRD}` })
    .click()
  await waitForRows(meena, 'ready', 2)
  await waitForRows(meena, 'missing', 1)
  await expect.poll(() => meena.locator('[data-row]').count()).toBe(3)
  await expect.poll(() => titleOf(meena, FIRST).inputValue()).toBe('Typed by Priya')
  await expect.poll(() => rowOf(meena, SECOND).getByLabel('Month').inputValue()).toBe('June')
  await rowOf(meena, SECOND).getByText('Priya is editing this').waitFor()
  expect(await rowOf(priya, SECOND).getByText('is editing this').count()).toBe(0)
  await meena.getByRole('link', { name: 'Many files 3 waiting' }).waitFor()
  await meena.getByText('1 taken away by Priya.').waitFor()

  await titleOf(meena, SECOND).fill('Typed by Meena')
  await expect.poll(() => titleOf(priya, SECOND).inputValue()).toBe('Typed by Meena')
  await rowOf(priya, SECOND).getByText('Meena is editing this').waitFor()
  await meena.getByRole('button', { name: 'Put back' }).click()
  await waitForRows(priya, 'ready', 3)
  await priya.getByRole('checkbox', { name: `Pick ${THIRD}` }).check()
  await priya.getByRole('checkbox', { name: 'Pick scan0042.pdf' }).check()
  await priya.getByRole('button', { name: 'Take away', exact: true }).click()
  // The page is left in the same moment.
  await priya.goto(`${site.origin}/robots.txt`)
  await meena.getByText('2 taken away by Priya.').waitFor()
  await meena.reload()
  await meena.getByText('2 taken away by Priya.').waitFor()
  await expect.poll(() => meena.locator('[data-row]').count()).toBe(2)

  await priya.goto(`${site.origin}/admin/upload`)
  await waitForRows(priya, 'ready', 2)
  await meena.getByRole('button', { name: 'Publish 2 complete papers' }).click()
  await meena.getByRole('heading', { name: '2 published', exact: true }).waitFor()
  await priya.getByText('Meena published 2 papers.').waitFor()
  await expect.poll(() => priya.locator('[data-row]').count()).toBe(0)
  const { papers } = await (await site.fetch('/api/papers')).json()
  const titles = papers.map(({ title }: { title: string }) => title).sort()
  expect(titles).toEqual(['Typed by Meena', 'Typed by Priya'])
  expect(meena.errors).toEqual([])
})

test('of a field that two changed both values are shown; what is typed offline or signed out is saved when it is back; a scan’s picture is turned', async () => {
  const name = 'CBSE Class XII Physics March 1991.pdf'
  const uploadId = 'two-at-once-1'
  const onServer = async () => (await inboxOf(site, admin)).find((file) => file.uploadId === uploadId)?.typed
  await site.app.identity.administrators.create({ ...MEENA, email: 'ravi@centre.example' })
  await sendAhead(site, admin, uploadId, { name, file: plainPdf({ text: 'One paper' }) })
  await openManyFiles(priya, site.origin)
  other = await openPage(browser)
  const ravi = other
  await openManyFiles(ravi, site.origin, { ...MEENA, email: 'ravi@centre.example' })
  for (const page of [priya, ravi]) await rowOf(page, name).getByText('Ready').waitFor()
  await priya.context().setOffline(true)
  await choose(priya, name, 'Month', 'June')
  await titleOf(priya, name).fill('The title of Priya')
  await priya.getByText('No connection. What you type is kept.').waitFor()
  await choose(ravi, name, 'Month', 'October')
  await choose(ravi, name, 'Year', '2019')
  await expect.poll(async () => (await onServer())?.year?.value).toBe('2019')
  await priya.context().setOffline(false)
  await rowOf(priya, name).getByText('Month: Ravi put “October” while you put “June”.').waitFor()
  await expect.poll(() => rowOf(priya, name).getByLabel('Year').inputValue()).toBe('2019')
  await expect.poll(() => titleOf(ravi, name).inputValue()).toBe('The title of Priya')
  await rowOf(priya, name).getByRole('button', { name: 'Keep “June”' }).click()
  await expect.poll(() => rowOf(ravi, name).getByLabel('Month').inputValue()).toBe('June')
  await rowOf(priya, name).getByText('Ready').waitFor()

  await priya.route('**/api/admin/inbox/changes', (route) => route.abort())
  await titleOf(priya, name).fill('Typed while nothing is saved')
  await priya.getByText('What you typed last could not be saved on the site yet.').waitFor()
  await priya.unrouteAll()
  await expect.poll(async () => (await onServer())?.title?.value).toBe('Typed while nothing is saved')
  // What the page asks by itself would bring the dialog before the typing.
  await priya.route('**/api/admin/inbox?after=*', (route) => route.abort())
  await priya.context().clearCookies()
  await titleOf(priya, name).fill('Typed after the session')
  const dialog = priya.getByRole('dialog', { name: 'Sign in to go on' })
  await dialog.waitFor()
  await priya.unroute('**/api/admin/inbox?after=*')
  await fillSignIn(dialog)
  await expect.poll(async () => (await onServer())?.title?.value).toBe('Typed after the session')

  // What goes meanwhile says what was typed into it.
  await priya.route('**/api/admin/inbox?after=*', (route) => route.abort())
  await site.fetch(`/api/admin/inbox/${uploadId}`, { method: 'DELETE', headers: admin.headers })
  await titleOf(priya, name).fill('Typed too late')
  await priya.getByText(`You, in another browser, took “${name}” away.`).waitFor()
  await priya.getByText('What you typed last went with it: Title: Typed too late.').waitFor()
  await rowOf(priya, name).waitFor({ state: 'detached' })
  await priya.unrouteAll({ behavior: 'ignoreErrors' })

  // The picture in a scan's row is turned when page 1 is recognised.
  site.app.recogniser.isOn = async () => true
  await sendAhead(site, admin, 'on-its-side', { file: plainPdf() })
  const picture = priya.locator('[data-row] .inbox-page-one img')
  const isWide = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight)
  await expect.poll(isWide).toBe(false)
  const read = { text: '', sureText: '', lines: [], confidence: 90, turn: 90 as const }
  await storeFirstPage(site.app, 'on-its-side', read)
  await expect.poll(isWide, { timeout: 60_000 }).toBe(true)
})

function titleOf(page: Page, name: string) {
  return rowOf(page, name).getByLabel('Title', { exact: true })
}
