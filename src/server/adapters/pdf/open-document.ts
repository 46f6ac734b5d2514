import { readSync } from 'node:fs'
import type { PdfRefusal } from '#domain/files/inspect-pdf.ts'
import type { Pdfium } from './pdfium.ts'

/** An open file and its size in bytes. */
export type Source = { fd: number; size: number }
export type Refusal = Exclude<PdfRefusal, 'active-content' | 'active-content-stays'>

const [ERROR_PASSWORD, ERROR_SECURITY] = [4, 5]

/** PDFium's callback that reads blocks of the file. */
export function readFrom({ fd }: Source) {
  return (position: number, target: Uint8Array) =>
    readSync(fd, target, 0, target.length, position) === target.length ? 1 : 0
}

/** The document, read through the callback that PDFium was started with; 0 when it cannot be opened. */
export function openDocument(pdfium: Pdfium, source: Source): number {
  return pdfium.api.FPDF_LoadCustomDocument(pdfium.struct(source.size, pdfium.readPointer, 0), 0)
}

export function whyNotOpened({ api }: Pdfium): Refusal {
  const error = api.FPDF_GetLastError()
  return error === ERROR_PASSWORD || error === ERROR_SECURITY ? 'password' : 'broken'
}

/** Why a PDF is refused on which PDFium broke or for which it had too little memory; throws any other error again. */
export function whyItBroke(pdfium: Pdfium, error: unknown): Refusal {
  if (pdfium.outOfMemory()) return 'too-much-memory'
  if (isBreakdown(error)) return 'broken'
  throw error
}

/** Whether PDFium itself broke: it must not be used any more. */
export function isBreakdown(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError
}
