import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import {
  type ImageInspection,
  MAX_PAGES,
  PDF_HEADER_BYTES,
  type PdfInspection,
  THUMBNAIL_MAX_HEIGHT,
  THUMBNAIL_WIDTH,
} from '#domain/files/inspect-pdf.ts'
import { isSideways, type Turn } from '#domain/page-turns/turn.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import { type ActiveContent, createActiveContentScanner, isProgram } from './active-content/active-content.ts'
import type { InspectionTask, PdfTask, WithEngine } from './inspector.ts'
import { readPageText } from './pages/page-text.ts'
import { pageThumbnail, prepareThumbnail } from './pages/picture.ts'
import { loadPage, openForm, type Pixels, renderWithMarks } from './pages/render-page.ts'
import {
  type Callbacks,
  explainOpenError,
  explainPdfiumError,
  openDocument,
  type Pdfium,
  type Refusal,
  readFrom,
  type Source,
  startPdfium,
} from './pdfium.ts'
import { refuseActive, refuseCutShort, refusePdf } from './refusals.ts'

const START = 64

/** Whether an attachment of the document or a page begins like a program, whatever its name says. */
function hasProgramAttached(pdfium: Pdfium, source: Source): boolean {
  const { api } = pdfium
  const document = openDocument(pdfium, source)
  const attached = api.FPDFDoc_GetAttachmentCount(document)
  for (let i = 0; i < attached; i++) {
    if (isProgramIn(pdfium, api.FPDFDoc_GetAttachment(document, i))) return true
  }
  const pages = api.FPDF_GetPageCount(document)
  for (let i = 0; i < pages; i++) if (hasProgramOnPage(pdfium, document, i)) return true
  api.FPDF_CloseDocument(document)
  return false
}

function hasProgramOnPage(pdfium: Pdfium, document: number, index: number): boolean {
  const { api } = pdfium
  const page = api.FPDF_LoadPage(document, index)
  if (!page) return false
  const annotations = api.FPDFPage_GetAnnotCount(page)
  let found = false
  for (let i = 0; i < annotations && !found; i++) {
    const annotation = api.FPDFPage_GetAnnot(page, i)
    found = isProgramIn(pdfium, api.FPDFAnnot_GetFileAttachment(annotation))
    api.FPDFPage_CloseAnnot(annotation)
  }
  api.FPDF_ClosePage(page)
  return found
}

function isProgramIn({ api, bytes, struct }: Pdfium, attachment: number): boolean {
  if (!attachment) return false
  const out = struct(0)
  api.FPDFAttachment_GetFile(attachment, 0, 0, out)
  const size = new DataView(api.memory.buffer).getUint32(out, true)
  const buffer = size > 0 ? api.malloc(size) : 0
  const read = buffer && api.FPDFAttachment_GetFile(attachment, buffer, size, out)
  const start = read ? Buffer.from(bytes(buffer, Math.min(size, START))) : Buffer.alloc(0)
  api.free(buffer)
  api.free(out)
  return isProgram(start)
}

/** A date as PDF writes it, "D:20180227115818+05'30'", with room for a longer one. */
const MOST_BYTES = 128
const TAG = new TextEncoder().encode('CreationDate\0')

