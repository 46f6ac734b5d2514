import type { TextLine } from '#domain/page-text/text-line.ts'

/** The lines of one page, on its picture of 1440 pixels' width; `isRecognised`: they are those that recognition found. */
export type LinesOfPage = { page: number; lines: readonly TextLine[]; isRecognised?: boolean }

/** What is on one line of a column, from left to right, in pixels of the picture; `column` counts from 0. */
export type Row = {
  page: number
  column: number
  left: number
  top: number
  right: number
  bottom: number
  runs: readonly TextLine[]
  text: string
  /** Of a recognised page, which may have lines that are not known: how far down; null where no footer is known. */
  scan?: { end: number | null }
}

const PAGE_WIDTH = 1_440
/** A footer is below; on another page of a scan so much higher; and so far from the words. */
const [LOWER_HALF, FOOT_HIGHER, ABOVE_FOOT] = [1_000, 30, 28]
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
/** "Model paper, page 2 of 4": a footer without others like it, where it is the last row and says its own page. */
const PAGE_OF = /(?:^|[^\p{L}])page (?<page>\d{1,3}) (?:of|\/) (?<pages>\d{1,3})(?!\p{N})/iu
/** The end of a page in a short row, whatever recognition makes of the number and the code next to it. */
const TURNS = /(?:^|[^\p{L}])(?:p\s?[.,]?\s?t\s?[.,]?\s?[o0](?![\p{L}\p{N}])|tu(?:rn|m) over)/iu
/** Whoever put the scan on the web. */
const SITE = /^(?:by\W*)?(?:www\.)?[a-z][\w-]+\.(?:com|co\.in|in|org|net)$/iu
/** A paper's code as footers have it, and what else a row with it may say: "30/1/1 … 5", "56/15 … [ 210." */
const CODE = /^\W*(?<first>\d{1,3})\/[\dIl|]{1,4}(?:\/[\dIl|]{1,3})?\W*$/u
const LONGEST_WITH_CODE = 8
/** What a header says next to numbers; recognition may lose some of it. */
const HEADER_WORD = /\p{L}{4,}/gu
/** Rules and folds that are read as a sign: near the page's edge, or one below the other; marks of "1" are in a column. */
const RULE = /^[|!.:;'`’‘_~]+$/
const [WIDEST_RULE, OUTER, NEXT_OF_RULE] = [12, 0.03, 70]
/** What is higher than some lines is no sign, but of a figure or a shadow. */
const [TALLEST, FEW_SIGNS] = [120, 2]
const LONGEST_FOOTER = 72
/** What may be a question, and stays. */
export const NUMBERED = /^(?:Q\S*\s*)?\d+(\.\d+)?\s*[.)]/i

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
  const scans = new Set(read.flatMap(({ page, isRecognised }) => (isRecognised ? [page] : [])))
  const once = withoutHeadersAndFooters(read.flatMap(rowsOfPage), scans)
  if (scans.size === 0) return once.body
  // What is above the name of a site at the foot of a page.
  const twice = withoutHeadersAndFooters(once.body, scans)
  const { footOf, isAtFoot } = footsOf([...once.furniture, ...twice.furniture])
  const body = twice.body.filter((row) => !scans.has(row.page) || !isAtFoot(row))
  const readable = body.filter(({ page, text }) => scans.has(page) && /[\p{L}\p{N}]/u.test(text))
  const lowest = Math.max(...readable.map(({ bottom }) => bottom))
  return body.map((row) => {
    if (!scans.has(row.page)) return row
    const foot = footOf(row.page)
    return { ...row, scan: { end: foot === null ? null : Math.min(lowest, foot - ABOVE_FOOT) } }
  })
}

function withoutHeadersAndFooters(
  rows: readonly Row[],
  scans: ReadonlySet<number>,
): { body: Row[]; furniture: Row[] } {
  const isFurniture = furnitureOf(rows, scans)
  const { body = [], furniture = [] } = Object.groupBy(rows, (row, at) =>
    isFurniture(row) && !isNumerator(row, rows[at + 1]) ? 'furniture' : 'body',
  )
  return { body, furniture }
}

/** Where the footer of a page begins, or the highest of the others, and whether a row of a few signs is one by its height. */
function footsOf(furniture: readonly Row[]) {
  const feet = new Map<number, number>()
  for (const { page, top } of furniture)
    if (top > LOWER_HALF) feet.set(page, Math.min(top, feet.get(page) ?? top))
  const tops = [...feet.values()].sort((one, other) => one - other)
  const isKnown = tops.length >= PAGES_OF_FURNITURE
  const usual = isKnown ? (tops[Math.floor(tops.length / 2)] ?? 0) : Number.POSITIVE_INFINITY
  return {
    footOf: (page: number) => feet.get(page) ?? (isKnown ? (tops[0] ?? null) : null),
    isAtFoot: ({ page, top, runs }: Row) =>
      top > Math.min(usual, feet.get(page) ?? usual) - FOOT_HIGHER &&
      runs.every((run) => run[4].trim().length <= LONGEST_WITH_CODE),
  }
}

