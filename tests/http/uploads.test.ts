import { createHash } from 'node:crypto'
import { readFileSync, statSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { createInspector, INSPECTION_DEADLINE_MS } from '#server/adapters/pdf/inspector.ts'
import { openDataDir, startChild } from '../support/child-site.ts'
import { inboxOf, publishAhead } from '../support/inbox.ts'
import { bigPdf, hangingPdf, plainPdf } from '../support/made-pdfs.ts'
import { sharedJobs } from '../support/shared-jobs.ts'
import { FIELDS, MEENA, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, until } from '../support/stored.ts'
import {
  newUploadId,
  offsetOf,
  openUpload,
  postPaper,
  type SentPaper,
  sendAhead,
  sendBytes,
} from '../support/uploads.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(() => site.end())

function upload(body: SentPaper, uploadId?: string) {
  return postPaper(site, admin.headers, body, { uploadId })
}

test('a published paper answers with all that the public will read of it', async () => {
  const file = plainPdf({ pages: 3, text: 'Prove that root 2 is irrational.' })
  const answer = await upload(
    uploadBody(
      { ...FIELDS, title: ' Maths \n half-yearly ', referenceLink: 'http://answers.example/1?a=b' },
      { file },
    ),
  )
  expect(answer.status).toBe(201)
  const paper = (await answer.json()) as Paper
  expect(paper).toEqual({
    id: expect.stringMatching(/^[a-z2-9]{12}$/),
    title: 'Maths half-yearly',
    link: expect.stringMatching(/^\/files\/12th-cbse\/paper_\d{8}T\d{9}Z-[a-z2-9]{8}\.pdf$/),
    thumbnail: expect.stringMatching(/^\/files\/thumbnail\/paper_\d{8}T\d{9}Z-[a-z2-9]{8}\.webp$/),
    referenceLink: 'http://answers.example/1?a=b',
    type: 'cbse',
    grade: '12',
    subject: 'Mathematics',
    month: 'December',
    year: 2024,
    views: 0,
    variant: '',
    medium: '',
    kind: '',
    board: '',
    syllabus: '',
    pages: 3,
    size: file.byteLength,
    sample: false,
  })
  expect(await (await site.fetch(`/api/papers/${paper.id}`)).json()).toEqual(paper)
  await expectWhole(site.dataDir)
})

test('the stored bytes are the sent ones, and the thumbnail is page 1 as WebP', async () => {
  const file = plainPdf({ text: 'Bytes' })
  const paper = await publish(site, admin, {}, file)
  const served = Buffer.from(await (await site.fetch(paper.link)).arrayBuffer())
  expect(served.equals(file)).toBe(true)
  const thumbnail = await sharp(await (await site.fetch(String(paper.thumbnail))).arrayBuffer()).metadata()
  expect([thumbnail.format, thumbnail.width]).toEqual(['webp', 480])
})

test('all the metadata of the specification is kept for the PDF and its thumbnail', async () => {
  const file = plainPdf({ text: 'Metadata' })
  const before = Date.now()
  const body = uploadBody({ ...FIELDS, title: 'கணிதம்: "மாதிரி" 12%' }, { file, fileName: 'கேள்வித் தாள்.pdf' })
  const paper = (await (await upload(body)).json()) as Paper
  const [row, ...others] = await rowsOf(
    site.dataDir,
    'select f.* from stored_files f join papers p on p.file_key = f.full_path where p.id = ?',
    paper.id,
  )
  expect(others).toEqual([])
  const key = paper.link.slice('/files/'.length)
  expect({ ...row }).toEqual({
    hidden: 0,
    full_path: key,
    bucket: 'disk',
    generation: Date.parse(String(row?.time_created)) * 1000,
    metageneration: 1,
    name: key.slice('12th-cbse/'.length),
    size: file.byteLength,
    time_created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated: row?.time_created,
    md5_hash: createHash('md5').update(file).digest('base64'),
    sha256: createHash('sha256').update(file).digest('hex'),
    cache_control: 'public, max-age=31536000, immutable',
    content_disposition: `inline; filename="CBSE Class 12 Mathematics, December 2024 - kanitham maathiri 12.pdf"; filename*=UTF-8''${encodeURIComponent('CBSE Class 12 Mathematics, December 2024 - கணிதம் மாதிரி 12%.pdf')}`,
    content_encoding: 'identity',
    content_language: '',
    content_type: 'application/pdf',
    custom_metadata: JSON.stringify({ originalName: 'கேள்வித் தாள்.pdf' }),
  })
  expect(Date.parse(String(row?.time_created))).toBeGreaterThanOrEqual(before)
  const [picture] = await rowsOf(
    site.dataDir,
    'select f.* from stored_files f join papers p on p.thumbnail_key = f.full_path where p.id = ?',
    paper.id,
  )
  const bytes = readFileSync(join(site.dataDir, 'files', String(picture?.full_path)))
  expect(picture).toMatchObject({
    content_type: 'image/webp',
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    md5_hash: createHash('md5').update(bytes).digest('base64'),
  })
})

test('a thumbnail that was sent is made again, smaller and without its metadata', async () => {
  const picture = await sharp({ create: { width: 1000, height: 600, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .png()
    .toBuffer()
  const paper = (await (await upload(uploadBody(FIELDS, { thumbnail: picture }))).json()) as Paper
  const answer = await site.fetch(String(paper.thumbnail))
  expect(answer.headers.get('content-type')).toBe('image/webp')
  const made = await sharp(await answer.arrayBuffer()).metadata()
  expect([made.format, made.width, made.height, made.exif]).toEqual(['webp', 480, 288, undefined])
})

test.each([
  ['Tamil', 'பன்னிரண்டாம் வகுப்பு கணிதம் — காலாண்டுத் தேர்வு'],
  ['emoji', '📐✏️ Geometry 👩🏽‍🏫'],
  ['a script element', '<script>alert(1)</script>', 'script alert(1) script'],
  ['quotation marks and a line end', 'A "fine"\r\nSet-Cookie: a=b; \\ paper', 'A fine Set-Cookie a=b; paper'],
  ['200 characters', '𝒙'.repeat(200)],
])(
  'a title of %s is kept, listed, and harmless in page and header',
  async (_what, title, fileName = title) => {
    const paper = await publish(site, admin, { title, degree: '6th-state', subject: 'Tamil' })
    const kept = title.replace(/\s+/g, ' ')
    expect(paper.title).toBe(kept)
    const page = await (await site.fetch('/resources/state/6/')).text()
    expect(page).not.toContain('<script>alert')
    const file = await site.fetch(paper.link)
    expect(file.headers.get('set-cookie')).toBeNull()
    const disposition = file.headers.get('content-disposition') ?? ''
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(
      `State Board Class 6 Tamil, December 2024 - ${fileName}.pdf`,
    )
    await file.body?.cancel()
  },
)

test('an exam paper needs no subject and no link', async () => {
  const { subject: _, referenceLink: __, ...fields } = FIELDS
  const paper = (await (await upload(uploadBody({ ...fields, degree: 'jee' }))).json()) as Paper
  expect(paper).toMatchObject({ type: 'jee', grade: 'previous-years', subject: 'all', referenceLink: null })
})

test('two uploads of one name in the same moment become two papers with files of their own', async () => {
  const one = plainPdf({ text: 'one' })
  const other = plainPdf({ text: 'another' })
  const answers = await Promise.all([one, other].map((file) => upload(uploadBody(FIELDS, { file }))))
  const papers = (await Promise.all(answers.map((answer) => answer.json()))) as Paper[]
  expect(papers[0]?.link).not.toBe(papers[1]?.link)
  for (const [at, file] of [one, other].entries()) {
    const served = Buffer.from(await (await site.fetch(String(papers[at]?.link))).arrayBuffer())
    expect(served.equals(file)).toBe(true)
  }
  await expectWhole(site.dataDir)
})

test('the same upload again stores nothing twice, one after the other or at once', async () => {
  const first = (await (await upload(uploadBody(), 'again-and-again-1')).json()) as Paper
  const second = await upload(uploadBody({ ...FIELDS, title: 'Sent again' }), 'again-and-again-1')
  expect([second.status, await second.json()]).toEqual([200, first])
  const file = plainPdf()
  await sendBytes(site, admin.headers, 'both-at-once-2', file)
  const both = await Promise.all([1, 2].map(() => upload(uploadBody(FIELDS, { file }), 'both-at-once-2')))
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 201])
  const papers = (await Promise.all(both.map((answer) => answer.json()))) as Paper[]
  expect(papers[0]).toEqual(papers[1])
  const unknown = await publishAhead(site, admin, 'never-sent-3')
  expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'not-in-inbox'])
  await expectWhole(site.dataDir)
})

