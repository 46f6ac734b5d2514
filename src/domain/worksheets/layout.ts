/** A sheet to print on, in points. */
export const SHEETS = { a4: { width: 595.28, height: 841.89 }, legal: { width: 612, height: 1008 } } as const
export type Sheet = keyof typeof SHEETS

/** In points of its own page: parts below each other, and what `hangs` to the left of its words, where its number was. */
export type Measured = {
  parts: { width: number; height: number }[]
  hangs: number
  /** The height of its letters. */
  letters: number
  /** For an answer, in points of the sheet. */
  space: number
  hasNote: boolean
}

type Form = {
  sheet: Sheet
  columns: 1 | 2
  hasMarks: boolean
  /** Of the heading of page 1. */
  heading: number
}

/** `x` and `y` are those of the part's upper left corner, from the sheet's. */
export type Placed =
  | { kind: 'part'; page: number; question: number; part: number; x: number; y: number; scale: number }
  | { kind: 'label'; page: number; question: number; x: number; y: number; right: number; scale: number }
  | { kind: 'note'; page: number; question: number; x: number; y: number; width: number; height: number }
  | { kind: 'space'; page: number; question: number; x: number; y: number; width: number; height: number }

/** In points. */
const [MARGIN, TOP, FOOT, GUTTER] = [42, 40, 44, 20]
const GAP = { parts: 3, questions: 13, note: 10 }
/** Left of a question for its number, right of it for its marks. */
const NUMBER_WIDTH = { 1: 26, 2: 21 } as const
const MARKS_WIDTH = 26
/** Letters of all papers are printed as high as this, where the width allows it. */
const LETTERS = { 1: 10.4, 2: 8.8 } as const
const [SMALLEST, LARGEST] = [0.55, 1.25]
/** In a column with smaller letters than this share of the others', a question goes over both columns. */
const TOO_SMALL = 0.8

type Unit = { question: number; height: number; place: (x: number, y: number, page: number) => Placed[] }
/** `isWide`: over both columns. */
type Block = { units: Unit[]; isWide: boolean }

/** Where everything goes on the sheets: questions in their order, none broken but where it has parts or no sheet is as long. */
export function layOut(questions: readonly Measured[], form: Form): { pages: number; placed: Placed[] } {
  const { width, height } = SHEETS[form.sheet]
  const inner = width - 2 * MARGIN
  const column = form.columns === 2 ? (inner - GUTTER) / 2 : inner
  const full = height - TOP - FOOT
  const blocks = questions.map((question, at) => toBlock(question, at, { form, inner, column, full }))
  const placed: Placed[] = []
  let [page, top] = [1, TOP + form.heading]
  const next = () => {
    page++
    top = TOP
  }
  const bottom = height - FOOT

  function fill(units: Unit[]) {
    for (const unit of units) {
      if (top + unit.height > bottom && top > TOP) next()
      placed.push(...unit.place(MARGIN, top, page))
      top += unit.height
    }
  }

  /** As even as it goes, so that what comes over both columns begins right below. */
  function fillColumns(units: Unit[]) {
    let rest = units
    while (rest.length > 0) {
      const room = bottom - top
      const all = splitInto(rest, room)
      if (all.left === 0) {
        if (top > TOP) {
          next()
          continue
        }
        all.left = 1
      }
      const isLast = all.left + all.right >= rest.length
      const { left, right } = isLast ? splitEvenly(rest, room) : all
      const columns = [rest.slice(0, left), rest.slice(left, left + right)]
      let lowest = top
      for (const [at, own] of columns.entries()) {
        let y = top
        for (const unit of own) {
          placed.push(...unit.place(MARGIN + at * (column + GUTTER), y, page))
          y += unit.height
        }
        lowest = Math.max(lowest, y)
      }
      rest = rest.slice(left + right)
      if (rest.length > 0) next()
      else top = lowest
    }
  }

  for (let at = 0; at < blocks.length; ) {
    const isWide = blocks[at]?.isWide ?? true
    let end = at
    while (end < blocks.length && blocks[end]?.isWide === isWide) end++
    const units = blocks.slice(at, end).flatMap((block) => block.units)
    if (isWide) fill(units)
    else fillColumns(units)
    at = end
  }
  return { pages: page, placed }
}

