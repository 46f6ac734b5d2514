import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { plainPdf } from '#tests/support/made-pdfs.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'thervu-picture-'))
const inspector = createInspector({}, sharedJobs())

afterAll(async () => {
  await inspector.close()
  rmSync(folder, { recursive: true })
})

function prepare(bytes: Uint8Array | string) {
  const path = join(folder, 'upload')
  writeFileSync(path, bytes)
  return inspector.prepareThumbnail(path)
}

async function refusalOf(bytes: Uint8Array | string) {
  const result = await prepare(bytes)
  return result.accepted ? 'accepted' : result.reason
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a %s becomes a WebP 480 pixels wide',
  async (format) => {
    const result = await prepare(await picture(960, 600).toFormat(format).toBuffer())
    if (!result.accepted) throw new Error(result.sentence)
    expect(result).toMatchObject({ contentType: 'image/webp', width: 480, height: 300 })
    expect(await sharp(result.image).metadata()).toMatchObject({ format: 'webp', width: 480, height: 300 })
  },
)

test('a small picture is not enlarged and a tall one is kept within 1,358 pixels', async () => {
  expect(await prepare(await picture(100, 50).png().toBuffer())).toMatchObject({ width: 100, height: 50 })
  expect(await prepare(await picture(10, 9000).png().toBuffer())).toMatchObject({ height: 1358 })
})

test('a photograph is turned upright and loses what the camera wrote into it', async () => {
  const exif = { IFD0: { Copyright: 'Somebody', Make: 'Phone' } }
  const photo = await picture(300, 200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
  const result = await prepare(photo)
  if (!result.accepted) throw new Error(result.sentence)
  expect([result.width, result.height]).toEqual([200, 300])
  const { exif: kept, icc, xmp, orientation } = await sharp(result.image).metadata()
  expect({ kept, icc, xmp, orientation }).toEqual({})
})

test('what can be seen through is on white, so that it is read on the board too', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const result = await prepare(
    await sharp({ create: { width: 20, height: 20, channels: 4, background: clear } })
      .png()
      .toBuffer(),
  )
  if (!result.accepted) throw new Error(result.sentence)
  const { channels } = await sharp(result.image).stats()
  expect(channels.map((channel) => channel.min)).toEqual([255, 255, 255])
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test.each([
  ['plain', SVG],
  ['after a byte order mark and space', `\uFEFF \n\t${SVG}`],
  ['after a prologue and a comment', `<?xml version="1.0"?>\n<!-- drawn by hand -->\n${SVG}`],
  ['with a document type', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${SVG}`],
  ['with a prefix', SVG.replaceAll('svg ', 's:svg ')],
  ['in UTF-16', Buffer.from(`\uFEFF${SVG}`, 'utf16le')],
  ['compressed', gzipSync(SVG)],
])('an SVG %s is refused', async (_, bytes) => {
  expect(await refusalOf(bytes)).toBe('svg')
})

test('what is no picture is refused, whatever it is', async () => {
  expect(await refusalOf('')).toBe('not-an-image')
  expect(await refusalOf('<html>')).toBe('not-an-image')
  expect(await refusalOf(plainPdf())).toBe('not-an-image')
  expect(await refusalOf(gzipSync('text'))).toBe('not-an-image')
  expect(await refusalOf(await picture(9, 9).tiff().toBuffer())).toBe('not-an-image')
})

test('a picture that is cut off is refused as broken', async () => {
  const whole = await picture(500, 500).png().toBuffer()
  expect(await refusalOf(whole.subarray(0, 60))).toBe('broken')
})

/** A PNG whose header claims this size; a few bytes are all there is of it. */
function claimingPng(width: number, height: number, [depth, colour] = [8, 2]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(9)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('a picture of 60,000 by 60,000 pixels is refused before it is decoded', async () => {
  expect(await refusalOf(claimingPng(60_000, 60_000))).toBe('too-many-pixels')
  expect(await refusalOf(claimingPng(8000, 5001))).toBe('too-many-pixels')
  expect(await refusalOf(claimingPng(8000, 5000))).toBe('broken')
})

test('an AVIF, whose decoder takes 19 bytes for each pixel, is taken when the process may have so much', async () => {
  const path = join(folder, 'large.avif')
  writeFileSync(path, await picture(4_500, 4_500).avif({ effort: 0 }).toBuffer())
  const take = async (memoryMiB: number) => {
    const own = createInspector({}, createJobs({ memoryMiB }))
    onTestFinished(() => own.close())
    const result = await own.prepareThumbnail(path)
    return result.accepted ? [result.width, result.height] : result.reason
  }
  expect(await take(512)).toBe('too-much-memory')
  expect(await take(1_024)).toEqual([480, 480])
})

test('a picture that would take more than 200 MiB is refused before it is decoded, by its depth and channels', async () => {
  const RGB = 2
  const RGBA = 6
  expect(await refusalOf(claimingPng(8000, 5000, [16, RGBA]))).toBe('too-much-memory')
  expect(await refusalOf(claimingPng(8000, 5000, [16, RGB]))).toBe('too-much-memory')
  expect(await refusalOf(claimingPng(8000, 5000, [8, RGBA]))).toBe('broken')
  expect(await refusalOf(claimingPng(5000, 5000, [16, RGBA]))).toBe('broken')
})
