import type { TextLine } from '#domain/page-text/text-line.ts'
import { type FoundQuestions, type Question, questionsIn } from './find-questions.ts'
import { type LinesOfPage, type Row, rowsOf } from './page-rows.ts'

/** "1. (B)", "12 c", "Q3: 4": what a cell of a key says. */
const CELL =
  /^(?:Q\s*\.?\s*)?(?<number>\d{1,3})(?!\d)\s*[.):–-]*\s*[([]?\s*(?<option>[A-Ea-e1-4]|bonus|dropped)\s*[)\]]?\s*[.,;]?$/iu
const NUMBER = /^(?:Q\s*\.?\s*)?(?<number>\d{1,3})\s*[.):]?$/iu
const OPTION = /^[([]?\s*(?:[A-Ea-e1-4]|bonus|dropped)\s*[)\]]?$/iu
/** Of a row or line of a key; two are "1 (b)" and its marks. */
const LEAST_IN_ROW = 3
const LEAST_OF_KEY = 5
/** How many of the numbers up to its last a key has. */
const SHARE_OF_KEY = 0.7
/** From a number to the option below it, in pixels of 1440. */
const BELOW = 90

type Cell = { number: number; row: Row; runs: readonly TextLine[] }

/**
 * The answers of a file of answers from the lines of its pages, as the questions that they belong to: worked answers
 * as a paper's questions are found, and each cell of a key by itself. None where no numbers follow each other.
 */
export function findAnswers(pages: readonly LinesOfPage[]): FoundQuestions {
  const rows = rowsOf(pages)
  const { questions } = questionsIn(rows, true)
  const key = new Map(keyOf(rows).map((cell) => [String(cell.number), toQuestion(cell)]))
  const seen = new Set<string>()
  const worked = questions.flatMap((question) => {
    const cell = seen.has(question.number) ? undefined : key.get(question.number)
    seen.add(question.number)
    // What it says beyond its cell is a worked answer.
    return cell && isOnlyKey(question) ? [cell] : [question]
  })
  const added = [...key.values()].filter(({ number }) => !seen.has(number))
  const all = added.length > 0 ? [...added, ...worked].sort(byNumber) : worked
  return { stated: null, questions: all }
}

function byNumber(one: Question, other: Question): number {
  return Number(one.number) - Number(other.number)
}

/** Whether all that was found of a question are rows of a key. */
function isOnlyKey({ printings }: Question): boolean {
  return printings.every(({ text }) =>
    text.split('\n').every((line) => !/\p{L}{3}/u.test(line.replace(/bonus|dropped/giu, ''))),
  )
}

/** The cells of all rows of keys, each number once; none where they are not most of the numbers up to the last. */
function keyOf(rows: readonly Row[]): Cell[] {
  const cells = new Map<number, Cell>()
  for (const [at, row] of rows.entries())
    for (const cell of cellsOf(row, rows[at + 1])) if (!cells.has(cell.number)) cells.set(cell.number, cell)
  const found = [...cells.values()]
  const numbers = found.map(({ number }) => number)
  const spread = Math.max(...numbers) - Math.min(...numbers) + 1
  return found.length >= LEAST_OF_KEY && found.length >= spread * SHARE_OF_KEY ? found : []
}

/** "1. B 2. C", whether a number and its option are one run or two; or a row of numbers over one of options. */
function cellsOf(row: Row, below: Row | undefined): Cell[] {
  const cells: Cell[] = []
  const runs = row.runs.flatMap(apart)
  for (let at = 0; at < runs.length; at++) {
    const [run, next] = [runs[at] as TextLine, runs[at + 1]]
    const whole = CELL.exec(run[4].trim())?.groups?.number
    const alone = NUMBER.exec(run[4].trim())?.groups?.number
    // "1 2 3" is a row of numbers: an option that is a digit is in brackets.
    const isOption = next && OPTION.test(next[4].trim()) && !/^\d/.test(next[4].trim())
    if (alone && next && isOption) cells.push({ number: Number(alone), row, runs: [run, next] })
    else if (whole) cells.push({ number: Number(whole), row, runs: [run] })
  }
  if (cells.length >= LEAST_IN_ROW) return cells
  return below ? cellsOver(row, below) : []
}

/** Cells that are so near to each other that they were read as one run: "101. (3) 102. (4)". */
function apart(run: TextLine): TextLine[] {
  const [left, top, width, height, text] = run
  const words = [...text.matchAll(/\S+/g)]
  const isCells = words.every(([word]) => NUMBER.test(word) || OPTION.test(word) || CELL.test(word))
  if (words.length < 2 || CELL.test(text.trim()) || !isCells) return [run]
  const letter = width / text.length
  return words.map(({ 0: word, index }) => [
    Math.round(left + index * letter),
    top,
    Math.round(word.length * letter),
    height,
    word,
  ])
}

function cellsOver(row: Row, below: Row): Cell[] {
  const isNear = below.page === row.page && below.column === row.column && below.top - row.bottom < BELOW
  const options = below.runs.flatMap(apart).filter(([, , , , text]) => OPTION.test(text.trim()))
  const numbers = row.runs.flatMap(apart).filter(([, , , , text]) => NUMBER.test(text.trim()))
  if (!isNear || numbers.length < LEAST_IN_ROW || options.length < LEAST_IN_ROW) return []
  const cells = numbers.flatMap((run) => {
    const [left, , width] = run
    const option = options.find(
      ([otherLeft, , otherWidth]) =>
        Math.abs(left + width / 2 - otherLeft - otherWidth / 2) < width + otherWidth,
    )
    const number = Number(NUMBER.exec(run[4].trim())?.groups?.number)
    return option ? [{ number, row, runs: [run, option] }] : []
  })
  const isCounted = cells.every(({ number }, at) => at === 0 || number === (cells[at - 1]?.number ?? 0) + 1)
  return isCounted && cells.length >= LEAST_IN_ROW ? cells : []
}

function toQuestion({ number, row: { page }, runs }: Cell): Question {
  const [left, top] = [Math.min(...runs.map(([x]) => x)), Math.min(...runs.map(([, y]) => y))]
  const right = Math.max(...runs.map(([x, , width]) => x + width))
  const bottom = Math.max(...runs.map(([, y, , height]) => y + height))
  const text = runs.map((run) => run[4]).join(' ')
  const boxes = [{ page, left, top, width: right - left, height: bottom - top }]
  return {
    ...{ number: String(number), section: null, marks: null, choices: 1 },
    printings: [{ language: null, boxes, text }],
  }
}
