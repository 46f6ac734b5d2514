import sharp, { type OverlayOptions } from 'sharp'
import type { Centre } from '#domain/centre/centre.ts'
import type { Palette } from '#domain/centre/palette.ts'
import { ICONS, type IconName, type Picture } from '#domain/centre/pictures/given-pictures.ts'
import type { PaperWords } from './paper-words.ts'
import {
  legible,
  onBaseline,
  overlayAt,
  renderLine,
  renderLineWithin,
  renderTitle,
  type Text,
  type TextStyle,
} from './render-text.ts'
import { EDGE, graphPaper, highlight, LOGO_SIDE, logo, mixed } from './shapes.ts'

const HEIGHT = 58
const EDGE_SPACE = 4

async function renderStamp(word: string, { ticked, sheet }: Palette): Promise<Text> {
  const letters: TextStyle = { weight: 'bold', size: 31, colour: ticked }
  const text = await renderLine(word, letters, 0.08)
  const [width, height] = [text.ink + 40, HEIGHT]
  const outline = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * EDGE_SPACE}" height="${height + 2 * EDGE_SPACE}" fill="none" stroke="${ticked}">
      <g transform="translate(${EDGE_SPACE} ${EDGE_SPACE})">
        <rect width="${width}" height="${height}" rx="6" fill="${sheet}" stroke-width="4"/>
        <rect x="5.5" y="5.5" width="${width - 11}" height="${height - 11}" rx="2" stroke-width="1.5" opacity=".45"/></g></svg>`,
  )
  const flat = await sharp(outline)
    .composite([onBaseline(text, letters, { x: EDGE_SPACE + 20, y: EDGE_SPACE + 40 })])
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: w, height: h } = flat.info
  const { data, info } = await sharp(flat.data, { raw: { width: w, height: h, channels: 4 } })
    .rotate(-3, { background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, ink: info.width }
}

/** In pixels: the sheet's edges, its margin's rule, and where text begins and ends. */
const SHEET = { left: 56, top: 46, right: 1144, bottom: 502 }
const RULE = 158
const TEXT = { left: 204, right: 1096 }
const NAME_LEFT = 128
const NAME_WIDTH = SHEET.right - NAME_LEFT
/** With less room than this next to a long name, the place is left out. */
const PLACE_LEAST = 300
/** A longer word begins farther left. */
const STAMP = { left: 908, right: 1168, top: 14 }
const TITLE = { top: 172, height: 214 }

type Rendering = { ground: Buffer; layers: OverlayOptions[] }

/** The preview of a shared link: all that is known before it is opened. */
async function renderPaper(
  { hue, ...paper }: PaperWords,
  centre: Pick<Centre, 'name' | 'place'>,
  palette: Palette,
  ownLogo: Uint8Array | null,
): Promise<Rendering> {
  const small = (colour: string): TextStyle => ({ weight: 'semibold', size: 38, colour })
  const month: TextStyle = { weight: 'extrabold', size: 52, colour: palette.ink }
  const light: TextStyle = { weight: 'medium', size: 32, colour: palette.quiet }
  const name: TextStyle = { weight: 'extrabold', size: 52, colour: palette.ink }

  const badge = await renderLine(paper.subject, small(hue))
  const badgeWidth = badge.ink + 36
  const levelLeft = TEXT.left + badgeWidth + 22
  const level = await renderLineWithin(paper.level, small(palette.ink), TEXT.right - levelLeft)
  const title = await renderTitle(
    legible(paper.title) || paper.untitled,
    { weight: 'extrabold', colour: palette.ink },
    { width: TEXT.right - TEXT.left, height: TITLE.height },
  )
  const date = await renderLine(paper.date, month)
  const weight = await renderLineWithin(paper.weight, light, TEXT.right - TEXT.left - date.ink - 32)
  const centreName = await renderLineWithin(legible(centre.name), name, NAME_WIDTH)
  const room = SHEET.right - NAME_LEFT - centreName.text.ink - 48
  const place = room < PLACE_LEAST ? null : await renderLineWithin(legible(centre.place), light, room)

  const stamp = paper.stamp && (await renderStamp(paper.stamp, palette))
  const logo = await placeLogo(ownLogo, palette, { left: 51, top: 533, scale: 1.9 })
  const ground = graphPaper(
    palette,
    sheet(palette, hue),
    `<rect x="${TEXT.left}" y="90" width="${badgeWidth}" height="60" rx="3" fill="${mixed(hue, palette.sheet, 0.12)}"/>`,
    highlight(palette, TEXT.left - 9, 426, date.ink + 20, 38),
    logo.shape,
  )
  return {
    ground,
    layers: [
      ...logo.layers,
      onBaseline(badge, small(hue), { x: TEXT.left + 18, y: 133 }),
      onBaseline(level.text, level.letters, { x: levelLeft, y: 133 }),
      overlayAt(title, TEXT.left, TITLE.top + (TITLE.height - title.height) / 2),
      onBaseline(date, month, { x: TEXT.left, y: 456 }),
      onBaseline(weight.text, weight.letters, { x: TEXT.right, y: 456, align: 'right' }),
      onBaseline(centreName.text, centreName.letters, { x: NAME_LEFT, y: 582 }),
      ...(place ? [onBaseline(place.text, place.letters, { x: SHEET.right, y: 580, align: 'right' })] : []),
      ...(stamp ? [overlayAt(stamp, Math.min(STAMP.left, STAMP.right - stamp.width), STAMP.top)] : []),
    ],
  }
}

function sheet({ sheet: white, marginRed, ink }: Palette, hue: string) {
  const { left, top, right, bottom } = SHEET
  const [width, height] = [right - left, bottom - top]
  return `<g transform="rotate(1.1 600 300)">
      <rect x="${left + 6}" y="${top + 10}" width="${width}" height="${height}" fill="${ink}" opacity=".06"/>
      <rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${white}" stroke="${EDGE}" stroke-width="2"/></g>
    <rect x="${left + 4}" y="${top + 7}" width="${width}" height="${height}" fill="${ink}" opacity=".06"/>
    <rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${white}" stroke="${EDGE}" stroke-width="2"/>
    <rect x="${left - 1}" y="${top - 1}" width="16" height="${height + 2}" fill="${hue}"/>
    <path d="M${RULE} ${top + 1}V${bottom - 1}" stroke="${marginRed}" stroke-width="2.5" opacity=".8"/>
    <path d="M${RULE + 7} ${top + 1}V${bottom - 1}" stroke="${marginRed}" stroke-width="1.5" opacity=".4"/>
    <g stroke="${ink}" stroke-width="4" stroke-linecap="round">
      <path d="M102 120h26M102 274h26M102 428h26"/></g>`
}

const LEFT = 72
const WIDTH = 632
const LARGEST = 84
const FIRST_BASELINE = 272
const NAME_SPACE = 82

/** The preview of all pages but papers: name, promise with its first phrase, place. */
async function renderCentre(
  centre: Pick<Centre, 'name' | 'tagline' | 'phrases' | 'place'>,
  palette: Palette,
  ownLogo: Uint8Array | null,
): Promise<Rendering> {
  const name: TextStyle = { weight: 'extrabold', size: 56, colour: palette.ink }
  const quiet: TextStyle = { weight: 'medium', size: 32, colour: palette.quiet }
  const lines = [...halves(legible(centre.tagline)), legible(centre.phrases[0] as string)]
  const promise = await largestThatFit(lines, palette.ink)
  const size = promise.at(-1)?.letters.size ?? LARGEST
  const baselines = promise.map((_, at) => FIRST_BASELINE + at * LARGEST * 1.14)
  const last = baselines.at(-1) ?? 0
  const sweep = promise.at(-1)?.text.ink ?? 0
  const centreName = await renderLineWithin(legible(centre.name), name, WIDTH - 24)
  const place = await renderLineWithin(legible(centre.place), quiet, WIDTH)
  const logo = await placeLogo(ownLogo, palette, { left: LEFT - 6, top: 84, scale: 2.1 })
  return {
    ground: graphPaper(
      palette,
      highlight(palette, LEFT - 8, last - size * 0.4, sweep + 16, size * 0.52),
      logo.shape,
      desk(palette),
    ),
    layers: [
      ...logo.layers,
      onBaseline(centreName.text, centreName.letters, { x: LEFT + NAME_SPACE, y: 138 }),
      ...promise.map(({ text, letters }, at) =>
        onBaseline(text, letters, { x: LEFT, y: baselines[at] ?? 0 }),
      ),
      onBaseline(place.text, place.letters, { x: LEFT, y: 556 }),
    ],
  }
}

/** Two lines of about the same length. */
function halves(text: string) {
  const words = text.split(' ')
  const lengthOf = (part: string[]) => part.join(' ').length
  const cuts = words.map((_, at) => [words.slice(0, at + 1), words.slice(at + 1)] as const)
  const best = cuts.reduce((a, b) =>
    Math.max(lengthOf(b[0]), lengthOf(b[1])) < Math.max(lengthOf(a[0]), lengthOf(a[1])) ? b : a,
  )
  return best.map((part) => part.join(' ')).filter(Boolean)
}

async function largestThatFit(lines: string[], colour: string) {
  const letters: TextStyle = { weight: 'extrabold', size: LARGEST, colour }
  const rendered = await Promise.all(lines.map((text) => renderLineWithin(text, letters, WIDTH)))
  const size = Math.min(...rendered.map((line) => line.letters.size))
  return await Promise.all(lines.map((text) => renderLineWithin(text, { ...letters, size }, WIDTH)))
}

/** An answer sheet with its curve, a set square and a compass, in ballpoint. */
function desk({ ink, sheet, marginRed, mark, pen, ticked }: Palette) {
  return `<g stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" fill="${sheet}">
    <g transform="translate(790 96) rotate(-4 150 210)">
      <path d="M0 0h246l54 54v366H0Z"/><path d="M246 0v54h54"/>
      <path d="M54 2v416" stroke="${marginRed}" stroke-width="2.5"/>
      <path d="M14 50h24M14 180h24M14 330h24"/>
      <path d="M80 46h120M80 78h170M80 310h190M80 340h140M80 370h80" stroke="${EDGE}" stroke-width="7"/>
      <path d="M78 110h196v168H78Z" stroke="${EDGE}" stroke-width="2.5"/>
      <path d="M78 226h196M150 110v168" stroke-width="2.5"/>
      <path d="M92 274C124 96 156 96 180 176s52 92 82-58" fill="none" stroke="${pen}" stroke-width="6"/>
      <circle cx="150" cy="131" r="8" fill="${marginRed}" stroke="none"/>
      <path d="M178 384h80" stroke="${mark}" stroke-width="22" stroke-linecap="butt"/>
      <path d="m196 384 20 20 44-56" fill="none" stroke="${ticked}" stroke-width="9"/>
    </g>
    <g transform="translate(716 356)"><path d="M0 200h186L0 0Z"/><path d="M36 164h72L36 86Z"/>
      <path d="M0 30h10M0 56h16M0 82h10M0 108h16M0 134h10M0 160h16" fill="none"/></g>
    <g transform="translate(1118 196)" fill="none"><path d="M0-20v-34M0 20l-44 250M0 20l44 250" stroke-width="6"/>
      <circle r="17" fill="${sheet}"/><path d="M-28 168c18 9 38 9 56 0"/></g></g>`
}

/** The logo's share of the side; of a maskable icon only the middle 80 % is sure to be seen. */
const SHARE = { paper: 0.74, maskable: 0.54, none: 1 }

async function renderIcon(name: IconName, palette: Palette, ownLogo: Uint8Array | null): Promise<Picture> {
  const { side, ground } = ICONS[name]
  const scale = (side * SHARE[ground]) / LOGO_SIDE
  const space = (side - LOGO_SIDE * scale) / 2
  const placed = await placeLogo(ownLogo, palette, { left: space, top: space, scale })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    ${ground === 'none' ? '' : `<rect width="${side}" height="${side}" fill="${palette.paper}"/>`}
    ${placed.shape}</svg>`
  const png = await sharp(Buffer.from(svg)).composite(placed.layers).png({ compressionLevel: 9 }).toBuffer()
  if (!name.endsWith('.ico')) return { bytes: new Uint8Array(png), contentType: 'image/png' }
  return { bytes: inIco(png, side), contentType: 'image/x-icon' }
}