test('a third upload at the same time has to wait, and the two that run are not disturbed', async () => {
  const file = plainPdf()
  const half = file.length - 100
  const open = (uploadId: string) => openUpload(site, admin.headers, uploadId, { length: file.length })
  const running = await Promise.all(['one-of-two', 'other-of-two'].map(open))
  for (const { socket } of running) socket.write(file.subarray(0, half))
  const arrived = (uploadId: string) => offsetOf(site, admin.headers, uploadId)
  await until(
    'both have begun',
    async () => (await arrived('one-of-two')) * (await arrived('other-of-two')) > 0,
  )
  const third = await sendBytes(site, admin.headers, 'a-third-one', file)
  expect([third.status, third.headers.get('retry-after'), (await third.json()).code]).toEqual([
    429,
    '3',
    'too-many-uploads',
  ])
  const again = await sendBytes(site, admin.headers, 'one-of-two', file)
  expect(again.status).toBe(429)
  for (const { socket } of running) socket.write(file.subarray(half))
  await until('both are answered', () => running.every(({ answer }) => answer() !== ''))
  for (const { answer } of running) expect(answer()).toMatch(/^HTTP\/1\.1 200 /)
  expect((await upload(uploadBody())).status).toBe(201)
  await expectWhole(site.dataDir)
})

