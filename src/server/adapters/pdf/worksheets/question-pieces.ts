import sharp from 'sharp'
import type { QuestionBox } from '#domain/questions/find-questions.ts'
import type { FileQuestion } from '#domain/worksheets/worksheet-file.ts'
import { cutAlongLines } from '../../pictures/cut-along-line.ts'
import {
  endOfRules,
  erase,
  numberBefore,
  ownMarksArea,
  ownNumberArea,
} from '../../pictures/mask-question-number.ts'
import { isColoured } from '../pages/page-colours.ts'
import {
  type Area,
  type Letter,
  lettersWithin,
  numberAmong,
  type SourcePage,
  type SourcePaper,
} from './source-pages.ts'

sharp.cache(false)
sharp.concurrency(1)

/** A part of a question on its page, in pixels of the page's picture. */
export type Piece = {
  box: QuestionBox
  page: SourcePage
  /** With what letters reach beyond the words' boxes. */
  area: Area
  /** Where its own lines are. */
  lines: Area
  /** What is hidden: the old number and marks. */
  hidden: Area[]
  /** Whose number is looked for on the picture, since its letters are not known. */
  numbered: FileQuestion | null
}

export type FoundPieces = {
  pieces: Piece[]
  /** Where the words begin, left of which there is the old number alone, and where the first line is; in pixels. */
  wordsLeft: number
  baseline: number
}

/** Letters reach so far beyond their boxes, in pixels, and signs over them (vowels of Hindi, arrows of vectors) further. */
const [SIDES, ABOVE, BELOW] = [8, 13, 5]
/** So far to the right of a box its own line may go on, as after words that PDFium cannot read, with gaps of at most so much. */
const [FURTHER, GAP] = [90, 12]
/** A pixel this dark is ink; at half of the page's size. */
const [INK, HALF] = [200, 0.5]
/** Of a line's height: what is lower is a sign over or under letters, as vowels of Hindi are. */
const LETTER_SHARE = 0.6
/** A rule's pale edge, in pixels. */
const RULE_EDGE = 2
/** Lines that are so far above the first are another question's. */
const OWN_LINE = 5

/** Where a question is on its pages, and what of it is hidden; null where a page cannot be opened. */
export function findPieces(paper: SourcePaper, question: FileQuestion): FoundPieces | null {
  const pages = new Map<number, SourcePage>()
  for (const { page } of question.boxes) {
    const open = pages.get(page) ?? paper.page(page, question.turns[page] ?? 0)
    if (!open) return null
    pages.set(page, open)
  }
  const [first] = question.boxes
  const firstPage = first && pages.get(first.page)
  if (!first || !firstPage) return null
  const letters = firstPage.letters()
  const isNumbered = question.number !== ''
  const number = isNumbered ? (numberAmong(letters, question, first) ?? ownNumberArea(question)) : null
  const marks = ownMarksArea(question)
  const hidden = [number, marks].flatMap((area) => (area ? [widen(area)] : []))
  const words = lettersWithin(letters, first, hidden)
  const lefts = words.map(({ left }) => left)
  const wordsLeft = number && lefts.length > 0 ? Math.min(...lefts) : first.left
  const pieces = question.boxes.map((box, at): Piece => {
    const { left, top, width, height } = box
    const page = pages.get(box.page) as SourcePage
    const right = left + width
    const others = neighboursOf(page === firstPage ? letters : page.letters(), box, question.lineHeight)
    const area = {
      left: left - SIDES,
      top: Math.max(top - ABOVE, others.above),
      right:
        right + SIDES + inkBeyond(page, { left: right, top, right: right + FURTHER, bottom: top + height }),
      bottom: Math.min(top + height + BELOW, others.below),
    }
    return {
      box,
      page,
      area,
      lines: { ...area, top: top - OWN_LINE },
      hidden: at === 0 ? hidden : [],
      numbered: at === 0 && isNumbered && !number ? question : null,
    }
  })
  const baseline = number ? number.bottom : first.top + question.lineHeight * 0.8
  return { pieces: withoutRules(pieces, wordsLeft - first.left, number), wordsLeft, baseline }
}

