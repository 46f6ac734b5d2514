import { readFileSync, statSync } from 'node:fs'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { type Crop, cropPixels } from '#domain/centre/pictures/crop.ts'
import type {
  CroppedPicture,
  PictureRefusal,
  ReencodedPicture,
} from '#domain/centre/pictures/given-pictures.ts'
import {
  PICTURE_FORMATS,
  PICTURE_USES,
  type PictureFormat,
  type PictureUse,
  widthsOf,
} from '#domain/centre/pictures/site-picture.ts'
import { MAX_IMAGE_PIXELS } from '#domain/files/inspect-pdf.ts'
import { findTooMuch, kindOfFile } from './examine-picture.ts'

sharp.cache(false)
sharp.concurrency(1)

export type GivenPictureTask = { use: PictureUse; deadlineMs: number } & (
  | { path: string; decoderBytes: number }
  | { source: Uint8Array; crop: Crop }
)

const LEAST_SIDE = 16
const SVG_LIMIT = 1024 * 1024
/** Of an SVG without a density of its own, in dots per inch. */
const [LEAST_DENSITY, SVG_DENSITY, MOST_DENSITY] = [1, 72, 9600]
const SOURCE_QUALITY = 90
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** In a thread of the process for jobs. */
export default async function work(
  task: GivenPictureTask,
): Promise<ReencodedPicture | CroppedPicture | PictureRefusal> {
  try {
    return 'path' in task ? await reencode(task) : await crop(task)
  } catch (error) {
    // libvips reports a time-out only as `timeout: 40% complete`.
    return String(error).includes('timeout') ? 'took-too-long' : 'broken'
  }
}

async function reencode({
  path,
  use,
  decoderBytes,
  deadlineMs,
}: Extract<GivenPictureTask, { path: string }>): Promise<ReencodedPicture | PictureRefusal> {
  const bytes = statSync(path).size
  if (bytes === 0) return 'empty'
  const kind = kindOfFile(path)
  if (kind === null) return 'not-an-image'
  if (kind === 'heic') return 'heic'
  if (kind === 'svg' && bytes > SVG_LIMIT) return 'drawing-too-large'
  const side = PICTURE_USES[use].sourceSide
  // From its bytes alone an SVG has no place that it could name other files by.
  const input = kind === 'svg' ? readFileSync(path) : path
  const options: SharpOptions = kind === 'svg' ? await densityFor(input, side) : {}
  const facts = await sharp(input, { ...options, limitInputPixels: false }).metadata()
  const tooMuch = findTooMuch(facts, decoderBytes)
  if (tooMuch) return tooMuch
  if ((facts.pages ?? 1) > 1) return 'moving'
  if (Math.min(facts.width, facts.height) < LEAST_SIDE) return 'too-small'
  const { data, info } = await sharp(input, {
    ...options,
    ...{ limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' },
  })
    .timeout({ seconds: Math.ceil(deadlineMs / 1000) })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: SOURCE_QUALITY, effort: 4, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
  return { bytes: new Uint8Array(data), width: info.width, height: info.height }
}

/** So that the longer side is as long as is kept, however small the rendering says that it is. */
async function densityFor(input: Buffer | string, side: number): Promise<SharpOptions> {
  const { width, height } = await sharp(input, { limitInputPixels: false }).metadata()
  const density = (SVG_DENSITY * side) / Math.max(width, height)
  return { density: Math.min(MOST_DENSITY, Math.max(LEAST_DENSITY, Math.floor(density))) }
}

async function crop({
  source,
  crop: part,
  use,
}: Extract<GivenPictureTask, { source: Uint8Array }>): Promise<CroppedPicture> {
  const cut = await cutOut(source, part, use)
  const { aspect, widths } = PICTURE_USES[use]
  const { width: most } = await sharp(cut).metadata()
  const width = Math.min(most, widths.at(-1) ?? most)
  const heightOf = (each: number) => Math.max(1, Math.round(each / aspect))
  const files: CroppedPicture['files'] = []
  for (const each of widthsOf(use, width)) {
    const sized = sharp(cut).resize({ width: each, height: heightOf(each), fit: 'fill' })
    const raw = await sized.png({ compressionLevel: 0 }).toBuffer()
    for (const format of Object.keys(PICTURE_FORMATS) as PictureFormat[])
      files.push({ width: each, format, bytes: new Uint8Array(await encode(sharp(raw), format)) })
  }
  return { width, height: heightOf(width), files }
}

/** PNG; beyond the picture one sees through. */
async function cutOut(source: Uint8Array, part: Crop, use: PictureUse): Promise<Buffer> {
  const { width, height } = await sharp(source).metadata()
  const box = cropPixels(part, { width, height }, PICTURE_USES[use])
  const [right, bottom] = [box.left + box.width, box.top + box.height]
  const inner = { left: Math.max(0, box.left), top: Math.max(0, box.top) }
  const within = {
    ...inner,
    width: Math.max(1, Math.min(width, right) - inner.left),
    height: Math.max(1, Math.min(height, bottom) - inner.top),
  }
  const room = {
    left: Math.max(0, -box.left),
    top: Math.max(0, -box.top),
    right: Math.max(0, right - width),
    bottom: Math.max(0, bottom - height),
  }
  const inside = sharp(source).extract(within)
  if (Object.values(room).every((each) => each === 0))
    return await inside.png({ compressionLevel: 0 }).toBuffer()
  return await inside
    .ensureAlpha()
    .extend({ ...room, background: CLEAR })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

function encode(picture: Sharp, format: PictureFormat) {
  if (format === 'avif') return picture.avif({ quality: 58, effort: 4 }).toBuffer()
  return picture.webp({ quality: 80, effort: 5, smartSubsample: true }).toBuffer()
}
