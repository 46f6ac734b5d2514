import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Entry } from '#domain/journal/entry.ts'
import { entrySentence } from '#web/routes/admin/journal/describe-entry.ts'
import { inboxOf, publishAhead } from '../support/inbox.ts'
import { lockedRc4Pdf, ownerPasswordPdf, plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'
import { newUploadId, offsetOf, postPaper, sendAhead, sendAndUse } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let locked: Uint8Array
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  locked = await ownerPasswordPdf(plainPdf({ pages: 3 }))
})
afterAll(async () => {
  await expectWhole(site.dataDir)
  await site.end()
})

const UNLOCKED = { unlocked: true }

function upload(file: Uint8Array, more: object = {}, at = { site, admin, uploadId: newUploadId() }) {
  const body = uploadBody({ ...FIELDS, title: 'Locked', ...more }, { file })
  return postPaper(at.site, at.admin.headers, body, { uploadId: at.uploadId })
}

async function bytesOf(answer: Response) {
  expect(answer.status).toBe(201)
  return Buffer.from(await (await site.fetch((await answer.json()).link)).arrayBuffer())
}

/** How many pages it has; throws when it is encrypted. */
async function openPages(bytes: Uint8Array) {
  return (await PDFDocument.load(bytes)).getPageCount()
}

async function newestWords() {
  const answer = await site.fetch('/api/admin/journal', { headers: admin.headers })
  const [entry] = (await answer.json()).entries as Entry[]
  return entry ? entrySentence(entry) : ''
}

test('a locked PDF is told when its page 1 is read, before it is published', async () => {
  const isLocked = async (file: Uint8Array) => {
    const use = (json: object) => ({ method: 'POST', path: '/first-pages/hints', json })
    return (await (await sendAndUse(site, admin.headers, file, {}, use)).json()).isLocked
  }
  expect([await isLocked(locked), await isLocked(lockedRc4Pdf()), await isLocked(plainPdf())]).toEqual([
    true,
    true,
    false,
  ])
})

test('it is published byte for byte, or without its lock when that is asked for, and the journal says so', async () => {
  const asItIs = await bytesOf(await upload(locked))
  expect(asItIs.equals(locked)).toBe(true)
  expect(await newestWords()).not.toMatch(/lock$/)
  const open = await bytesOf(await upload(locked, UNLOCKED))
  expect(await openPages(open)).toBe(3)
  expect(await newestWords()).toMatch(/ published .*: Locked without its print lock$/)
})

test('in the inbox it is told, and published as it is or unlocked, as a new paper or in place of one', async () => {
  const names = ['locked-as-it-is', 'locked-opened', 'locked-in-place', 'never-locked']
  for (const name of names)
    await sendAhead(site, admin, name, { file: name === 'never-locked' ? plainPdf() : locked })
  const told = (await inboxOf(site, admin)).map(({ uploadId, isLocked }) => [uploadId, isLocked])
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(names.map((name) => [name, name !== 'never-locked'])),
  )
  expect((await bytesOf(await publishAhead(site, admin, 'locked-as-it-is'))).equals(locked)).toBe(true)
  expect(await openPages(await bytesOf(await publishAhead(site, admin, 'locked-opened', UNLOCKED)))).toBe(3)
  expect(await newestWords()).toMatch(/ without its print lock$/)
  const { id: replace } = await publish(site, admin, { title: 'To be replaced' })
  const more = { ...UNLOCKED, replace, title: 'To be replaced' }
  expect(await openPages(await bytesOf(await publishAhead(site, admin, 'locked-in-place', more)))).toBe(3)
})

test('what is not locked is published byte for byte, whatever is asked for', async () => {
  const harmless = plainPdf({ pages: 2, text: 'Not locked' })
  expect((await bytesOf(await upload(harmless, UNLOCKED))).equals(harmless)).toBe(true)
  expect(await newestWords()).not.toMatch(/lock$/)
  expect((await upload(harmless, { unlocked: 'yes' })).status).toBe(422)
})

test('one that cannot be written without its lock is refused and kept, and can be published as it is', async () => {
  const refused = { accepted: false, reason: 'broken', sentence: 'Damaged.' } as const
  const failing = await openSite({
    parts: ({ inspector }) => ({ inspector: { ...inspector, removeLock: async () => refused } }),
  })
  const at = { site: failing, admin: await failing.signIn(), uploadId: newUploadId() }
  const answer = await upload(locked, UNLOCKED, at)
  const said = await answer.json()
  expect([answer.status, said.code]).toEqual([422, 'lock-stays'])
  expect(said.detail).toMatch(/nothing was changed/)
  expect(await offsetOf(failing, at.admin.headers, at.uploadId)).toBe(locked.length)
  expect((await upload(locked, {}, at)).status).toBe(201)
  await sendAhead(failing, at.admin, 'locked-and-stays', { file: locked })
  expect((await publishAhead(failing, at.admin, 'locked-and-stays', UNLOCKED)).status).toBe(422)
  expect((await publishAhead(failing, at.admin, 'locked-and-stays')).status).toBe(201)
  await expectWhole(failing.dataDir)
  await failing.end()
})
