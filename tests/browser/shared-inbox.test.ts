import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InboxFile } from '#domain/inbox/inbox.ts'
import { openBrowser, openPage } from '../support/chromium.ts'
import { inboxOf } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { choose, madePapers, openManyFiles, pick, rowOf, waitForRows } from '../support/many-files.ts'
import { readIndexedDb } from '../support/read-indexed-db.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import { MEENA, openSite, type SignedIn, type Site } from '../support/site.ts'
import { sendAhead } from '../support/uploads.ts'

type Desk = Page & { errors: string[] }
const [FIRST, SECOND, THIRD] = madePapers(3).map(({ name }) => name) as [string, string, string]

let site: Site
let admin: SignedIn
let browser: Browser
let open: Desk[]
beforeAll(async () => {
  browser = await openBrowser()
  site = await openSite()
  await site.app.identity.administrators.create(MEENA)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})
beforeEach(async () => {
  open = []
  // An administrator has five sessions at most, and every browser here has one.
  admin = await site.signIn()
})
afterEach(async () => {
  for (const page of open) await page.context().close()
  for (const { uploadId } of await inboxOf(site, admin))
    await site.fetch(`/api/admin/inbox/${uploadId}`, { method: 'DELETE', headers: admin.headers })
})

test('what is typed, confirmed and taken away in one browser is so in another and for a colleague', async () => {
  const priya = await deskOf()
  await pick(priya, [...madePapers(3), { name: 'scan0042.pdf', bytes: plainPdf({ text: 'No words' }) }])
  await waitForRows(priya, 'ready', 3)
  await waitForRows(priya, 'missing', 1)
  await titleOf(priya, FIRST).fill('Typed by Priya')
  await choose(priya, SECOND, 'Month', 'June')
  await rowOf(priya, THIRD)
    .getByRole('button', { name: `Take away ${THIRD}` })
    .click()
  await priya.getByRole('button', { name: 'Publish 2 complete papers' }).waitFor()

  const again = await deskOf()
  const meena = await deskOf(MEENA)
  for (const other of [again, meena]) {
    await waitForRows(other, 'ready', 2)
    await waitForRows(other, 'missing', 1)
    expect(await other.locator('[data-row]').count()).toBe(3)
    await expect.poll(() => titleOf(other, FIRST).inputValue()).toBe('Typed by Priya')
    await expect.poll(() => rowOf(other, SECOND).getByLabel('Month').inputValue()).toBe('June')
    await other.getByRole('button', { name: 'Publish 2 complete papers' }).waitFor()
    await other.getByRole('link', { name: 'Many files 3 waiting' }).waitFor()
  }
  await rowOf(again, FIRST).getByText('You are editing this in another browser').waitFor()
  await rowOf(meena, FIRST).getByText('Priya is editing this').waitFor()
  expect(await rowOf(priya, FIRST).getByText('is editing this').count()).toBe(0)
  await meena.getByText('1 taken away by Priya.').waitFor()

  // What a colleague does is seen without a reload.
  await titleOf(meena, SECOND).fill('Typed by Meena')
  await expect.poll(() => titleOf(priya, SECOND).inputValue()).toBe('Typed by Meena')
  await rowOf(priya, SECOND).getByText('Meena is editing this').waitFor()
  await meena.getByRole('button', { name: 'Put back' }).click()
  await waitForRows(priya, 'ready', 3)

  await meena.getByRole('button', { name: 'Publish 3 complete papers' }).click()
  await meena.getByRole('heading', { name: '3 published, 1 waits' }).waitFor()
  await priya.getByText('Meena published 3 papers.').waitFor()
  expect(await priya.locator('[data-row]').count()).toBe(1)
  const { papers } = await (await site.fetch('/api/papers')).json()
  expect(papers.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Typed by Priya', 'Typed by Meena']),
  )
  expect([priya.errors, again.errors, meena.errors]).toEqual([[], [], []])
})

