import { expect, test } from 'vitest'
import { openAdminList, rowOf } from '../support/admin-page.ts'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { axeFaultsIn } from '../support/axe.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { noteRendered, renderPages } from '../support/rendered-pages.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import { publish } from '../support/site.ts'

visitAdmin()

const form = () => page.locator('.paper-form')
const field = (name: string) => form().getByLabel(name)
const save = () => form().getByRole('button', { name: 'Save' }).click()
const toast = (text: string) => page.locator('.toast', { hasText: text })
const said = (text: string | RegExp) => form().getByText(text).first().waitFor()
const published = async (id: string) => await (await site.fetch(`/api/papers/${id}`)).json()

async function openForm(title: string) {
  const list = await openAdminList(page, site.origin)
  await rowOf(list, title)
    .getByRole('button', { name: `Edit ${title}` })
    .click()
  await form().waitFor()
  return list
}

test('every field is edited in place, wrong ones are named, leaving asks only when something was typed, and Undo puts all back', async () => {
  const paper = await publish(site, admin, { title: 'A mistaken title' })
  await openForm('A mistaken title')
  const focused = (name: 'value' | 'ariaLabel') =>
    page.evaluate((name) => (document.activeElement as HTMLInputElement)[name], name)
  await expect.poll(() => focused('value')).toBe('A mistaken title')
  const pages = await Promise.all(
    ['Its page on the site', 'Its PDF'].map((name) =>
      form().getByRole('link', { name }).getAttribute('href'),
    ),
  )
  expect(pages).toEqual([`/papers/${paper.id}/a-mistaken-title`, paper.link])
  await page.keyboard.press('Escape')
  await form().waitFor({ state: 'detached' })
  const edit = page.getByRole('button', { name: 'Edit A mistaken title' })
  await edit.click()
  await field('Title').fill('Typed over')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go on typing' }).click()
  expect(await field('Title').inputValue()).toBe('Typed over')
  await form().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Throw away' }).click()
  await form().waitFor({ state: 'detached' })
  await edit.click()
  expect(await field('Title').inputValue()).toBe('A mistaken title')

  await field('Reference Link').fill('javascript:alert(1)')
  await save()
  await said('The reference link must be an address that begins with http:// or https://.')
  await field('Reference Link').fill('https://answers.example/right')
  await field('Title').fill('   ')
  await save()
  await said('Give the paper a title.')
  expect(await published(paper.id)).toMatchObject({ title: 'A mistaken title', referenceLink: null })

  await field('Title').fill('The right title')
  for (const [name, value] of [
    ['Degree', '11th State'],
    ['Subject', 'Physics'],
    ['Month', 'March'],
    ['Year', '2021'],
  ] as const)
    await field(name).selectOption(value)
  await save()
  await toast('Changes saved').waitFor()
  await form().waitFor({ state: 'detached' })
  expect(await published(paper.id)).toMatchObject({
    ...{ title: 'The right title', type: 'state', grade: '11', subject: 'Physics' },
    ...{ month: 'March', year: 2021, referenceLink: 'https://answers.example/right' },
  })
  await expect.poll(() => focused('ariaLabel')).toBe('Edit The right title')
  await page.locator('.last-line').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“A mistaken title” is as it was.').waitFor()
  expect(await published(paper.id)).toMatchObject({ title: paper.title, grade: '12', referenceLink: null })
})

