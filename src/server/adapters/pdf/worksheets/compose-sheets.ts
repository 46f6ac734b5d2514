import { type PDFContext, type PDFDocument, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { layOut, type Measured, type Placed, SHEETS } from '#domain/worksheets/layout.ts'
import type { FileHeading, WorksheetContent } from '#domain/worksheets/worksheet-file.ts'
import { createTextLayout, type TextLayout } from './text-layout.ts'

/** What stands for a part of a question on a sheet: a form of its page, or a picture that is as wide and high as it. */
export type Part = {
  ref: PDFRef
  isPicture: boolean
  /** On the upright page, in points, y upwards; of a form alone. */
  left: number
  bottom: number
  width: number
  height: number
  /** What is not shown of it, in points from its lower left corner. */
  holes: { x: number; y: number; width: number; height: number }[]
}

export type Composed = {
  measured: Measured
  parts: Part[]
  baseline: number
  label: string
  marks: string | null
  note: string | null
}

const SIZE = { number: 10.5, marks: 9.5, note: 6.5, foot: 7.5, centre: 12.5, place: 8, title: 15, fact: 9.5 }
const [INK, FAINT] = ['0 g 0 G', '0.45 g 0.7 G']
const MARGIN = 42
/** Between ruled lines, in points. */
const RULED = 22

/** Writes the pages of a worksheet into a document, and returns how many. */
export async function composeSheets(
  document: PDFDocument,
  content: Omit<WorksheetContent, 'questions'>,
  questions: readonly Composed[],
  lost: readonly string[],
): Promise<number> {
  const { context } = document
  const textLayout = createTextLayout()
  const { width, height } = SHEETS[content.sheet]
  const heading = await composeHeading(context, textLayout, content.heading, width)
  const { sheet, columns, hasMarks } = content
  const { pages, placed } = layOut(
    questions.map(({ measured }) => measured),
    { sheet, columns, hasMarks, heading: heading.height },
  )
  const byPage = Map.groupBy(placed, ({ page }) => page)
  const sheets = Array.from({ length: pages }, (_, at) => {
    const objects: Record<string, PDFRef> = {}
    const lines = at === 0 ? [heading.at(height - 36)] : []
    if (at === 0) Object.assign(objects, heading.objects)
    for (const each of byPage.get(at + 1) ?? [])
      lines.push(write(each, questions, { textLayout, objects, height, content }))
    const foot = content.foot.replace('{page}', String(at + 1)).replace('{pages}', String(pages))
    const said = textLayout.line(foot, { size: SIZE.foot })
    lines.push(`${FAINT}\n${said.at((width - said.width) / 2, 22)}${INK}\n`)
    const notes = at === pages - 1 ? lost : []
    for (const [nth, sentence] of notes.entries())
      lines.push(textLayout.line(sentence, { size: SIZE.note }).at(MARGIN, 22 + 9 * (notes.length - nth)))
    return { lines, objects }
  })
  const fonts = textLayout.embed(context)
  for (const { lines, objects } of sheets) {
    const page = document.addPage([width, height])
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(lines.join(''))))
    page.node.set(PDFName.of('Resources'), context.obj({ Font: fonts, XObject: objects }))
  }
  return pages
}

type Writing = {
  textLayout: TextLayout
  objects: Record<string, PDFRef>
  height: number
  content: Pick<WorksheetContent, 'isRuled' | 'hasMarks'>
}

function write(
  placed: Placed,
  questions: readonly Composed[],
  { textLayout, objects, height, content }: Writing,
): string {
  const question = questions[placed.question]
  if (!question) return ''
  const { x } = placed
  const top = height - placed.y
  if (placed.kind === 'note') {
    const said = textLayout.line(question.note ?? '', { size: SIZE.note })
    return `${FAINT}\n${said.at(x, top - 7)}${INK}\n`
  }
  if (placed.kind === 'space') return content.isRuled ? ruled(placed, top) : ''
  if (placed.kind === 'part') {
    const part = question.parts[placed.part]
    if (!part) return ''
    const name = `Q${Object.keys(objects).length}`
    objects[name] = part.ref
    return show(part, name, { x, bottom: top - part.height * placed.scale, scale: placed.scale })
  }
  const y = top - question.baseline * placed.scale
  const number = question.label
    ? textLayout.line(`${question.label}.`, { size: SIZE.number, isBold: true })
    : null
  const marks =
    content.hasMarks && question.marks ? textLayout.line(question.marks, { size: SIZE.marks }) : null
  return (number?.at(x, y) ?? '') + (marks ? marks.at(placed.right - marks.width, y) : '')
}

function show(part: Part, name: string, at: { x: number; bottom: number; scale: number }): string {
  const { x, bottom, scale } = at
  const [width, height] = [part.width * scale, part.height * scale]
  const n = (value: number) => value.toFixed(3)
  if (part.isPicture) return `q ${n(width)} 0 0 ${n(height)} ${n(x)} ${n(bottom)} cm /${name} Do Q\n`
  const holes = part.holes.map(
    (hole) =>
      `${n(x + hole.x * scale)} ${n(bottom + hole.y * scale)} ${n(hole.width * scale)} ${n(hole.height * scale)} re`,
  )
  const clip = [`${n(x)} ${n(bottom)} ${n(width)} ${n(height)} re`, ...holes].join(' ')
  const [dx, dy] = [x - part.left * scale, bottom - part.bottom * scale]
  return `q ${clip} W* n ${scale.toFixed(5)} 0 0 ${scale.toFixed(5)} ${n(dx)} ${n(dy)} cm /${name} Do Q\n`
}

