import sharp, { type Sharp } from 'sharp'
import { SMALL_PAGE_WIDTH } from '#domain/files/inspect-pdf.ts'
import { lowerEncodersPriority } from '../lower-priority.ts'
import type { Pixels } from './draw-page.ts'
import { isColoured, isShaded, withFewTones } from './page-tones.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Phones enlarge the small picture, which needs a tone more. */
const [SMALL_TONES, LARGE_TONES] = [5, 4]
/** For scans: below 15 Devanagari's vowel signs blur, above 25 only the paper's grain gets clearer. */
const QUALITY = 20

/** As WebP, grey when the page is. Print keeps a few tones losslessly: a third smaller than lossy, without ghosts. */
export async function picturesOf(page: Pixels): Promise<{ small: Uint8Array; large: Uint8Array }> {
  const coloured = isColoured(page)
  const shaded = isShaded(page)
  const drawn = sharp(page.rgba, {
    raw: { width: page.width, height: page.height, channels: 4 },
  }).removeAlpha()
  const whole = coloured ? drawn : drawn.toColourspace('b-w')
  const reduced = whole.clone().resize({ width: SMALL_PAGE_WIDTH, kernel: 'mitchell' })
  const small = await picture(reduced, shaded, SMALL_TONES)
  lowerEncodersPriority()
  return { small, large: await picture(whole, shaded, LARGE_TONES) }
}

async function picture(image: Sharp, shaded: boolean, tones: number): Promise<Uint8Array> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const raw = { width, height, channels }
  const lossy = () => sharp(data, { raw }).webp({ quality: QUALITY, effort: 4 }).toBuffer()
  if (shaded) return await lossy()
  const print = sharp(withFewTones(data, channels, tones), { raw })
  const lossless = await print.webp({ lossless: true, effort: 2 }).toBuffer()
  if (channels === 1) return lossless
  const other = await lossy()
  return other.length < lossless.length ? other : lossless
}
