import { drawLine, type Letters, type Text } from './letters.ts'

/** How much smaller letters may become before a line is cut instead. */
const SMALLEST = 0.5
/** Longer lines are cut before they are drawn at all. */
const CLUSTERS = 200
const clusters = new Intl.Segmenter('ta', { granularity: 'grapheme' })

/** One line within a width in pixels: in smaller letters if need be, and if even those need more, ending in "…". */
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

/** A text's letters as people count them: a Tamil letter with its signs is one. */
export function clustersOf(text: string): string[] {
  return [...clusters.segment(text)].map(({ segment }) => segment)
}
