import type { Turn } from '#domain/page-turns/turn.ts'
import { removeGarbage } from './remove-garbage.ts'

/** Fewer letters are a stamp, a page number or the name of a site. */
const LEAST_LETTERS = 40
const KEY_CELL = /(?<!\S)\d{1,3}\s*[.):-]?\s*(?:\([a-e1-4]\)|[a-e])(?!\S)/giu
const LEAST_OF_KEY = 10
/** Of fifteen real papers with Hindi in a font of its own, at most 0.65 of the letters are no garbage; of others 0.85. */
const LEAST_SOUND = 0.75

/** Whether the text that a PDF gives for a page is missing, or in good part another than what the page shows. */
export function isUnread(text: string): boolean {
  const letters = lettersIn(text)
  if (isKey(text)) return false
  return letters < LEAST_LETTERS || lettersIn(removeGarbage(text)) < letters * LEAST_SOUND
}

/** Whether it is a key to multiple choices, which has few letters: "1. (3) 2. B". */
function isKey(text: string): boolean {
  return (text.match(KEY_CELL)?.length ?? 0) >= LEAST_OF_KEY
}

/** What a page's file says, and what was recognised: where both are there, only what an old font has hidden is added. */
export function joinTexts(said: string, recognised: string): string {
  if (lettersIn(said) < LEAST_LETTERS) return recognised || said
  const hidden = recognised.split('\n').filter(isOfIndianScript)
  return [said, ...hidden].join('\n')
}

function isOfIndianScript(line: string): boolean {
  const latin = line.match(/\p{Script=Latin}/gu)?.length ?? 0
  return lettersIn(line) - latin > latin
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{M}]/gu)?.length ?? 0
}

/** A run of words on a page's picture that is 1440 pixels wide: left, top, width and height in its pixels, and what it says. */
export type TextLine = [left: number, top: number, width: number, height: number, text: string]

/** `confidence`, 0 to 100, is that of recognised lines; null where they are the file's own. */
export type PageLines = { lines: TextLine[]; confidence: number | null }

/** Of pictures and of what is over them, in pixels. */
const WIDTH = 1440

/** Where lines of a page are once it is turned. `height` is that of the turned page, `WIDTH` wide as the other. */
export function turnLines(lines: TextLine[], turn: Turn, height: number): TextLine[] {
  if (turn === 0) return lines
  if (turn === 180)
    return lines.map(([left, top, wide, high, text]) => [
      WIDTH - left - wide,
      height - top - high,
      wide,
      high,
      text,
    ])
  const heightBefore = (WIDTH * WIDTH) / height
  const scaled = (length: number) => Math.round((length * height) / WIDTH)
  return lines.map(([left, top, wide, high, text]) => {
    const [across, down] = turn === 90 ? [heightBefore - top - high, left] : [top, WIDTH - left - wide]
    return [scaled(across), scaled(down), scaled(high), scaled(wide), text]
  })
}
