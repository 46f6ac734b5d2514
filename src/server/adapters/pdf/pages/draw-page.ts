import { LONGEST_PAGE_RATIO, PAGE_WIDTH } from '#domain/files/inspect-pdf.ts'
import type { Pdfium } from '../pdfium.ts'
import { drawWithMarks, type Form } from './draw-marks.ts'

export type Pixels = { rgba: Uint8Array; width: number; height: number }

const [BGRA, WHITE] = [4, 0xffffffff]

/** 1440 pixels wide; null without a size or memory. Extreme pages are centred in the longest or widest form. */
export function drawPage(pdfium: Pdfium, page: number, form: Form): Pixels | null {
  const { api, bytes } = pdfium
  const ratio = api.FPDF_GetPageHeightF(page) / api.FPDF_GetPageWidthF(page)
  if (!(ratio > 0 && Number.isFinite(ratio))) return null
  const width = PAGE_WIDTH
  const height = Math.round(width * Math.min(Math.max(ratio, 1 / LONGEST_PAGE_RATIO), LONGEST_PAGE_RATIO))
  const wide = Math.max(1, Math.round(Math.min(width, height / ratio)))
  const high = Math.max(1, Math.round(Math.min(height, width * ratio)))
  const [left, top] = [(width - wide) >> 1, (height - high) >> 1]
  const bitmap = api.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0)
  if (!bitmap) return null
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    drawWithMarks(pdfium, bitmap, { page, form }, { left, top, width: wide, height: high })
    const size = api.FPDFBitmap_GetStride(bitmap) * height
    return { rgba: bytes(api.FPDFBitmap_GetBuffer(bitmap), size).slice(), width, height }
  } finally {
    api.FPDFBitmap_Destroy(bitmap)
  }
}
