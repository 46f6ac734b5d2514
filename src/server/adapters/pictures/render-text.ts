import { createRequire } from 'node:module'
import sharp, { type CreateText, type OverlayOptions } from 'sharp'

/** The scale below which a line is cut instead. */
const SMALLEST = 0.5
const CLUSTERS = 200
const clusters = new Intl.Segmenter('ta', { granularity: 'grapheme' })

/** Fits one line into a width in pixels with smaller letters, then with "…". */
export async function drawLineWithin(
  text: string,
  letters: TextStyle,
  width: number,
): Promise<{ text: Text; letters: TextStyle }> {
  const parts = clustersOf(text).slice(0, CLUSTERS)
  const whole = await drawLine(parts.join(''), letters)
  if (whole.ink <= width) return { text: whole, letters }
  const size = Math.floor(letters.size * Math.max(SMALLEST, width / whole.ink))
  const smaller = { ...letters, size }
  let drawn = await drawLine(parts.join(''), smaller)
  for (let count = parts.length; drawn.ink > width && count > 1; ) {
    count = Math.max(1, Math.min(count - 1, Math.floor(count * (width / drawn.ink))))
    drawn = await drawLine(`${parts.slice(0, count).join('').trimEnd()}…`, smaller)
  }
  return { text: drawn, letters: smaller }
}

/** Graphemes: a Tamil letter with its signs is one. */
export function clustersOf(text: string): string[] {
  return [...clusters.segment(text)].map(({ segment }) => segment)
}

/** Pango shapes texts with fonts of our own, Tamil and Devanagari too: the same on a machine without fonts. */

/** `bar` is the width of BAR at font size 1. */
const WEIGHTS = {
  medium: { file: '500Medium', bar: 0.4 },
  semibold: { file: '600SemiBold', bar: 0.42 },
  bold: { file: '700Bold', bar: 0.44 },
  extrabold: { file: '800ExtraBold', bar: 0.46 },
}
/** `size` in pixels, `colour` as #rrggbb. */
export type TextStyle = { weight: keyof typeof WEIGHTS; size: number; colour: string }

/** RGBA; `ink` is the visible width in pixels. */
export type Text = { pixels: Buffer; width: number; height: number; ink: number }

/** Pango crops to the ink, which hides the baseline. A pale bar makes lines equally tall: it is 1.435 sizes down. */
const BAR = '<span alpha="1" size="200%">|</span>'
const BASELINE = 1.435
/** Pango hangs lines that begin in Devanagari from their head stroke. After a Latin letter, too small to be seen, they stand. */
const LATIN = '<span size="1">l</span>'

const HANGING = /\p{Script=Devanagari}/u

/** Tighter than Pango's default, like headings on the pages. */
const TRACKING = -0.015
const { resolve } = createRequire(import.meta.url)
const loaded = new Map<TextStyle['weight'], Promise<unknown>>()

/** `tracking` is the space between letters, at font size 1. */
export async function drawLine(text: string, letters: TextStyle, tracking = TRACKING): Promise<Text> {
  const line = written(text, letters, tracking)
  const drawn = await draw((HANGING.test(text) ? LATIN + line + LATIN : line) + BAR, letters)
  return { ...drawn, ink: Math.round(drawn.width - WEIGHTS[letters.weight].bar * letters.size) }
}

export async function drawBlock(text: string, letters: TextStyle, width: number): Promise<Text> {
  const spacing = Math.round(letters.size * -0.06)
  return await draw(written(text, letters), letters, { width, wrap: 'word-char', spacing })
}

export function onBaseline(
  text: Text,
  { size }: TextStyle,
  { x, y, align = 'left' }: { x: number; y: number; align?: 'left' | 'right' },
): OverlayOptions {
  return overlayAt(text, align === 'right' ? x - text.ink : x, y - BASELINE * size)
}

export function overlayAt({ pixels, width, height }: Text, left: number, top: number): OverlayOptions {
  return {
    input: pixels,
    raw: { width, height, channels: 4 },
    left: Math.round(left),
    top: Math.round(top),
  }
}

async function draw(
  text: string,
  { weight, size }: TextStyle,
  more: Partial<CreateText> = {},
): Promise<Text> {
  await loadFallbacks(weight)
  const font = `Anek Latin, Anek Tamil, Anek Devanagari ${weight} ${size}`
  return await drawWith('Latin', weight, font, text, more)
}

/** Pango knows a font once it was drawn with: these are the fallbacks for what Latin lacks. */
function loadFallbacks(weight: TextStyle['weight']) {
  const known = loaded.get(weight) ?? drawFirstLetters(weight)
  loaded.set(weight, known)
  return known
}

async function drawFirstLetters(weight: TextStyle['weight']) {
  await drawWith('Tamil', weight, `Anek Tamil ${weight} 10`, 'அ')
  await drawWith('Devanagari', weight, `Anek Devanagari ${weight} 10`, 'अ')
}

async function drawWith(
  script: 'Latin' | 'Tamil' | 'Devanagari',
  weight: TextStyle['weight'],
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

function written(text: string, { colour, size }: TextStyle, tracking = TRACKING) {
  const spacing = Math.round(tracking * size * 1024)
  return `<span insert_hyphens="false" foreground="${colour}" letter_spacing="${spacing}">${escaped(text)}</span>`
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
