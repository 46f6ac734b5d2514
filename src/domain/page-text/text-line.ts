import type { Turn } from '#domain/page-turns/turn.ts'

/** A run of words on a page's picture that is 1440 pixels wide: left, top, width and height in its pixels, and what it says. */
export type TextLine = [left: number, top: number, width: number, height: number, text: string]

/** `confidence`, 0 to 100, is that of recognised lines; null where they are the file's own. */
export type PageLines = { lines: TextLine[]; confidence: number | null }

/** Of pictures and of what lies over them, in pixels. */
const WIDTH = 1440

/** Where lines of a page stand once it is turned. `height` is that of the turned page, `WIDTH` wide as the other. */
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
