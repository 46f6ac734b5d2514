import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { page, site, visitDesk } from '../support/desk-session.ts'
import { bigPdf, passwordPdf, plainPdf } from '../support/made-pdfs.ts'
import { fillSignIn, openDesk } from '../support/sign-in-page.ts'
import { ADMIN, publish } from '../support/site.ts'
import { openSlowLine } from '../support/slow-line.ts'

visitDesk()

test('without a stored token /admin leads to /login, and so it does without a session', async () => {
  await page.goto(`${site.origin}/admin`)
  await page.waitForURL('**/login')
  await signIn()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await page.goto(`${site.origin}/admin`)
  await page.waitForURL('**/login')
})

test('a wrong password is refused with a toast that goes by itself', async () => {
  await page.clock.install()
  await page.goto(`${site.origin}/login`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill('not the password at all')
  await page.getByRole('button', { name: 'LOGIN' }).click()
  const toast = page.locator('.toast')
  await toast.waitFor()
  expect(await toast.textContent()).toContain('Operation Failed !')
  expect(await toast.textContent()).toContain('Email or password is not right.')
  await page.clock.runFor(4_100)
  await toast.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Email').inputValue()).toBe(ADMIN.email)
})

test('Upload sleeps until all that is required is filled, and a class needs a subject', async () => {
  await signIn()
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  await page.getByLabel('PDF file').focus()
  await expectMissing('title, degree, month, year, PDF file')
  expect(await page.getByLabel('Subject', { exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('Degree').selectOption('NEET')
  expect(await page.getByLabel('Subject', { exact: true }).locator('option').first().textContent()).toBe(
    'All subjects',
  )
  await expectMissing('title, month, year, PDF file')
  await fillForm({ degree: '10th State', subject: '' })
  await expectMissing('subject')
  expect(await upload.isDisabled()).toBe(true)
  await page.getByLabel('Subject', { exact: true }).selectOption('Tamil')
  await page.getByText('Ready to be published.').waitFor()
  expect(await upload.isEnabled()).toBe(true)
  expect(await page.getByLabel('Year', { exact: true }).locator('option').last().textContent()).toBe('1990')
  expect(await page.getByLabel('Degree').locator('option').count()).toBe(18)
})

test('what was typed survives a refusal, a reload and an ended session', async () => {
  await signIn()
  await fillForm({ title: 'A locked paper', file: Buffer.from(passwordPdf()) })
  await upload()
  await page.locator('.toast', { hasText: 'Error uploading file' }).waitFor()
  await page
    .getByText(/password/i)
    .first()
    .waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('A locked paper')

  await page.reload()
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('A locked paper')

  await page.getByLabel('PDF file').setInputFiles(fileOf(Buffer.from(plainPdf())))
  await page.context().clearCookies()
  // What the desk reads in the background may bring up the dialog before, which covers the button and hides its role.
  await page.getByRole('button', { name: 'Upload', exact: true, includeHidden: true }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await dialog.waitFor()
  await fillSignIn(dialog)
  await page.locator('.toast', { hasText: 'File uploaded successfully' }).waitFor()
  expect(await page.locator('.toast').textContent()).toContain('Operation Success !')
  await page.getByRole('link', { name: 'A locked paper' }).waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
})

test('an upload shows its progress and can be cancelled, and then nothing is published', async () => {
  const line = await openSlowLine(site.origin, 1_000_000)
  // On the disk, because handing so much to the browser by other ways takes seconds.
  const path = join(site.dataDir, 'paper.pdf')
  writeFileSync(path, bigPdf(30_000_000))
  await signIn(line.origin)
  await fillForm({ title: 'Never sent whole', file: path })
  await upload()
  await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
  await page.getByText(/^\d.* of 29\.0 MB sent$/).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The upload was cancelled.').waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Never sent whole')
  const found = await (await site.fetch('/api/papers?q=never')).json()
  expect(found.total).toBe(0)
  line.close()
})

test('Upload that is pressed while the file is on its way waits for it: nothing is refused, nothing sent twice', async () => {
  await signIn()
  const seen: string[] = []
  page.on('response', (answer) => {
    const method = answer.request().method()
    if (method === 'PATCH' || !answer.ok()) seen.push(`${method} ${answer.status()}`)
  })
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/admin/uploads/*', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await fillForm({ title: 'Pressed early' })
  await upload()
  await page.getByRole('progressbar', { name: 'Upload' }).waitFor()
  pressed.resolve()
  await page.locator('.toast', { hasText: 'File uploaded successfully' }).waitFor()
  expect(seen).toEqual(['PATCH 200'])
})

test('an upload that fails in passing is sent again by itself, and stored once', async () => {
  await signIn()
  let tries = 0
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent += 1
  })
  await fillForm({ title: 'Sent over a bad line' })
  await page.route('**/publication', async (route) => {
    tries += 1
    // The first answer is lost after the server has stored the paper; the page must not send it twice.
    if (tries === 1) {
      await route.fetch()
      return await route.abort('connectionreset')
    }
    await route.continue()
  })
  await upload()
  await page.locator('.toast', { hasText: 'File uploaded successfully' }).waitFor()
  expect([tries, sent]).toEqual([2, 1])
  const found = await (await site.fetch('/api/papers?q=bad%20line')).json()
  expect(found.total).toBe(1)
})

test('a large file whose line breaks goes on where it broke off, and what has arrived is not sent again', async () => {
  await signIn()
  const offsets: string[] = []
  await page.route('**/api/admin/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    offsets.push(route.request().headers()['upload-offset'] ?? '')
    if (offsets.length === 3) return await route.abort('connectionreset')
    await route.continue()
  })
  // The bytes are sent as soon as the file is chosen, because its page 1 is read.
  const read = page.waitForResponse('**/api/admin/first-pages/hints', { timeout: 60_000 })
  await fillForm({ title: 'Sent in parts', file: bigPdf(20_000_000) })
  await read
  await upload()
  await page.locator('.toast', { hasText: 'File uploaded successfully' }).waitFor({ timeout: 60_000 })
  const MIB = 1024 * 1024
  const begun = offsets.map(Number)
  expect(begun.slice(0, 4)).toEqual([0, 8 * MIB, 16 * MIB, 16 * MIB])
  // On a busy machine the last part may break once more.
  expect(begun).toEqual(begun.toSorted((a, b) => a - b))
})

test('Delete asks nothing, says that it is done, and the paper is gone', async () => {
  const admin = await site.signIn()
  const paper = await publish(site, admin, { title: 'To be removed' })
  await signIn()
  await page.getByRole('button', { name: 'Delete To be removed' }).click()
  await page.getByRole('link', { name: 'To be removed' }).waitFor({ state: 'detached' })
  await page.locator('.toast', { hasText: 'PDF deleted successfully' }).waitFor()
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(404)
})

test('a deletion that meets an ended session goes on after the password', async () => {
  const admin = await site.signIn()
  const paper = await publish(site, admin, { title: 'Deleted in two steps' })
  await signIn()
  const remove = page.getByRole('button', { name: 'Delete Deleted in two steps' }).first()
  await remove.waitFor()
  // What the desk still reads by itself would meet the ended session first.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await fillSignIn(dialog)
  await page.locator('.toast', { hasText: 'PDF deleted successfully' }).waitFor()
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(404)
})

test('a page of the list that is no more leads to the last one', async () => {
  await publish(site, await site.signIn(), { title: 'Still there' })
  await signIn()
  await page.goto(`${site.origin}/admin?page=99`)
  await page.getByRole('link', { name: 'Still there' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('prices are read as people write them, named when wrong, and saved together', async () => {
  await signIn()
  const jee = page.getByRole('group', { name: 'JEE' })
  const neet = page.getByRole('group', { name: 'NEET' })
  await jee.getByLabel('MONTHLY').fill('₹1,499')
  await neet.getByLabel('ANNUAL').fill('12.50')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('“12.50” is not a price in whole rupees').waitFor()
  await neet.getByLabel('ANNUAL').fill('1,00,000')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.locator('.toast', { hasText: 'Pricing updated successfully' }).waitFor()
  const { prices } = await (await site.fetch('/api/pricing')).json()
  expect(prices).toMatchObject({ 'jee-mon': 1499, 'neet-ann': 100_000, 'jee-ann': null })
})

test('Logout clears all local storage and leads to /login', async () => {
  await signIn()
  await page.evaluate(() => localStorage.setItem('something', 'else'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.goto(`${site.origin}/admin`)
  await page.waitForURL('**/login')
})

test('who has pressed Logout is not asked for the password, however long /login takes', async () => {
  await signIn()
  const way = Promise.withResolvers<void>()
  await page.route('**/login.data*', async (route) => {
    await way.promise
    await route.continue()
  })
  const isOut = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await isOut
  const isRefused = page.waitForResponse((answer) => answer.status() === 401)
  await page.getByRole('searchbox', { name: 'Search the uploaded papers' }).fill('vectors')
  await (await isRefused).finished()
  // What a refusal is answered with is there in the next frame.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))))
  expect(await page.getByRole('dialog').count()).toBe(0)
  way.resolve()
  await page.waitForURL('**/login')
  await fillSignIn(page)
  await page.getByRole('heading', { name: 'Upload PDF' }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('searchbox', { name: 'Search the uploaded papers' }).fill('vectors')
  await page.getByRole('dialog', { name: 'Sign in to go on' }).waitFor()
})

async function signIn(origin = site.origin) {
  await openDesk(page, origin)
}

type Form = { title?: string; degree?: string; subject?: string; file?: Buffer | string }

async function fillForm({
  title = 'A paper',
  degree = '12th CBSE',
  subject = 'Physics',
  file = Buffer.from(plainPdf()),
}: Form) {
  await page.getByLabel('PDF file').focus()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Degree').selectOption(degree)
  if (subject) await page.getByLabel('Subject', { exact: true }).selectOption(subject)
  await page.getByLabel('Month', { exact: true }).selectOption('June')
  await page.getByLabel('Year', { exact: true }).selectOption('2023')
  await page.getByLabel('PDF file').setInputFiles(typeof file === 'string' ? file : fileOf(file))
}

function fileOf(buffer: Buffer) {
  return { name: 'paper.pdf', mimeType: 'application/pdf', buffer }
}

async function upload() {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

async function expectMissing(parts: string) {
  await page.getByText(`Still needed: ${parts}.`).waitFor()
}
