import { MAX_PAGES, type PageRead, type TextRead } from '#domain/files/inspect-pdf.ts'
import { cleanPageText } from '#domain/page-text/clean-page-text.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'
import { isUnread } from '#domain/page-text/text-line.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import type { PageReport, PagesTask, WithEngine } from './inspector.ts'
import {
  isCrash,
  openDocument,
  type Refusal,
  readFrom,
  type Source,
  whyItBroke,
  whyNotOpened,
} from './open-document.ts'
import { closePage, drawPage, loadPage, openForm, type Pixels } from './pages/draw-page.ts'
import { picturesOf } from './pages/page-pictures.ts'
import { readPageText } from './pages/page-text.ts'
import { isSpread } from './pages/page-tones.ts'
import { type Pdfium, startPdfium } from './pdfium.ts'

/** PDFium never frees memory; past this the next pages get a new instance. */
const WORN_MIB = 192
const MIB = 2 ** 20

type Range = WithEngine & Pick<PagesTask, 'memoryMiB' | 'from' | 'to' | 'turns' | 'isDrawn'>
type Opened = { document: number; form: number }
type Seen = { pixels: Pixels | null; turn: Turn; text: string; lines: TextLine[]; broke: boolean }

/** 'worn' when PDFium broke or grew too large: the page after the last one reported needs a new instance. */
export async function readDocument(
  { engine, memoryMiB, from, to, turns = {}, isDrawn }: Range,
  source: Source,
  report: (made: PageReport) => void,
): Promise<Refusal | 'worn' | 'done'> {
  const pdfium = await startPdfium(engine, memoryMiB, { read: readFrom(source), write: () => 0 })
  const opened = open(pdfium, source)
  if (typeof opened === 'string') return opened
  const pages = pdfium.api.FPDF_GetPageCount(opened.document)
  if (pages < 1) return 'no-pages'
  if (pages > MAX_PAGES) return 'too-many-pages'
  report({ pages })
  const last = Math.min(to, pages)
  for (let page = from; page <= last; page++) {
    const seen = look(pdfium, opened, page, isDrawn && (turns[page] ?? 0))
    if (seen === 'worn') return 'worn'
    report(seen ? { read: await made(page, seen) } : { failed: page })
    if (page < last && (seen?.broke || isWorn(pdfium))) return 'worn'
  }
  return 'done'
}

function open(pdfium: Pdfium, source: Source): Opened | Refusal {
  try {
    const document = openDocument(pdfium, source)
    return document ? { document, form: openForm(pdfium, document) } : whyNotOpened(pdfium)
  } catch (error) {
    return whyItBroke(pdfium, error)
  }
}

/** `turn` is false where the page is not drawn. */
function look(
  pdfium: Pdfium,
  { document, form }: Opened,
  number: number,
  turn: Turn | false,
): Seen | null | 'worn' {
  try {
    const page = loadPage(pdfium, document, form, number - 1)
    const pixels = page && turn !== false ? drawPage(pdfium, page, form, { turn }) : null
    if (pdfium.outOfMemory()) return 'worn'
    if (!page || (turn !== false && !pixels)) return null
    const said = readPageText(pdfium, page)
    const broke = said === null || pdfium.outOfMemory()
    if (!broke) closePage(pdfium, page, form)
    return { pixels, turn: turn || 0, text: said?.text ?? '', lines: said?.lines ?? [], broke }
  } catch (error) {
    if (isCrash(error)) return 'worn'
    throw error
  }
}

async function made(page: number, { pixels, turn, text, lines }: Seen): Promise<PageRead | TextRead> {
  const said = { page, text: cleanPageText(text), isUnread: isUnread(text), lines }
  if (!pixels) return said
  const { width, height } = pixels
  return {
    ...said,
    width,
    height,
    ...(turn && { turn }),
    ...(isSpread(pixels) && { isSpread: true }),
    ...(await picturesOf(pixels)),
  }
}

function isWorn({ api }: Pdfium) {
  return api.memory.buffer.byteLength > WORN_MIB * MIB
}
