import type { Turn } from '#domain/page-turns/turn.ts'
import type { Pdfium } from '../pdfium.ts'

/** 0 when the document has no form. */
export type Form = number

/** No callbacks, so the form can do nothing. */
const NO_CALLBACKS = new Array<number>(40).fill(0)
const [FORM_FILL_VERSION, NO_FORM] = [1, 0]
/** Annotations, and sharp's order of bytes. */
const WITH_ANNOTATIONS_AS_RGBA = 0x01 | 0x10

export type Place = { left: number; top: number; width: number; height: number; turn?: Turn }

/** Draws filled fields that have no stored look. No action ever runs; a blue tint would need a colour to be set. */
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
export function drawWithMarks(
  { api }: Pdfium,
  bitmap: number,
  { page, form }: { page: number; form: Form },
  { left, top, width, height, turn = 0 }: Place,
) {
  const quarters = turn / 90
  api.FPDF_RenderPageBitmap(bitmap, page, left, top, width, height, quarters, WITH_ANNOTATIONS_AS_RGBA)
  if (form) api.FPDF_FFLDraw(form, bitmap, page, left, top, width, height, quarters, WITH_ANNOTATIONS_AS_RGBA)
}
