import type { Turn } from '#domain/page-turns/turn.ts'
import type { SeenWord } from '#domain/recognition/judge-words.ts'
import type { GreyPicture } from './render-for-ocr.ts'

const DARK = 110

export function turnPicture(picture: GreyPicture, turn: Turn): GreyPicture {
  const { grey, width, height } = picture
  if (turn === 0) return picture
  if (turn === 180) return { ...picture, grey: grey.toReversed() }
  const turned = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = turn === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y
      turned[at] = grey[y * width + x] as number
    }
  return { grey: turned, width: height, height: width }
}

/** Where a word of the turned picture is in this one, before it was turned. */
export function turnBack(word: SeenWord, { width, height }: GreyPicture, turn: Turn): SeenWord {
  const { left, top, width: wide, height: high } = word
  if (turn === 0) return word
  if (turn === 180) return { ...word, left: width - left - wide, top: height - top - high }
  const lying = { ...word, width: high, height: wide }
  if (turn === 90) return { ...lying, left: top, top: height - left - wide }
  return { ...lying, left: width - top - high, top: left }
}

/** Where the part of so many rows begins that has the most ink. */
export function darkestRows(grey: Uint8Array, width: number, rows: number): number {
  const inkOf = Array.from({ length: Math.floor(grey.length / width) }, (_, row) => {
    let ink = 0
    for (let at = row * width; at < (row + 1) * width; at++) if ((grey[at] as number) < DARK) ink += 1
    return ink
  })
  let ink = inkOf.slice(0, rows).reduce((sum, each) => sum + each, 0)
  let [best, most] = [0, ink]
  for (let from = 1; from + rows <= inkOf.length; from++) {
    ink += (inkOf[from + rows - 1] ?? 0) - (inkOf[from - 1] ?? 0)
    if (ink > most) [best, most] = [from, ink]
  }
  return best
}

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
