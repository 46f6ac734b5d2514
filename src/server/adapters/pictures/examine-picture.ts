import { closeSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Metadata } from 'sharp'
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '#domain/files/inspect-pdf.ts'

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
const HEAD_BYTES = 4096

/** By the first bytes; names and content types are not trusted. */
export function kindOfFile(path: string): 'picture' | 'svg' | 'heic' | null {
  const bytes = firstBytes(path, HEAD_BYTES)
  const text = bytes.toString('latin1', 0, 32)
  if (/^(\x89PNG\r\n.\n|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP)/s.test(text)) return 'picture'
  if (/^....ftyp/s.test(text) && /avi[fs]/.test(text)) return 'picture'
  if (/^....ftyp(hei[cmsx]|hev[cmx]|mif1|msf1)/s.test(text)) return 'heic'
  return isSvg(bytes) ? 'svg' : null
}

/** Whether decoding would take too much. `decoderBytes`: the most that it may take. */
export function findTooMuch(
  { format, width, height, channels, depth }: Metadata,
  decoderBytes: number,
): 'too-many-pixels' | 'too-much-memory' | null {
  if (width * height > MAX_IMAGE_PIXELS) return 'too-many-pixels'
  if (width * height * channels * (SAMPLE_BYTES[depth] ?? 8) > MAX_IMAGE_BYTES) return 'too-much-memory'
  return format === 'heif' && width * height * AVIF_PIXEL_BYTES > decoderBytes ? 'too-much-memory' : null
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
