import { drawLine, type Letters, type Text } from './letters.ts'

/** The scale below which a line is cut instead. */
const SMALLEST = 0.5
const CLUSTERS = 200
const clusters = new Intl.Segmenter('ta', { granularity: 'grapheme' })

/** Fits one line into a width in pixels with smaller letters, then with "…". */
export async function drawLineWithin(
  text: string,
  letters: Letters,
  width: number,
): Promise<{ text: Text; letters: Letters }> {
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
