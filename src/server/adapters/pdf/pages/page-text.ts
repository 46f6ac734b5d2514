import { PAGE_TEXT_LIMIT } from '#domain/files/inspect-pdf.ts'
import { isBreakdown } from '../open-document.ts'
import type { Pdfium } from '../pdfium.ts'

const [TEXT, FORM] = [1, 5]
/**
 * Every letter of a page may be an object of its own. PDFium sorts those of a line one by one, so that a page with many
 * more of them than we would keep letters costs seconds; it is read as if it had none.
 */
const MOST_TEXT_OBJECTS = PAGE_TEXT_LIMIT
/** PDFium keeps a box for each letter: 20 MiB for 100,000. It has 16 from the start and more when drawing took it. */
const MEMORY_MIB = 64
const UTF16_BYTES = 2

/**
 * The text of a loaded page, at most 20,000 UTF-16 units; '' where there is none or it would take too much. Null when
 * PDFium broke over it: it must not be used any more.
 */
export function readPageText(pdfium: Pdfium, page: number): string | null {
  if (countTextObjects(pdfium, page) > MOST_TEXT_OBJECTS) return ''
  const growAgain = pdfium.growNoMoreThan(MEMORY_MIB)
  try {
    return textOf(pdfium, page)
  } catch (error) {
    if (isBreakdown(error)) return null
    throw error
  } finally {
    growAgain()
  }
}

/** Those of the page and of the forms drawn on it, counted only until there are too many. */
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

function textOf({ api, bytes }: Pdfium, page: number): string {
  const text = api.FPDFText_LoadPage(page)
  if (!text) return ''
  const length = Math.min(Math.max(0, api.FPDFText_CountChars(text)), PAGE_TEXT_LIMIT)
  const buffer = api.malloc((length + 1) * UTF16_BYTES)
  if (!buffer) return ''
  const units = Math.max(0, api.FPDFText_GetText(text, 0, length, buffer) - 1)
  const read = new TextDecoder('utf-16le').decode(bytes(buffer, units * UTF16_BYTES))
  api.free(buffer)
  api.FPDFText_ClosePage(text)
  return read.slice(0, PAGE_TEXT_LIMIT)
}
