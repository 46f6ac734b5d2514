import { PAGE_TEXT_LIMIT, PAGE_WIDTH } from '#domain/files/inspect-pdf.ts'
import { removeGarbage } from '#domain/page-text/remove-garbage.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'
import { isCrash, type Pdfium } from '../pdfium.ts'
import { placeOf } from './render-page.ts'

/** A table of a thousand cells has so many; more are no page that somebody copies from. */
const MOST_LINES = 1_000
/** A gap of so many letter heights separates columns. */
const GAP = 1.5
/** In letter heights, between two words. */
const SPACE = 0.25
/** More of a page's lines than this share go on where the one before ended, where there are at least so many. */
const [LEAST_LETTERS, SHARE_OF_WORDS] = [12, 0.4]
/**
 * Tamil's dot over a letter ends within it: what follows seems to be apart, but is so near to the letter itself. Some files
 * say letter and dot for each of their two glyphs.
 */
const [DOT, CLOSE] = ['\u0bcd', 0.2]
const BREAK = /[\r\n]/
const BYTES_OF_BOX = 4 * 8

type Box = { left: number; top: number; right: number; bottom: number }
type Run = Box & { text: string }

/** Where the words are on the page's picture; what an old font makes of them is left out. `isOther`: not as PDFium reads them. */
function textLines(
  pdfium: Pdfium,
  page: number,
  text: number,
  letters: number,
): { lines: TextLine[]; isOther: boolean } {
  const boxOf = measure(pdfium, page, text)
  if (!boxOf) return { lines: [], isOther: false }
  let isOther = false
  const isAdded = (at: number) => pdfium.api.FPDFText_IsGenerated(text, at) === 1
  const runs: Run[] = []
  let run: Run | null = null
  for (let at = 0; at < letters && runs.length < MOST_LINES; at++) {
    const letter = String.fromCodePoint(pdfium.api.FPDFText_GetUnicode(text, at) || 32)
    const box = BREAK.test(letter) ? null : boxOf(at)
    if (run && (BREAK.test(letter) || (box && isApart(run, box)))) run = null
    if (!box || (!run && letter.trim() === '')) {
      if (run && !BREAK.test(letter)) run.text += letter
      continue
    }
    if (run) {
      // Whoever looks at the end of a long text copies it: last.
      const isWithin =
        isAdded(at - 1) && box.left - run.right < heightOf(run) * CLOSE && run.text.endsWith(`${DOT} `)
      const before = isWithin ? run.text.slice(0, -1) : run.text
      const isTwice = letter === DOT && before.endsWith(before.slice(-1) + DOT + before.slice(-1))
      isOther ||= isWithin || isTwice
      Object.assign(run, { ...around(run, box), text: isTwice ? before.slice(0, -1) : before + letter })
    } else {
      run = { ...box, text: letter }
      runs.push(run)
    }
  }
  boxOf.end()
  const isInLetters = areLetters(runs)
  const lines = (isInLetters ? inRows(runs) : runs).flatMap(toLine)
  return { lines, isOther: isOther || isInLetters }
}

/** A page with little text may be taken for one of columns from top to bottom, whose lines end after each letter. */
function areLetters(runs: readonly Run[]): boolean {
  const goOn = runs.filter((run, at) => {
    const before = runs[at - 1]
    if (!before || overlapOf(before, run) * 2 < Math.min(heightOf(before), heightOf(run))) return false
    return Math.abs(run.left - before.right) < heightOf(around(before, run)) * SPACE
  })
  return runs.length >= LEAST_LETTERS && goOn.length > runs.length * SHARE_OF_WORDS
}

function inRows(runs: readonly Run[]): Run[] {
  const rows: { box: Box; runs: Run[] }[] = []
  for (const run of runs.toSorted((one, other) => one.top - other.top)) {
    const row = rows.find(({ box }) => overlapOf(box, run) * 2 > heightOf(run))
    if (row) Object.assign(row, { box: around(row.box, run), runs: [...row.runs, run] })
    else rows.push({ box: run, runs: [run] })
  }
  return rows.flatMap(({ box, runs: letters }) => {
    const joined: Run[] = []
    for (const run of letters.toSorted((one, other) => one.left - other.left)) {
      const before = joined.at(-1)
      const gap = run.left - (before?.right ?? Number.NEGATIVE_INFINITY)
      if (!before || gap > heightOf(box) * GAP) joined.push({ ...run })
      else {
        const space = gap > heightOf(box) * SPACE ? ' ' : ''
        Object.assign(before, { ...around(before, run), text: before.text + space + run.text })
      }
    }
    return joined
  })
}

function overlapOf(one: Box, other: Box): number {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
}

function heightOf({ top, bottom }: Box): number {
  return bottom - top
}

function toLine({ left, top, right, bottom, text }: Run): TextLine[] {
  const said = removeGarbage(text.normalize('NFC')).trim()
  return said === '' ? [] : [[left, top, right - left, bottom - top, said]]
}

/** Of a letter, in pixels of the picture; null for spaces that PDFium adds. */
export function measure(pdfium: Pdfium, page: number, text: number) {
  const { api } = pdfium
  const place = placeOf(pdfium, page, () => PAGE_WIDTH)
  const buffer = api.malloc(BYTES_OF_BOX)
  if (!place || !buffer) return null
  const { left, top, wide, high } = place
  const pixel = (x: number, y: number): [number, number] => {
    api.FPDF_PageToDevice(page, left, top, wide, high, 0, x, y, buffer, buffer + 4)
    const [across, down] = new Int32Array(api.memory.buffer, buffer, 2)
    return [across ?? 0, down ?? 0]
  }
  const boxOf = (at: number): Box | null => {
    if (!api.FPDFText_GetCharBox(text, at, buffer, buffer + 8, buffer + 16, buffer + 24)) return null
    const [x = 0, right = 0, bottom = 0, y = 0] = new Float64Array(api.memory.buffer, buffer, 4)
    if (right <= x || y <= bottom) return null
    const [one, other] = [pixel(x, y), pixel(right, bottom)]
    return {
      left: Math.min(one[0], other[0]),
      top: Math.min(one[1], other[1]),
      right: Math.max(one[0], other[0]),
      bottom: Math.max(one[1], other[1]),
    }
  }
  return Object.assign(boxOf, { end: () => api.free(buffer) })
}

function isApart(run: Box, box: Box): boolean {
  const height = Math.max(run.bottom - run.top, box.bottom - box.top)
  return (
    box.left > run.right + GAP * height ||
    box.right < run.left - GAP * height ||
    box.top > run.bottom + height / 2 ||
    box.bottom < run.top - height / 2
  )
}

function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}

const [TEXT, FORM] = [1, 5]
/** PDFium sorts a line's objects one by one: a page with more of them costs seconds and is read as empty. */
const MOST_TEXT_OBJECTS = PAGE_TEXT_LIMIT
/** PDFium keeps a box for each letter: 20 MiB for 100,000, besides the 16 MiB that it starts with. */
const MEMORY_MIB = 64
const UTF16_BYTES = 2

type Said = { text: string; lines: TextLine[] }

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

/** Includes the forms rendered on the page; stops when there are too many. */
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
  const { lines, isOther } = textLines(pdfium, page, text, length)
  api.FPDFText_ClosePage(text)
  const said = isOther ? lines.map((line) => line[4]).join('\n') : read
  return { text: said.slice(0, PAGE_TEXT_LIMIT), lines }
}