/** The day, as 2018-02-27, on which a document says that it was made. */
function readDayMade({ api, bytes }: Pdfium, document: number): string | undefined {
  const buffer = api.malloc(MOST_BYTES)
  if (!buffer) return
  bytes(buffer, TAG.length).set(TAG)
  const length = api.FPDF_GetMetaText(document, buffer, buffer, MOST_BYTES)
  const text = length > 0 && length <= MOST_BYTES ? bytes(buffer, length).slice() : new Uint8Array()
  api.free(buffer)
  const written = new TextDecoder('utf-16le').decode(text)
  const [, year, month, day] = /^D:(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.exec(written) ?? []
  return day ? `${year}-${month}-${day}` : undefined
}

/** Letters keep their shape better than when rendered at 480 pixels. */
const OVERSAMPLING = 2
/** Streams from this size on are replaced by marks; PDFium reads objects in blocks of 512 bytes. */
const LARGE_STREAM = 64 * 1024
const WITHOUT_ENCRYPTION = 3
/** The bit of the permissions without which nothing may be printed. */
const MAY_PRINT = 4
const [BGRA, WHITE] = [4, 0xffffffff]

type FirstPage = { page: number; pixels: Pixels }
type Checked = FirstPage & { pages: number; made?: string; isLocked: boolean }
type Inspected =
  | { pages: number; pixels: Pixels; text: string; made?: string; isLocked: boolean }
  | { refused: Refusal }
  | { active: ActiveContent; stays: boolean }

/** With a PDFium of its own; page 1 is turned by `turn` on its picture. Throws what is no fault of the file. */
async function inspectDocument(
  module: WebAssembly.Module,
  memoryMiB: number,
  source: Source,
  turn: Turn = 0,
): Promise<Inspected> {
  const callbacks: Callbacks = { read: readFrom(source), write: () => 0 }
  const pdfium = await startPdfium(module, memoryMiB, callbacks)
  try {
    const verdict = checkDocument(pdfium, callbacks, source, turn)
    if (pdfium.outOfMemory()) return { refused: 'too-much-memory' }
    if (!('page' in verdict)) return verdict
    const { page, pages, pixels, made, isLocked } = verdict
    return { pages, pixels, made, isLocked, text: readPageText(pdfium, page)?.text ?? '' }
  } catch (error) {
    return { refused: explainPdfiumError(pdfium, error) }
  }
}

function checkDocument(
  pdfium: Pdfium,
  callbacks: Callbacks,
  source: Source,
  turn: Turn,
): Checked | Exclude<Inspected, { pages: number }> {
  const { api } = pdfium
  const document = openDocument(pdfium, source)
  if (!document) return { refused: explainOpenError(pdfium) }
  const pages = api.FPDF_GetPageCount(document)
  const encrypted = api.FPDF_GetSecurityHandlerRevision(document) !== -1
  const isLocked = (api.FPDF_GetDocPermissions(document) & MAY_PRINT) === 0
  const made = readDayMade(pdfium, document)
  api.FPDF_CloseDocument(document)
  if (pages < 1) return { refused: 'no-pages' }
  if (pages > MAX_PAGES) return { refused: 'too-many-pages' }
  const active = findActiveContent(pdfium, callbacks, source)
  if (active === 'broken' || active === 'portfolio') return { refused: active }
  if (active) return { active, stays: encrypted || active === 'Program' }
  const first = renderFirstPage(pdfium, source, turn)
  return first ? { pages, made, isLocked, ...first } : { refused: 'broken' }
}

/**
 * Scans what PDFium saves. PDFium keeps all streams in memory (56 MiB for a file of 50), so large ones are read as
 * marks (6 MiB). A mark that does not come back may have replaced needed bytes: then all is scanned unmarked.
 */
function findActiveContent(
  pdfium: Pdfium,
  callbacks: Callbacks,
  source: Source,
): ActiveContent | null | 'broken' | 'portfolio' {
  const { api } = pdfium
  const document = openDocument(pdfium, source)
  const encrypted = api.FPDF_GetSecurityHandlerRevision(document) !== -1
  const marked = walk(
    pdfium,
    callbacks,
    source,
    document,
    encrypted ? Number.POSITIVE_INFINITY : LARGE_STREAM,
  )
  if (marked !== 'unsure') return marked
  const whole = walk(pdfium, callbacks, source, openDocument(pdfium, source), Number.POSITIVE_INFINITY)
  return whole === 'unsure' ? 'broken' : whole
}

function walk(pdfium: Pdfium, callbacks: Callbacks, source: Source, document: number, large: number) {
  const mark = randomBytes(16)
  const scanner = createActiveContentScanner(mark)
  const read = readFrom(source)
  let marks = 0
  callbacks.read = (position, target) => {
    if (target.length < large) return read(position, target)
    target.set(mark)
    new DataView(target.buffer, target.byteOffset).setUint32(mark.length, marks++, true)
    return 1
  }
  callbacks.write = (block) => (scanner.push(block) ? 0 : 1)
  const saved = pdfium.api.FPDF_SaveAsCopy(
    document,
    pdfium.struct(1, pdfium.writePointer),
    WITHOUT_ENCRYPTION,
  )
  pdfium.api.FPDF_CloseDocument(document)
  callbacks.read = read
  if (scanner.found()) return scanner.found()
  if (scanner.seen.size < marks) return 'unsure'
  if (!saved) return 'broken'
  if (scanner.isPortfolio()) return 'portfolio'
  return scanner.embeds() && hasProgramAttached(pdfium, source) ? 'Program' : null
}

/** Null when it cannot be rendered. The top of a page that is too tall, a strip of one too wide. */
function renderFirstPage(pdfium: Pdfium, source: Source, turn: Turn): FirstPage | null {
  const { api } = pdfium
  const document = openDocument(pdfium, source)
  const form = openForm(pdfium, document)
  const page = loadPage(pdfium, document, form, 0)
  const ratioInFile = api.FPDF_GetPageHeightF(page) / api.FPDF_GetPageWidthF(page)
  const ratio = isSideways(turn) ? 1 / ratioInFile : ratioInFile
  if (!page || !(ratio > 0)) return null
  const width = THUMBNAIL_WIDTH * OVERSAMPLING
  const wholeHeight = OVERSAMPLING * Math.max(1, Math.round(THUMBNAIL_WIDTH * Math.min(ratio, 1000)))
  const height = Math.min(wholeHeight, THUMBNAIL_MAX_HEIGHT * OVERSAMPLING)
  const bitmap = api.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0)
  if (!bitmap) return null
  api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  renderWithMarks(pdfium, bitmap, { page, form }, { left: 0, top: 0, width, height: wholeHeight, turn })
  const size = api.FPDFBitmap_GetStride(bitmap) * height
  const rgba = pdfium.bytes(api.FPDFBitmap_GetBuffer(bitmap), size).slice()
  return { page, pixels: { rgba, width, height } }
}

