import type { OverlayOptions } from 'sharp'
import type { Centre } from '#domain/centre/centre.ts'
import type { Palette } from '#domain/centre/palette.ts'
import { drawTitle, legible } from './draw-title.ts'
import { drawLine, type Letters, onBaseline, overlayAt } from './letters.ts'
import { drawLineWithin } from './line-within.ts'
import type { PaperWords } from './paper-words.ts'
import { placeLogo } from './place-logo.ts'
import { EDGE, graphPaper, highlight, mixed } from './shapes.ts'
import { drawStamp } from './stamp.ts'

/** In pixels: the sheet's edges, its margin's rule, and where text begins and ends. */
const SHEET = { left: 56, top: 46, right: 1144, bottom: 502 }
const RULE = 158
const TEXT = { left: 204, right: 1096 }
const NAME_LEFT = 128
const NAME_WIDTH = SHEET.right - NAME_LEFT
/** With less room than this beside a long name, the place is left out. */
const PLACE_LEAST = 300
/** A longer word begins farther left. */
const STAMP = { left: 908, right: 1168, top: 14 }
const TITLE = { top: 172, height: 214 }

export type Drawing = { ground: Buffer; layers: OverlayOptions[] }

/** The preview of a shared link: all that is known before the tap. */
export async function drawPaper(
  { hue, ...paper }: PaperWords,
  centre: Pick<Centre, 'name' | 'place'>,
  palette: Palette,
  ownLogo: Uint8Array | null,
): Promise<Drawing> {
  const small = (colour: string): Letters => ({ weight: 'semibold', size: 38, colour })
  const month: Letters = { weight: 'extrabold', size: 52, colour: palette.ink }
  const light: Letters = { weight: 'medium', size: 32, colour: palette.quiet }
  const name: Letters = { weight: 'extrabold', size: 52, colour: palette.ink }

  const badge = await drawLine(paper.subject, small(hue))
  const badgeWidth = badge.ink + 36
  const levelLeft = TEXT.left + badgeWidth + 22
  const level = await drawLineWithin(paper.level, small(palette.ink), TEXT.right - levelLeft)
  const title = await drawTitle(
    legible(paper.title) || paper.untitled,
    { weight: 'extrabold', colour: palette.ink },
    { width: TEXT.right - TEXT.left, height: TITLE.height },
  )
  const date = await drawLine(paper.date, month)
  const weight = await drawLineWithin(paper.weight, light, TEXT.right - TEXT.left - date.ink - 32)
  const centreName = await drawLineWithin(legible(centre.name), name, NAME_WIDTH)
  const room = SHEET.right - NAME_LEFT - centreName.text.ink - 48
  const place = room < PLACE_LEAST ? null : await drawLineWithin(legible(centre.place), light, room)

  const stamp = paper.stamp && (await drawStamp(paper.stamp, palette))
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
