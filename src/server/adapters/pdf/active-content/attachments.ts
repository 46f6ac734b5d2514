import { openDocument, type Source } from '../open-document.ts'
import type { Pdfium } from '../pdfium.ts'
import { isProgram } from './file-threats.ts'

const START = 64

/** Whether an attachment of the document or a page begins like a program, whatever its name says. */
export function hasProgramAttached(pdfium: Pdfium, source: Source): boolean {
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
  const told = struct(0)
  api.FPDFAttachment_GetFile(attachment, 0, 0, told)
  const size = new DataView(api.memory.buffer).getUint32(told, true)
  const buffer = size > 0 ? api.malloc(size) : 0
  const read = buffer && api.FPDFAttachment_GetFile(attachment, buffer, size, told)
  const start = read ? Buffer.from(bytes(buffer, Math.min(size, START))) : Buffer.alloc(0)
  api.free(buffer)
  api.free(told)
  return isProgram(start)
}
