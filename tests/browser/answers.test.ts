import { beforeEach, expect, test } from 'vitest'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { readIndexedDb } from '../support/read-indexed-db.ts'
import { fillSignIn, logOut, openSignedIn } from '../support/sign-in-page.ts'
import { FIELDS, uploadBody } from '../support/site.ts'
import { postPaper } from '../support/uploads.ts'

let round = 0
visitAdmin()
beforeEach(async () => {
  round += 1
})

/** Publishes a paper whose file has a name of this test's own. */
async function publishFile(name: string, fields: Record<string, string> = {}) {
  const fileName = `${name}-${round}.pdf`
  const title = `${name} of round ${round}`
  const answer = await postPaper(
    site,
    admin.headers,
    uploadBody({ ...FIELDS, title, ...fields }, { fileName }),
  )
  expect(answer.status).toBe(201)
  return (await answer.json()) as AdminPaper
}

async function paperNow({ id }: AdminPaper): Promise<AdminPaper> {
  return await (await site.fetch(`/api/admin/papers/${id}`, { headers: admin.headers })).json()
}

async function open() {
  await openSignedIn(page, site.origin)
  await page.getByRole('link', { name: 'Answers', exact: true }).click()
  await page.getByRole('heading', { name: 'Answers', level: 1 }).waitFor()
}

const pdf = (text = 'Answers') => Buffer.from(plainPdf({ text }))
const fileOf = (name: string, buffer = pdf(), mimeType = 'application/pdf') => ({ name, mimeType, buffer })
/** A file of answers for what was published under the name. */
const answersOf = (name: string, buffer = pdf()) => fileOf(`${name}-${round} answers.pdf`, buffer)
const pick = (...files: ReturnType<typeof fileOf>[]) =>
  page.getByLabel(/PDFs with answers/).setInputFiles(files)
const rows = () => page.locator('.answer-row')
const row = (name: string) =>
  rows().filter({ has: page.locator('.answer-file', { hasText: new RegExp(`^${name}`) }) })
const sure = (name: string) => row(name).getByText('Sure').waitFor()
const attached = (name: string) => row(name).getByText('Attached', { exact: true }).waitFor()
const attach = (name: RegExp | string = /^Attach/) => page.getByRole('button', { name })
const replace = (name: string) => row(name).getByRole('checkbox', { name: /^Replace/ })

test('files find their papers by name or by hand, what is unusable says so, and the others are attached', async () => {
  const first = await publishFile('first')
  const alone = await publishFile('x', { title: `Electrostatics alone ${round}`, subject: 'Physics' })
  for (const set of ['A', 'B'])
    await publishFile('alike', { title: `Physics set ${set} of round ${round}`, subject: 'Physics' })
  await open()
  expect(await attach('Attach answers').count()).toBe(0)
  await pick(
    fileOf('photo.png', Buffer.from('x'), 'image/png'),
    fileOf('nothing.pdf', Buffer.alloc(0)),
    answersOf('alike'),
    fileOf('WA0007.pdf', pdf('WA')),
  )
  await row('photo').getByText('This is not a PDF').waitFor()
  await row('nothing').getByText('This file is empty').waitFor()
  await row('alike').getByText('Doubtful').waitFor()
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
  await sure('WA0007')
  await row('alike')
    .getByRole('button', { name: /^Another paper/ })
    .click()
  await row('alike')
    .getByRole('button', { name: /Physics set/ })
    .first()
    .click()
  await pick(answersOf('first', pdf('one')))
  await sure('first')
  expect(await row('first').getByRole('checkbox').isChecked()).toBe(true)
  await attach('Attach 3 answers').click()
  await page.locator('.toast', { hasText: 'Answers attached to 3 papers' }).waitFor()
  for (const paper of [first, alone])
    expect(await paperNow(paper)).toMatchObject({ answers: 'file', version: 2 })
  const link = (await paperNow(first)).referenceLink ?? ''
  expect(Buffer.from(await (await site.fetch(link)).arrayBuffer()).equals(pdf('one'))).toBe(true)
  await page.getByRole('button', { name: 'Clear attached' }).click()
  await row('photo')
    .getByRole('button', { name: /^Take photo\.png off/ })
    .click()
  await expect.poll(() => rows().count()).toBe(1)
  expect(page.errors).toEqual([])
})