function splitInto(units: readonly Unit[], room: number): { left: number; right: number } {
  const taken = [0, 0]
  let [column, used] = [0, 0]
  for (const unit of units) {
    if (used + unit.height > room) {
      if (column === 1) break
      ;[column, used] = [1, 0]
      if (unit.height > room) break
    }
    used += unit.height
    taken[column] = (taken[column] ?? 0) + 1
  }
  return { left: taken[0] ?? 0, right: taken[1] ?? 0 }
}

function splitEvenly(units: readonly Unit[], room: number): { left: number; right: number } {
  const sum = (some: readonly Unit[]) => some.reduce((all, unit) => all + unit.height, 0)
  let best = { left: units.length, right: 0 }
  let lowest = Number.POSITIVE_INFINITY
  for (let left = 1; left <= units.length; left++) {
    const longer = Math.max(sum(units.slice(0, left)), sum(units.slice(left)))
    if (longer < lowest && longer <= room) {
      lowest = longer
      best = { left, right: units.length - left }
    }
  }
  return best
}

/** Whether a question goes over both columns, since a column makes it so much smaller than it is wanted. */
export function isTooSmall(scale: number, wanted: number): boolean {
  return scale < wanted * TOO_SMALL
}

/** By how much a question is made smaller or larger whose letters are so high. */
export function scaleOf(letters: number, columns: 1 | 2): number {
  return Math.min(LARGEST, Math.max(SMALLEST, LETTERS[columns] / letters))
}

type Room = { form: Form; inner: number; column: number; full: number }

function toBlock(question: Measured, at: number, { form, inner, column, full }: Room): Block {
  const widest = Math.max(...question.parts.map(({ width }) => width)) - question.hangs
  const side = NUMBER_WIDTH[form.columns] + (form.hasMarks ? MARKS_WIDTH : 0)
  const wanted = scaleOf(question.letters, form.columns)
  const scaleIn = (room: number) => Math.min(wanted, (room - side) / widest)
  const isWide = form.columns === 1 || isTooSmall(scaleIn(column), wanted)
  const width = isWide ? inner : column
  const scale = scaleIn(width)
  const left = NUMBER_WIDTH[form.columns]
  const rows = question.parts.map((part, nth) => {
    const own = Math.min(scale, full / part.height)
    return { part: nth, height: part.height * own, scale: own }
  })
  const place = (row: (typeof rows)[number], x: number, y: number, page: number): Placed[] => [
    {
      kind: 'part',
      page,
      question: at,
      part: row.part,
      x: x + left - question.hangs * row.scale,
      y,
      scale: row.scale,
    },
    ...(row.part === 0
      ? [
          {
            kind: 'label' as const,
            page,
            question: at,
            x,
            y,
            right: x + width,
            scale: row.scale,
          },
        ]
      : []),
  ]
  const tail = [
    ...(question.hasNote ? [{ kind: 'note' as const, height: GAP.note }] : []),
    ...(question.space > 0 ? [{ kind: 'space' as const, height: Math.min(question.space, full / 2) }] : []),
  ]
  const tailHeight = tail.reduce((sum, { height }) => sum + height, 0)
  const placeTail = (x: number, from: number, page: number): Placed[] => {
    let y = from
    return tail.map(({ kind, height }) => {
      y += height
      return { kind, page, question: at, x: x + left, y: y - height, width: width - left, height }
    })
  }
  const whole = rows.reduce((sum, { height }) => sum + height + GAP.parts, 0) + tailHeight
  if (whole <= full) {
    const all: Unit = {
      question: at,
      height: whole + GAP.questions,
      place(x, from, page) {
        let y = from
        const parts = rows.flatMap((row) => {
          const own = place(row, x, y, page)
          y += row.height + GAP.parts
          return own
        })
        return [...parts, ...placeTail(x, y, page)]
      },
    }
    return { units: [all], isWide }
  }
  const units = rows.map(
    (row): Unit => ({
      question: at,
      height: row.height + GAP.parts,
      place: (x, y, page) => place(row, x, y, page),
    }),
  )
  if (tail.length > 0)
    units.push({
      question: at,
      height: tailHeight + GAP.questions,
      place: (x, y, page) => placeTail(x, y, page),
    })
  return { units, isWide }
}
