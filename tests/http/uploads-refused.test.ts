import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { javaScriptPdf, noPagesPdf, passwordPdf, plainPdf } from '../support/made-pdfs.ts'
import { multipart, openPost, parts, rawRequest } from '../support/raw-http.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, filesIn, stateOf, until } from '../support/stored.ts'

let site: Site
let admin: SignedIn
let before: ReturnType<typeof stateOf>
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  await publish(site, admin, { title: 'The one that stays' })
  before = stateOf(site.dataDir)
})
afterAll(() => site.end())

const MIB = 1024 * 1024

function upload(body: FormData | Buffer, headers: Record<string, string> = {}) {
  return site.fetch('/api/admin/papers', {
    method: 'POST',
    headers: { ...admin.headers, ...headers },
    body: body as FormData,
  })
}

async function expectRefusal(answer: Response, status: number, code: string, field?: string) {
  const problem = await answer.json()
  expect([answer.status, problem.code, problem.field]).toEqual([status, code, field])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(problem.detail).toMatch(/^[A-Z“"].{10,}\.$/s)
  expect(problem.detail).not.toMatch(/undefined|Invalid input|expected/)
  expectNothingStored()
}

function expectNothingStored() {
  expectWhole(site.dataDir)
  expect(stateOf(site.dataDir)).toEqual(before)
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
    await expectRefusal(await upload(uploadBody(FIELDS, { file: make() })), 422, code, 'file')
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

  test('an upload without its file is refused', async () => {
    await expectRefusal(await upload(uploadBody(FIELDS, { file: null })), 422, 'no-file', 'file')
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
  const nextYear = String(new Date().getUTCFullYear() + 1)
  test.each(
    [
      ['title', 'A'.repeat(2000), 'invalid-field'],
      ['title', 'அ'.repeat(2000), 'field-too-long'],
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
      ['referenceLink', `https://a.example/${'a'.repeat(3000)}`, 'field-too-long'],
      ['isSample', '1', 'unknown-field'],
      ['views', '1000', 'unknown-field'],
      ['__proto__', 'x', 'unknown-field'],
      ['constructor', 'x', 'unknown-field'],
      ['file', 'typed, not chosen', 'unknown-field'],
    ].map(([name = '', value = '', code = '']) => ({
      name,
      value,
      code,
      short: JSON.stringify(value.slice(0, 30)),
    })),
  )('a $name of $short is refused as $code', async ({ name, value, code }) => {
    const fields = parts({ ...FIELDS, [name]: value })
    const { type, bytes } = multipart([...fields, ...(name === 'file' ? [] : parts({}, plainPdf()))])
    await expectRefusal(await upload(bytes, { 'Content-Type': type }), 422, code, name)
  })

  test.each(['title', 'degree', 'subject', 'month', 'year'])(
    'an upload without its %s is refused',
    async (name) => {
      const { [name]: _, ...rest } = FIELDS
      await expectRefusal(await upload(uploadBody(rest)), 422, 'invalid-field', name)
    },
  )

  test('21 fields are refused', async () => {
    const fields = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`field${at}`, 'x']))
    await expectRefusal(await upload(uploadBody(fields)), 422, 'too-many-fields')
  })

  test('a field or a file that is sent twice is refused', async () => {
    const body = uploadBody()
    body.append('title', 'Another title')
    await expectRefusal(await upload(body), 422, 'sent-twice', 'title')
    const twice = uploadBody()
    twice.append('file', new Blob([plainPdf() as Uint8Array<ArrayBuffer>]), 'second.pdf')
    await expectRefusal(await upload(twice), 422, 'sent-twice', 'file')
  })

  test('a file name of more than 255 bytes is refused', async () => {
    const fileName = `${'தே'.repeat(42)}.pdf`
    await expectRefusal(await upload(uploadBody(FIELDS, { fileName })), 422, 'name-too-long', 'file')
  })

  test.each(['attachment', 'constructor', '__proto__', 'toString'])(
    'a file under the name “%s” is refused',
    async (name) => {
      const headers = `Content-Disposition: form-data; name="${name}"; filename="a.pdf"`
      const { type, bytes } = multipart([...parts(FIELDS), { headers, body: plainPdf() }])
      await expectRefusal(await upload(bytes, { 'Content-Type': type }), 422, 'unknown-field', name)
    },
  )
})

