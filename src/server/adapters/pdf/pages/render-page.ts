import { LONGEST_PAGE_RATIO, PAGE_WIDTH } from '#domain/files/inspect-pdf.ts'
import { isSideways, type Turn } from '#domain/page-turns/turn.ts'
import type { Pdfium } from '../pdfium.ts'

/** 0 when the document has no form. */
type Form = number

/** No callbacks, so the form can do nothing. */
const NO_CALLBACKS = new Array<number>(40).fill(0)
const [FORM_FILL_VERSION, NO_FORM] = [1, 0]
/** Annotations, and sharp's order of bytes. */
const WITH_ANNOTATIONS_AS_RGBA = 0x01 | 0x10

type Place = { left: number; top: number; width: number; height: number; turn?: Turn }

/** Renders filled fields that have no stored look. No action ever runs; a blue tint would need a colour to be set. */
export function openForm({ api, struct }: Pdfium, document: number): Form {
  if (api.FPDF_GetFormType(document) === NO_FORM) return 0
  return api.FPDFDOC_InitFormFillEnvironment(document, struct(FORM_FILL_VERSION, ...NO_CALLBACKS))
}

/** 0 when the page cannot be loaded. */
export function loadPage({ api }: Pdfium, document: number, form: Form, index: number): number {
  const page = api.FPDF_LoadPage(document, index)
  if (page && form) api.FORM_OnAfterLoadPage(page, form)
  return page
}

export function closePage({ api }: Pdfium, page: number, form: Form) {
  if (form) api.FORM_OnBeforeClosePage(page, form)
  api.FPDF_ClosePage(page)
}

/** With all that a reader sees: annotations and filled fields, too. */
export function renderWithMarks(
  { api }: Pdfium,
  bitmap: number,
  { page, form }: { page: number; form: Form },
  { left, top, width, height, turn = 0 }: Place,
) {
  const quarters = turn / 90
  api.FPDF_RenderPageBitmap(bitmap, page, left, top, width, height, quarters, WITH_ANNOTATIONS_AS_RGBA)
  if (form) api.FPDF_FFLDraw(form, bitmap, page, left, top, width, height, quarters, WITH_ANNOTATIONS_AS_RGBA)
}

/** `points`: how wide the page is on paper, in 72nds of an inch. */
export type Pixels = { rgba: Uint8Array; width: number; height: number; points?: number }

const [BGRA, WHITE] = [4, 0xffffffff]

/** Null without a size or memory. `widthOf` is given height by width; without it the picture is 1440 pixels wide. Once
 * turned the picture is as wide, not as high. */
export function renderPage(
  pdfium: Pdfium,
  page: number,
  form: Form,
  { widthOf = () => PAGE_WIDTH, turn = 0 }: { widthOf?: (ratio: number) => number; turn?: Turn } = {},
): Pixels | null {
  const { api, bytes } = pdfium
  const place = placeOf(pdfium, page, widthOf, turn)
  if (!place) return null
  const { width, height, left, top, wide, high } = place
  const points = isSideways(turn) ? api.FPDF_GetPageHeightF(page) : api.FPDF_GetPageWidthF(page)
  const bitmap = api.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0)
  if (!bitmap) return null
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    renderWithMarks(pdfium, bitmap, { page, form }, { left, top, width: wide, height: high, turn })
    const size = api.FPDFBitmap_GetStride(bitmap) * height
    return { rgba: bytes(api.FPDFBitmap_GetBuffer(bitmap), size).slice(), width, height, points }
  } finally {
    api.FPDFBitmap_Destroy(bitmap)
  }
}

/** Where a page is in its picture: extreme ones are centred in the longest or widest form. */
export function placeOf({ api }: Pdfium, page: number, widthOf: (ratio: number) => number, turn: Turn = 0) {
  const ratioInFile = api.FPDF_GetPageHeightF(page) / api.FPDF_GetPageWidthF(page)
  const ratio = isSideways(turn) ? 1 / ratioInFile : ratioInFile
  if (!(ratio > 0 && Number.isFinite(ratio))) return null
  const form = Math.min(Math.max(ratio, 1 / LONGEST_PAGE_RATIO), LONGEST_PAGE_RATIO)
  const width = widthOf(form)
  const height = Math.round(width * form)
  const wide = Math.max(1, Math.round(Math.min(width, height / ratio)))
  const high = Math.max(1, Math.round(Math.min(height, width * ratio)))
  return { width, height, left: (width - wide) >> 1, top: (height - high) >> 1, wide, high }
}
