import { PAGE_WIDTH } from '#domain/files/inspect-pdf.ts'
import { isSideways, type Turn } from '#domain/page-turns/turn.ts'
import type { QuestionBox } from '#domain/questions/find-questions.ts'
import type { FileQuestion } from '#domain/worksheets/worksheet-file.ts'
import { measure } from '../pages/page-text.ts'
import { closePage, loadPage, openForm, type Pixels, placeOf, renderWithMarks } from '../pages/render-page.ts'
import { type Callbacks, openDocument, type Pdfium, readFrom, type Source } from '../pdfium.ts'

/** In pixels of the page's picture, 1440 wide. */
export type Area = { left: number; top: number; right: number; bottom: number }
export type Letter = Area & { text: string }

/** A page as its picture shows it: turned, and fitted where it is very long. */
export type SourcePage = {
  /** Of the turned page, in points. */
  width: number
  height: number
  /** In points. */
  pixel: number
  /** Of the page's own upper left corner on its picture, in pixels. */
  left: number
  top: number
  letters(): Letter[]
  /** So many pixels for each of the page's picture; null without memory. */
  render(area: Area, times: number): Pixels | null
  close(): void
}

/** A paper that is open in PDFium. */
export type SourcePaper = {
  pages: number
  page(number: number, turn: Turn): SourcePage | null
  /** A document of these pages alone, with their annotations as part of them. */
  copyOf(numbers: readonly number[]): Uint8Array | null
  close(): void
}

const [WRITTEN_ANEW, WHITE, BGRA, FOR_PRINT] = [2, 0xffffffff, 4, 1]

/** Null where it cannot be opened. */
export function openPaper(pdfium: Pdfium, callbacks: Callbacks, source: Source): SourcePaper | null {
  const { api } = pdfium
  callbacks.read = readFrom(source)
  const document = openDocument(pdfium, source)
  if (!document) return null
  const form = openForm(pdfium, document)
  const pages = api.FPDF_GetPageCount(document)

  function page(number: number, turn: Turn): SourcePage | null {
    const open = loadPage(pdfium, document, form, number - 1)
    if (!open) return null
    const place = placeOf(pdfium, open, () => PAGE_WIDTH, turn)
    if (!place) return null
    const [wide, high] = [api.FPDF_GetPageWidthF(open), api.FPDF_GetPageHeightF(open)]
    const [width, height] = isSideways(turn) ? [high, wide] : [wide, high]
    return {
      ...{ width, height, pixel: width / place.wide, left: place.left, top: place.top },
      letters: () => lettersOf(pdfium, open, turn),
      render: (area, times) => render(pdfium, { page: open, form, place, turn }, area, times),
      close: () => closePage(pdfium, open, form),
    }
  }

  function copyOf(numbers: readonly number[]): Uint8Array | null {
    const blocks: Buffer[] = []
    callbacks.write = (block) => {
      blocks.push(Buffer.from(block))
      return 1
    }
    const copy = api.FPDF_CreateNewDocument()
    const isThere = api.FPDF_ImportPages(copy, document, pdfium.text(numbers.join(',')), 0)
    for (let at = 0; isThere && at < numbers.length; at++) {
      const own = api.FPDF_LoadPage(copy, at)
      if (own && api.FPDFPage_GetAnnotCount(own) > 0) api.FPDFPage_Flatten(own, FOR_PRINT)
      if (own) api.FPDF_ClosePage(own)
    }
    const isWritten =
      isThere && api.FPDF_SaveAsCopy(copy, pdfium.struct(1, pdfium.writePointer), WRITTEN_ANEW)
    api.FPDF_CloseDocument(copy)
    return isWritten ? Buffer.concat(blocks) : null
  }

  return { pages, page, copyOf, close: () => api.FPDF_CloseDocument(document) }
}

/** Where each letter is on the turned page. */
function lettersOf(pdfium: Pdfium, page: number, turn: Turn): Letter[] {
  const { api } = pdfium
  const text = api.FPDFText_LoadPage(page)
  if (!text) return []
  const boxAt = measure(pdfium, page, text)
  const upright = placeOf(pdfium, page, () => PAGE_WIDTH)
  const turned = placeOf(pdfium, page, () => PAGE_WIDTH, turn)
  const letters: Letter[] = []
  const count = boxAt && upright && turned ? api.FPDFText_CountChars(text) : 0
  for (let at = 0; at < count; at++) {
    const box = boxAt?.(at)
    if (!box || !upright || !turned) continue
    const character = String.fromCodePoint(api.FPDFText_GetUnicode(text, at) || 32)
    letters.push({ ...turnArea(box, turn, upright, turned.width / upright.height), text: character })
  }
  boxAt?.end()
  api.FPDFText_ClosePage(text)
  return letters
}

