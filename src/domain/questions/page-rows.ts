import type { TextLine } from '#domain/page-text/text-line.ts'

/** The lines of one page, on its picture of 1440 pixels' width. */
export type LinesOfPage = { page: number; lines: readonly TextLine[] }

/** What stands on one line of a column, from left to right, in pixels of the picture; `column` counts from 0. */
export type Row = {
  page: number
  column: number
  left: number
  top: number
  right: number
  bottom: number
  runs: readonly TextLine[]
  text: string
}

const PAGE_WIDTH = 1_440
/** A gutter is looked for here, and nothing wide may cross it. */
const [GUTTER_FROM, GUTTER_TO, GUTTER_STEP] = [0.4, 0.6, 0.02]
/** The share of a page's printed width that may cross the gutter: a heading, a figure. */
const MOST_CROSSING = 0.06
const LEAST_SHARE_OF_SIDE = 0.25
/** A row of a header or footer comes at the same height on so many pages. */
const PAGES_OF_FURNITURE = 3
const SAME_HEIGHT = 14
/** Only with such a row on another page: a lone number may be printed at the edge. */
const FURNITURE = /^(?:p\.?\s?t\.?\s?o\.?|page \d+( of \d+)?|\[?\(?\d{1,3}\)?\]?|contd?\b.*)$/i
/** The end of a page in a short row, whatever recognition makes of the number and the code beside it. */
const TURNS = /(?:^|[^\p{L}])(?:p\s?[.,]\s?t\s?[.,]\s?[o0](?![\p{L}\p{N}])|turn over)/iu
const LONGEST_FOOTER = 60
/** What may be a question stays. */
const NUMBERED = /^(?:Q\S*\s*)?\d+(\.\d+)?\s*[.)]/i

/** A book's lines after these are not looked through. */
const MOST_LINES = 20_000

/** The rows of all pages in reading order: column after column, without headers, footers and page numbers. */
export function rowsOf(pages: readonly LinesOfPage[]): Row[] {
  const ordered = [...pages].sort((one, other) => one.page - other.page)
  let lines = 0
  const read = ordered.filter((page) => {
    lines += page.lines.length
    return lines <= MOST_LINES
  })
  const rows = read.flatMap(rowsOfPage)
  const isFurniture = furnitureOf(rows)
  return rows.filter((row, at) => !isFurniture(row) || isNumerator(row, rows[at + 1]))
}

function rowsOfPage({ page, lines }: LinesOfPage): Row[] {
  const gutter = gutterOf(lines)
  const columnOf = ([left, , width]: TextLine) => (gutter !== null && left + width / 2 > gutter ? 1 : 0)
  return [0, 1].flatMap((column) => {
    const own = lines.filter((line) => columnOf(line) === column)
    return groupByHeight(own).map((runs) => toRow(page, column, runs))
  })
}

/** Whether a lone number at the top of a page is part of the line below, into whose height no page number reaches. */
function isNumerator(row: Row, below: Row | undefined): boolean {
  const isNext = below?.page === row.page && below.column === row.column
  return isNext && /^\d+$/.test(row.text.trim()) && row.bottom > below.top && row.left > below.left
}

/** Runs whose middles lie within another's height are one row. */
function groupByHeight(lines: readonly TextLine[]): TextLine[][] {
  const rows: TextLine[][] = []
  const ordered = [...lines].sort((one, other) => middleOf(one) - middleOf(other))
  for (const line of ordered) {
    const row = rows.at(-1)
    const [first] = row ?? []
    const isSame =
      first && Math.abs(middleOf(first) - middleOf(line)) < Math.max(8, Math.min(first[3], line[3]) * 0.5)
    if (row && isSame) row.push(line)
    else rows.push([line])
  }
  return rows
}

function toRow(page: number, column: number, runs: TextLine[]): Row {
  const ordered = runs.sort((one, other) => one[0] - other[0])
  return {
    page,
    column,
    left: Math.min(...ordered.map(([left]) => left)),
    top: Math.min(...ordered.map(([, top]) => top)),
    right: Math.max(...ordered.map(([left, , width]) => left + width)),
    bottom: Math.max(...ordered.map(([, top, , height]) => top + height)),
    runs: ordered,
    text: ordered.map((run) => run[4]).join(' '),
  }
}

/** Where two columns part; null on a page of one. */
function gutterOf(lines: readonly TextLine[]): number | null {
  const printed = lines.reduce((sum, [, , width]) => sum + width, 0)
  for (let share = 0.5, away = 0; share >= GUTTER_FROM && share <= GUTTER_TO; ) {
    const x = share * PAGE_WIDTH
    const crossing = lines.filter(([left, , width]) => left < x && left + width > x)
    const beside = lines.filter(([left]) => left >= x)
    const widthOf = (some: readonly TextLine[]) => some.reduce((sum, [, , width]) => sum + width, 0)
    const right = widthOf(beside) / printed
    if (
      printed > 4 * PAGE_WIDTH &&
      widthOf(crossing) <= printed * MOST_CROSSING &&
      right >= LEAST_SHARE_OF_SIDE &&
      right <= 1 - LEAST_SHARE_OF_SIDE
    )
      return x
    away = away <= 0 ? -away + GUTTER_STEP : -away
    share = 0.5 + away
  }
  return null
}

/** Of rows at the very top or bottom that come again on other pages, or that are numbers of pages. */
function furnitureOf(rows: readonly Row[]): (row: Row) => boolean {
  const pages = new Map<number, { top: number; bottom: number }>()
  for (const { page, top, bottom } of rows) {
    const { top: first = top, bottom: last = bottom } = pages.get(page) ?? {}
    pages.set(page, { top: Math.min(first, top), bottom: Math.max(last, bottom) })
  }
  const isLast = ({ page, bottom }: Row) => (pages.get(page)?.bottom ?? 0) - bottom < 60
  const isAtEdge = (row: Row) => isLast(row) || row.top - (pages.get(row.page)?.top ?? 0) < 40
  const textOf = (row: Row) => row.text.replace(/\d+/g, '#').trim()
  const seen = new Map<string, Set<number>>()
  const keyOf = (row: Row, apart = 0) => `${Math.round(row.top / SAME_HEIGHT) + apart} ${textOf(row)}`
  for (const row of rows)
    if (isAtEdge(row)) seen.set(keyOf(row), (seen.get(keyOf(row)) ?? new Set()).add(row.page))
  return (row) => {
    if (!isAtEdge(row)) return false
    const isShort = row.text.length <= LONGEST_FOOTER && !NUMBERED.test(row.text)
    if (isShort && isLast(row) && TURNS.test(row.text)) return true
    const alike = new Set([-1, 0, 1].flatMap((apart) => [...(seen.get(keyOf(row, apart)) ?? [])])).size
    if (row.runs.every((run) => FURNITURE.test(run[4].trim())) && alike >= 2) return true
    return !NUMBERED.test(row.text) && alike >= PAGES_OF_FURNITURE
  }
}

function middleOf([, top, , height]: TextLine): number {
  return top + height / 2
}