test('forty rows that are taken away are away in a fresh browser, after a reload and for good', async () => {
  for (let at = 0; at < 40; at += 2) {
    const two = [at, at + 1].map((nth) => sendAhead(site, admin, `forty-rows-${nth}`, named(nth)))
    for (const answer of await Promise.all(two)) expect(answer.status).toBe(201)
  }
  await sendAhead(site, admin, 'forty-rows-stays', { ...named(99), name: 'it stays.pdf' })
  const priya = await deskOf()
  await priya.getByRole('checkbox', { name: 'Pick all 41 shown' }).check()
  await priya.getByRole('checkbox', { name: 'Pick it stays.pdf' }).uncheck()
  await priya.getByRole('button', { name: 'Take away', exact: true }).click()
  // The page is left in the same moment.
  await priya.goto(`${site.origin}/robots.txt`)
  await expect.poll(async () => (await rows()).filter(({ away }) => away).length).toBe(40)
  const meena = await deskOf(MEENA)
  await meena.getByText('40 taken away by Priya.').waitFor()
  expect(await meena.locator('[data-row]').count()).toBe(1)
  await meena.reload()
  await meena.getByText('40 taken away by Priya.').waitFor()
  expect(await meena.locator('[data-row]').count()).toBe(1)
  await meena.getByRole('link', { name: 'Many files 1 waiting' }).waitFor()
})

test('two who change the same field at the same time are shown both; other fields are put together', async () => {
  await sendAhead(site, admin, 'two-at-once-1', named(1))
  const priya = await deskOf()
  const meena = await deskOf(MEENA)
  const name = named(1).name
  for (const page of [priya, meena]) await waitForRows(page, 'ready', 1)
  const cut = (page: Page) => page.route('**/api/admin/inbox?after=*', (route) => route.abort())
  await cut(priya)
  await cut(meena)
  await priya.route('**/api/admin/inbox/changes', (route) => route.abort())
  await choose(priya, name, 'Month', 'June')
  await titleOf(priya, name).fill('The title of Priya')
  await choose(meena, name, 'Month', 'October')
  await choose(meena, name, 'Year', '2019')
  await expect.poll(async () => (await rows())[0]?.typed.year?.value).toBe('2019')
  await priya.getByText('What you typed last could not be saved on the site yet.').waitFor()
  await priya.unrouteAll()
  await meena.unrouteAll()
  await rowOf(priya, name).getByText('Month: Meena put “October” while you put “June”.').waitFor()
  await priya.getByRole('button', { name: 'Publish 0 complete papers' }).waitFor()
  expect(await rowOf(priya, name).getByLabel('Year').inputValue()).toBe('2019')
  await expect.poll(() => titleOf(meena, name).inputValue()).toBe('The title of Priya')
  await rowOf(priya, name).getByRole('button', { name: 'Keep “June”' }).click()
  await expect.poll(() => rowOf(meena, name).getByLabel('Month').inputValue()).toBe('June')
  await waitForRows(priya, 'ready', 1)
})

test('what is typed without a connection, or after the session has ended, is saved when it is back', async () => {
  await sendAhead(site, admin, 'line-lost-1', named(1))
  const priya = await deskOf()
  await waitForRows(priya, 'ready', 1)
  await priya.context().setOffline(true)
  await titleOf(priya, named(1).name).fill('Typed without a connection')
  await priya.getByText('No connection. What you type is kept.').waitFor()
  await priya.context().setOffline(false)
  await expect.poll(async () => (await rows())[0]?.typed.title?.value).toBe('Typed without a connection')
  await priya.context().clearCookies()
  await titleOf(priya, named(1).name).fill('Typed after the session')
  const dialog = priya.getByRole('dialog', { name: 'Sign in to go on' })
  await dialog.waitFor()
  expect((await rows())[0]?.typed.title?.value).toBe('Typed without a connection')
  await fillSignIn(dialog)
  await expect.poll(async () => (await rows())[0]?.typed.title?.value).toBe('Typed after the session')
})

test('what was typed before the inbox was shared, and was kept by this browser alone, is sent once', async () => {
  for (const id of ['old-browser-1', 'old-browser-2']) await sendAhead(site, admin, id, named(id.length))
  const priya = await openPage(browser)
  open.push(priya)
  await priya.goto(`${site.origin}/robots.txt`)
  await priya.evaluate(keepAsBefore, [
    { ...OLD_ROW, uploadId: 'old-browser-1', byHand: ['title', 'year'], confirmed: true },
    { ...OLD_ROW, uploadId: 'old-browser-2', away: true },
  ])
  const sent: string[] = []
  priya.on('request', (request) => {
    if (request.url().endsWith('/inbox/changes')) sent.push(request.postData() ?? '')
  })
  await openManyFiles(priya, site.origin)
  await expect.poll(async () => (await rows()).map(({ away }) => away !== null).sort()).toEqual([false, true])
  await expect.poll(async () => (await rowOnServer('old-browser-1'))?.confirmed).toBe(true)
  expect((await rowOnServer('old-browser-1'))?.typed).toMatchObject({
    title: { value: 'Typed last week' },
    year: { value: '1999' },
  })
  await priya.reload()
  await rowOf(priya, named(13).name).waitFor()
  expect(await titleOf(priya, named(13).name).inputValue()).toBe('Typed last week')
  expect(sent.filter((body) => body.includes('Typed last week'))).toHaveLength(1)
})