function turnArea(
  { left, top, right, bottom }: Area,
  turn: Turn,
  { width, height }: { width: number; height: number },
  scale: number,
): Area {
  if (turn === 0) return { left, top, right, bottom }
  if (turn === 180)
    return { left: width - right, top: height - bottom, right: width - left, bottom: height - top }
  const [x, y] =
    turn === 90
      ? [[height - bottom, height - top] as const, [left, right] as const]
      : [[top, bottom] as const, [width - right, width - left] as const]
  return { left: x[0] * scale, right: x[1] * scale, top: y[0] * scale, bottom: y[1] * scale }
}

type Open = { page: number; form: number; place: NonNullable<ReturnType<typeof placeOf>>; turn: Turn }

function render(pdfium: Pdfium, open: Open, area: Area, times: number): Pixels | null {
  const { api, bytes } = pdfium
  const { page, form, place, turn } = open
  const [width, height] = [
    Math.max(1, Math.round((area.right - area.left) * times)),
    Math.max(1, Math.round((area.bottom - area.top) * times)),
  ]
  const bitmap = api.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0)
  if (!bitmap) return null
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    renderWithMarks(
      pdfium,
      bitmap,
      { page, form },
      {
        left: Math.round((place.left - area.left) * times),
        top: Math.round((place.top - area.top) * times),
        width: Math.round(place.wide * times),
        height: Math.round(place.high * times),
        turn,
      },
    )
    const size = api.FPDFBitmap_GetStride(bitmap) * height
    return { rgba: bytes(api.FPDFBitmap_GetBuffer(bitmap), size).slice(), width, height }
  } finally {
    api.FPDFBitmap_Destroy(bitmap)
  }
}

/** How far the number's row begins below the top of the question at most, and how far right of its left edge. */
const [BELOW, ASIDE] = [110, 34]
const BEFORE = String.raw`(?:Q(?:ues(?:tion)?)?\s*\.?\s*(?:No\s*\.?\s*)?|प्रश्न\s*(?:सं(?:ख्या)?\.?\s*)?|வினா\s*(?:எண்\s*)?)?`

/** Where the printed number is among the letters of its page; null where it is not found for sure. */
export function numberAmong(
  letters: readonly Letter[],
  question: Pick<FileQuestion, 'number'>,
  box: QuestionBox,
): Area | null {
  const near = letters.filter(
    ({ left, top }) =>
      left >= box.left - 20 && left <= box.left + 320 && top >= box.top - 12 && top <= box.top + BELOW,
  )
  const digits = [...question.number]
    .map((letter) => (letter === '.' ? String.raw`\s*\.\s*` : letter))
    .join(String.raw`\s*`)
  const written = new RegExp(String.raw`(?<![\d.])${BEFORE}${digits}(?!\d)\s*[.):\]]?`, 'giu')
  const text = near.map((letter) => letter.text).join('')
  const starts = near.flatMap(({ text: said }, at) => Array<number>(said.length).fill(at))
  for (const match of text.matchAll(written)) {
    const end = match.index + match[0].trimEnd().length
    const own = near
      .slice(starts[match.index], (starts[end - 1] ?? 0) + 1)
      .filter(({ text: said }) => said.trim())
    const area = own.length > 0 ? around(own) : null
    if (!area || area.left > box.left + ASIDE) continue
    const isOneRow = area.bottom - area.top < 2.2 * Math.max(...own.map(({ top, bottom }) => bottom - top))
    const isFirst = !near.some(
      (other) =>
        !own.includes(other) && other.text.trim() && other.right <= area.left + 1 && isNextTo(other, area),
    )
    if (isOneRow && isFirst) return area
  }
  return null
}

/** The letters of a question's first part but its number's. */
export function lettersWithin(
  letters: readonly Letter[],
  box: QuestionBox,
  without: readonly Area[],
): Letter[] {
  return letters.filter(({ left, right, top, bottom, text }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const isIn = x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height
    return (
      isIn &&
      text.trim() !== '' &&
      !without.some((area) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom)
    )
  })
}

function isNextTo(one: Area, other: Area): boolean {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0
}

function around(areas: readonly Area[]): Area {
  return {
    left: Math.min(...areas.map(({ left }) => left)),
    top: Math.min(...areas.map(({ top }) => top)),
    right: Math.max(...areas.map(({ right }) => right)),
    bottom: Math.max(...areas.map(({ bottom }) => bottom)),
  }
}
