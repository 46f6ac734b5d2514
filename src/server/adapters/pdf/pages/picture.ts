import sharp from 'sharp'
import { THUMBNAIL_FORMAT } from '#domain/files/file-key.ts'
import {
  type ImageInspection,
  MAX_IMAGE_PIXELS,
  THUMBNAIL_MAX_HEIGHT,
  THUMBNAIL_WIDTH,
} from '#domain/files/inspect-pdf.ts'
import { findTooMuch, kindOfFile } from '#server/adapters/pictures/examine-picture.ts'
import { refuseImage } from '../refusals.ts'
import type { Pixels } from './render-page.ts'

sharp.cache(false)
sharp.concurrency(1)

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
  const kind = kindOfFile(path)
  if (kind === 'svg') return refuseImage('svg')
  if (kind !== 'picture') return refuseImage('not-an-image')
  try {
    const tooMuch = findTooMuch(await sharp(path, { limitInputPixels: false }).metadata(), decoderBytes)
    if (tooMuch) return refuseImage(tooMuch)
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
