import { PAGE_TEXT_LIMIT } from '#domain/files/inspect-pdf.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'
import { isCrash } from '../open-document.ts'
import type { Pdfium } from '../pdfium.ts'
import { textLines } from './text-lines.ts'

const [TEXT, FORM] = [1, 5]
/** PDFium sorts a line's objects one by one: a page with more of them costs seconds and is read as empty. */
const MOST_TEXT_OBJECTS = PAGE_TEXT_LIMIT
/** PDFium keeps a box for each letter: 20 MiB for 100,000, beside the 16 MiB that it starts with. */
const MEMORY_MIB = 64
const UTF16_BYTES = 2

export type Said = { text: string; lines: TextLine[] }

const NOTHING: Said = { text: '', lines: [] }

/** At most 20,000 UTF-16 units; nothing where it would take too much; null when PDFium broke and must not be reused. */
export function readPageText(pdfium: Pdfium, page: number): Said | null {
  if (countTextObjects(pdfium, page) > MOST_TEXT_OBJECTS) return NOTHING
  const growAgain = pdfium.growNoMoreThan(MEMORY_MIB)
  try {
    return textOf(pdfium, page)
  } catch (error) {
    if (isCrash(error)) return null
    throw error
  } finally {
    growAgain()
  }
}

/** Includes the forms drawn on the page; stops when there are too many. */
function countTextObjects({ api }: Pdfium, page: number): number {
  let found = 0
  const look = (object: number) => {
    const type = api.FPDFPageObj_GetType(object)
    if (type === TEXT) found += 1
    if (type !== FORM) return
    const within = api.FPDFFormObj_CountObjects(object)
    for (let i = 0; i < within && found <= MOST_TEXT_OBJECTS; i++) look(api.FPDFFormObj_GetObject(object, i))
  }
  const objects = api.FPDFPage_CountObjects(page)
  for (let i = 0; i < objects && found <= MOST_TEXT_OBJECTS; i++) look(api.FPDFPage_GetObject(page, i))
  return found
}

function textOf(pdfium: Pdfium, page: number): Said {
  const { api, bytes } = pdfium
  const text = api.FPDFText_LoadPage(page)
  if (!text) return NOTHING
  const length = Math.min(Math.max(0, api.FPDFText_CountChars(text)), PAGE_TEXT_LIMIT)
  const buffer = api.malloc((length + 1) * UTF16_BYTES)
  if (!buffer) return NOTHING
  const units = Math.max(0, api.FPDFText_GetText(text, 0, length, buffer) - 1)
  const read = new TextDecoder('utf-16le').decode(bytes(buffer, units * UTF16_BYTES))
  api.free(buffer)
  const lines = textLines(pdfium, page, text, length)
  api.FPDFText_ClosePage(text)
  return { text: read.slice(0, PAGE_TEXT_LIMIT), lines }
}
