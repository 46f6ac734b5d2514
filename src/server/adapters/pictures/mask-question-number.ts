import type { QuestionCrop } from '#domain/questions/question-crop.ts'

/** In pixels of a page's picture, 1440 wide. */
type Area = { left: number; top: number; right: number; bottom: number }
/** A part of a page: where it begins on the page's picture, and how many pixels it has for one of these. */
export type Part = {
  data: Uint8Array
  width: number
  height: number
  channels: number
  left: number
  top: number
  times: number
}

/** Around letters, in pixels of the page. */
const AROUND = 4
/** Of a line's height: a gap after a number is so wide at least. */
const GAP = 0.2
/** Of a line's height: a dot is below that, and as wide at most. */
const DOT = { below: 0.55, width: 0.3 }
/** Of the width that a number takes among its line's letters: the gap is found from here to there. */
const [SHORTEST, LONGEST] = [0.45, 2]

/** A line that says the number and nothing else. */
export function ownNumberArea({
  numberLine,
  number,
}: Pick<QuestionCrop, 'numberLine' | 'number'>): Area | null {
  if (!numberLine) return null
  const said = numberLine[4].replace(/^[^\p{N}]*/u, '').replace(/[\s.):\]]+$/, '')
  return said === number ? areaOf(numberLine) : null
}

export function ownMarksArea({ marksLine }: Pick<QuestionCrop, 'marksLine'>): Area | null {
  return marksLine && areaOf(marksLine)
}

/** Where a number ends before the words of its line, by the gap that is seen there; null where none is for sure. */
export function numberBefore(
  part: Part,
  { numberLine, number }: Pick<QuestionCrop, 'numberLine' | 'number'>,
): Area | null {
  if (!numberLine) return null
  const [left, top, width, height, text] = numberLine
  const said = new RegExp(`^[^\\p{N}]*${number.replace('.', String.raw`\s*\.\s*`)}\\s*[.):\\]]?`, 'u').exec(
    text.trim(),
  )
  if (!said) return null
  const expected = (width * said[0].length) / text.trim().length
  const strip = { left: left - 2 * AROUND, right: left + expected * LONGEST + height, top }
  const inked = columnsWithInk(part, { ...strip, bottom: top + height })
  const tall = columnsWithInk(part, { ...strip, bottom: top + DOT.below * height })
  /** After "11" there is a gap as well. */
  const isBeforeDot = (from: number) => {
    const dot = inked.indexOf(true, from)
    const end = inked.indexOf(false, dot)
    const isNarrow = dot >= 0 && end >= 0 && end - dot <= DOT.width * height * part.times
    return said[0].endsWith('.') && isNarrow && !tall.slice(dot, end).includes(true)
  }
  const first = inked.indexOf(true)
  let [blank, last] = [0, -1]
  for (let at = Math.max(0, first); at < inked.length; at++) {
    blank = inked[at] ? 0 : blank + 1
    if (inked[at]) last = at
    const right = left - 2 * AROUND + last / part.times
    const isLong = right - left >= expected * SHORTEST
    if (last >= 0 && isLong && blank >= GAP * height * part.times && !isBeforeDot(at)) {
      if (right - left > expected * LONGEST) return null
      return { left: left - 2 * AROUND, top, right: right + 1, bottom: top + height }
    }
  }
  return null
}

/** Ink is darker than half way between the darkest and the lightest of these pixels. */
function columnsWithInk(part: Part, area: Area): boolean[] {
  const { data, channels, width } = part
  const { left, right, top, bottom } = pixelsOf(part, area)
  const at = (x: number, y: number) => data[(y * width + x) * channels + Math.min(1, channels - 1)] ?? 255
  let [darkest, lightest] = [255, 0]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      darkest = Math.min(darkest, at(x, y))
      lightest = Math.max(lightest, at(x, y))
    }
  const ink = (darkest + lightest) / 2
  return Array.from({ length: Math.max(0, right - left) }, (_, column) => {
    for (let y = top; y < bottom; y++) if (at(left + column, y) < ink) return true
    return false
  })
}

/** Paints it, and what is close around it, as light as the paper there. */
export function erase(part: Part, area: Area): void {
  paint(part, around(area))
}

/** Paints it as light as the paper at its upper and lower edge. */
export function paint(part: Part, area: Area): void {
  const { data, channels, width } = part
  const { left, top, right, bottom } = pixelsOf(part, area)
  const paper = lightestAround(part, { left, top, right, bottom })
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) data.set(paper, (y * width + x) * channels)
}

function around({ left, top, right, bottom }: Area): Area {
  return { left: left - AROUND, top: top - AROUND, right: right + AROUND - 1, bottom: bottom + AROUND }
}

/** The pixel of middle lightness along the upper and lower edge. */
function lightestAround({ data, width, channels }: Part, { left, top, right, bottom }: Area): Uint8Array {
  const pixels: Uint8Array[] = []
  for (const y of [top, Math.max(top, bottom - 1)])
    for (let x = left; x < right; x++)
      pixels.push(data.slice((y * width + x) * channels, (y * width + x + 1) * channels))
  pixels.sort((one, other) => (other[0] ?? 0) - (one[0] ?? 0))
  return pixels[Math.floor(pixels.length / 3)] ?? new Uint8Array(channels).fill(255)
}

function pixelsOf({ width, height, left, top, times }: Part, area: Area): Area {
  const x = (pixel: number) => Math.min(width, Math.max(0, Math.round((pixel - left) * times)))
  const y = (pixel: number) => Math.min(height, Math.max(0, Math.round((pixel - top) * times)))
  return { left: x(area.left), right: x(area.right), top: y(area.top), bottom: y(area.bottom) }
}

function areaOf([left, top, width, height]: readonly [number, number, number, number, string]): Area {
  return { left, top, right: left + width, bottom: top + height }
}

/** A rule beside a margin has at most so many columns, in pixels of the page; what is seen in fewer rows may be a letter. */
const [WIDEST_RULE, LEAST_ROWS] = [8, 8]

/**
 * Where the rules beside a margin end, in pixels of the page; null where there is none, or more than rules. They are looked
 * for from `from` to `to`, or to the words; where `number` stands, or is erased, nothing is known.
 */
export function endOfRules(
  part: Part,
  { from, to, number }: { from: number; to: number; number: Area | null },
): number | null {
  const { data, width, height, channels, times } = part
  const { left, right } = pixelsOf(part, { left: from, right: to, top: 0, bottom: 0 })
  const hidden = number && pixelsOf(part, around(number))
  let [end, columns] = [0, 0]
  for (let x = left; x < right; x++) {
    let [dark, rows] = [0, 0]
    for (let y = 0; y < height; y++) {
      if (hidden && x < hidden.right && y >= hidden.top && y < hidden.bottom) continue
      rows += 1
      if (!isWhite(data, (y * width + x) * channels, channels)) dark += 1
    }
    if (dark === 0) continue
    if (dark < rows || rows < LEAST_ROWS) break
    end = x + 1
    columns += 1
  }
  return columns === 0 || columns > WIDEST_RULE * times ? null : part.left + end / times
}

/** A lighter pixel is white: nothing is there. */
const WHITE = 200

function isWhite(data: Uint8Array, from: number, channels: number): boolean {
  for (let at = from; at < from + channels; at++) if ((data[at] ?? 0) <= WHITE) return false
  return true
}
