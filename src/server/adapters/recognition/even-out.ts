import sharp, { type Sharp } from 'sharp'
import type { GreyPicture } from './draw-for-reading.ts'

/** Neighbours that differ by more, of 255, are an edge, or noise. */
const STEP = 48
/** Of all neighbours: print has up to 0.12, a camera's noise more. */
const NOISY = 0.15
/** A noisy picture that is mostly neither ink nor paper is no page: Tesseract would take minutes for its specks. */
const [INK, PAPER] = [80, 175]
const HOPELESS = 0.5

/** From darkest to lightest, without a camera's noise; null for a page of nothing else. */
export async function evenOut(picture: GreyPicture): Promise<GreyPicture | null> {
  const even = await filtered(picture, (image) => image.normalise())
  if (roughness(even) < NOISY) return even
  const calm = await filtered(even, (image) => image.median(5).normalise())
  return greyness(calm) < HOPELESS ? calm : null
}

/** The share of neighbours with an edge between them. */
export function roughness({ grey }: GreyPicture): number {
  let found = 0
  for (let at = 1; at < grey.length; at++)
    if (Math.abs((grey[at] as number) - (grey[at - 1] as number)) > STEP) found += 1
  return found / Math.max(1, grey.length - 1)
}

/** The share that is neither ink nor paper. */
function greyness({ grey }: GreyPicture): number {
  return (
    grey.reduce((found, value) => found + (value > INK && value < PAPER ? 1 : 0), 0) /
    Math.max(1, grey.length)
  )
}

async function filtered({ grey, width, height }: GreyPicture, filter: (image: Sharp) => Sharp) {
  const image = sharp(grey, { raw: { width, height, channels: 1 } })
  return { grey: await filter(image).toColourspace('b-w').raw().toBuffer(), width, height }
}
