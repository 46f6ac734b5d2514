import type { TextLine } from '#domain/page-text/text-line.ts'
import type { Printing, Question, QuestionBox } from './find-questions.ts'

/** Safe in the browser. A question as it is on the pictures of its pages, in pixels of pages 1440 wide, and what of it is its paper's own. */
export type QuestionCrop = {
  boxes: readonly QuestionBox[]
  /** As printed, '' for a passage, and the line that begins with it; null where no line is known to. */
  number: string
  numberLine: TextLine | null
  /** The line that says its marks and nothing else, at the right edge. */
  marksLine: TextLine | null
  /** Of its pages' lines, in the middle: all questions of a page are printed at one scale. */
  lineHeight: number
}

/** The boxes of a printing that are its own, and those of the passage that it is about. */
export function sharedAndOwn(boxes: readonly QuestionBox[]): { shared: QuestionBox[]; own: QuestionBox[] } {
  const { shared = [], own = [] } = Object.groupBy(boxes, ({ isPassage }) => (isPassage ? 'shared' : 'own'))
  return { shared, own }
}

/** The page on which a question itself begins. */
export function pageOf(printing: Pick<Printing, 'boxes'> | undefined): number {
  return printing?.boxes.find(({ isPassage }) => !isPassage)?.page ?? 1
}

const USUAL_LINE = 22
/** A line that says marks ends so near to the right edge of its question. */
const AT_EDGE = 40
/** What a number may come after: "Q. No. 5", "प्रश्न 5". */
const BEFORE = String.raw`[^\p{N}]{0,14}`

/** Where a printing of a question is cut, and which of its lines say its number and its marks; `linesOf` gives a page's. */
export function cropOf(
  { number, marks }: Pick<Question, 'number' | 'marks'>,
  { boxes }: Pick<Printing, 'boxes'>,
  linesOf: (page: number) => readonly TextLine[],
): QuestionCrop {
  const within = boxes.map((box) => linesOf(box.page).filter((line) => isWithin(line, box)))
  const [first = []] = within
  const heights = [...new Set(boxes.map(({ page }) => page))]
    .flatMap((page) => linesOf(page).map(([, , , height]) => height))
    .sort((one, other) => one - other)
  return {
    ...{ boxes, number },
    numberLine: number === '' ? null : numberLineOf(first, number),
    marksLine: marks === null ? null : marksLineOf(first, boxes[0], marks),
    lineHeight: heights[Math.floor(heights.length / 2)] ?? USUAL_LINE,
  }
}

function isWithin([left, top, width, height]: TextLine, box: QuestionBox): boolean {
  const [x, y] = [left + width / 2, top + height / 2]
  return x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height
}

function numberLineOf(lines: readonly TextLine[], number: string): TextLine | null {
  const written = new RegExp(`^${BEFORE}${number.replace('.', String.raw`\s*\.\s*`)}(?!\\p{N})`, 'u')
  const found = lines.filter(([, , , , text]) => written.test(text.trim()))
  const left = Math.min(...found.map(([x]) => x))
  return found.filter(([x]) => x - left < AT_EDGE).sort((one, other) => one[1] - other[1])[0] ?? null
}

function marksLineOf(
  lines: readonly TextLine[],
  box: QuestionBox | undefined,
  marks: number,
): TextLine | null {
  const written = new RegExp(String.raw`^[[(]?\s*${marks}\s*[\])]?$`)
  const right = (box?.left ?? 0) + (box?.width ?? 0)
  const found = lines.filter(
    ([left, , width, , text]) => written.test(text.trim()) && right - left - width < AT_EDGE,
  )
  const [only, ...others] = found
  const isNextTo = only && lines.every((line) => line === only || line[0] + line[2] < only[0])
  return only && others.length === 0 && isNextTo ? only : null
}
