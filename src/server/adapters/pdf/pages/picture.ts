import { closeSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import {
  type ImageInspection,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  THUMBNAIL_MAX_HEIGHT,
  THUMBNAIL_WIDTH,
} from '#domain/files/inspect-pdf.ts'
import { THUMBNAIL_FORMAT } from '#domain/files/thumbnail-format.ts'
import { refuseImage } from '../refusals.ts'
import type { Pixels } from './draw-page.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Bytes of a sample, by libvips' names; all others take more. */
const SAMPLE_BYTES: Record<string, number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
}

/** AVIF's decoder takes 19 bytes for each pixel (711 MiB for 40 megapixels), all others at most 7. */
const AVIF_PIXEL_BYTES = 19

/** Fifteen real papers take 10–28 KB; with lanczos3 at quality 60 they take 16–41 KB and look no crisper. */
export async function pageThumbnail({ rgba, width, height }: Pixels): Promise<Uint8Array> {
  return await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize({ width: THUMBNAIL_WIDTH, kernel: 'mitchell' })
    .webp({ quality: 30, effort: 6 })
    .toBuffer()
}

/** Re-encodes: upright, without metadata, at most 480 pixels wide. `decoderBytes`: the most that decoding may take. */
export async function prepareThumbnail(
  path: string,
  { deadlineMs, decoderBytes }: { deadlineMs: number; decoderBytes: number },
): Promise<ImageInspection> {
  const kind = kindOf(firstBytes(path, 4096))
  if (kind === 'svg') return refuseImage('svg')
  if (kind === null) return refuseImage('not-an-image')
  try {
    const { format, width, height, channels, depth } = await sharp(path, {
      limitInputPixels: false,
    }).metadata()
    if (width * height > MAX_IMAGE_PIXELS) return refuseImage('too-many-pixels')
    if (width * height * channels * (SAMPLE_BYTES[depth] ?? 8) > MAX_IMAGE_BYTES)
      return refuseImage('too-much-memory')
    if (format === 'heif' && width * height * AVIF_PIXEL_BYTES > decoderBytes)
      return refuseImage('too-much-memory')
    const { data, info } = await sharp(path, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
      .timeout({ seconds: Math.ceil(deadlineMs / 1000) })
      .autoOrient()
      // Dark ink on a transparent ground would be unreadable on the board.
      .flatten({ background: '#fff' })
      .resize({
        width: THUMBNAIL_WIDTH,
        height: THUMBNAIL_MAX_HEIGHT,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 75, effort: 4 })
      .toBuffer({ resolveWithObject: true })
    const { contentType } = THUMBNAIL_FORMAT
    return { accepted: true, image: data, contentType, width: info.width, height: info.height }
  } catch (error) {
    // libvips reports a time-out only as `timeout: 40% complete`.
    return refuseImage(String(error).includes('timeout') ? 'took-too-long' : 'broken')
  }
}

function firstBytes(path: string, count: number): Buffer {
  const fd = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(count)
    return bytes.subarray(0, readSync(fd, bytes, 0, count, 0))
  } finally {
    closeSync(fd)
  }
}

/** By the first bytes; names and content types are not trusted. */
function kindOf(bytes: Buffer): 'picture' | 'svg' | null {
  const text = bytes.toString('latin1', 0, 32)
  if (/^(\x89PNG\r\n.\n|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP)/s.test(text)) return 'picture'
  if (/^....ftyp/s.test(text) && /avi[fs]/.test(text)) return 'picture'
  return isSvg(bytes) ? 'svg' : null
}

function isSvg(bytes: Buffer): boolean {
  const unpacked = bytes[0] === 0x1f && bytes[1] === 0x8b ? unpackStart(bytes) : bytes
  // Without zero bytes UTF-16 reads like ASCII.
  const text = unpacked.toString('latin1').replaceAll('\0', '')
  return /<([\w-]+:)?svg[\s>/]|<!DOCTYPE\s+svg/i.test(text)
}

/** Tolerates a truncated file. */
function unpackStart(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { finishFlush: 2, maxOutputLength: 2 ** 20 })
  } catch {
    return Buffer.alloc(0)
  }
}
