import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectInbox } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf } from '../support/stored.ts'
import { newUploadId, sendAndUse } from '../support/uploads.ts'

const PAPER = plainPdf({
  text: ['CBSE Class 12', 'Physics', 'All questions are compulsory and carry the marks in the margin'].join(
    ') Tj 0 -40 Td (',
  ),
})

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterEach(async () => {
  await expectInbox(site.dataDir, [])
  await expectWhole(site.dataDir)
  expect(filesIn(`${site.dataDir}/uploads`)).toEqual([])
  expect(await rowsOf(site.dataDir, 'select id from papers')).toEqual([])
})
afterAll(() => site.end())

const draw = (file: Uint8Array, headers: Record<string, string> = admin.headers) =>
  sendAndUse(site, headers, file, {}, (json) => ({ method: 'POST', path: '/first-pages', json }))

test('page 1 is drawn, and nothing of the file stays', async () => {
  const answer = await draw(plainPdf({ pages: 2, text: 'Compared' }))
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(480)
})

test('name and page 1 tell what the file is, and its bytes stay for its publication', async () => {
  const uploadId = newUploadId()
  const ask = async (path: string, more: object = {}) =>
    await sendAndUse(site, admin.headers, PAPER, { uploadId, name: 'paper 2019.pdf' }, (json) => ({
      method: 'POST',
      path,
      json: { ...json, ...more },
    }))
  const answer = await ask('/first-pages/hints')
  expect(answer.status).toBe(200)
  const { hints, waits } = await answer.json()
  expect([waits, hints.degree, hints.subject, hints.year]).toEqual([
    false,
    { value: '12th-cbse', sure: true },
    { value: 'Physics', sure: true },
    { value: 2019, sure: true },
  ])
  expect(filesIn(`${site.dataDir}/uploads`)).toHaveLength(1)
  expect((await ask('/first-pages/hints', { recognises: 'yes' })).status).toBe(422)
  expect((await ask('/first-pages')).headers.get('content-type'), 'the same upload').toBe('image/webp')
})

test('what is no PDF, nothing at all, and whoever is not signed in are refused, twice', async () => {
  for (const _try of [1, 2]) {
    const notPdf = await draw(Buffer.from('no pdf at all, whatever it is called'))
    expect([notPdf.status, (await notPdf.json()).code]).toEqual([422, 'not-a-pdf'])
    const none = await draw(new Uint8Array())
    expect([none.status, (await none.json()).code]).toEqual([422, 'empty'])
    expect((await draw(plainPdf(), { Origin: site.origin })).status).toBe(401)
  }
})
