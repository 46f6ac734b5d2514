import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, rowsOf, until } from '../support/stored.ts'
import { offsetOf, openUpload, postPaper, type SentPaper, sendBytes } from '../support/uploads.ts'

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
    board: '',
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

test('a thumbnail that was sent is made anew, smaller and without its metadata', async () => {
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
