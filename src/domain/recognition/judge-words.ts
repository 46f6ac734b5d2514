import type { TextLine } from '#domain/page-text/text-line.ts'

/** As Tesseract found it, in pixels of its picture; `confidence` is 0 to 100. */
export type SeenWord = {
  text: string
  confidence: number
  left: number
  top: number
  width: number
  height: number
}

/** Of words below, half are right on made scans (95 % of those above 80); lines below are hardly ever right as a whole. */
const LEAST_OF_WORD = 40
const LEAST_OF_LINE = 60
/** Pages of scripts without data have 17 to 31, pages on their heads up to 57; real scans that can be read 76 to 95. */
const LEAST_OF_PAGE = 62
/** All words of a line that is as good as sure. */
const SURE = 80
/** Fewer letters are a stamp, a number or dust. */
const LEAST_LETTERS = 12
/** A gap of so many line heights separates columns, such as a question and its marks. */
const GAP = 2
const RUN = /[\p{L}\p{M}]+/gu
const SCRIPTS = ['Latin', 'Greek', 'Tamil', 'Devanagari', 'Telugu', 'Kannada', 'Malayalam', 'Bengali'].map(
  (script) => new RegExp(String.raw`\p{Script=${script}}`, 'u'),
)
const NUMBER = /^\d{1,3}\.$/
const OPTION = /^\(([A-Ea-e])\)/
/** What is read for the letters of options. */
const MISREAD = /^\(([0O8&6])\)/
/** An option is so many lines from another one. */
const NEAR = 3

/** What of a recognised page is kept: nothing where it is not sure enough as a whole. `scale` leads to the picture of
 * 1440 pixels. */
export function judgeWords(lines: SeenWord[][], scale: number) {
  const confidence = sureness(lines.flat())
  const sure = lines.map((line) =>
    sureness(line) >= LEAST_OF_LINE
      ? line.filter((word) => word.confidence >= LEAST_OF_WORD && !mixesScripts(word.text))
      : numberOf(line),
  )
  const kept = repaired(sure).filter((line) => line.length > 0)
  const letters = kept.flat().reduce((sum, { text }) => sum + lettersOf(text), 0)
  if (confidence < LEAST_OF_PAGE || letters < LEAST_LETTERS) return { confidence, ...NOTHING }
  return {
    confidence,
    text: kept.map(said).join('\n'),
    sureText: kept
      .filter((line) => line.every((word) => word.confidence >= SURE))
      .map(said)
      .join('\n'),
    lines: kept.flatMap((line) => runsOf(line).map((run) => toLine(run, scale))),
  }
}

/** Of a line that is not kept, such as one with formulas: its number, where a question begins, if that is sure. */
function numberOf(line: SeenWord[]): SeenWord[] {
  const [first] = line.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  return first && first.confidence >= SURE && NUMBER.test(first.text) ? [first] : []
}

function repaired(lines: SeenWord[][]): SeenWord[][] {
  const texts = repairOptions(lines.map((line) => line.map(({ text }) => text)))
  return lines.map((line, row) =>
    line.flatMap((word, at) => {
      const text = texts[row]?.[at]
      return text ? [{ ...word, text }] : []
    }),
  )
}

const NOTHING = { text: '', sureText: '', lines: [] }

function said(line: SeenWord[]): string {
  return line.map(({ text }) => text).join(' ')
}

/** The mean confidence of its words, each as often as it has letters: rules and dots count little. */
export function sureness(words: SeenWord[]): number {
  let [sum, letters] = [0, 0]
  for (const { text, confidence } of words) {
    const weight = lettersOf(text) || 0.5
    sum += confidence * weight
    letters += weight
  }
  return letters === 0 ? 0 : Math.round(sum / letters)
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

function runsOf(line: SeenWord[]): SeenWord[][] {
  const runs: SeenWord[][] = []
  for (const word of line) {
    const last = runs.at(-1)?.at(-1)
    if (last && word.left - last.left - last.width < GAP * last.height) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs
}

function toLine(words: SeenWord[], scale: number): TextLine {
  const left = Math.min(...words.map((word) => word.left))
  const top = Math.min(...words.map((word) => word.top))
  const right = Math.max(...words.map((word) => word.left + word.width))
  const bottom = Math.max(...words.map((word) => word.top + word.height))
  const [x, y, wide, high] = [left, top, right - left, bottom - top].map((size) => Math.round(size * scale))
  return [x as number, y as number, wide as number, high as number, said(words)]
}

/** Letters of two scripts next to each other, which nobody prints: "Maथs". "A-இல்" and "x²" are words. */
function mixesScripts(word: string): boolean {
  return (word.match(RUN) ?? []).some((run) => SCRIPTS.filter((script) => script.test(run)).length > 1)
}

/** "(8)" and "(0)" next to options (A) and (C), or in small letters "(6)" and "(0)", as the letters that they are; "(0)"
 * elsewhere becomes ''. A number of a list, "(8)" after "(7)", stays. */
function repairOptions(lines: string[][]): string[][] {
  const words = lines.flat()
  return lines.map((line, at) => {
    const near = lines.slice(Math.max(0, at - NEAR), at + NEAR + 1).flat()
    return line.map((word) => {
      const sign = MISREAD.exec(word)?.[1]
      if (!sign) return word
      const letters = near.flatMap((each) => OPTION.exec(each)?.[1] ?? [])
      if (letters.length === 0 || (sign !== '0' && isCounted(words, sign))) return word === '(0)' ? '' : word
      const letter = sign === '0' || sign === 'O' ? 'D' : 'B'
      const isSmall = letters.filter((each) => each === each.toLowerCase()).length * 2 > letters.length
      return word.replace(MISREAD, `(${isSmall ? letter.toLowerCase() : letter})`)
    })
  })
}

function isCounted(words: string[], sign: string): boolean {
  const number = Number(sign)
  return [number - 1, number + 1].some((next) => words.some((word) => word.startsWith(`(${next})`)))
}
