import sharp, { type Sharp } from 'sharp'
import { SMALL_PAGE_WIDTH } from '#domain/files/inspect-pdf.ts'
import { lowerEncodersPriority } from '../inspector.ts'
import type { Pixels } from './draw-page.ts'
import { isColoured, isShaded, withFewTones } from './page-tones.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Phones enlarge the small picture, which needs a tone more. */
const [SMALL_TONES, LARGE_TONES] = [5, 4]
/** For scans: below 15 Devanagari's vowel signs blur, above 25 only the paper's grain gets clearer. */
const QUALITY = 20
/** 4 takes twice as long for 5 % fewer bytes. */
const LOSSY_EFFORT = 2
/** 2 takes as long as 1, 0 half as long for a third more bytes. */
const LOSSLESS_EFFORT = 2
/** In bytes for each pixel: a lossy picture of the same page in colours is hardly ever smaller. */
const SMALL_ENOUGH = 0.03

/** As WebP, grey when the page is. Print keeps a few tones losslessly: a third smaller than lossy, without ghosts. */
export async function picturesOf(page: Pixels): Promise<{ small: Uint8Array; large: Uint8Array }> {
  const coloured = isColoured(page)
  const shaded = isShaded(page)
  const drawn = sharp(page.rgba, {
    raw: { width: page.width, height: page.height, channels: 4 },
  }).removeAlpha()
  const whole = await rawOf(coloured ? drawn : drawn.toColourspace('b-w'))
  // From the grey picture: from all four channels it takes four times as long.
  const reduced = imageOf(whole).resize({ width: SMALL_PAGE_WIDTH, kernel: 'mitchell' })
  const small = await picture(
    await rawOf(coloured ? reduced : reduced.toColourspace('b-w')),
    shaded,
    SMALL_TONES,
  )
  lowerEncodersPriority()
  return { small, large: await picture(whole, shaded, LARGE_TONES) }
}

type RawPicture = { data: Uint8Array; raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

async function picture({ data, raw }: RawPicture, shaded: boolean, tones: number): Promise<Uint8Array> {
  const lossy = () => imageOf({ data, raw }).webp({ quality: QUALITY, effort: LOSSY_EFFORT }).toBuffer()
  if (shaded) return await lossy()
  const print = imageOf({ data: withFewTones(data, raw.channels, tones), raw })
  const lossless = await print.webp({ lossless: true, effort: LOSSLESS_EFFORT }).toBuffer()
  if (raw.channels === 1 || lossless.length < raw.width * raw.height * SMALL_ENOUGH) return lossless
  const other = await lossy()
  return other.length < lossless.length ? other : lossless
}

async function rawOf(image: Sharp): Promise<RawPicture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, raw: { width, height, channels } }
}

function imageOf({ data, raw }: RawPicture): Sharp {
  return sharp(data, { raw })
}
