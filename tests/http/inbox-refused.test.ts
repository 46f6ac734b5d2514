import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { refusePdf } from '#server/adapters/pdf/refusals.ts'
import { expectInbox } from '../support/inbox.ts'
import { hangingPdf, javaScriptPdf, passwordPdf, plainPdf } from '../support/made-pdfs.ts'
import { sharedJobs } from '../support/shared-jobs.ts'
import { FIELDS, openSite, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'
import { newUploadId, sendAhead } from '../support/uploads.ts'

const MIB = 1024 * 1024
/** Of a processor, ten times what a plain PDF takes, so that the file that hangs does not hold the tests up. */
const inspector = createInspector({ deadlineMs: 800 }, sharedJobs())

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite({ parts: () => ({ inspector }) })
  admin = await site.signIn()
})
afterEach(async () => {
  await expectInbox(site.dataDir, [])
  await expectWhole(site.dataDir)
})
afterAll(async () => {
  await site.end()
  await inspector.close()
})

const picture = () =>
  sharp({ create: { width: 60, height: 90, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()

test.each([
  ['an image renamed to .pdf', picture, 422, 'not-a-pdf', /^This file is not a PDF/],
  ['an empty file', () => Buffer.alloc(0), 422, 'empty', /empty/],
  [
    'a file over the limit',
    () => Buffer.alloc(50 * MIB + 1, '%PDF-1.7\n'),
    413,
    'file-too-large',
    /^The PDF is larger than 50 MiB; choose a smaller file\.$/,
  ],
  ['a file that hangs the engine', hangingPdf, 422, 'took-too-long', /^This PDF takes too long to draw/],
  ['a file with a password', passwordPdf, 422, 'password', /password/],
  ['a file with JavaScript', () => javaScriptPdf('open action'), 422, 'active-content', /JavaScript|script/],
  ['a file cut off in the middle', () => plainPdf({ pages: 9 }).subarray(0, 60), 422, 'broken', /./],
])('%s is refused with a sentence, and nothing of it stays', async (_what, make, status, code, sentence) => {
  const answer = await sendAhead(site, admin, newUploadId(), { file: await make() })
  const problem = await answer.json()
  expect([answer.status, problem.code, problem.field]).toEqual([status, code, 'file'])
  expect(problem.detail).toMatch(sentence)
  expect(problem.detail).toMatch(/^[A-Z].{10,}\.$/s)
})

test('a refused file can be followed by a good one under the same Upload-Id', async () => {
  await sendAhead(site, admin, 'second-try-1', { file: passwordPdf() })
  expect((await sendAhead(site, admin, 'second-try-1')).status).toBe(201)
  const path = '/api/admin/inbox/second-try-1'
  expect((await site.fetch(path, { method: 'DELETE', headers: admin.headers })).status).toBe(204)
})

test.each([
  ['no uploadId', { uploadId: undefined }, 'uploadId'],
  ['an uploadId of the wrong shape', { uploadId: '../../a' }, 'uploadId'],
  ['no name', { name: undefined }, 'name'],
  ['a name of many thousand letters', { name: `${'a'.repeat(4_001)}.pdf` }, 'name'],
  ['no size', { size: undefined }, 'size'],
  ['a size of another kind', { size: '100' }, 'size'],
  ['fields', { title: 'Physics' }, 'title'],
  ['folders of many letters', { folders: 'a'.repeat(2001) }, 'folders'],
])('a request with %s is refused by name', async (_what, wrong, field) => {
  const upload = { uploadId: 'to-be-refused', name: 'paper.pdf', size: 100, ...wrong }
  const answer = await site.fetch('/api/admin/inbox', {
    method: 'POST',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(upload),
  })
  const problem = await answer.json()
  expect([answer.status, problem.code, problem.field]).toEqual([422, 'invalid-request', field])
})

test('a file of which nothing has arrived is to be sent', async () => {
  const answer = await site.fetch('/api/admin/inbox', {
    method: 'POST',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ uploadId: 'never-arrived-1', name: 'paper.pdf', size: 100 }),
  })
  expect([answer.status, (await answer.json()).code]).toEqual([409, 'upload-incomplete'])
})

test('a file whose reading was interrupted on the server is no fault of it: it is not sent again', async () => {
  let isInterrupted = true
  const kept = await openSite({
    parts: ({ inspector }) => ({
      inspector: {
        ...inspector,
        inspectPdf: async (path) =>
          isInterrupted ? refusePdf('interrupted') : await inspector.inspectPdf(path),
      },
    }),
  })
  const who = await kept.signIn()
  const file = plainPdf()
  const answer = await sendAhead(kept, who, 'interrupted-1', { file })
  expect([answer.status, (await answer.json()).code]).toEqual([409, 'interrupted'])
  isInterrupted = false
  const again = await kept.fetch('/api/admin/inbox', {
    method: 'POST',
    headers: { ...who.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ uploadId: 'interrupted-1', name: 'paper.pdf', size: file.length }),
  })
  expect(again.status).toBe(201)
  await kept.end()
})

test('a disk without room takes no file in', async () => {
  const quarantine = { newPath: () => '/nowhere', uploadsDir: '/nowhere', isFull: async () => true }
  const full = await openSite({ http: { quarantine } })
  const answer = await sendAhead(full, await full.signIn(), 'no-room-at-all')
  expect([answer.status, (await answer.json()).code]).toEqual([507, 'disk-full'])
  await expectInbox(full.dataDir, [])
  await full.end()
})

test('a disk that fills up while a file is put in the inbox, or while it is published, loses nothing', async () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  let isFull = true
  const small = await openSite({
    parts: ({ inbox, files }) => ({
      inbox: { ...inbox, put: (...held) => (isFull ? full() : inbox.put(...held)) },
      files: { ...files, put: (...file) => (isFull ? full() : files.put(...file)) },
    }),
  })
  const who = await small.signIn()
  const send = () => sendAhead(small, who, 'a-full-disk')
  expect((await send()).status).toBe(507)
  await expectInbox(small.dataDir, [])
  isFull = false
  expect((await send()).status).toBe(201)
  isFull = true
  const publish = () =>
    small.fetch('/api/admin/inbox/a-full-disk/publication', {
      method: 'POST',
      headers: { ...who.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(FIELDS),
    })
  expect((await publish()).status).toBe(507)
  await expectInbox(small.dataDir, ['a-full-disk'])
  await expectWhole(small.dataDir)
  isFull = false
  expect((await publish()).status).toBe(201)
  await expectWhole(small.dataDir)
  await small.end()
})
