import { beforeEach, expect, test } from 'vitest'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { axeFaults } from '../support/axe.ts'
import { deskOf } from '../support/desk.ts'
import { admin, page, site, visitDesk } from '../support/desk-session.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { readIndexedDb } from '../support/read-indexed-db.ts'
import { fillSignIn, openSignedIn } from '../support/sign-in-page.ts'
import { FIELDS, uploadBody } from '../support/site.ts'
import { postPaper } from '../support/uploads.ts'

let round = 0
visitDesk()
beforeEach(async () => {
  round += 1
})

async function publishFile(fileName: string, fields: Record<string, string> = {}) {
  const answer = await postPaper(site, admin.headers, uploadBody({ ...FIELDS, ...fields }, { fileName }))
  expect(answer.status).toBe(201)
  return (await answer.json()) as DeskPaper
}

async function paperNow(id: string): Promise<DeskPaper> {
  return await (await site.fetch(`/api/admin/papers/${id}`, { headers: admin.headers })).json()
}

async function open() {
  await openSignedIn(page, site.origin)
  await page.getByRole('link', { name: 'Answers', exact: true }).click()
  await page.getByRole('heading', { name: 'Answers', level: 1 }).waitFor()
}

const pdf = (text = 'Answers') => Buffer.from(plainPdf({ text }))
const fileOf = (name: string, buffer = pdf(), mimeType = 'application/pdf') => ({ name, mimeType, buffer })
const pick = (...files: ReturnType<typeof fileOf>[]) =>
  page.getByLabel(/PDFs with answers/).setInputFiles(files)
const row = (name: string) =>
  page.locator('.answer-row', { has: page.locator('.answer-file', { hasText: name }) })
const attach = (name: RegExp | string = /^Attach/) => page.getByRole('button', { name })

test('files find their papers by name, and are attached one after another', async () => {
  const [first, second] = [
    await publishFile(`first-${round}.pdf`, { title: 'First of the two' }),
    await publishFile(`second-${round}.pdf`, { title: 'Second of the two' }),
  ]
  await open()
  expect(await attach('Attach answers').count()).toBe(0)
  await pick(fileOf(`first-${round} answers.pdf`, pdf('one')), fileOf(`second-${round}_key.pdf`, pdf('two')))
  await row(`first-${round} answers`).getByText('First of the two').waitFor()
  await row(`first-${round} answers`).getByText('Sure').waitFor()
  expect(await row(`second-${round}_key`).getByRole('checkbox').isChecked()).toBe(true)
  await attach('Attach 2 answers').click()
  await page.locator('.toast', { hasText: 'Answers attached to 2 papers' }).waitFor()
  expect(await page.getByText('Attached', { exact: true }).count()).toBe(2)
  for (const { id } of [first, second])
    expect(await paperNow(id)).toMatchObject({ answers: 'file', version: 2 })
  const link = (await paperNow(first.id)).referenceLink ?? ''
  expect(Buffer.from(await (await site.fetch(link)).arrayBuffer()).equals(pdf('one'))).toBe(true)
  await page.getByRole('button', { name: 'Clear attached' }).click()
  await page.locator('.answer-row').first().waitFor({ state: 'detached' })
})

test('a doubtful one is left until it is confirmed, one without a paper finds it by search', async () => {
  for (const title of ['Physics set A', 'Physics set B'])
    await publishFile(`round${round}.pdf`, { title: `${title} of round ${round}`, subject: 'Physics' })
  const lone = await publishFile('x.pdf', { title: `Electrostatics alone ${round}`, subject: 'Physics' })
  await open()
  await pick(fileOf(`round${round} answers.pdf`), fileOf('IMG-20260101-WA0007.pdf', pdf('WA')))
  await row(`round${round} answers`).getByText('Doubtful').waitFor()
  await row('WA0007').getByText('No paper is like this name.').waitFor()
  expect(await attach().isDisabled()).toBe(true)
  await page.getByText('Pick what is to be attached.').waitFor()

  await row('WA0007')
    .getByRole('button', { name: /^Choose the paper/ })
    .click()
  await row('WA0007').getByRole('searchbox', { name: 'Which paper?' }).fill(`electrostatics ${round}`)
  await row('WA0007')
    .getByRole('button', { name: /Electrostatics alone/ })
    .click()
  await row('WA0007').getByText('Sure').waitFor()
  await row(`round${round} answers`)
    .getByRole('button', { name: /^Another paper/ })
    .click()
  await row(`round${round} answers`)
    .getByRole('button', { name: /Physics set/ })
    .first()
    .click()
  await attach('Attach 2 answers').click()
  await page.locator('.toast', { hasText: 'Answers attached to 2 papers' }).waitFor()
  expect((await paperNow(lone.id)).answers).toBe('file')
})

