import type { ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import type { Printing } from './find-questions.ts'
import { type QuestionPicture, questionPicture } from './question-picture.server.ts'
import { idOf } from './questions.server.ts'

type Line = { id: string; page: number; line: string }

/** `picture` is of the printing that has the line; null while its pages have none. */
export type QuestionOfLine = { id: string; number: string; picture: QuestionPicture | null }

/** How many of a line's words a question on its page has at least: the two are cut from the page in different ways. */
const SHARED = 0.8
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu

/** By the id of a paper, the question that a line of one of its pages is a part of; none for lines outside of questions. */
export async function questionsOfLines(
  readDb: ReadDatabase,
  lines: readonly Line[],
): Promise<Map<string, QuestionOfLine>> {
  if (lines.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('papers')
    .innerJoin('questions', 'questions.fileKey', 'papers.fileKey')
    .select(['papers.id', 'papers.fileKey', 'questions.number', 'questions.printings'])
    .where('papers.id', 'in', bucketedValues(lines.map(({ id }) => id)))
    .where('papers.kind', '=', '')
    .orderBy('papers.id')
    .orderBy('questions.place')
    .execute()
  const ofPapers = Map.groupBy(rows, ({ id }) => id)
  const found = lines.flatMap((line) => questionOf(line, ofPapers.get(line.id) ?? []) ?? [])
  const images = await imagesOf(
    readDb,
    found.map(({ fileKey }) => fileKey),
  )
  return new Map(
    found.map(({ paperId, fileKey, id, number, printing }) => {
      const [rendered, language] = [images.get(fileKey) ?? [], printing.language ?? undefined]
      const picture = questionPicture({ paperId, id, fileKey }, [printing], rendered, language)
      return [paperId, { id, number, picture }]
    }),
  )
}

/** What is known of the pictures of files' pages, in their order. */
async function imagesOf(readDb: ReadDatabase, fileKeys: readonly string[]) {
  if (fileKeys.length === 0) return new Map<string, (object | null)[]>()
  const jobs = readDb.selectFrom('drawingJobs').select(['fileKey', 'images'])
  const rows = await jobs.where('fileKey', 'in', bucketedValues(fileKeys)).execute()
  return new Map(rows.map(({ fileKey, images }) => [fileKey, JSON.parse(images) as (object | null)[]]))
}

type Row = { id: string; fileKey: string; number: string; printings: string }
type Found = { paperId: string; fileKey: string; id: string; number: string; printing: Printing }

function questionOf({ page, line }: Line, questions: Row[]): Found | null {
  const words = wordsOf(line)
  const seen = new Map<string, number>()
  let best: Found | null = null
  let most = Math.max(1, words.length * SHARED)
  for (const { id, fileKey, number, printings } of questions) {
    const before = seen.get(number) ?? 0
    seen.set(number, before + 1)
    for (const printing of JSON.parse(printings) as Printing[]) {
      const { boxes, text } = printing
      if (!boxes.some((box) => box.page === page)) continue
      const own = new Set(wordsOf(text))
      const shared = words.filter((word) => own.has(word)).length
      if (shared < most || (best && shared === most)) continue
      most = shared
      best = { paperId: id, fileKey, id: idOf(number, before), number, printing }
    }
  }
  return best
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}