test('pages are turned by keys: the button keeps the focus while it waits, and what fails is told', async () => {
  const paper = await publish(site, admin, { title: 'On its side' })
  await noteRendered(site, paper.id, { rendered: 2 })
  await renderPages(page)
  await openForm('On its side')
  await form().getByRole('button', { name: 'Turn pages that are on their side' }).press('Enter')
  const turn = form().getByRole('button', { name: 'Turn by a quarter' })
  const picture = form().getByRole('img', { name: 'Page 1' })
  await picture.waitFor()
  const answer = Promise.withResolvers<void>()
  await page.route('**/page-turns', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  await turn.press('Enter')
  await expect.poll(() => turn.getAttribute('aria-disabled')).toBe('true')
  // A second press while the first is on its way is none.
  await page.keyboard.press('Enter')
  answer.resolve()
  await said('Page 1 is turned by a quarter to the right.')
  // Its new picture is still to be made: the old one is turned.
  expect(await picture.evaluate((one) => getComputedStyle(one).rotate)).toBe('90deg')
  await page.unroute('**/page-turns')
  await page.route('**/page-turns', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { detail: 'Not this page.' } })
      : route.continue(),
  )
  await page.keyboard.press('Enter')
  await form().getByRole('alert').getByText('Not this page.').waitFor()
  expect(await axeFaultsIn(page)).toEqual([])
})

test('what was typed survives a reload, another search, a refusal, a bad moment of the server and an ended session', async () => {
  const paper = await publish(site, admin, { title: 'Typed and kept' })
  await openForm('Typed and kept')
  await field('Title').fill('Typed and saved')
  await page.reload()
  await form().waitFor()
  expect(await field('Title').inputValue()).toBe('Typed and saved')

  await page.getByRole('searchbox', { name: 'Search the uploaded papers' }).fill('nothing like it')
  await page.getByText('Typed and not saved yet:').waitFor()
  await page.getByRole('button', { name: 'Typed and kept', exact: true }).click()
  await form().waitFor()
  expect(await field('Title').inputValue()).toBe('Typed and saved')

  const answers = [
    { status: 422, json: { detail: 'Not like this.' } },
    { status: 503, headers: { 'Retry-After': '1' }, json: { code: 'busy', detail: 'Busy.' } },
  ]
  await page.route('**/api/admin/papers/*', (route) => {
    const answer = route.request().method() === 'PATCH' && answers.shift()
    return answer ? route.fulfill(answer) : route.continue()
  })
  await save()
  await said('Not like this.')
  expect(await field('Title').inputValue()).toBe('Typed and saved')
  // What the page asks by itself would bring the dialog before the press.
  await page.route('**/api/admin/render-jobs', (route) => route.abort())
  await page.context().clearCookies()
  await save()
  const tryingAgain = page.locator('.retry-line').getByText('Trying again …')
  await tryingAgain.waitFor()
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await toast('Changes saved').waitFor()
  await tryingAgain.waitFor({ state: 'detached' })
  expect(await published(paper.id)).toMatchObject({ title: 'Typed and saved' })
  const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('paperDraft'))
  await expect.poll(() => page.evaluate(drafts)).toEqual([])
})

test('of two tabs the second is told, sees both values and chooses; nothing is overwritten silently', async () => {
  const paper = await publish(site, admin, { title: 'Two hands', year: '2020', month: 'June' })
  await openForm('Two hands')
  await field('Title').fill('Two hands, mine')
  await field('Month').selectOption('July')
  await paperClient(site, admin).revise(paper.id, { title: 'Two hands, theirs', year: '2019' }, 1)
  await save()
  await form().getByRole('heading', { name: 'This paper was changed meanwhile' }).waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'Two hands, theirs', month: 'June' })
  const choice = (group: string, name: RegExp) =>
    form().getByRole('group', { name: group }).getByRole('radio', { name })
  // Only one side has changed month and year; both have changed the title, so nothing is chosen there.
  expect(await choice('Month', /July/).isChecked()).toBe(true)
  expect(await choice('Year', /2019/).isChecked()).toBe(true)
  const saveChosen = form().getByRole('button', { name: 'Save what is chosen' })
  expect(await saveChosen.isDisabled()).toBe(true)
  await said('Still to choose: Title.')
  await choice('Title', /theirs/).check()
  await saveChosen.click()
  await toast('Changes saved').waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'Two hands, theirs', month: 'July', year: 2019 })
})

