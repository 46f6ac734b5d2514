import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toCachedAnswer } from '#server/page-cache/cached-answer.ts'
import { allowedEncodings, bodyFor } from '#server/page-cache/send-answer.ts'
import { answerInParts } from '#server/pages/page-handler.ts'

const CROWD = 30
const BROWSERS = allowedEncodings('gzip, deflate, br, zstd')
const picture = { bytes: Buffer.from('data:image/webp;base64,UklGRg'.repeat(100)) }
const page = (nth: number) => [
  '<img src="',
  picture,
  `"><p class="card">Class ${nth} Mathematics, தேர்வு, March 2024</p>\n`.repeat(300),
]

async function answered(parts: ReturnType<typeof page>) {
  const made = {
    searched: [],
    versions: { content: 1, prepared: 1, counts: 1 },
    madeAt: 0,
    vary: '',
    sharedCacheSeconds: 0,
  }
  const headers = { 'content-type': 'text/html' }
  const response = answerInParts(parts, { headers })
  return {
    answer: await toCachedAnswer(response, made),
    text: parts.map((part) => (typeof part === 'string' ? part : part.bytes)).join(''),
  }
}

test('in a crowd pages are compressed at once with gzip', async () => {
  const crowd = await Promise.all(Array.from({ length: CROWD }, async (_, nth) => answered(page(nth))))
  const sent = crowd.map(({ answer, text }) => ({ text, ...bodyFor(answer, BROWSERS) }))
  for (const { body, encoding, text } of sent) {
    const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(decompress(await body).toString()).toBe(text)
  }
  const atOnce = sent.filter(({ body }) => Buffer.isBuffer(body))
  expect(atOnce.length).toBeGreaterThanOrEqual(CROWD - 10)
  expect(new Set(atOnce.map(({ encoding }) => encoding))).toEqual(new Set(['gzip']))
  const again = crowd.map(({ answer }) => bodyFor(answer, BROWSERS))
  expect(again.map(({ encoding }) => encoding)).toEqual(sent.map(({ encoding }) => encoding))
})

test.each([
  ['it ends with what is shared', (nth: number) => [`page ${nth}`, picture]],
  ['it begins with it', (nth: number) => [picture, `page ${nth}`]],
  ['it has nothing else', () => [picture]],
  ['a part is empty', (nth: number) => ['', picture, '', picture, `page ${nth}`, '']],
])('a page is whole again when %s', async (_, parts) => {
  for (const nth of [1, 2]) {
    const { answer, text } = await answered(parts(nth))
    const gzipped = await bodyFor(answer, allowedEncodings('gzip')).body
    expect(gunzipSync(gzipped).toString()).toBe(text)
    expect((await bodyFor(answer, allowedEncodings('br')).body).equals(gzipped)).toBe(false)
    expect(String(await bodyFor(answer, allowedEncodings(undefined)).body)).toBe(text)
  }
})

test('a body that would hold up the event loop is compressed beside it, also in a crowd', async () => {
  const long = [`<p>${'Mathematics, March 2024 '.repeat(40_000)}</p>`]
  const { answer, text } = await answered(long)
  const { body } = bodyFor(answer, allowedEncodings('gzip'))
  expect(body).toBeInstanceOf(Promise)
  expect(gunzipSync(await body).toString()).toBe(text)
})

test('the same page has the same tag, and another page or another style has another', async () => {
  const tagOf = async (parts: ReturnType<typeof page>) => (await answered(parts)).answer.etag
  const other = { bytes: Buffer.from('.card{}') }
  const tags = await Promise.all([tagOf(page(1)), tagOf(page(1)), tagOf(page(2)), tagOf(['<style>', other])])
  expect(tags[0]).toBe(tags[1])
  expect(new Set(tags).size).toBe(3)
})
