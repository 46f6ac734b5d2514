import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encode } from '#server/page-cache/encodings.ts'

const page = Buffer.from('<li>Class 12 Mathematics, March 2024</li>\n'.repeat(2_000))
const large = Buffer.alloc(1_000_000, page)

test('two bodies are compressed well in the thread pool, and the others of a crowd at once', async () => {
  const first = [encode(page, 'br'), encode(page, 'gzip')]
  expect(first.map((body) => body instanceof Promise)).toEqual([true, true])
  const others = [encode(page, 'br'), encode(page, 'gzip')] as Buffer[]
  expect(others.map(Buffer.isBuffer)).toEqual([true, true])
  expect(brotliDecompressSync(others[0] as Buffer)).toEqual(page)
  expect(gunzipSync(others[1] as Buffer)).toEqual(page)
  const [well, wellToo] = await Promise.all(first)
  expect(brotliDecompressSync(well as Buffer)).toEqual(page)
  expect(gunzipSync(wellToo as Buffer)).toEqual(page)
})

test('in a crowd, too, a large body does not hold up the event loop, and after it all are compressed well again', async () => {
  const first = [encode(page, 'br'), encode(page, 'br'), encode(large, 'br')]
  expect(first.at(-1)).toBeInstanceOf(Promise)
  expect(brotliDecompressSync((await first.at(-1)) as Buffer)).toEqual(large)
  await Promise.all(first)
  expect(encode(page, 'br')).toBeInstanceOf(Promise)
})