test('PDF, thumbnail and answers are replaced in place, after a question where another paper has the file; address and views stay', async () => {
  const bytes = plainPdf({ pages: 3, text: 'The same bytes' })
  await publish(site, admin, { title: 'Has the bytes' }, bytes)
  const paper = await publish(site, admin, { title: 'With new files' })
  await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST', headers: { Origin: site.origin } })
  const list = await openForm('With new files')
  await field('Title').fill('With new files, soon')
  const replace = (buffer: Buffer) => field('Replace the PDF').setInputFiles(pdf(buffer))
  await replace(PICTURE)
  await toast('Error uploading file').waitFor()
  await form().getByRole('group', { name: /^PDF/ }).getByRole('alert').waitFor()
  await replace(Buffer.alloc(0))
  await said('This file is empty; choose another.')
  await replace(Buffer.from(bytes))
  const dialog = page.getByRole('alertdialog', { name: 'Another paper has this file already' })
  await dialog.getByText('Has the bytes').waitFor()
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await list.getByText('Skipped. Everything is as it was.').waitFor()
  expect((await published(paper.id)).link).toBe(paper.link)
  await replace(Buffer.from(bytes))
  await dialog.getByRole('button', { name: 'Replace anyway' }).click()
  await toast('PDF replaced').waitFor()
  await said(/^3 pages/)
  await replace(Buffer.from(plainPdf({ pages: 5, text: 'Corrected' })))
  await said(/^5 pages/)

  await field('Choose a thumbnail').setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: PICTURE })
  await toast('Thumbnail replaced').waitFor()
  await form().getByRole('button', { name: 'Back to page 1' }).click()
  await said('Page 1 of the PDF')
  await field('Upload answers').setInputFiles(pdf(Buffer.from(plainPdf({ text: 'Answers' }))))
  await form().getByText('An uploaded PDF', { exact: true }).waitFor()
  expect((await published(paper.id)).referenceLink).toMatch(/^\/files\//)
  await expect.poll(() => field('Reference Link').isDisabled()).toBe(true)
  await form().getByRole('button', { name: 'Remove the answers' }).click()
  await said('None yet')
  expect(await published(paper.id)).toMatchObject({ pages: 5, views: 1, referenceLink: null })
  // What was typed meanwhile is saved without a conflict: the files were changed from this very form.
  await save()
  await toast('Changes saved').waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'With new files, soon', pages: 5 })
})

test('the history says who changed what when, and an older state is put back with one press', async () => {
  const paper = await publish(site, admin, { title: 'First name', year: '2020' })
  const client = paperClient(site, admin)
  await client.revise(paper.id, { title: 'Second name' })
  await client.revise(paper.id, { title: 'Third name', year: '2021' })
  await openForm('Third name')
  await form().getByRole('button', { name: 'History of this paper' }).click()
  const entries = form().locator('ol > li')
  await expect.poll(() => entries.count()).toBe(3)
  const newest = await entries.first().textContent()
  expect(newest).toMatch(/\d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]m · Priya corrected this paper/)
  expect(newest).toContain('Title: Second name → Third name')
  expect(newest).toContain('Year: 2020 → 2021')
  await entries.nth(1).getByRole('button', { name: 'Put back as before this' }).click()
  await toast('Put back as it was').waitFor()
  expect(await published(paper.id)).toMatchObject({ title: 'First name', year: 2020 })
  await expect.poll(() => entries.count()).toBe(4)

  await client.replace(paper.id, 'file', plainPdf({ pages: 3, text: 'the wrong file' }))
  await openForm('First name')
  await form().getByRole('button', { name: 'History of this paper' }).click()
  const replaced = entries.filter({ hasText: 'replaced the PDF of this paper' })
  await replaced.getByText(/Kept until \d{1,2} \w+ \d{4}\./).waitFor()
  expect(await replaced.textContent()).not.toContain('Key')
  await replaced.getByRole('button', { name: 'Put back the former PDF' }).click()
  await toast('The former file is back').waitFor()
  expect(await published(paper.id)).toMatchObject({ pages: paper.pages })
})

function pdf(buffer: Buffer) {
  return { name: 'new.pdf', mimeType: 'application/pdf', buffer }
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