const MIB = 1024 * 1024

/** Sends the first `share` of a file and breaks the connection; returns how many bytes were sent. */
async function breakOff(
  where: { origin: string; fetch: Site['fetch'] },
  { headers }: SignedIn,
  uploadId: string,
  file: Uint8Array,
  share: number,
) {
  const { socket } = await openUpload(where, headers, uploadId, { length: file.length })
  const sent = Math.floor(file.length * share)
  await new Promise((resolve) => socket.write(file.subarray(0, sent), resolve))
  await until('it arrives', async () => (await offsetOf(where, headers, uploadId)) === sent)
  socket.destroy()
  return sent
}

test('a file of 49 MiB that breaks at 90 % goes on from there: under 60 MB are sent in all', async () => {
  const file = bigPdf(49 * MIB)
  const uploadId = newUploadId()
  let sent = await breakOff(site, admin, uploadId, file, 0.9)
  const offset = await offsetOf(site, admin.headers, uploadId)
  const rest = () =>
    sendBytes(site, admin.headers, uploadId, file.subarray(offset), { offset, length: file.length })
  await until('its place is free', async () => {
    const answer = await rest()
    if (answer.ok) sent += file.length - offset
    return answer.ok
  })
  expect(sent).toBeLessThan(60_000_000)
  const added = await sendAhead(site, admin, uploadId, { file })
  expect([added.status, (await added.json()).size]).toEqual([201, file.length])
  await expectWhole(site.dataDir)
})

test('it goes on after the server was killed and started again', async () => {
  await using data = await openDataDir()
  const file = bigPdf(10 * MIB)
  const uploadId = newUploadId()
  const first = await startChild(data.path)
  const sent = await breakOff(first, await first.signIn(), uploadId, file, 0.9)
  await first.end()

  const second = await startChild(data.path)
  const who = await second.signIn()
  const offset = await offsetOf(second, who.headers, uploadId)
  expect(offset).toBe(sent)
  const rest = { offset, length: file.length }
  expect((await sendBytes(second, who.headers, uploadId, file.subarray(offset), rest)).status).toBe(200)
  expect((await sendAhead(second, who, uploadId, { file })).status).toBe(201)
  expect(filesIn(join(data.path, 'uploads'))).toEqual([])
  await second.end()
  await expectWhole(data.path)
})

test('bytes that do not go on where the earlier ones end are refused, and told where to go on', async () => {
  const uploadId = newUploadId()
  const file = plainPdf()
  const send = (offset: number, end: number) =>
    sendBytes(site, admin.headers, uploadId, file.subarray(offset, end), { offset, length: file.length })
  expect((await send(0, 100)).status).toBe(200)
  for (const offset of [0, 50, 101]) {
    const { code, offset: expected } = await (await send(offset, file.length)).json()
    expect([offset, code, expected]).toEqual([offset, 'wrong-offset', 100])
  }
  const early = await site.fetch('/api/admin/inbox', {
    method: 'POST',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ uploadId, name: 'a.pdf', size: file.length }),
  })
  expect([early.status, (await early.json()).code]).toEqual([409, 'upload-incomplete'])
  expect((await send(100, file.length)).status).toBe(200)
  expect((await sendAhead(site, admin, uploadId, { file })).status).toBe(201)
})