function ruled({ x, width, height }: Extract<Placed, { kind: 'space' }>, top: number): string {
  const lines = Array.from({ length: Math.floor(height / RULED) }, (_, at) => {
    const y = (top - (at + 1) * RULED).toFixed(2)
    return `${x.toFixed(2)} ${y} m ${(x + width).toFixed(2)} ${y} l S`
  })
  return `q 0.4 w 0.65 G ${lines.join(' ')} Q\n`
}

async function composeHeading(
  context: PDFContext,
  textLayout: TextLayout,
  heading: FileHeading,
  width: number,
) {
  const objects: Record<string, PDFRef> = {}
  const parts: ((top: number) => string)[] = []
  const right = width - MARGIN
  let y = 0
  const centred = (text: string, size: number, isBold: boolean) => {
    const line = fitted(textLayout, text, { size, isBold }, right - MARGIN - 2 * LOGO)
    y += line.size * 1.2
    const down = y
    parts.push((top) => line.said.at((width - line.said.width) / 2, top - down))
  }
  const logo = heading.logo && (await embedLogo(context, heading.logo).catch(() => null))
  if (logo) {
    objects.Logo = logo.ref
    const wide = Math.min(LOGO * 2.2, (LOGO * logo.width) / logo.height)
    const high = (wide * logo.height) / logo.width
    parts.push(
      (top) =>
        `q ${wide.toFixed(2)} 0 0 ${high.toFixed(2)} ${MARGIN} ${(top - high).toFixed(2)} cm /Logo Do Q\n`,
    )
  }
  centred(heading.centre, SIZE.centre, true)
  y += 3
  if (heading.title) centred(heading.title, SIZE.title, true)
  if (heading.set) {
    const set = textLayout.line(heading.set, { size: 12, isBold: true })
    parts.push((top) => {
      const [x, base] = [right - set.width - 8, top - 15]
      return `q 0.8 w ${(x - 7).toFixed(2)} ${(base - 6).toFixed(2)} ${(set.width + 14).toFixed(2)} 20 re S Q\n${set.at(x, base)}`
    })
  }
  y = Math.max(y, logo ? LOGO : 0) + 4
  for (const [left, other] of heading.facts) {
    y += 14
    const down = y
    const [one, two] = [left, other].map(
      (text) => fitted(textLayout, text, { size: SIZE.fact }, (right - MARGIN) * 0.6).said,
    )
    parts.push((top) => (one?.at(MARGIN, top - down) ?? '') + (two?.at(right - two.width, top - down) ?? ''))
  }
  if (heading.blanks.length > 0) {
    y += 20
    const down = y
    const share = (right - MARGIN) / (heading.blanks.length + 1)
    let x = MARGIN
    for (const [at, label] of heading.blanks.entries()) {
      const said = textLayout.line(label, { size: SIZE.fact })
      // The first is for a name.
      const [from, room] = [x, at === 0 ? 2 * share : share]
      parts.push(
        (top) =>
          `${said.at(from, top - down)}q 0.5 w ${(from + said.width + 4).toFixed(2)} ${(top - down - 2).toFixed(2)} m ${(from + room - (at < heading.blanks.length - 1 ? 12 : 0)).toFixed(2)} ${(top - down - 2).toFixed(2)} l S Q\n`,
      )
      x += room
    }
  }
  y += 9
  const rule = y
  parts.push(
    (top) =>
      `q 1 w ${MARGIN} ${(top - rule).toFixed(2)} m ${right.toFixed(2)} ${(top - rule).toFixed(2)} l S Q\n`,
  )
  return { height: y + 12, objects, at: (top: number) => parts.map((part) => part(top)).join('') }
}

const LOGO = 40

/** With smaller letters where it is too wide, then with fewer. */
function fitted(
  textLayout: TextLayout,
  text: string,
  style: { size: number; isBold?: boolean },
  room: number,
) {
  const whole = textLayout.line(text, style)
  const size = Math.max(
    style.size * 0.6,
    Math.min(style.size, (style.size * room) / Math.max(1, whole.width)),
  )
  const letters = [...new Intl.Segmenter('ta', { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  )
  let said = textLayout.line(text, { ...style, size })
  for (let count = letters.length; said.width > room && count > 1; ) {
    count = Math.max(1, Math.min(count - 1, Math.floor((count * room) / said.width)))
    said = textLayout.line(`${letters.slice(0, count).join('').trimEnd()}…`, { ...style, size })
  }
  return { said, size }
}

async function embedLogo(context: PDFContext, webp: Uint8Array) {
  const { data, info } = await sharp(webp)
    .resize({ width: 360, height: 240, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const ref = context.register(
    context.flateStream(new Uint8Array(data), {
      ...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: height },
      ...{ ColorSpace: 'DeviceRGB', BitsPerComponent: 8 },
    }),
  )
  return { ref, width, height }
}

/** A picture as it comes, in JPEG. */
export function embedJpeg(
  context: PDFContext,
  { bytes, width, height, isGrey }: { bytes: Uint8Array; width: number; height: number; isGrey: boolean },
): PDFRef {
  const dict = context.obj({
    ...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 },
    ...{ ColorSpace: isGrey ? 'DeviceGray' : 'DeviceRGB', Filter: 'DCTDecode', Length: bytes.length },
  })
  return context.register(PDFRawStream.of(dict, bytes))
}