/** ICO with one PNG, which every browser of the last ten years reads. */
function inIco(png: Buffer, side: number) {
  const head = new DataView(new ArrayBuffer(22))
  head.setUint16(2, 1, true)
  head.setUint16(4, 1, true)
  head.setUint8(6, side)
  head.setUint8(7, side)
  head.setUint16(10, 1, true)
  head.setUint16(12, 32, true)
  head.setUint32(14, png.byteLength, true)
  head.setUint32(18, head.byteLength, true)
  return new Uint8Array([...new Uint8Array(head.buffer), ...png])
}

sharp.cache(false)
sharp.concurrency(1)

export type PictureTask = {
  what: { paper: PaperWords } | { icon: IconName } | 'centre'
  centre: Pick<Centre, 'name' | 'tagline' | 'phrases' | 'place'>
  palette: Palette
  /** The centre's own, WebP; without it the site's sign is rendered. */
  logo: Uint8Array | null
}

/** In a thread of the process for jobs. */
export default async function render({ what, centre, palette, logo }: PictureTask): Promise<Picture> {
  if (what === 'centre') return await finish(await renderCentre(centre, palette, logo), logo)
  if ('icon' in what) return await renderIcon(what.icon, palette, logo)
  return await finish(await renderPaper(what.paper, centre, palette, logo), logo)
}

/** 64 colours keep lines and letters sharp in a third of the bytes of a JPEG as sharp; a logo may have more. */
async function finish({ ground, layers }: Rendering, logo: Uint8Array | null): Promise<Picture> {
  const png = await sharp(ground)
    .composite(layers)
    .removeAlpha()
    .png({ palette: true, colours: logo ? 256 : 64, dither: 0, compressionLevel: 9 })
    .toBuffer()
  return { bytes: new Uint8Array(png), contentType: 'image/png' }
}

/** The centre's own logo as a layer, or the site's sign as a shape of the ground; `scale` is of the sign's side. */
async function placeLogo(
  own: Uint8Array | null,
  palette: Palette,
  { left, top, scale }: { left: number; top: number; scale: number },
): Promise<{ shape: string; layers: OverlayOptions[] }> {
  if (!own) return { shape: logo(palette, `translate(${left} ${top}) scale(${scale})`), layers: [] }
  const side = Math.round(LOGO_SIDE * scale)
  const input = await sharp(own).resize(side, side).png({ compressionLevel: 0 }).toBuffer()
  return { shape: '', layers: [{ input, left: Math.round(left), top: Math.round(top) }] }
}
