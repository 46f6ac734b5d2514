import type { Pixels } from './render-page.ts'

/** Chroma; old paper and JPEG's noise stay below. */
const COLOURFUL = 40
/** From this share on a page keeps its colours: a link or a red curve is seen, dust is not. */
const COLOURED_SHARE = 0.0003
/** Neighbours that differ by so little, and are not white, are a shade; an edge of print differs by more. */
const [LEAST_STEP, MOST_STEP, NEARLY_WHITE] = [1, 12, 250]
/** Print of the fifteen papers has up to 2.3 % of them, scans 3.8 to 58. */
const SHADED_SHARE = 0.025
/** Below this chroma a pixel is grey and keeps a few tones; above it, 16 of each colour. */
const GREYISH = 24
const COLOUR_TONES = 16

/** In points; A3 has 1,191. */
const LEAST_SPREAD = 1_100
/** Width by height: A3 has 1.414. */
const SPREAD_FORM = [1.38, 1.43] as const
/** Of the width, in the middle, and the share of it that specks and a fold may darken. */
const [GUTTER, MOST_BETWEEN, DARK] = [0.012, 0.02, 110]

export function isColoured({ rgba }: Pixels): boolean {
  const most = (rgba.length / 4) * COLOURED_SHARE
  let found = 0
  for (let i = 0; i < rgba.length && found <= most; i += 4) if (chromaAt(rgba, i) >= COLOURFUL) found += 1
  return found > most
}

export function isShaded({ rgba }: Pixels): boolean {
  const most = (rgba.length / 4) * SHADED_SHARE
  let found = 0
  let before = 0
  for (let i = 1; i < rgba.length && found <= most; i += 4) {
    const green = rgba[i] as number
    const step = Math.abs(green - before)
    if (step >= LEAST_STEP && step <= MOST_STEP && green < NEARLY_WHITE) found += 1
    before = green
  }
  return found > most
}

/** Whether a page is two of A4 next to each other: as wide as A3, in its form, and without print where the two meet. A landscape
 * A4 page and a slide have fewer points; a table or a rendering over the whole sheet goes through its middle. */
export function isSpread({ rgba, width, height, points = 0 }: Pixels): boolean {
  const form = width / height
  if (points < LEAST_SPREAD || form < SPREAD_FORM[0] || form > SPREAD_FORM[1]) return false
  const half = Math.round((width * GUTTER) / 2)
  let dark = 0
  for (let y = 0; y < height; y++)
    for (let x = (width >> 1) - half; x < (width >> 1) + half; x++)
      if ((rgba[(y * width + x) * 4 + 1] as number) < DARK) dark += 1
  return dark <= half * 2 * height * MOST_BETWEEN
}

export function withFewTones(pixels: Uint8Array, channels: number, tones: number): Uint8Array {
  const greys = nearestOf(tones)
  const made = new Uint8Array(pixels.length)
  if (channels === 1) {
    for (let i = 0; i < pixels.length; i++) made[i] = greys[pixels[i] as number] as number
    return made
  }
  const colours = nearestOf(COLOUR_TONES)
  for (let i = 0; i < pixels.length; i += 3) {
    const [red, green, blue] = [pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) < GREYISH) {
      made[i] = made[i + 1] = made[i + 2] = greys[green] as number
    } else {
      made[i] = colours[red] as number
      made[i + 1] = colours[green] as number
      made[i + 2] = colours[blue] as number
    }
  }
  return made
}

function nearestOf(tones: number): Uint8Array {
  const step = 255 / (tones - 1)
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(Math.round(value / step) * step))
}

function chromaAt(pixels: Uint8Array, i: number): number {
  const [red, green, blue] = [pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number]
  return Math.max(red, green, blue) - Math.min(red, green, blue)
}
