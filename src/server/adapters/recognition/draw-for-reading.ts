import sharp from 'sharp'
import type { WithEngine } from '../pdf/inspector.ts'
import { isCrash, openDocument, readFrom, type Source } from '../pdf/open-document.ts'
import { drawPage, loadPage, openForm, type Pixels } from '../pdf/pages/draw-page.ts'
import { startPdfium } from '../pdf/pdfium.ts'

/** A4 at 200 dots to the inch, whatever the page's size is: more is slower and reads no better. */
const PIXELS = 1654 * 2339

/** A byte for each pixel. */
export type GreyPicture = { grey: Uint8Array; width: number; height: number }

/** With a PDFium of its own, whose memory goes with it. */
export async function drawForReading(
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
    pixels = loaded ? drawPage(pdfium, loaded, form, { widthOf }) : null
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
  const drawn = sharp(rgba, { raw: { width, height, channels: 4 } })
  return { grey: await drawn.removeAlpha().toColourspace('b-w').raw().toBuffer(), width, height }
}
