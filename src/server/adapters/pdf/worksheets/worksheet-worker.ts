import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { PdfsMerged } from '#domain/files/inspect-pdf.ts'
import { isTooSmall, scaleOf } from '#domain/worksheets/layout.ts'
import type { FileQuestion, WorksheetContent } from '#domain/worksheets/worksheet-file.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import type { WithEngine, WorksheetTask } from '../inspector.ts'
import { type Callbacks, explainPdfiumError, type Pdfium, startPdfium } from '../pdfium.ts'
import { refuseMerging } from '../refusals.ts'
import { type Composed, composeSheets, embedJpeg, type Part } from './compose-sheets.ts'
import { openForms, type PageForms } from './page-forms.ts'
import { type FoundPieces, findPieces, HOLE_EDGE, type Piece, renderPiece } from './question-pieces.ts'
import { openPaper, type SourcePaper } from './source-pages.ts'
import { type DocxQuestion, docxWidth, writeDocx } from './write-docx.ts'

/** Of scans in a PDF, about what the pictures of pages have; and of all questions for word processors. */
const [SCAN_DPI, DOCX_DPI] = [160, 200]

/** In a worker thread, which is ended past its deadline; the server then removes `to`. */
export default async function makeWorksheet(task: WorksheetTask & WithEngine): Promise<PdfsMerged> {
  const callbacks: Callbacks = { read: () => 0, write: () => 0 }
  const pdfium = await startPdfium(task.engine, task.memoryMiB, callbacks)
  try {
    const made = await (task.format === 'docx' ? makeDocument : makePdf)(task, async (use) => {
      for (const [at, path] of task.paths.entries()) {
        const own = task.content.questions.filter(({ source }) => source === at)
        await withPaper(pdfium, callbacks, path, (paper) => use(paper, own))
      }
    })
    if (pdfium.outOfMemory()) process.exit(OUT_OF_MEMORY_EXIT)
    if (!made) return refuseMerging('broken')
    writeFileSync(task.to, made.bytes, { flag: 'wx', mode: 0o600 })
    return { merged: true, pages: made.pages, size: made.bytes.length }
  } catch (error) {
    const reason = explainPdfiumError(pdfium, error)
    if (reason === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
    return refuseMerging(reason)
  }
}

/** Calls for each paper with its questions. */
type EachPaper = (use: (paper: SourcePaper, own: readonly FileQuestion[]) => Promise<void>) => Promise<void>
/** Null where no question is left. */
type Made = { bytes: Uint8Array; pages: number } | null

async function makePdf({ content }: WorksheetTask, eachPaper: EachPaper): Promise<Made> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const composed = new Map<FileQuestion, Composed>()
  await eachPaper(async (paper, own) => {
    for (const [question, made] of await composeQuestions(document, paper, own)) composed.set(question, made)
  })
  const { there, lost } = inOrder(content.questions, composed)
  if (there.length === 0) return null
  const pages = await composeSheets(document, content, there, lost)
  document.setTitle(content.heading.title)
  return { bytes: await document.save({ useObjectStreams: true, updateFieldAppearances: false }), pages }
}

async function makeDocument({ content }: WorksheetTask, eachPaper: EachPaper): Promise<Made> {
  const rendered = new Map<FileQuestion, DocxQuestion>()
  await eachPaper(async (paper, own) => {
    for (const question of own) {
      const found = findPieces(paper, question)
      if (!found) continue
      const made = await renderAll(found, question, content)
      if (made) rendered.set(question, { ...question, ...made })
      closePages(found)
    }
  })
  const { there, lost } = inOrder(content.questions, rendered)
  return there.length > 0 ? { bytes: await writeDocx(content, there, lost), pages: 0 } : null
}

function inOrder<Value>(questions: readonly FileQuestion[], made: ReadonlyMap<FileQuestion, Value>) {
  return {
    there: questions.flatMap((question) => made.get(question) ?? []),
    lost: questions.flatMap((question) => (made.has(question) || !question.lost ? [] : [question.lost])),
  }
}

async function renderAll(
  { pieces }: FoundPieces,
  { lineHeight }: FileQuestion,
  content: WorksheetContent,
): Promise<Pick<DocxQuestion, 'pictures' | 'isWide'> | null> {
  const measured = pieces.map((piece) => {
    const { area, page } = piece
    const [width, height] = [(area.right - area.left) * page.pixel, (area.bottom - area.top) * page.pixel]
    return { piece, width, height, wanted: scaleOf(lineHeight * page.pixel, content.columns) }
  })
  const column = docxWidth(content, false)
  const isWide =
    content.columns === 2 && measured.some(({ width, wanted }) => isTooSmall(column / width, wanted))
  const room = docxWidth(content, isWide)
  const pictures: DocxQuestion['pictures'] = []
  for (const { piece, width, height, wanted } of measured) {
    const rendered = await renderPiece(piece, { dpi: DOCX_DPI, format: 'png' })
    if (!rendered) return null
    const scale = Math.min(wanted, room / width, 700 / height)
    pictures.push({ bytes: rendered.bytes, width: width * scale, height: height * scale })
  }
  return { pictures, isWide }
}