/** Begins all pieces after a rule that runs down between number and words, where each has one; `margin`: how wide that is. */
function withoutRules(pieces: Piece[], margin: number, number: Area | null): Piece[] {
  const ends = pieces.map(({ page, area, box }, at) => {
    const strip = { ...area, right: box.left + margin }
    const rendered = margin > SIDES ? page.render(strip, 1) : null
    if (!rendered) return null
    const { rgba, width, height } = rendered
    const part = { data: rgba, width, height, channels: 4, left: strip.left, top: strip.top, times: 1 }
    const from = (at === 0 && number?.right) || strip.left
    const end = endOfRules(part, { from, to: strip.right, number: at === 0 ? number : null })
    return end === null ? null : end - box.left
  })
  const known = ends.filter((end) => end !== null)
  if (known.length < pieces.length) return pieces
  const end = Math.max(...known) + RULE_EDGE
  return pieces.map((piece) => {
    const left = piece.box.left + end
    return { ...piece, area: { ...piece.area, left }, lines: { ...piece.lines, left } }
  })
}

/** Down to where the letters above a box reach, and from where those below it do; signs over its own letters are smaller. */
export function neighboursOf(
  letters: readonly Letter[],
  { left, top, width, height }: QuestionBox,
  lineHeight: number,
) {
  const near = letters.filter(
    (letter) =>
      letter.text.trim() &&
      letter.bottom - letter.top >= lineHeight * LETTER_SHARE &&
      letter.right > left &&
      letter.left < left + width,
  )
  const bottom = top + height
  const above = near.flatMap((letter) => (letter.bottom <= top ? [letter.bottom] : []))
  const below = near.flatMap((letter) => (letter.top >= bottom ? [letter.top] : []))
  return { above: Math.max(...above), below: Math.min(...below) }
}

/** How far ink goes on from the left edge of a part of a page, in pixels, before it is white for a gap. */
function inkBeyond(page: SourcePage, area: Area): number {
  const rendered = page.render(area, HALF)
  if (!rendered) return 0
  const { rgba, width, height } = rendered
  let last = 0
  for (let x = 0; x < width && (x - last) / HALF <= GAP; x++)
    for (let y = 0; y < height; y++)
      if ((rgba[(y * width + x) * 4 + 1] ?? 255) < INK) {
        last = x + 1
        break
      }
  return last / HALF
}

/** What is hidden goes so far beyond its letters at the right, in pixels. */
export const HOLE_EDGE = 3

function widen({ left, top, right, bottom }: Area): Area {
  return { left: left - 4, top: top - 4, right: right + HOLE_EDGE, bottom: bottom + 4 }
}

type Rendered = { bytes: Uint8Array; width: number; height: number; isGrey: boolean }

/** A piece as a picture, without what is hidden; null where there is no memory for it. */
export async function renderPiece(
  { box, page, area, hidden, numbered }: Piece,
  { dpi, format }: { dpi: number; format: 'jpeg' | 'png' },
): Promise<Rendered | null> {
  const times = (dpi / 72) * page.pixel
  const rendered = page.render(area, times)
  if (!rendered) return null
  const { rgba, width, height } = rendered
  const rowOf = (y: number) => Math.round((y - area.top) * times)
  const edges = { top: rowOf(box.top), bottom: rowOf(box.top + box.height) }
  cutAlongLines({ data: rgba, width, height, channels: 4 }, edges)
  const part = { data: rgba, width, height, channels: 4, left: area.left, top: area.top, times }
  const number = numbered && numberBefore(part, numbered)
  for (const hole of number ? [...hidden, number] : hidden) erase(part, hole)
  const isGrey = !isColoured(rendered)
  const plain = sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha()
  const toned = isGrey ? plain.toColourspace('b-w') : plain
  const made =
    format === 'jpeg'
      ? toned.jpeg({ quality: 52, mozjpeg: true })
      : isGrey
        ? toned.png({ palette: true, colours: 16, dither: 0, compressionLevel: 9 })
        : toned.png({ compressionLevel: 9 })
  return { bytes: new Uint8Array(await made.toBuffer()), width, height, isGrey }
}