test('more bytes than were announced, or than a PDF may have, are refused', async () => {
  const file = plainPdf()
  const longer = await sendBytes(site, admin.headers, newUploadId(), file, { length: file.length - 1 })
  expect([longer.status, (await longer.json()).code]).toEqual([400, 'upload-broken-off'])
  const large = await sendBytes(site, admin.headers, newUploadId(), file, { length: 50 * MIB + 1 })
  expect([large.status, (await large.json()).code]).toEqual([413, 'file-too-large'])
  for (const wrong of [{ offset: -1 }, { offset: 2, length: 1 }, { length: Number.NaN }]) {
    const answer = await sendBytes(site, admin.headers, newUploadId(), file, wrong)
    expect([wrong, answer.status]).toEqual([wrong, 422])
  }
})

test('a colleague who uses the same name sends a file of their own', async () => {
  await site.app.identity.administrators.create(MEENA)
  const meena = await site.signIn(MEENA)
  const uploadId = newUploadId()
  await sendBytes(site, admin.headers, uploadId, plainPdf().subarray(0, 100), { length: 200 })
  expect(await offsetOf(site, meena.headers, uploadId)).toBe(0)
})

test.each(['..', '%2e%2e%2fauth-secret', 'a', 'x'.repeat(65), 'a%00b-c-d-e'])(
  'the name %s makes no file anywhere',
  async (name) => {
    const before = filesIn(site.dataDir)
    const answer = await sendBytes(site, admin.headers, name, plainPdf())
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(filesIn(site.dataDir)).toEqual(before)
  },
)

test('what nobody has gone on with for a day is removed at the next start; bytes are for the server alone', async () => {
  const own = await openSite()
  const who = await own.signIn()
  const folder = join(own.dataDir, 'uploads')
  await sendBytes(own, who.headers, 'stays-a-while', plainPdf())
  const [stays = ''] = filesIn(folder)
  await sendBytes(own, who.headers, 'goes-at-the-start', plainPdf())
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of filesIn(folder)) if (name !== stays) utimesSync(join(folder, name), old, old)
  expect([folder, join(folder, stays)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  await own.end({ keepData: true })
  const again = await openSite({ dataDir: own.dataDir })
  expect(filesIn(folder)).toEqual([stays])
  expect(await inboxOf(again, await again.signIn())).toEqual([])
  await again.end()
})

/** Ten times what a plain PDF takes, which the engine spends at full speed. */
const DEADLINE_MS = 800
const BUSY_MS = 100_000

test('a file may be inspected for 20 s', () => {
  expect(INSPECTION_DEADLINE_MS).toBe(20_000)
})

test.concurrent('a PDF that hangs the engine is refused at its deadline, and the site goes on serving meanwhile', async () => {
  const inspector = createInspector({ deadlineMs: DEADLINE_MS }, sharedJobs())
  const site = await openSite({ parts: () => ({ inspector }) })
  const { headers } = await site.signIn()
  let ended = false
  const body = uploadBody(FIELDS, { file: hangingPdf() })
  const hanging = postPaper(site, headers, body).finally(() => {
    ended = true
  })
  let served = 0
  const serve = async () => {
    const answer = await site.fetch('/api/papers')
    expect([answer.status, (await answer.json()).papers]).toEqual([200, []])
    if (!ended) served += 1
    return ended
  }
  await until('it is refused', serve, BUSY_MS)
  const answer = await hanging
  expect([answer.status, (await answer.json()).code]).toEqual([422, 'took-too-long'])
  // Who waits for the engine is served once at most.
  expect(served).toBeGreaterThan(1)
  await expectWhole(site.dataDir)
  await site.end()
  await inspector.close()
})

test.concurrent('a body slower than 1 KiB a second is given up', async () => {
  const site = await openSite()
  const admin = await site.signIn()
  const file = plainPdf()
  const { socket, answer } = await openUpload(site, admin.headers, 'a-slow-one', { length: file.length })
  socket.write(file.subarray(0, file.length - 10))
  await until('it is refused', () => answer().includes('"too-slow"'))
  expect(answer()).toMatch(/^HTTP\/1\.1 408 /)
  socket.destroy()
  await expectWhole(site.dataDir)
  await site.end()
})

test.concurrent('headers that do not arrive within 10 s end the connection', async () => {
  const site = await openSite()
  let closed = false
  const slow = connect(Number(new URL(site.origin).port), '127.0.0.1', () => slow.write('GET /api/papers HT'))
  slow.on('error', () => {})
  slow.on('close', () => {
    closed = true
  })
  slow.resume()
  await until('it is closed', () => closed)
  await site.end()
})
