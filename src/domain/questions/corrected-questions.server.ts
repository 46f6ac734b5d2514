import type { Database, ReadDatabase } from '#database/schema.ts'
import { type TextLine, turnLines } from '#domain/page-text/text-line.ts'
import type { Turn, Turns } from '#domain/page-turns/turn.ts'
import type { EditedQuestion } from './edit-questions.ts'
import type { Question, QuestionBox } from './find-questions.ts'
import { type LinesOfPage, type Row, rowsOf } from './page-rows.ts'
import { isOr } from './question-marks.ts'

/** Of the pages whose pictures were turned when it was saved, `turns`. */
export type Correction = { turns: Turns; questions: EditedQuestion[] }

type PageImage = { height: number; turn?: Turn }

/** Of the file's bytes, wherever they are stored: a replaced file that is put back has its own again. As stored. */
export async function selectCorrection(readDb: ReadDatabase, sha256: string): Promise<string | null> {
  const row = await readDb
    .selectFrom('questionCorrections')
    .select('list')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.list ?? null
}

/** What an administrator says that the questions of a file are; null where nobody has. */
export async function correctionOf(tx: Database, fileKey: string): Promise<Correction | null> {
  const file = await tx
    .selectFrom('storedFiles')
    .select('sha256')
    .where('fullPath', '=', fileKey)
    .executeTakeFirst()
  const list = file ? await selectCorrection(tx, file.sha256) : null
  return list === null ? null : JSON.parse(list)
}

/** The questions of a correction with what is within their boxes now, on pages as they are turned now. */
export function withTexts(
  { turns, questions }: Correction,
  pages: readonly LinesOfPage[],
  images: readonly (PageImage | null)[],
): Question[] {
  const rows = rowsOf(pages)
  const told = new Set<string>()
  return questions.map(({ printings, ...question }) => {
    const printed = printings.map(({ language, boxes }) => {
      const turnedBoxes = boxes.map((box) =>
        turnedBox(box, turns[box.page] ?? 0, images[box.page - 1] ?? null),
      )
      // A passage's words are those of the first question about it.
      const heard = turnedBoxes.filter((box) => !box.isPassage || !told.has(JSON.stringify(box)))
      for (const box of heard) if (box.isPassage) told.add(JSON.stringify(box))
      const texts = heard.flatMap((box) => rows.flatMap((row) => partOf(row, box)))
      return {
        ors: texts.filter(isOr).length,
        language,
        boxes: turnedBoxes,
        text: texts.map(({ text }) => text).join('\n'),
      }
    })
    return {
      ...question,
      choices: 1 + Math.max(0, ...printed.map(({ ors }) => ors)),
      printings: printed.map(({ ors: _, ...printing }) => printing),
    }
  })
}

function turnedBox(box: QuestionBox, was: Turn, image: PageImage | null): QuestionBox {
  const by = ((360 + (image?.turn ?? 0) - was) % 360) as Turn
  if (by === 0 || !image) return box
  const line: TextLine = [box.left, box.top, box.width, box.height, '']
  const [turned] = turnLines([line], by, image.height)
  const [left, top, width, height] = turned ?? line
  return { ...box, left, top, width, height }
}

/** What of a row is within a box; none where nothing is. */
function partOf({ page, runs }: Row, box: QuestionBox): { text: string }[] {
  if (page !== box.page) return []
  const inside = runs.filter(([left, top, width, height]) => {
    const [x, y] = [left + width / 2, top + height / 2]
    return x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height
  })
  return inside.length === 0 ? [] : [{ text: inside.map((run) => run[4]).join(' ') }]
}
