import type { SeenWord } from '#domain/recognition/judge-words.ts'

const WORD = '5'

/** The words of Tesseract's table, by lines. */
export function wordsIn(table: string): SeenWord[][] {
  const lines = new Map<string, SeenWord[]>()
  for (const row of table.split('\n')) {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] =
      row.split('\t')
    if (level !== WORD || text.trim() === '') continue
    const place = `${block} ${paragraph} ${line}`
    const [x, y, wide, high] = [Number(left), Number(top), Number(width), Number(height)]
    const word = {
      text: text.trim(),
      confidence: Number(confidence),
      left: x,
      top: y,
      width: wide,
      height: high,
    }
    lines.set(place, [...(lines.get(place) ?? []), word])
  }
  return [...lines.values()]
}