function closePages({ pieces }: FoundPieces) {
  for (const page of new Set(pieces.map((piece) => piece.page))) page.close()
}

async function withPaper(
  pdfium: Pdfium,
  callbacks: Callbacks,
  path: string,
  use: (paper: SourcePaper) => Promise<void>,
) {
  const fd = openSync(path, 'r')
  try {
    const paper = openPaper(pdfium, callbacks, { fd, size: fstatSync(fd).size })
    if (!paper) return
    await use(paper)
    paper.close()
  } finally {
    closeSync(fd)
  }
}

/** Those whose pages cannot be opened are left out. */
async function composeQuestions(
  document: PDFDocument,
  paper: SourcePaper,
  questions: readonly FileQuestion[],
) {
  const numbers = [...new Set(questions.flatMap(({ boxes }) => boxes.map(({ page }) => page)))]
    .filter((page) => page <= paper.pages)
    .sort((one, other) => one - other)
  const copy = paper.copyOf(numbers)
  // What this cannot read of a file, PDFium shows as a picture.
  const forms = copy && (await openForms(copy, document.context).catch(() => null))
  const made = new Map<FileQuestion, Composed>()
  for (const question of questions) {
    const found = findPieces(paper, question)
    if (!found) continue
    const parts: Part[] = []
    for (const piece of found.pieces) {
      const part = formOf(forms, numbers, piece, question) ?? (await pictureOf(document, piece))
      if (part) parts.push(part)
    }
    closePages(found)
    if (parts.length === found.pieces.length) made.set(question, compose(question, found, parts))
  }
  forms?.shrinkFonts()
  return made
}

function compose(
  question: FileQuestion,
  { pieces, wordsLeft, baseline }: FoundPieces,
  parts: Part[],
): Composed {
  const [first] = pieces
  const pixel = first?.page.pixel ?? 1
  const { label, marks, note, space, lineHeight } = question
  const measured = {
    parts: parts.map(({ width, height }) => ({ width, height })),
    hangs: Math.max(0, wordsLeft - (first?.area.left ?? 0)) * pixel,
    letters: lineHeight * pixel,
    space,
    hasNote: note !== null,
  }
  return { measured, parts, baseline: (baseline - (first?.area.top ?? 0)) * pixel, label, marks, note }
}

/** Null where the piece is shown as a picture: a scan's, or one whose content is not understood. */
function formOf(
  forms: PageForms | null,
  numbers: readonly number[],
  piece: Piece,
  question: FileQuestion,
): Part | null {
  const { page, area, lines, box, hidden } = piece
  const x = (pixels: number) => (pixels - page.left) * page.pixel
  const y = (pixels: number) => page.height - (pixels - page.top) * page.pixel
  const rect = { left: x(area.left), bottom: y(area.bottom), right: x(area.right), top: y(area.top) }
  try {
    // Two bytes for a letter, and what may be around a number: "Q. No. 17)".
    const letters = 2 * (question.number.length + 10)
    const covered = hidden.map((hole) => ({
      ...{ left: x(hole.left), bottom: y(hole.bottom), top: y(hole.top), letters },
      // What begins at its very edge are the words after it.
      right: x(hole.right - HOLE_EDGE),
    }))
    const turn = question.turns[box.page] ?? 0
    const own = { area: rect, lines: { ...rect, top: y(lines.top) } }
    const form = forms?.formOf(numbers.indexOf(box.page), turn, own, covered)
    if (!form) return null
    const holes = hidden.flatMap(({ left, top, right, bottom }) => {
      const from = Math.max(left, area.left)
      const [width, height] = [(right - from) * page.pixel, (bottom - top) * page.pixel]
      // Beyond the area it would show what is there.
      return width > 0 ? { x: x(from) - rect.left, y: y(bottom) - rect.bottom, width, height } : []
    })
    const { left, bottom, right, top } = rect
    return { ref: form.ref, isPicture: false, left, bottom, width: right - left, height: top - bottom, holes }
  } catch {
    return null
  }
}

async function pictureOf(document: PDFDocument, piece: Piece): Promise<Part | null> {
  const rendered = await renderPiece(piece, { dpi: SCAN_DPI, format: 'jpeg' })
  if (!rendered) return null
  const { area, page } = piece
  const [width, height] = [(area.right - area.left) * page.pixel, (area.bottom - area.top) * page.pixel]
  return {
    ref: embedJpeg(document.context, rendered),
    isPicture: true,
    left: 0,
    bottom: 0,
    width,
    height,
    holes: [],
  }
}
