import type { Pdfium } from '../pdfium.ts'

/** A form in an open document, so that its fields can be drawn; 0 when there is none. */
export type Form = number

/** Zeros after the version: no callback, so nothing that the form asks for is done, and no JavaScript. */
const NO_CALLBACKS = new Array<number>(40).fill(0)
const [FORM_FILL_VERSION, NO_FORM] = [1, 0]
/** With stamps, ink and notes, and in the order of bytes that sharp takes. */
const WITH_ANNOTATIONS_AS_RGBA = 0x01 | 0x10

export type Place = { left: number; top: number; width: number; height: number }

/**
 * Lets PDFium make the looks of fields that were filled in without one. This build of PDFium has no JavaScript, and no
 * action of the document is ever asked for. The fields' blue tint is drawn only by those who set its colour.
 */
export function openForm({ api, struct }: Pdfium, document: number): Form {
  if (api.FPDF_GetFormType(document) === NO_FORM) return 0
  return api.FPDFDOC_InitFormFillEnvironment(document, struct(FORM_FILL_VERSION, ...NO_CALLBACKS))
}

/** The page of a document with this form, loaded; 0 when it cannot be. */
export function loadPage({ api }: Pdfium, document: number, form: Form, index: number): number {
  const page = api.FPDF_LoadPage(document, index)
  if (page && form) api.FORM_OnAfterLoadPage(page, form)
  return page
}

/** Ends what `loadPage` began. */
export function closePage({ api }: Pdfium, page: number, form: Form) {
  if (form) api.FORM_OnBeforeClosePage(page, form)
  api.FPDF_ClosePage(page)
}

/** Draws a page into a bitmap, with everything that a reader sees on it: annotations and filled-in fields, too. */
export function drawWithMarks(
  { api }: Pdfium,
  bitmap: number,
  { page, form }: { page: number; form: Form },
  { left, top, width, height }: Place,
) {
  api.FPDF_RenderPageBitmap(bitmap, page, left, top, width, height, 0, WITH_ANNOTATIONS_AS_RGBA)
  if (form) api.FPDF_FFLDraw(form, bitmap, page, left, top, width, height, 0, WITH_ANNOTATIONS_AS_RGBA)
}
