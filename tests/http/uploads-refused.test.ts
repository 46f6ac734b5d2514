import { rmSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentYear } from '#domain/time/india-time.ts'
import { publishAhead } from '../support/inbox.ts'
import { javaScriptPdf, noPagesPdf, passwordPdf, plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, filesIn, stateOf, until } from '../support/stored.ts'
import {
  newUploadId,
  offsetOf,
  openUpload,
  postPaper,
  type SentPaper,
  sendAndUse,
  sendBytes,
} from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let before: Awaited<ReturnType<typeof stateOf>>
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  await publish(site, admin, { title: 'The one that stays' })
  before = await stateOf(site.dataDir)
})
afterAll(() => site.end())

const MIB = 1024 * 1024

function upload(body: SentPaper) {
  return postPaper(site, admin.headers, body)
}

async function expectRefusal(answer: Response, status: number, code: string, field?: string) {
  const problem = await answer.json()
  expect([answer.status, problem.code, problem.field]).toEqual([status, code, field])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(problem.detail).toMatch(/^[A-Z“"].{10,}\.$/s)
  expect(problem.detail).not.toMatch(/undefined|Invalid input|expected/)
  await expectNothingStored()
}

async function expectNothingStored() {
  expect(filesIn(`${site.dataDir}/uploads`)).toEqual([])
  await expectWhole(site.dataDir)
  expect(await stateOf(site.dataDir)).toEqual(before)
}

describe('files', () => {
  test.each([
    ['that is no PDF', () => Buffer.from('A question paper, honestly.'), 'not-a-pdf'],
    ['that is a web page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'not-a-pdf'],
    ['that is empty', () => Buffer.alloc(0), 'empty'],
    ['with a password', passwordPdf, 'password'],
    ['without pages', noPagesPdf, 'no-pages'],
    ['with JavaScript', () => javaScriptPdf('open action'), 'active-content'],
    ['cut off in the middle', () => plainPdf({ pages: 9 }).subarray(0, 60), 'broken'],
  ])('a file %s is refused', async (_what, make, code) => {
    const answer = await upload(uploadBody(FIELDS, { file: make() }))
    const left = filesIn(`${site.dataDir}/uploads`)
    // It may be asked for again, without its scripts.
    expect(left.length).toBe(code === 'active-content' ? 1 : 0)
    for (const name of left) rmSync(`${site.dataDir}/uploads/${name}`)
    await expectRefusal(answer, 422, code, 'file')
  })

  test('a file of 51 MiB is refused, and one of a byte too many', async () => {
    for (const size of [51 * MIB, 50 * MIB + 1]) {
      const file = Buffer.alloc(size, '%PDF-1.7\n')
      await expectRefusal(await upload(uploadBody(FIELDS, { file })), 413, 'file-too-large', 'file')
    }
  })

  test('a thumbnail of a byte more than 5 MiB is refused', async () => {
    const thumbnail = Buffer.alloc(5 * MIB + 1, 1)
    await expectRefusal(await upload(uploadBody(FIELDS, { thumbnail })), 413, 'file-too-large', 'thumbnail')
  })

  test('fields without a file are refused', async () => {
    await expectRefusal(await publishAhead(site, admin, 'never-sent-1'), 404, 'not-in-inbox')
  })

  test.each([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'svg'],
    ['a text', () => Buffer.from('not a picture'), 'not-an-image'],
    ['a PNG of 60,000 × 60,000', () => hugePng(60_000), 'too-many-pixels'],
  ])('a thumbnail that is %s is refused', async (_what, make, code) => {
    await expectRefusal(await upload(uploadBody(FIELDS, { thumbnail: make() })), 422, code, 'thumbnail')
  })
})

describe('fields', () => {
  const nextYear = String(currentYear(new Date()) + 1)
  test.each(
    [
      ['title', 'A'.repeat(2000), 'invalid-field'],
      ['title', 'அ'.repeat(2049), 'invalid-request'],
      ['title', '', 'invalid-field'],
      ['title', ' \n\u0000\u200b\u2060 ', 'invalid-field'],
      ['year', '1989', 'invalid-field'],
      ['year', nextYear, 'invalid-field'],
      ['year', '2024.5', 'invalid-field'],
      ['year', '0x7E8', 'invalid-field'],
      ['year', '', 'invalid-field'],
      ['month', 'Smarch', 'invalid-field'],
      ['month', '12', 'invalid-field'],
      ['degree', '12th-jee', 'invalid-field'],
      ['degree', '5th-cbse', 'invalid-field'],
      ['degree', '../../etc', 'invalid-field'],
      ['subject', 'Astrology', 'invalid-field'],
      ['subject', 'all', 'invalid-field'],
      ['referenceLink', 'javascript:alert(1)', 'invalid-field'],
      ['referenceLink', 'JaVaScRiPt:alert(1)//http://a', 'invalid-field'],
      ['referenceLink', 'data:text/html,<script>1</script>', 'invalid-field'],
      ['referenceLink', 'ftp://files.example/a.pdf', 'invalid-field'],
      ['referenceLink', '//answers.example', 'invalid-field'],
      ['referenceLink', `https://a.example/${'a'.repeat(2000)}`, 'invalid-field'],
      ['referenceLink', `https://a.example/${'a'.repeat(3000)}`, 'invalid-request'],
      ['isSample', '1', 'invalid-request'],
      ['views', '1000', 'invalid-request'],
      ['__proto__', 'x', 'invalid-request'],
      ['constructor', 'x', 'invalid-request'],
      ['file', 'typed, not chosen', 'invalid-request'],
      ['thumbnail', 'typed, not chosen', 'invalid-request'],
    ].map(([name = '', value = '', code = '']) => ({
      name,
      value,
      code,
      short: JSON.stringify(value.slice(0, 30)),
    })),
  )('a $name of $short is refused as $code', async ({ name, value, code }) => {
    // As text, because an object's own __proto__ would be left out.
    const json = JSON.stringify({ ...FIELDS, [name]: undefined }).replace(
      /\}$/,
      `,"${name}":${JSON.stringify(value)}}`,
    )
    const answer = await site.fetch('/api/admin/inbox/never-sent-2/publication', {
      method: 'POST',
      headers: { ...admin.headers, 'Content-Type': 'application/json' },
      body: json,
    })
    await expectRefusal(answer, 422, code, name)
  })

  test.each(['title', 'degree', 'month', 'year'])('an upload without its %s is refused', async (name) => {
    const { [name]: _, ...rest } = FIELDS
    const answer = await publishAhead(site, admin, 'never-sent-3', { ...rest, [name]: undefined })
    await expectRefusal(answer, 422, 'invalid-request', name)
  })

  test('an upload of a school paper without its subject is refused', async () => {
    const answer = await publishAhead(site, admin, 'never-sent-4', { subject: undefined })
    await expectRefusal(answer, 422, 'invalid-field', 'subject')
  })
})

describe('bodies', () => {
  test.each([
    ['a form', 'multipart/form-data; boundary=b', '--b--'],
    ['JSON that is none', 'application/json', '{"title":'],
    ['a list', 'application/json', '[]'],
    ['nothing', 'application/json', ''],
  ])('%s in the place of the fields is refused', async (_what, type, body) => {
    for (const path of ['/inbox', '/inbox/never-sent-6/publication', '/first-pages']) {
      const headers = { ...admin.headers, 'Content-Type': type }
      const answer = await site.fetch(`/api/admin${path}`, { method: 'POST', headers, body })
      expect([path, [400, 422].includes(answer.status)]).toEqual([path, true])
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    }
    await expectNothingStored()
  })

  test('a connection cut at any point publishes nothing, and its place is free again', async () => {
    const file = Buffer.alloc(3 * MIB, 'x')
    for (const chunked of [false, true]) {
      for (const share of [0, 0.0001, 0.01, 0.5, 0.5, 0.9, 0.99]) {
        const uploadId = newUploadId()
        const { socket } = await openUpload(site, admin.headers, uploadId, { length: file.length, chunked })
        const sent = file.subarray(0, Math.floor(file.length * share))
        const bytes = chunked ? Buffer.concat([Buffer.from(`${(3 * MIB).toString(16)}\r\n`), sent]) : sent
        await new Promise((resolve) => socket.write(bytes, resolve))
        const arrived = () => offsetOf(site, admin.headers, uploadId)
        if (share > 0.1) await until('it arrives', async () => (await arrived()) > 0)
        socket.destroy()
        // Refused while its line is not known to be dead.
        const sendRest = async () => {
          const offset = await arrived()
          const rest = file.subarray(offset)
          const range = { offset, length: file.length }
          return (await sendBytes(site, admin.headers, uploadId, rest, range)).ok
        }
        await until('the rest is taken', sendRest)
        const used = await sendAndUse(site, admin.headers, file, { uploadId }, (json) => ({
          ...{ method: 'POST', path: '/inbox', json },
        }))
        expect([used.status, (await used.json()).code]).toEqual([422, 'not-a-pdf'])
        // What was cut off before its first byte may be looked at last.
        await until('nothing is left', () => filesIn(`${site.dataDir}/uploads`).length === 0)
        await expectNothingStored()
      }
    }
  })
})

/** A PNG of one bit a pixel whose header tells the truth: 450 MB unpacked from a few hundred kilobytes. */
function hugePng(size: number): Buffer {
  const row = Buffer.alloc(1 + size / 8)
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.concat(Array.from({ length: 1000 }, () => row)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
