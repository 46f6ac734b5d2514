import sharp from 'sharp'
import type { WithEngine } from '../pdf/inspector.ts'
import { loadPage, openForm, type Pixels, renderPage } from '../pdf/pages/render-page.ts'
import { isCrash, openDocument, readFrom, type Source, startPdfium } from '../pdf/pdfium.ts'

/** A4 at 200 dots to the inch, whatever the page's size is: more is slower and reads no better. */
const PIXELS = 1654 * 2339

/** A byte for each pixel. */
export type GreyPicture = { grey: Uint8Array; width: number; height: number }

/** With a PDFium of its own, whose memory goes with it. */
export async function renderForOcr(
  { engine, memoryMiB, page }: WithEngine & { memoryMiB: number; page: number },
  source: Source,
): Promise<GreyPicture | 'broken' | 'too-much-memory'> {
  const pdfium = await startPdfium(engine, memoryMiB, { read: readFrom(source), write: () => 0 })
  let pixels: Pixels | null
  try {
    const document = openDocument(pdfium, source)
    if (!document) return 'broken'
    const form = openForm(pdfium, document)
    const loaded = loadPage(pdfium, document, form, page - 1)
    pixels = loaded ? renderPage(pdfium, loaded, form, { widthOf }) : null
  } catch (error) {
    if (!isCrash(error)) throw error
    return pdfium.outOfMemory() ? 'too-much-memory' : 'broken'
  }
  if (pdfium.outOfMemory()) return 'too-much-memory'
  return pixels ? await greyOf(pixels) : 'broken'
}

function widthOf(ratio: number): number {
  return Math.round(Math.sqrt(PIXELS / ratio))
}

async function greyOf({ rgba, width, height }: Pixels): Promise<GreyPicture> {
  const rendered = sharp(rgba, { raw: { width, height, channels: 4 } })
  return { grey: await rendered.removeAlpha().toColourspace('b-w').raw().toBuffer(), width, height }
}

/** Neighbours that differ by more, of 255, are an edge, or noise. */
const STEP = 48
/** Of all neighbours: print has up to 0.12, a camera's noise more. */
const NOISY = 0.15
/** A noisy picture that has no ink once it is calm is no page: Tesseract would take minutes for its specks. */
const INK = 80
const LEAST_INK = 0.0004
/** So far from each other, pixels of a page differ at letters alone, 0.16 of them at most on real papers; of noise that is
 * coarse or cloudy 0.26 and more, and Tesseract would look for letters in it for half a minute. */
const APART = 32
const CALM_STEP = 30
const RESTLESS = 0.25

/** Without a camera's noise; null for a page of nothing else. Shadows and faint print are left to the threshold that
 * Tesseract finds for each place: stretched from black to white, a page of few words would show its JPEG's blocks. */
export async function evenOut(picture: GreyPicture): Promise<GreyPicture | null> {
  const isNoisy = roughness(picture) >= NOISY
  const calm = isNoisy ? await withoutNoise(picture) : picture
  if (isNoisy && inkOf(calm) < LEAST_INK) return null
  return roughness(calm, APART, CALM_STEP) > RESTLESS ? null : calm
}

/** The share of pixels that differ by more than `step` from the one so many pixels before. */
export function roughness({ grey }: GreyPicture, apart = 1, step = STEP): number {
  let found = 0
  for (let at = apart; at < grey.length; at++)
    if (Math.abs((grey[at] as number) - (grey[at - apart] as number)) > step) found += 1
  return found / Math.max(1, grey.length - apart)
}

function inkOf({ grey }: GreyPicture): number {
  return grey.reduce((found, value) => found + (value < INK ? 1 : 0), 0) / Math.max(1, grey.length)
}

async function withoutNoise({ grey, width, height }: GreyPicture): Promise<GreyPicture> {
  const image = sharp(grey, { raw: { width, height, channels: 1 } })
  return { grey: await image.median(5).toColourspace('b-w').raw().toBuffer(), width, height }
}