function rowsOfPage({ page, lines: all, isRecognised }: LinesOfPage): Row[] {
  const lines = isRecognised ? all.filter((line) => !isRule(line, all)) : all
  const gutter = gutterOf(lines)
  const columnOf = ([left, , width]: TextLine) => (gutter !== null && left + width / 2 > gutter ? 1 : 0)
  return [0, 1].flatMap((column) => {
    const own = lines.filter((line) => columnOf(line) === column)
    return groupByHeight(own).map((runs) => toRow(page, column, runs))
  })
}

function isRule(line: TextLine, lines: readonly TextLine[]): boolean {
  const [left, top, width, height, text] = line
  if (height > TALLEST && text.trim().length <= FEW_SIGNS) return true
  if (width > WIDEST_RULE || !RULE.test(text.trim())) return false
  const isOuter = left < PAGE_WIDTH * OUTER || left + width > PAGE_WIDTH * (1 - OUTER)
  return (
    isOuter ||
    lines.some(
      ([otherLeft, otherTop, otherWidth, otherHeight, other]) =>
        RULE.test(other.trim()) &&
        Math.abs(otherLeft + otherWidth / 2 - left - width / 2) < WIDEST_RULE &&
        (otherTop !== top || otherLeft !== left) &&
        Math.max(otherTop - top - height, top - otherTop - otherHeight) < NEXT_OF_RULE,
    )
  )
}

/** Whether a lone number at the top of a page is part of the line below, into whose height no page number reaches. */
function isNumerator(row: Row, below: Row | undefined): boolean {
  const isNext = below?.page === row.page && below.column === row.column
  return isNext && /^\d+$/.test(row.text.trim()) && row.bottom > below.top && row.left > below.left
}

/** Runs whose middles are within another's height are one row. */
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
    const adjacent = lines.filter(([left]) => left >= x)
    const widthOf = (some: readonly TextLine[]) => some.reduce((sum, [, , width]) => sum + width, 0)
    const right = widthOf(adjacent) / printed
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
function furnitureOf(rows: readonly Row[], scans: ReadonlySet<number>): (row: Row) => boolean {
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
  const edge = rows.filter((row) => scans.has(row.page) && isAtEdge(row))
  const codes = pagesWith(edge.filter(isLast), codesIn)
  const headings = headingsOf(edge.filter((row) => !isLast(row) && isFew(row)))
  return (row) => {
    if (!isAtEdge(row)) return false
    const isShort = isFew(row)
    if (isShort && isLast(row)) {
      const isCode = codesIn(row).some((code) => (codes.get(code)?.size ?? 0) > 1)
      if (TURNS.test(row.text) || SITE.test(row.text.trim()) || isCode || saysItsPage(row)) return true
    }
    if (isShort && !isLast(row) && scans.has(row.page) && isHeader(row, headings)) return true
    const alike = new Set([-1, 0, 1].flatMap((apart) => [...(seen.get(keyOf(row, apart)) ?? [])])).size
    if (row.runs.every((run) => FURNITURE.test(run[4].trim())) && alike >= 2) return true
    return !NUMBERED.test(row.text) && alike >= PAGES_OF_FURNITURE
  }
}

function isFew({ text }: Row): boolean {
  return text.length <= LONGEST_FOOTER && !NUMBERED.test(text)
}

function saysItsPage({ page, text }: Row): boolean {
  const said = PAGE_OF.exec(text)?.groups
  return Number(said?.page) === page && Number(said?.pages) >= page
}

/** The first numbers of a code, of a row that has nothing but this and short signs. */
function codesIn({ runs }: Row): string[] {
  const texts = runs.map((run) => run[4].trim())
  const codes = texts.flatMap((text) => CODE.exec(text)?.groups?.first ?? [])
  const isPlain = texts.every((text) => text.length <= LONGEST_WITH_CODE || CODE.test(text))
  return isPlain ? codes : []
}

function wordsIn({ text }: Row): string[] {
  return text.toLowerCase().match(HEADER_WORD) ?? []
}

/** The words of headers: of those on three pages, and on two, where a page's number is next to them. */
type Headings = Record<'alone' | 'withNumber', readonly string[]>

function headingsOf(rows: readonly Row[]): Headings {
  const pages = [...pagesWith(rows, wordsIn)]
  const onAtLeast = (least: number) => pages.flatMap(([word, on]) => (on.size >= least ? word : []))
  return { alone: onAtLeast(PAGES_OF_FURNITURE), withNumber: onAtLeast(PAGES_OF_FURNITURE - 1) }
}

/** Whether all of its words, or what recognition splits these into, are of headers. */
function isHeader(row: Row, { alone, withNumber }: Headings): boolean {
  const words = wordsIn(row)
  const isNumber = row.runs.some((run) => FURNITURE.test(run[4].trim()))
  const known = isNumber ? withNumber : alone
  return words.length > 0 && words.every((word) => known.some((whole) => whole.includes(word)))
}

function pagesWith(rows: readonly Row[], saidIn: (row: Row) => string[]): Map<string, Set<number>> {
  const pages = new Map<string, Set<number>>()
  for (const row of rows)
    for (const visible of saidIn(row)) pages.set(visible, (pages.get(visible) ?? new Set()).add(row.page))
  return pages
}

function middleOf([, top, , height]: TextLine): number {
  return top + height / 2
}
