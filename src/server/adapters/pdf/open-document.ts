import { readSync } from 'node:fs'
import type { PdfRefusal } from '#domain/files/inspect-pdf.ts'
import type { Pdfium } from './pdfium.ts'

export type Source = { fd: number; size: number }
export type Refusal = Exclude<PdfRefusal, 'active-content' | 'active-content-stays'>

const [ERROR_PASSWORD, ERROR_SECURITY] = [4, 5]

export function readFrom({ fd }: Source) {
  return (position: number, target: Uint8Array) =>
    readSync(fd, target, 0, target.length, position) === target.length ? 1 : 0
}

/** 0 when the document cannot be opened. */
export function openDocument(pdfium: Pdfium, source: Source): number {
  return pdfium.api.FPDF_LoadCustomDocument(pdfium.struct(source.size, pdfium.readPointer, 0), 0)
}

export function whyNotOpened({ api }: Pdfium): Refusal {
  const error = api.FPDF_GetLastError()
  return error === ERROR_PASSWORD || error === ERROR_SECURITY ? 'password' : 'broken'
}

/** Explains PDFium's own errors; rethrows all others. */
export function whyItBroke(pdfium: Pdfium, error: unknown): Refusal {
  if (pdfium.outOfMemory()) return 'too-much-memory'
  if (isCrash(error)) return 'broken'
  throw error
}

/** PDFium must not be used again after such an error. */
export function isCrash(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError
}
