import { createRequire } from 'node:module'
import sharp, { type CreateText, type OverlayOptions } from 'sharp'

/** The scale below which a line is cut instead. */
const SMALLEST = 0.5
const CLUSTERS = 200
const clusters = new Intl.Segmenter('ta', { granularity: 'grapheme' })

/** Fits one line into a width in pixels with smaller letters, then with "…". */
export async function renderLineWithin(
  text: string,
  letters: TextStyle,
  width: number,
): Promise<{ text: Text; letters: TextStyle }> {
  const parts = clustersOf(text).slice(0, CLUSTERS)
  const whole = await renderLine(parts.join(''), letters)
  if (whole.ink <= width) return { text: whole, letters }
  const size = Math.floor(letters.size * Math.max(SMALLEST, width / whole.ink))
  const smaller = { ...letters, size }
  let rendered = await renderLine(parts.join(''), smaller)
  for (let count = parts.length; rendered.ink > width && count > 1; ) {
    count = Math.max(1, Math.min(count - 1, Math.floor(count * (width / rendered.ink))))
    rendered = await renderLine(`${parts.slice(0, count).join('').trimEnd()}…`, smaller)
  }
  return { text: rendered, letters: smaller }
}

/** Graphemes: a Tamil letter with its signs is one. */
function clustersOf(text: string): string[] {
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
/** Pango hangs lines that begin in Devanagari from their head stroke. After a Latin letter, too small to be seen, they are. */
const LATIN = '<span size="1">l</span>'

const HANGING = /\p{Script=Devanagari}/u

/** Tighter than Pango's default, like headings on the pages. */
const TRACKING = -0.015
const { resolve } = createRequire(import.meta.url)
const loaded = new Map<TextStyle['weight'], Promise<unknown>>()

/** `tracking` is the space between letters, at font size 1. */
export async function renderLine(text: string, letters: TextStyle, tracking = TRACKING): Promise<Text> {
  const line = written(text, letters, tracking)
  const rendered = await render((HANGING.test(text) ? LATIN + line + LATIN : line) + BAR, letters)
  return { ...rendered, ink: Math.round(rendered.width - WEIGHTS[letters.weight].bar * letters.size) }
}

async function renderBlock(text: string, letters: TextStyle, width: number): Promise<Text> {
  const spacing = Math.round(letters.size * -0.06)
  return await render(written(text, letters), letters, { width, wrap: 'word-char', spacing })
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

async function render(
  text: string,
  { weight, size }: TextStyle,
  more: Partial<CreateText> = {},
): Promise<Text> {
  await loadFallbacks(weight)
  const font = `Anek Latin, Anek Tamil, Anek Devanagari ${weight} ${size}`
  return await renderWith('Latin', weight, font, text, more)
}

/** Pango knows a font once it was rendered with: these are the fallbacks for what Latin lacks. */
function loadFallbacks(weight: TextStyle['weight']) {
  return loaded.getOrInsertComputed(weight, renderFirstLetters)
}

async function renderFirstLetters(weight: TextStyle['weight']) {
  await renderWith('Tamil', weight, `Anek Tamil ${weight} 10`, 'அ')
  await renderWith('Devanagari', weight, `Anek Devanagari ${weight} 10`, 'अ')
}

async function renderWith(
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

/** Characters without glyphs in our fonts would be rendered as boxes. */
const UNKNOWN =
  /[^\p{Script=Latin}\p{Script=Tamil}\p{Script=Devanagari}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/gu
/** With what colours, joins or frames a pictograph: alone, each would be a box. */
const SIGNS =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}\p{Cc}\p{Cf}\p{Co}\p{Cn}]|\u20e3/gu
/** Our fonts have these pictographs, and the two that are not seen join and part letters of Indian scripts. */
const KEPT = '©®™\u200C\u200D'
/** Between pictographs that were left out, they join nothing. */
const LOST_JOINS = /(?<=^|\s)[\u200C\u200D]+(?=\s|$)/g
const SIZES = [108, 96, 84, 74, 66, 58, 52, 46, 42, 38]
/** Letters of this size and more need air above and below. */
const LARGE = 50
const AIR = 0.84
/** Narrower lines are tried, so that the last is not a single word. */
const NARROWER = [0.9, 0.8, 0.7, 0.6]

/** The largest letters that fit; "…" where the smallest do not. */
export async function renderTitle(
  title: string,
  letters: Omit<TextStyle, 'size'>,
  box: { width: number; height: number },
): Promise<Text> {
  for (const size of SIZES) {
    const text = await renderBlock(title, { ...letters, size }, box.width)
    const height = size >= LARGE ? box.height * AIR : box.height
    if (fits(text, { ...box, height })) return await balance(title, { ...letters, size }, text, box.width)
  }
  return await shorten(title, { ...letters, size: SIZES.at(-1) as number }, box)
}

export function legible(title: string): string {
  return title
    .replace(UNKNOWN, ' ')
    .replace(SIGNS, (sign) => (KEPT.includes(sign) ? sign : ' '))
    .replace(LOST_JOINS, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Balances the lines, without adding any. */
async function balance(title: string, letters: TextStyle, widest: Text, width: number) {
  let best = widest
  for (const share of NARROWER) {
    const text = await renderBlock(title, letters, Math.round(width * share))
    if (text.height > widest.height + letters.size / 2 || text.width > width * share + 1) break
    best = text
  }
  return best
}

async function shorten(title: string, letters: TextStyle, box: { width: number; height: number }) {
  const parts = clustersOf(title)
  const rendered = (count: number) =>
    renderBlock(`${parts.slice(0, count).join('').trimEnd()}…`, letters, box.width)
  let [fitting, tooMany] = [1, parts.length]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (fits(await rendered(middle), box)) fitting = middle
    else tooMany = middle
  }
  return await rendered(fitting)
}

function fits(text: Text, box: { width: number; height: number }) {
  return text.width <= box.width + 1 && text.height <= box.height
}
