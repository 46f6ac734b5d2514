import { hash } from 'node:crypto'
import type { Language } from '#domain/language/languages.ts'
import type { Printing, QuestionBox } from './find-questions.ts'

/** A part of a page of the file, and where it is put on the question's picture; all in pixels of pages 1440 wide. */
export type PicturePart = QuestionBox & { x: number; y: number }

/** Parts below each other; white around them is trimmed, so that the picture is at most so wide and high. */
export type PictureLayout = { width: number; height: number; parts: PicturePart[] }

/** `address` may be cached for ever; width and height are at most what the picture has, and its shape until it is there. */
export type QuestionPicture = { address: string; width: number; height: number }

type Pictured = { paperId: string; id: string; fileKey: string; of?: 'questions' | 'answers' }

/** Another version where pictures of questions are made in another way. */
const CUT_BY = 'cut 4'
const BARE_BY = 'bare 4'
/** Around the words of each part, which letters reach beyond a little. */
export const EDGE = 10
const GAP = 14
/** Four pages, as questions of programs have; a chapter that is taken for a question is not shown whole. */
const MOST_HEIGHT = 8_000
/** Parts of one column keep their indentation; farther to the right is another column. */
const SAME_COLUMN = 240

/**
 * The picture of a question at `id` ("q17") of a paper, in the printing for readers of `language`; null while not all of
 * its pages have pictures: `images` is what the file's rendering job says of these. `of` its answers: that to the question.
 * One that `isBare` lacks its number.
 */
export function questionPicture(
  { paperId, id, fileKey, of = 'questions' }: Pictured,
  printings: readonly Printing[],
  images: readonly (object | null)[],
  language?: Language,
  isBare = false,
): QuestionPicture | null {
  const printing = printingFor(printings, language)
  if (!printing) return null
  const { width, height, parts } = layoutOf(printing.boxes)
  if (parts.length === 0 || parts.some(({ page }) => !images[page - 1])) return null
  const params = new URLSearchParams({
    ...(language && { lang: language }),
    ...(isBare && { bare: 'on' }),
    v: versionOf(fileKey, printing, isBare),
  })
  return { address: `/api/papers/${paperId}/${of}/${id}/picture?${params}`, width, height }
}

/** That in the reader's language, else the English one, else the first. */
export function printingFor(printings: readonly Printing[], language?: Language): Printing | undefined {
  const inLanguage = (one: string | undefined) => printings.find((printing) => printing.language === one)
  return (language && inLanguage(language)) ?? inLanguage('en') ?? printings[0]
}

/** Another one for another file, other boxes, or another way of making pictures. */
export function versionOf(fileKey: string, { boxes }: Pick<Printing, 'boxes'>, isBare = false): string {
  const made = [CUT_BY, fileKey, boxes, ...(isBare ? [BARE_BY] : [])]
  return hash('sha256', JSON.stringify(made), 'hex').slice(0, 16)
}

/** Where the boxes of a printing go on its picture, one below the other. */
export function layoutOf(boxes: readonly QuestionBox[]): PictureLayout {
  const [first] = boxes
  const near = boxes.filter(({ left }) => Math.abs(left - (first?.left ?? 0)) < SAME_COLUMN)
  const edge = Math.min(...near.map(({ left }) => left))
  const parts: PicturePart[] = []
  let bottom = 0
  for (const box of boxes) {
    const y = bottom === 0 ? 0 : bottom + GAP
    const height = Math.min(box.height + 2 * EDGE, MOST_HEIGHT - y)
    if (height <= 2 * EDGE) break
    const x = near.includes(box) ? box.left - edge : 0
    const [left, top, width] = [box.left - EDGE, box.top - EDGE, box.width + 2 * EDGE]
    const { page, isPassage } = box
    parts.push({ page, left, top, width, height, x, y, ...(isPassage && { isPassage }) })
    bottom = y + height
  }
  return { width: Math.max(0, ...parts.map(({ x, width }) => x + width)), height: bottom, parts }
}