test('a paper that has answers is told, and they are replaced only when that is ticked', async () => {
  const paper = await publishFile(`has-${round}.pdf`, {
    title: `Has answers ${round}`,
    referenceLink: 'https://answers.example/a',
  })
  await open()
  await pick(fileOf(`has-${round} answers.pdf`))
  await row(`has-${round}`).getByText('This paper has a link to answers already.').waitFor()
  const tick = row(`has-${round}`).getByRole('checkbox', { name: /^Replace the answers it has/ })
  expect(await tick.isChecked()).toBe(false)
  expect(await attach().isDisabled()).toBe(true)
  await tick.check()
  await attach('Attach 1 answer').click()
  await row(`has-${round}`).getByText('Attached', { exact: true }).waitFor()
  expect((await paperNow(paper.id)).answers).toBe('file')
})

test('two files for one paper are told, and only the first is ticked', async () => {
  await publishFile(`twice-${round}.pdf`, { title: `Wanted twice ${round}` })
  await open()
  await pick(fileOf(`twice-${round} answers.pdf`), fileOf(`twice-${round}_key.pdf`))
  await row(`twice-${round}_key`)
    .getByText(`“twice-${round} answers.pdf” is meant for this paper, too.`)
    .waitFor()
  expect(await row(`twice-${round}_key`).getByRole('checkbox').isChecked()).toBe(false)
  expect(await row(`twice-${round} answers`).getByRole('checkbox').isChecked()).toBe(true)
})

test('what is no PDF, empty, or refused by the server says so at its row; the others are attached', async () => {
  await publishFile(`good-${round}.pdf`, { title: `Good one ${round}` })
  await publishFile(`fake-${round}.pdf`, { title: `Faked one ${round}` })
  await open()
  await pick(
    fileOf('photo.png', Buffer.from('x'), 'image/png'),
    fileOf('nothing.pdf', Buffer.alloc(0)),
    fileOf(`fake-${round} answers.pdf`, Buffer.from('no pdf at all, whatever it is called')),
    fileOf(`good-${round} answers.pdf`),
  )
  await row('photo.png').getByText('This is not a PDF').waitFor()
  await row('nothing.pdf').getByText('This file is empty').waitFor()
  await attach('Attach 2 answers').click()
  await page.locator('.toast', { hasText: 'Answers attached to 1 paper' }).waitFor()
  await page.locator('.toast', { hasText: '1 file could not be attached' }).waitFor()
  await row(`good-${round}`).getByText('Attached', { exact: true }).waitFor()
  await row(`fake-${round}`).getByRole('alert').waitFor()
  await row('photo.png')
    .getByRole('button', { name: /^Take photo\.png off/ })
    .click()
  await row('photo.png').waitFor({ state: 'detached' })
})

test('chosen files, their papers and ticks survive a reload; what was attached or taken off does not come back', async () => {
  const chosen = await publishFile(`chosen-${round}.pdf`, { title: 'Chosen by its name' })
  await publishFile(`attached-${round}.pdf`, { title: 'Gets its answers first' })
  await open()
  await pick(
    fileOf(`chosen-${round} answers.pdf`),
    fileOf(`attached-${round} answers.pdf`, pdf('attached')),
    fileOf('IMG-20260102-WA0009.pdf', pdf('nobody knows')),
    fileOf('taken off.pdf', pdf('taken off')),
  )
  await row(`chosen-${round}`).getByText('Sure').waitFor()
  await row(`attached-${round}`).getByText('Sure').waitFor()
  await row('taken off').getByRole('button', { name: 'Take taken off.pdf off this page' }).click()
  await row(`chosen-${round}`).getByRole('checkbox').uncheck()
  await attach('Attach 1 answer').click()
  await row(`attached-${round}`).getByText('Attached', { exact: true }).waitFor()
  const kept = async () =>
    JSON.parse(await page.evaluate(readIndexedDb, { database: 'desk-answers', store: 'answers' }))
  await expect.poll(async () => (await kept()).length).toBe(2)
  for (const _try of [1, 2]) {
    await page.reload()
    await row(`chosen-${round}`).getByText('Chosen by its name').waitFor()
    await row('IMG-20260102').getByText('No paper is like this name').waitFor()
    expect(await page.locator('.answer-row').count()).toBe(2)
    expect(await row(`chosen-${round}`).getByRole('checkbox').isChecked()).toBe(false)
  }
  await row(`chosen-${round}`).getByRole('checkbox').check()
  await expect
    .poll(kept)
    .toContainEqual(
      expect.objectContaining({ paper: expect.objectContaining({ id: chosen.id }), ticked: true }),
    )
  await page.reload()
  await row(`chosen-${round}`).getByText('Chosen by its name').waitFor()
  await expect.poll(() => row(`chosen-${round}`).getByRole('checkbox').isChecked()).toBe(true)
  await attach('Attach 1 answer').click()
  await row(`chosen-${round}`).getByText('Attached', { exact: true }).waitFor()
  expect((await paperNow(chosen.id)).answers).toBe('file')
  // Whoever signs out leaves nothing behind.
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await open()
  await page.getByLabel(/PDFs with answers/).waitFor()
  expect(await page.locator('.answer-row').count()).toBe(0)
})

