import { expect, test } from 'vitest'
import { deskOf } from '../support/desk.ts'
import { openDeskList, rowOf } from '../support/desk-page.ts'
import { admin, page, site, visitDesk } from '../support/desk-session.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import { publish } from '../support/site.ts'

visitDesk()

test('every field is edited in place, and Undo puts all back', async () => {
  const paper = await publish(site, admin, { title: 'A mistaken title' })
  const form = await openForm('A mistaken title')
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(
    'A mistaken title',
  )
  await form.getByLabel('Title').fill('The right title')
  await form.getByLabel('Degree').selectOption('11th State')
  await form.getByLabel('Subject').selectOption('Physics')
  await form.getByLabel('Month').selectOption('March')
  await form.getByLabel('Year').selectOption('2021')
  await form.getByLabel('Reference Link').fill('https://answers.example/right')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.locator('.toast', { hasText: 'Changes saved' }).waitFor()
  await form.waitFor({ state: 'detached' })
  await expect
    .poll(() => published(paper.id))
    .toMatchObject({
      title: 'The right title',
      type: 'state',
      grade: '11',
      subject: 'Physics',
      month: 'March',
      year: 2021,
      referenceLink: 'https://answers.example/right',
    })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('Edit The right title')
  await page.locator('.last-line').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“A mistaken title” is as it was.').waitFor()
  expect(await published(paper.id)).toMatchObject({ title: paper.title, grade: '12', referenceLink: null })
})

test('a wrong field is named at the field, and nothing is saved', async () => {
  const paper = await publish(site, admin, { title: 'Nothing wrong yet' })
  const form = await openForm('Nothing wrong yet')
  await form.getByLabel('Reference Link').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Save' }).click()
  await form
    .getByText('The reference link must be an address that begins with http:// or https://.')
    .waitFor()
  await form.getByLabel('Title').fill('   ')
  await form.getByLabel('Reference Link').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Give the paper a title.').waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'Nothing wrong yet' })
})

test('Escape and Cancel ask only when something was typed', async () => {
  await publish(site, admin, { title: 'Opened and shut' })
  const form = await openForm('Opened and shut')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit Opened and shut' }).click()
  await form.getByLabel('Title').fill('Typed over')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go on typing' }).click()
  expect(await form.getByLabel('Title').inputValue()).toBe('Typed over')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Throw away' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit Opened and shut' }).click()
  expect(await form.getByLabel('Title').inputValue()).toBe('Opened and shut')
})

test('what was typed survives a reload, a lost line, an ended session and another search', async () => {
  const paper = await publish(site, admin, { title: 'Typed and kept' })
  const form = await openForm('Typed and kept')
  await form.getByLabel('Title').fill('Typed and saved')
  await page.reload()
  await form.waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe('Typed and saved')

  await page.getByRole('searchbox', { name: 'Search the uploaded papers' }).fill('nothing like it')
  await page.getByText('Typed and not saved yet:').waitFor()
  await page.getByRole('button', { name: 'Typed and kept', exact: true }).click()
  await form.waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe('Typed and saved')

  await page.route('**/api/admin/papers/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          body: '{"detail":"Not like this."}',
        })
      : route.continue(),
  )
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Not like this.').waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe('Typed and saved')
  await page.unroute('**/api/admin/papers/*')

  await page.context().clearCookies()
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
  await dialog.waitFor()
  await fillSignIn(dialog)
  await page.locator('.toast', { hasText: 'Changes saved' }).waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'Typed and saved' })
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('paperDraft'))),
  ).toEqual([])
})

test('of two tabs the second is told, sees both values and chooses; nothing is overwritten silently', async () => {
  const paper = await publish(site, admin, { title: 'Two hands', year: '2020', month: 'June' })
  const form = await openForm('Two hands')
  await form.getByLabel('Title').fill('Two hands, mine')
  await form.getByLabel('Month').selectOption('July')
  await deskOf(site, admin).revise(paper.id, { title: 'Two hands, theirs', year: '2019' }, 1)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('heading', { name: 'This paper was changed meanwhile' }).waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'Two hands, theirs', month: 'June' })
  // Only one side has changed month and year; both have changed the title, so nothing is chosen there.
  expect(
    await form.getByRole('group', { name: 'Month' }).getByRole('radio', { name: /July/ }).isChecked(),
  ).toBe(true)
  expect(
    await form.getByRole('group', { name: 'Year' }).getByRole('radio', { name: /2019/ }).isChecked(),
  ).toBe(true)
  const save = form.getByRole('button', { name: 'Save what is chosen' })
  expect(await save.isDisabled()).toBe(true)
  await form.getByText('Still to choose: Title.').waitFor()
  await form
    .getByRole('group', { name: 'Title' })
    .getByRole('radio', { name: /theirs/ })
    .check()
  await save.click()
  await page.locator('.toast', { hasText: 'Changes saved' }).waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'Two hands, theirs', month: 'July', year: 2019 })
})