const ZIP = Buffer.from('PK\x03\x04')

export default function inspect(task: InspectionTask & WithEngine): Promise<PdfInspection | ImageInspection> {
  return task.kind === 'pdf' ? inspectPdf(task) : prepareThumbnail(task.path, task)
}

async function inspectPdf({ path, turn, memoryMiB, engine }: PdfTask & WithEngine): Promise<PdfInspection> {
  const fd = openSync(path, 'r')
  try {
    const size = fstatSync(fd).size
    if (size === 0) return refusePdf('empty')
    if (!hasPdfHeader(fd)) return refusePdf('not-a-pdf')
    const found = await inspectDocument(engine, memoryMiB, { fd, size }, turn)
    if ('refused' in found && found.refused === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
    if ('refused' in found && found.refused === 'broken' && !hasPdfEnd(fd, size)) return refuseCutShort()
    if ('refused' in found) return refusePdf(found.refused)
    if ('active' in found) return refuseActive(found.active, found)
    const { pages, pixels, text, made, isLocked } = found
    return { accepted: true, pages, thumbnail: await pageThumbnail(pixels), text, made, isLocked }
  } finally {
    closeSync(fd)
  }
}

function hasPdfHeader(fd: number): boolean {
  const bytes = Buffer.alloc(PDF_HEADER_BYTES)
  readSync(fd, bytes, 0, bytes.length, 0)
  // A zip may have a PDF as it is near its beginning.
  return bytes.includes('%PDF-') && !bytes.subarray(0, ZIP.length).equals(ZIP)
}

function hasPdfEnd(fd: number, size: number): boolean {
  const bytes = Buffer.alloc(Math.min(size, PDF_HEADER_BYTES))
  readSync(fd, bytes, 0, bytes.length, size - bytes.length)
  return bytes.includes('%%EOF')
}
