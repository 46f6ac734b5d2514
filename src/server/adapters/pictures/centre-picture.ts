import type { Centre } from '#domain/centre/centre.ts'
import type { Palette } from '#domain/centre/palette.ts'
import { legible } from './draw-title.ts'
import { type Letters, onBaseline } from './letters.ts'
import { drawLineWithin } from './line-within.ts'
import type { Drawing } from './paper-picture.ts'
import { placeLogo } from './place-logo.ts'
import { EDGE, graphPaper, highlight } from './shapes.ts'

const LEFT = 72
const WIDTH = 632
const LARGEST = 84
const FIRST_BASELINE = 272
const NAME_SPACE = 82

/** The preview of all pages but papers: name, promise with its first phrase, place. */
export async function drawCentre(
  centre: Pick<Centre, 'name' | 'tagline' | 'phrases' | 'place'>,
  palette: Palette,
  ownLogo: Uint8Array | null,
): Promise<Drawing> {
  const name: Letters = { weight: 'extrabold', size: 56, colour: palette.ink }
  const quiet: Letters = { weight: 'medium', size: 32, colour: palette.quiet }
  const lines = [...halves(legible(centre.tagline)), legible(centre.phrases[0] as string)]
  const promise = await largestThatFit(lines, palette.ink)
  const size = promise.at(-1)?.letters.size ?? LARGEST
  const baselines = promise.map((_, at) => FIRST_BASELINE + at * LARGEST * 1.14)
  const last = baselines.at(-1) ?? 0
  const sweep = promise.at(-1)?.text.ink ?? 0
  const centreName = await drawLineWithin(legible(centre.name), name, WIDTH - 24)
  const place = await drawLineWithin(legible(centre.place), quiet, WIDTH)
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
  const letters: Letters = { weight: 'extrabold', size: LARGEST, colour }
  const drawn = await Promise.all(lines.map((text) => drawLineWithin(text, letters, WIDTH)))
  const size = Math.min(...drawn.map((line) => line.letters.size))
  return await Promise.all(lines.map((text) => drawLineWithin(text, { ...letters, size }, WIDTH)))
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