describe('bodies', () => {
  test.each([
    ['JSON', 'application/json', Buffer.from('{}'), 415, 'not-multipart'],
    [
      'a form without files',
      'application/x-www-form-urlencoded',
      Buffer.from('title=a'),
      415,
      'not-multipart',
    ],
    [
      'multipart without a boundary',
      'multipart/form-data; charset=utf-8',
      Buffer.from('x'),
      400,
      'upload-broken-off',
    ],
    [
      'no multipart at all',
      'multipart/form-data; boundary=b',
      Buffer.from('x'.repeat(100)),
      400,
      'upload-broken-off',
    ],
  ] as const)('%s is refused', async (_what, type, bytes, status, code) => {
    await expectRefusal(await upload(bytes, { 'Content-Type': type }), status, code)
  })

  test('a body that ends in the middle of a part is refused', async () => {
    for (const keep of [0.1, 0.5, 0.99]) {
      const { type, bytes } = multipart(parts(FIELDS, plainPdf()))
      const cut = bytes.subarray(0, Math.floor(bytes.length * keep))
      await expectRefusal(await upload(cut, { 'Content-Type': type }), 400, 'upload-broken-off')
    }
  })

  test('file parts without a file name, a name or any header do not bring the server down', async () => {
    const odd = [
      'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream',
      'Content-Disposition: form-data\r\nContent-Type: application/octet-stream',
      'Content-Disposition: form-data; filename="a.pdf"',
      'Content-Type: application/pdf',
      'X: y',
    ]
    for (const headers of odd) {
      const { type, bytes } = multipart([...parts(FIELDS), { headers, body: 'no PDF' }])
      const answer = await rawRequest(site.origin, '/api/admin/papers', {
        method: 'POST',
        headers: { ...admin.headers, 'Content-Type': type },
        body: bytes,
      })
      expect([422, 400]).toContain(answer.status)
      expectNothingStored()
    }
  })

  test('a connection cut at any point leaves nothing behind, and its place is free again', async () => {
    const { type, bytes } = multipart(parts(FIELDS, Buffer.alloc(3 * MIB, 'x')))
    const placeIsFree = async () => (await upload(uploadBody(FIELDS, { file: null }))).status !== 429
    for (const share of [0, 0.0001, 0.01, 0.5, 0.5, 0.9, 0.99]) {
      await until('a place is free', placeIsFree)
      const length = String(bytes.length)
      const headers = { ...admin.headers, 'Content-Type': type, 'Content-Length': length }
      const socket = await openPost(site.origin, '/api/admin/papers', headers)
      socket.on('error', () => {})
      const sent = bytes.subarray(0, Math.floor(bytes.length * share))
      await new Promise((resolve) => socket.write(sent, resolve))
      if (share > 0.1) await until('it arrives', () => filesIn(`${site.dataDir}/quarantine`).length > 0)
      socket.destroy()
      await until('nothing is left', () => filesIn(`${site.dataDir}/quarantine`).length === 0)
    }
    expectNothingStored()
    await until('a place is free', placeIsFree)
    const chunked = await openPost(site.origin, '/api/admin/papers', {
      ...admin.headers,
      'Content-Type': type,
      'Transfer-Encoding': 'chunked',
    })
    chunked.on('error', () => {})
    chunked.write(`${(1000).toString(16)}\r\n`)
    chunked.write(bytes.subarray(0, 900))
    await until('it arrives', () => filesIn(`${site.dataDir}/quarantine`).length > 0)
    chunked.destroy()
    await until('nothing is left', () => filesIn(`${site.dataDir}/quarantine`).length === 0)
    await expectRefusal(await upload(uploadBody(FIELDS, { file: null })), 422, 'no-file', 'file')
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
