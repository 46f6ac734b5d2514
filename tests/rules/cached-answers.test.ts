import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toCachedAnswer } from '#server/page-cache/cached-answer.ts'
import { allowedEncodings, bodyFor } from '#server/page-cache/send-answer.ts'

const MANY = 30
const BROWSERS = allowedEncodings('gzip, deflate, br, zstd')
const page = (nth: number) => `<p class="card">Class ${nth} Mathematics, தேர்வு, March 2024</p>\n`.repeat(300)

async function answered(text: string) {
  const made = {
    searched: [],
    versions: { content: 1, prepared: 1, counts: 1 },
    madeAt: 0,
    vary: '',
    sharedCacheSeconds: 0,
  }
  const response = new Response(text, { headers: { 'content-type': 'text/html' } })
  return { answer: await toCachedAnswer(response, made), text }
}

test('under load pages are compressed at once with gzip', async () => {
  const answers = await Promise.all(Array.from({ length: MANY }, async (_, nth) => answered(page(nth))))
  const sent = answers.map(({ answer, text }) => ({ text, ...bodyFor(answer, BROWSERS) }))
  for (const { body, encoding, text } of sent) {
    const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(decompress(await body).toString()).toBe(text)
  }
  const atOnce = sent.filter(({ body }) => Buffer.isBuffer(body))
  expect(atOnce.length).toBeGreaterThanOrEqual(MANY - 10)
  expect(new Set(atOnce.map(({ encoding }) => encoding))).toEqual(new Set(['gzip']))
  const again = answers.map(({ answer }) => bodyFor(answer, BROWSERS))
  expect(again.map(({ encoding }) => encoding)).toEqual(sent.map(({ encoding }) => encoding))
})

test('a body that would hold up the event loop is compressed outside it, also under load', async () => {
  const long = `<p>${'Mathematics, March 2024 '.repeat(40_000)}</p>`
  const { answer, text } = await answered(long)
  const { body } = bodyFor(answer, allowedEncodings('gzip'))
  expect(body).toBeInstanceOf(Promise)
  expect(gunzipSync(await body).toString()).toBe(text)
})

test('the same page has the same tag, and another page has another', async () => {
  const tagOf = async (text: string) => (await answered(text)).answer.etag
  const tags = await Promise.all([page(1), page(1), page(2)].map(tagOf))
  expect(tags[0]).toBe(tags[1])
  expect(new Set(tags).size).toBe(2)
})