test('answers that are there already, come from elsewhere meanwhile or are wanted twice are told, not overwritten', async () => {
  const has = await publishFile('has', { referenceLink: 'https://answers.example/a' })
  const raced = await publishFile('raced')
  await publishFile('twice')
  await open()
  await pick(answersOf('has'), answersOf('raced'), answersOf('twice'), fileOf(`twice-${round}_key.pdf`))
  await row('has').getByText('This paper has a link to answers already.').waitFor()
  expect(await replace('has').isChecked()).toBe(false)
  await sure('raced')
  await row(`twice-${round}_key`)
    .getByText(`“twice-${round} answers.pdf” is meant for this paper, too.`)
    .waitFor()
  expect(await row(`twice-${round}_key`).getByRole('checkbox').isChecked()).toBe(false)
  await row(`twice-${round} answers`).getByRole('checkbox').uncheck()
  const theirs = await paperClient(site, admin).replace(raced.id, 'answers', pdf('theirs'), {
    name: 'theirs.pdf',
  })
  expect(theirs.status).toBe(200)
  await attach('Attach 1 answer').click()
  await row('raced').getByText('This paper was changed elsewhere meanwhile').waitFor()
  expect(await replace('raced').isChecked()).toBe(false)
  expect((await paperNow(raced)).version).toBe(2)
  expect((await paperNow(has)).answers).toBe('link')
  await replace('has').check()
  await attach('Attach 1 answer').click()
  await attached('has')
  expect((await paperNow(has)).answers).toBe('file')
})

test('chosen files, their papers and ticks survive a reload; signing out leaves nothing; a full disk asks before leaving', async () => {
  const chosen = await publishFile('chosen')
  await publishFile('early')
  await open()
  await pick(
    answersOf('chosen'),
    answersOf('early', pdf('early')),
    fileOf('IMG-2026.pdf', pdf('nobody knows')),
    fileOf('taken off.pdf', pdf('taken off')),
  )
  await sure('chosen')
  await sure('early')
  await row('taken off').getByRole('button', { name: 'Take taken off.pdf off this page' }).click()
  await row('chosen').getByRole('checkbox').uncheck()
  await attach('Attach 1 answer').click()
  await attached('early')
  const kept = async () =>
    JSON.parse(await page.evaluate(readIndexedDb, { database: 'desk-answers', store: 'answers' }))
  await expect.poll(async () => (await kept()).length).toBe(2)
  await page.reload()
  await row('chosen').getByText(`chosen of round ${round}`).waitFor()
  await row('IMG').getByText('No paper is like this name').waitFor()
  await expect.poll(() => rows().count()).toBe(2)
  expect(await row('chosen').getByRole('checkbox').isChecked()).toBe(false)
  await row('chosen').getByRole('checkbox').check()
  const ticked = expect.objectContaining({ paper: expect.objectContaining({ id: chosen.id }), ticked: true })
  await expect.poll(kept).toContainEqual(ticked)
  await page.reload()
  await expect.poll(() => row('chosen').getByRole('checkbox').isChecked()).toBe(true)
  // They also stay while one looks elsewhere in the admin area.
  await page.getByRole('link', { name: 'Journal' }).click()
  await page.getByRole('heading', { name: 'Journal' }).waitFor()
  await page.getByRole('link', { name: 'Answers', exact: true }).click()
  await attach('Attach 1 answer').click()
  await attached('chosen')
  await logOut(page)
  await open()
  await page.getByLabel(/PDFs with answers/).waitFor()
  expect(await rows().count()).toBe(0)

  const asks = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await pick(fileOf('nobody.pdf'))
  await row('nobody').getByText('No paper is like this name.').waitFor()
  await expect.poll(async () => (await kept()).length).toBe(1)
  // The page learns that it is stored after the storage has it.
  await expect.poll(asks).toBe(false)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  await pick(fileOf('nothing-like-it.pdf', pdf('another')))
  await expect.poll(asks).toBe(true)
})

test('a failed look-up is done again, a lost answer stores nothing twice, and an ended session goes on', async () => {
  const lost = await publishFile('lost')
  const ended = await publishFile('ended')
  await publishFile('fake')
  await open()
  await page.route('**/api/admin/answer-matches', (route) =>
    route.fulfill({ status: 422, json: { detail: 'Not just now.' } }),
  )
  await pick(answersOf('lost'))
  await row('lost').getByText('Not just now.').waitFor()
  await page.unroute('**/api/admin/answer-matches')
  await row('lost').getByRole('button', { name: 'Look again' }).click()
  await sure('lost')
  let tries = 0
  await page.route('**/api/admin/papers/*/answers', async (route) => {
    tries += 1
    if (tries > 1) return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await attach('Attach 1 answer').click()
  await attached('lost')
  expect(await paperNow(lost)).toMatchObject({ answers: 'file', version: 2 })

  await pick(answersOf('fake', Buffer.from('no pdf at all, whatever it is called')), answersOf('ended'))
  await sure('fake')
  await sure('ended')
  await page.context().clearCookies()
  await attach('Attach 2 answers').click()
  await fillSignIn(page.getByRole('dialog', { name: 'Sign in to go on' }))
  await attached('ended')
  await row('fake').getByRole('alert').waitFor()
  expect((await paperNow(ended)).answers).toBe('file')
})