test('PDF, thumbnail and answers are replaced in place; address and views stay', async () => {
  const paper = await publish(site, admin, { title: 'With new files' })
  await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST', headers: { Origin: site.origin } })
  const form = await openForm('With new files')
  await form.getByLabel('Title').fill('With new files, soon')
  await form.getByLabel('Replace the PDF').setInputFiles(pdf(plainPdf({ pages: 5, text: 'Corrected' })))
  await page.locator('.toast', { hasText: 'PDF replaced' }).waitFor()
  await form.getByText(/^5 pages/).waitFor()
  await form
    .getByLabel('Choose a thumbnail')
    .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: PICTURE })
  await page.locator('.toast', { hasText: 'Thumbnail replaced' }).waitFor()
  await form.getByRole('button', { name: 'Back to page 1' }).click()
  await form.getByText('Page 1 of the PDF').waitFor()
  await form.getByLabel('Upload answers').setInputFiles(pdf(plainPdf({ text: 'Answers' })))
  await form.getByText('An uploaded PDF', { exact: true }).waitFor()
  expect((await published(paper.id)).referenceLink).toMatch(/^\/files\//)
  expect(await form.getByLabel('Reference Link').isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Remove the answers' }).click()
  await form.getByText('None yet').waitFor()
  expect(await published(paper.id)).toMatchObject({ pages: 5, views: 1, referenceLink: null })
  // What was typed meanwhile is saved without a conflict: the files were changed from this very form.
  await form.getByRole('button', { name: 'Save' }).click()
  await page.locator('.toast', { hasText: 'Changes saved' }).waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'With new files, soon', pages: 5 })
})

test('a file that is no PDF is refused in its place, and the paper stays as it is', async () => {
  const paper = await publish(site, admin, { title: 'Kept as it is' })
  const form = await openForm('Kept as it is')
  await form.getByLabel('Replace the PDF').setInputFiles(pdf(PICTURE))
  await page.locator('.toast', { hasText: 'Error uploading file' }).waitFor()
  await form.getByRole('group', { name: /^PDF/ }).getByRole('alert').waitFor()
  await form.getByLabel('Replace the PDF').setInputFiles(pdf(Buffer.alloc(0)))
  await form.getByText('This file is empty; choose another.').waitFor()
  expect((await published(paper.id)).link).toBe(paper.link)
})

test('the history says who changed what when, and an older state is put back with one press', async () => {
  const paper = await publish(site, admin, { title: 'First name', year: '2020' })
  const desk = deskOf(site, admin)
  await desk.revise(paper.id, { title: 'Second name' })
  await desk.revise(paper.id, { title: 'Third name', year: '2021' })
  const form = await openForm('Third name')
  await form.getByRole('button', { name: 'History of this paper' }).click()
  const entries = form.locator('ol > li')
  await entries.first().waitFor()
  expect(await entries.count()).toBe(3)
  const newest = await entries.first().textContent()
  expect(newest).toMatch(/\d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]m · Priya corrected this paper/)
  expect(newest).toContain('Title: Second name → Third name')
  expect(newest).toContain('Year: 2020 → 2021')
  await entries.nth(1).getByRole('button', { name: 'Put back as before this' }).click()
  await page.locator('.toast', { hasText: 'Put back as it was' }).waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'First name', year: 2020 })
  await expect.poll(() => entries.count()).toBe(4)
})

test("the paper's page and its file are one press away", async () => {
  const paper = await publish(site, admin, { title: 'Looked at' })
  const form = await openForm('Looked at')
  expect(await form.getByRole('link', { name: 'Its page on the site' }).getAttribute('href')).toBe(
    `/papers/${paper.id}/looked-at`,
  )
  expect(await form.getByRole('link', { name: 'Its PDF' }).getAttribute('href')).toBe(paper.link)
})

async function openForm(title: string) {
  const list = await openDeskList(page, site.origin)
  await rowOf(list, title)
    .getByRole('button', { name: `Edit ${title}` })
    .click()
  const form = page.locator('.paper-form')
  await form.waitFor()
  return form
}

async function published(id: string) {
  return await (await site.fetch(`/api/papers/${id}`)).json()
}

function pdf(buffer: Buffer) {
  return { name: 'new.pdf', mimeType: 'application/pdf', buffer }
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
