import { createRequire } from 'node:module'
import sharp, { type CreateText, type OverlayOptions } from 'sharp'

/** Texts for pictures, shaped by Pango with letters of our own: the same on a machine that has no fonts at all. */

/** `file` names the letters' file, `bar` the width of BAR in letters of size 1. */
const WEIGHTS = {
  medium: { file: '500Medium', bar: 0.4 },
  semibold: { file: '600SemiBold', bar: 0.42 },
  bold: { file: '700Bold', bar: 0.44 },
  extrabold: { file: '800ExtraBold', bar: 0.46 },
}
/** `size` is in pixels, `colour` #rrggbb. */
export type Letters = { weight: keyof typeof WEIGHTS; size: number; colour: string }

/** A text as pixels (RGBA); `ink` is the width in pixels of what can be seen of it. */
export type Text = { pixels: Buffer; width: number; height: number; ink: number }

/**
 * Pango cuts a text's picture to its ink, so that nobody knows where its baseline is. A bar of twice the size, too
 * pale to be seen, makes all lines of a size equally tall; the baseline is then 1.435 sizes below the top.
 */
const BAR = '<span alpha="1" size="200%">|</span>'
const BASELINE = 1.435

/** Letters stand a little closer than Pango sets them, as in headings on the pages. */
const TRACKING = -0.015
const { resolve } = createRequire(import.meta.url)
const learnt = new Map<Letters['weight'], Promise<unknown>>()

/** One line of text; `tracking` is the space added between letters, in letters of size 1. */
export async function drawLine(text: string, letters: Letters, tracking = TRACKING): Promise<Text> {
  const drawn = await draw(written(text, letters, tracking) + BAR, letters)
  return { ...drawn, ink: Math.round(drawn.width - WEIGHTS[letters.weight].bar * letters.size) }
}

/** Text in as many lines as a width of `width` pixels needs. */
export async function drawBlock(text: string, letters: Letters, width: number): Promise<Text> {
  const spacing = Math.round(letters.size * -0.06)
  return await draw(written(text, letters), letters, { width, wrap: 'word-char', spacing })
}

/** Lays a line's picture with its baseline at `y`, from `x` on or, where `align` says right, up to it. */
export function onBaseline(
  text: Text,
  { size }: Letters,
  { x, y, align = 'left' }: { x: number; y: number; align?: 'left' | 'right' },
): OverlayOptions {
  return laid(text, align === 'right' ? x - text.ink : x, y - BASELINE * size)
}

/** Lays a text's picture with its upper left corner there. */
export function laid({ pixels, width, height }: Text, left: number, top: number): OverlayOptions {
  return {
    input: pixels,
    raw: { width, height, channels: 4 },
    left: Math.round(left),
    top: Math.round(top),
  }
}

async function draw(text: string, { weight, size }: Letters, more: Partial<CreateText> = {}): Promise<Text> {
  await learn(weight)
  return await drawWith('Latin', weight, `Anek Latin, Anek Tamil ${weight} ${size}`, text, more)
}

/** What was drawn with once is known to Pango from then on: Tamil stands in for what Latin has not. */
function learn(weight: Letters['weight']) {
  const known = learnt.get(weight) ?? drawWith('Tamil', weight, `Anek Tamil ${weight} 10`, 'அ')
  learnt.set(weight, known)
  return known
}

async function drawWith(
  script: 'Latin' | 'Tamil',
  weight: Letters['weight'],
  font: string,
  text: string,
  more: Partial<CreateText> = {},
): Promise<Text> {
  const { file } = WEIGHTS[weight]
  const fontfile = resolve(
    `@expo-google-fonts/anek-${script.toLowerCase()}/${file}/Anek${script}_${file}.ttf`,
  )
  const { data, info } = await sharp({ text: { text, font, fontfile, rgba: true, dpi: 72, ...more } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, ink: info.width }
}

/** A text in Pango's markup, of which it may hold nothing itself. */
function written(text: string, { colour, size }: Letters, tracking = TRACKING) {
  const spacing = Math.round(tracking * size * 1024)
  return `<span insert_hyphens="false" foreground="${colour}" letter_spacing="${spacing}">${escaped(text)}</span>`
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