test('a file that has not arrived is said to be in this browser alone, and nobody else sees it', async () => {
  const [{ name = '' } = {}] = madePapers(1, 20)
  const priya = await deskOf()
  await priya.route('**/api/admin/inbox', async (route) => {
    if (route.request().method() !== 'POST') await route.continue()
  })
  await pick(priya, madePapers(1, 20))
  await priya.getByText('1 file is in this browser alone until it has arrived').waitFor()
  const meena = await deskOf(MEENA)
  await meena.getByText('Drop a folder of PDFs').waitFor()
  await titleOf(priya, name).fill('Typed before it arrived')
  // What is typed is written a moment after the typing, and a load just then may come before it.
  await expect
    .poll(() => priya.evaluate(readIndexedDb, { database: 'desk-tray', store: 'rows' }))
    .toContain('Typed before it arrived')
  await priya.unrouteAll({ behavior: 'ignoreErrors' })
  await priya.reload()
  await rowOf(meena, name).waitFor()
  await expect.poll(() => titleOf(meena, name).inputValue()).toBe('Typed before it arrived')
})

test('a row that is gone by hand on the server goes here, and what was typed into it is said', async () => {
  await sendAhead(site, admin, 'gone-by-hand-1', named(1))
  const priya = await deskOf()
  await waitForRows(priya, 'ready', 1)
  await priya.route('**/api/admin/inbox?after=*', (route) => route.abort())
  await site.fetch('/api/admin/inbox/gone-by-hand-1', { method: 'DELETE', headers: admin.headers })
  await titleOf(priya, named(1).name).fill('Typed too late')
  await priya.getByText(`You, in another browser, took “${named(1).name}” away.`).waitFor()
  await priya.getByText('What you typed last went with it: Title: Typed too late.').waitFor()
  expect(await priya.locator('[data-row]').count()).toBe(0)
  await priya.unrouteAll({ behavior: 'ignoreErrors' })
})

async function deskOf(account?: typeof MEENA): Promise<Desk> {
  const page = await openPage(browser)
  open.push(page)
  await openManyFiles(page, site.origin, account)
  return page
}

function titleOf(page: Page, name: string) {
  return rowOf(page, name).getByLabel('Title', { exact: true })
}

function named(nth: number) {
  const name = `CBSE Class XII Physics March ${1990 + (nth % 34)} number ${nth}.pdf`
  return { name, file: plainPdf({ text: `Paper of many, ${nth}` }) }
}

async function rows(): Promise<InboxFile[]> {
  return await inboxOf(site, admin)
}

async function rowOnServer(id: string) {
  return (await rows()).find(({ uploadId }) => uploadId === id)
}

const EMPTY = { title: '', degree: '', subject: '', month: '', year: '', referenceLink: '' }
/** As a browser kept it before: nothing of it says what the server knows. */
const OLD_ROW = {
  ...{ owner: 'priya@centre.example', addedAt: 1, name: named(13).name, size: 10, step: 'arrived', sent: 10 },
  ...{
    begun: true,
    file: 'elsewhere',
    sha256: null,
    pages: 1,
    isAnswers: false,
    doubtful: [],
    failure: null,
  },
  ...{ fields: { ...EMPTY, title: 'Typed last week', year: '1999' }, byHand: [], confirmed: false },
  ...{
    duplicates: [],
    duplicatesAsked: '',
    settled: null,
    copyOf: null,
    publishing: false,
    paper: null,
    away: false,
  },
}

async function keepAsBefore(kept: unknown[]) {
  const opening = indexedDB.open('desk-tray', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('rows', { keyPath: 'uploadId' }).createIndex('owner', 'owner')
    opening.result.createObjectStore('files')
  }
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const writing = opening.result.transaction('rows', 'readwrite')
  for (const row of kept) writing.objectStore('rows').put(row)
  await new Promise((resolve) => {
    writing.oncomplete = resolve
  })
  opening.result.close()
}
