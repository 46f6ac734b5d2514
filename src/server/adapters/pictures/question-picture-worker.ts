import sharp, { type Sharp } from 'sharp'
import type { Picture, QuestionCut } from '#domain/centre/pictures/given-pictures.ts'
import type { QuestionCrop } from '#domain/questions/question-crop.ts'
import { EDGE } from '#domain/questions/question-picture.server.ts'
import { cutAlongLines, OUTSIDE, REACH } from './cut-along-line.ts'
import {
  endOfRules,
  erase,
  numberBefore,
  ownMarksArea,
  ownNumberArea,
  type Part,
  paint,
} from './mask-question-number.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Of a picture as high as two pages; a higher one may be larger, or nobody could read it. */
const [MOST_BYTES, TWO_PAGES] = [40_000, 4_000]
/** One after the other, and from the second on smaller each time: phones show half of the pixels. */
const [FIRST, LAST] = [40, 15]
const QUALITIES = [FIRST, 22, 22, 22, LAST]
/** In pixels: with more of them pictures never fit at the size of the page. */
const [MOST_LOSSLESS, MOST_LOSSY] = [1_500_000, 2_500_000]
/** Between a number and its words, in pixels: a rule beside the margin runs down there. */
const MARGIN = 80
/** Scans are never white. */
const PAPER = { background: '#fff', threshold: 70 }

/** In a thread of the process for jobs: the parts of a question below each other, without the white around them. */
export default async function cut({ layout, pages, hidden }: QuestionCut): Promise<Picture> {
  const own = layout.parts.findIndex(({ isPassage }) => !isPassage)
  const parts = await Promise.all(
    layout.parts.map(async ({ page, left, top, width, height, x, y }, at) => {
      const bytes = pages.get(page)
      if (!bytes) throw new Error(`Page ${page} was not given.`)
      const { width: most, height: highest } = await sharp(bytes).metadata()
      const [boxTop, boxBottom] = [top + EDGE, top + height - EDGE]
      const from = Math.min(Math.max(0, left), most - 1)
      const above = Math.min(Math.max(0, boxTop - REACH), highest - 1)
      const part = { left: from, top: above, width: left + width - from, height: boxBottom + REACH - above }
      const { data, info } = await sharp(bytes)
        .extract({
          ...part,
          width: Math.max(1, Math.min(part.width, most - from)),
          height: Math.max(1, Math.min(part.height, highest - above)),
        })
        .removeAlpha()
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
      const edges = { top: boxTop - above, bottom: boxBottom - above }
      cutAlongLines({ data, ...info }, edges)
      if (at === own && hidden)
        eraseOwn({ data, ...info, left: part.left, top: part.top, times: 1 }, edges, hidden)
      const raw = { width: info.width, height: info.height, channels: info.channels }
      const place = { left: x + from - left, top: y + above - top + REACH }
      return { input: data, raw, ...place, blend: 'darken' as const }
    }),
  )
  const { width } = layout
  const height = layout.height + 2 * REACH
  const whole = sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite(parts)
  const trimmed = sharp(await whole.png({ compressionLevel: 0 }).toBuffer()).trim(PAPER)
  const made = await encode(await rawOf(trimmed, hidden ? width : 0))
  return { bytes: new Uint8Array(made), contentType: 'image/webp' }
}

function eraseOwn(whole: Part, { top, bottom }: { top: number; bottom: number }, hidden: QuestionCrop) {
  const number = ownNumberArea(hidden) ?? numberBefore(whole, hidden)
  for (const area of [number, ownMarksArea(hidden)]) if (area) erase(whole, area)
  if (!number) return
  // Beyond the cut no rule is left.
  const [first, end] = [Math.max(0, top - OUTSIDE), Math.min(whole.height, bottom + OUTSIDE + 1)]
  const inner = whole.data.subarray(first * whole.width * whole.channels, end * whole.width * whole.channels)
  const part = { ...whole, data: inner, top: whole.top + first, height: end - first }
  const right = endOfRules(part, { from: number.right, to: number.right + MARGIN, number })
  if (right !== null)
    paint(part, { left: number.right, top: part.top, right, bottom: part.top + part.height })
}

type Raw = { data: Buffer; raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** At least so wide: those of a worksheet are printed at one scale, whatever of their numbers and marks was at their sides. */
async function rawOf(image: Sharp, least: number): Promise<Raw> {
  const own = await readRaw(image)
  const right = Math.max(EDGE, least - own.raw.width - EDGE)
  const edges = { top: EDGE, bottom: EDGE, left: EDGE, right, background: '#fff' }
  return await readRaw(sharp(own.data, { raw: own.raw }).extend(edges))
}

async function readRaw(image: Sharp): Promise<Raw> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, raw: { width, height, channels } }
}

/** Lossless as the pages' print is, else lossy, and smaller by as much as it is too large: mostly at the second try. */
async function encode({ data, raw }: Raw): Promise<Buffer> {
  const pixels = raw.width * raw.height
  const times = Math.max(1, raw.height / TWO_PAGES)
  const most = MOST_BYTES * times
  if (pixels < MOST_LOSSLESS) {
    const lossless = await sharp(data, { raw }).webp({ lossless: true, effort: 1 }).toBuffer()
    if (lossless.length <= most) return lossless
  }
  let scale = Math.min(1, Math.sqrt((MOST_LOSSY * times) / pixels))
  for (const quality of QUALITIES) {
    const sized = sharp(data, { raw }).resize({ width: Math.round(raw.width * scale) })
    const made = await sized.webp({ quality, effort: 2 }).toBuffer()
    if (made.length <= most || quality === LAST) return made
    if (quality < FIRST) scale *= Math.sqrt(most / made.length) * 0.95
  }
  throw new Error('No quality is left.')
}
