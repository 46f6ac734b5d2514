import { closeSync, fstatSync, openSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import {
  MAX_PAGES,
  type PageRead,
  type PdfRefused,
  SMALL_PAGE_WIDTH,
  type TextRead,
} from '#domain/files/inspect-pdf.ts'
import { cleanPageText } from '#domain/page-text/clean-page-text.ts'
import { isUnread, type TextLine } from '#domain/page-text/text-line.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import { OUT_OF_MEMORY_EXIT, type Reporting } from '#server/jobs/job-messages.ts'
import {
  lowerEncodersPriority,
  lowerPriority,
  type PageReport,
  type PagesTask,
  type WithEngine,
} from '../inspector.ts'
import {
  explainOpenError,
  explainPdfiumError,
  isCrash,
  openDocument,
  type Pdfium,
  type Refusal,
  readFrom,
  type Source,
  startPdfium,
} from '../pdfium.ts'
import { refusePdf } from '../refusals.ts'
import { isColoured, isShaded, isSpread, withFewTones } from './page-colours.ts'
import { readPageText } from './page-text.ts'
import { closePage, loadPage, openForm, type Pixels, renderPage } from './render-page.ts'

lowerPriority()

/** Null when every page was reported. */
export default async function readPages(
  task: PagesTask & WithEngine & Reporting,
): Promise<PdfRefused | null> {
  const fd = openSync(task.path, 'r')
  try {
    const source = { fd, size: fstatSync(fd).size }
    const ended = await readDocument(task, source, (report) => task.port.postMessage(report))
    // The caller resumes in a new worker at the first page that was not reported.
    if (ended === 'worn') process.exit(OUT_OF_MEMORY_EXIT)
    return ended === 'done' ? null : refusePdf(ended)
  } finally {
    closeSync(fd)
  }
}

/** PDFium never frees memory; past this the next pages get a new instance. */
const WORN_MIB = 192
const MIB = 2 ** 20

type Range = WithEngine & Pick<PagesTask, 'memoryMiB' | 'from' | 'to' | 'turns' | 'isRendered'>
type Opened = { document: number; form: number }
type Seen = { pixels: Pixels | null; turn: Turn; text: string; lines: TextLine[]; broke: boolean }

/** 'worn' when PDFium broke or grew too large: the page after the last one reported needs a new instance. */
async function readDocument(
  { engine, memoryMiB, from, to, turns = {}, isRendered }: Range,
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
    const seen = look(pdfium, opened, page, isRendered && (turns[page] ?? 0))
    if (seen === 'worn') return 'worn'
    report(seen ? { read: await made(page, seen) } : { failed: page })
    if (page < last && (seen?.broke || needsRestart(pdfium))) return 'worn'
  }
  return 'done'
}

function open(pdfium: Pdfium, source: Source): Opened | Refusal {
  try {
    const document = openDocument(pdfium, source)
    return document ? { document, form: openForm(pdfium, document) } : explainOpenError(pdfium)
  } catch (error) {
    return explainPdfiumError(pdfium, error)
  }
}

/** `turn` is false where the page is not rendered. */
function look(
  pdfium: Pdfium,
  { document, form }: Opened,
  number: number,
  turn: Turn | false,
): Seen | null | 'worn' {
  try {
    const page = loadPage(pdfium, document, form, number - 1)
    const pixels = page && turn !== false ? renderPage(pdfium, page, form, { turn }) : null
    if (pdfium.outOfMemory()) return 'worn'
    if (!page || (turn !== false && !pixels)) return null
    const pageText = readPageText(pdfium, page)
    const broke = pageText === null || pdfium.outOfMemory()
    if (!broke) closePage(pdfium, page, form)
    return { pixels, turn: turn || 0, text: pageText?.text ?? '', lines: pageText?.lines ?? [], broke }
  } catch (error) {
    if (isCrash(error)) return 'worn'
    throw error
  }
}

async function made(page: number, { pixels, turn, text, lines }: Seen): Promise<PageRead | TextRead> {
  const result = { page, text: cleanPageText(text), isUnread: isUnread(text), lines }
  if (!pixels) return result
  const { width, height } = pixels
  return {
    ...result,
    width,
    height,
    ...(turn && { turn }),
    ...(isSpread(pixels) && { isSpread: true }),
    ...(await picturesOf(pixels)),
  }
}

function needsRestart({ api }: Pdfium) {
  return api.memory.buffer.byteLength > WORN_MIB * MIB
}

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
async function picturesOf(page: Pixels): Promise<{ small: Uint8Array; large: Uint8Array }> {
  const coloured = isColoured(page)
  const shaded = isShaded(page)
  const rendered = sharp(page.rgba, {
    raw: { width: page.width, height: page.height, channels: 4 },
  }).removeAlpha()
  const whole = await rawOf(coloured ? rendered : rendered.toColourspace('b-w'))
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