test('an ended session asks for the password and goes on; a lost answer stores nothing twice', async () => {
  const paper = await publishFile(`lost-${round}.pdf`, { title: `Lost line ${round}` })
  await open()
  await pick(fileOf(`lost-${round} answers.pdf`))
  await row(`lost-${round}`).getByText('Sure').waitFor()
  let tries = 0
  await page.route('**/api/admin/papers/*/answers', async (route) => {
    tries += 1
    if (tries > 1) return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await attach('Attach 1 answer').click()
  await row(`lost-${round}`).getByText('Attached', { exact: true }).waitFor()
  expect(await paperNow(paper.id)).toMatchObject({ answers: 'file', version: 2 })

  const other = await publishFile(`ended-${round}.pdf`, { title: `Ended session ${round}` })
  await pick(fileOf(`ended-${round} answers.pdf`))
  await row(`ended-${round}`).getByText('Sure').waitFor()
  await page.context().clearCookies()
  await attach('Attach 1 answer').click()
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await row(`ended-${round}`).getByText('Attached', { exact: true }).waitFor()
  expect((await paperNow(other.id)).answers).toBe('file')
})

test('a paper that got answers elsewhere meanwhile is told, not overwritten', async () => {
  const paper = await publishFile(`race-${round}.pdf`, { title: `Raced ${round}` })
  await open()
  await pick(fileOf(`race-${round} answers.pdf`))
  await row(`race-${round}`).getByText('Sure').waitFor()
  const theirs = await deskOf(site, admin).replace(paper.id, 'answers', pdf('theirs'), { name: 'theirs.pdf' })
  expect(theirs.status).toBe(200)
  await attach('Attach 1 answer').click()
  await row(`race-${round}`).getByText('This paper was changed elsewhere meanwhile').waitFor()
  expect(
    await row(`race-${round}`)
      .getByRole('checkbox', { name: /^Replace/ })
      .isChecked(),
  ).toBe(false)
  expect((await paperNow(paper.id)).version).toBe(2)
})

test('the files stay while one looks elsewhere on the desk, and go when signing out', async () => {
  await publishFile(`stay-${round}.pdf`, { title: `Stays ${round}` })
  await open()
  await pick(fileOf(`stay-${round} answers.pdf`))
  await row(`stay-${round}`).getByText('Sure').waitFor()
  await page.getByRole('link', { name: 'Journal' }).click()
  await page.getByRole('heading', { name: 'Journal' }).waitFor()
  await page.getByRole('link', { name: 'Answers', exact: true }).click()
  await row(`stay-${round}`).getByText('Sure').waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await open()
  expect(await page.locator('.answer-row').count()).toBe(0)
})

test('as soon as the browser stores no more, leaving the page asks first', async () => {
  await publishFile(`full-${round}.pdf`, { title: `Full disk ${round}` })
  await open()
  await pick(fileOf(`full-${round} answers.pdf`))
  await row(`full-${round}`).getByText('Sure').waitFor()
  const asks = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asks()).toBe(false)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  await row(`full-${round}`).getByRole('checkbox').uncheck()
  await expect.poll(asks).toBe(true)
  await pick(fileOf(`nobody-${round}.pdf`, pdf('nobody')))
  await row(`nobody-${round}`).getByText('No paper is like this name.').waitFor()
  expect(await asks()).toBe(true)
})

test('papers that cannot be looked up are looked up again', async () => {
  await publishFile(`again-${round}.pdf`, { title: `Again ${round}` })
  await open()
  await page.route('**/api/admin/answer-matches', (route) =>
    route.fulfill({ status: 422, json: { detail: 'Not just now.' } }),
  )
  await pick(fileOf(`again-${round} answers.pdf`))
  await row(`again-${round}`).getByText('Not just now.').waitFor()
  await page.unroute('**/api/admin/answer-matches')
  await row(`again-${round}`).getByRole('button', { name: 'Look again' }).click()
  await row(`again-${round}`).getByText('Sure').waitFor()
})

test('axe finds nothing, empty and with rows of every kind, and nothing is beyond the edge', async () => {
  const longTitle = `${'A title of ninety characters and more '.repeat(3)}${round}`
  await publishFile(`axe-${round}.pdf`, { title: longTitle })
  await publishFile(`axe-two-${round}.pdf`, {
    title: 'Has a link',
    referenceLink: 'https://answers.example/a',
  })
  await open()
  expect(await axeFaults(page)).toEqual([])
  await pick(
    fileOf(`axe-${round} answers.pdf`),
    fileOf(`axe-two-${round} answers.pdf`),
    fileOf(`${'A_name_without_any_space_'.repeat(8)}.pdf`),
    fileOf('photo.png', Buffer.from('x'), 'image/png'),
  )
  await row(`axe-two-${round}`).getByText('This paper has a link').waitFor()
  await row('A_name_without')
    .getByRole('button', { name: /^Choose the paper/ })
    .click()
  await row('A_name_without').getByRole('searchbox').fill('a title')
  await row('A_name_without')
    .getByRole('button', { name: /ninety/ })
    .first()
    .waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1440]) {
      // Light on a phone and dark on a screen: the other two differ in nothing that these do not show.
      if ((colorScheme === 'light') !== (width === 360)) continue
      await page.setViewportSize({ width, height: 900 })
      expect(await axeFaults(page), `${colorScheme} ${width}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
