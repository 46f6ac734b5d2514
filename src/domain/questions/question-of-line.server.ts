import type { ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import type { Printing } from './find-questions.ts'
import { idOf } from './questions.server.ts'

type Line = { id: string; page: number; line: string }

/** How many of a line's words a question on its page has at least: the two are cut from the page in different ways. */
const SHARED = 0.8
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu

/** By the id of a paper, the question that a line of one of its pages is a part of; none for lines outside of questions. */
export async function questionsOfLines(
  readDb: ReadDatabase,
  lines: readonly Line[],
): Promise<Map<string, { id: string; number: string }>> {
  if (lines.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('papers')
    .innerJoin('questions', 'questions.fileKey', 'papers.fileKey')
    .select(['papers.id', 'questions.number', 'questions.printings'])
    .where('papers.id', 'in', bucketedValues(lines.map(({ id }) => id)))
    .where('papers.kind', '=', '')
    .orderBy('papers.id')
    .orderBy('questions.place')
    .execute()
  const ofPapers = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    lines.flatMap((line) => {
      const found = questionOf(line, ofPapers.get(line.id) ?? [])
      return found ? [[line.id, found]] : []
    }),
  )
}

function questionOf({ page, line }: Line, questions: { number: string; printings: string }[]) {
  const words = wordsOf(line)
  const seen = new Map<string, number>()
  let best: { id: string; number: string } | null = null
  let most = Math.max(1, words.length * SHARED)
  for (const { number, printings } of questions) {
    const before = seen.get(number) ?? 0
    seen.set(number, before + 1)
    for (const { boxes, text } of JSON.parse(printings) as Printing[]) {
      if (!boxes.some((box) => box.page === page)) continue
      const own = new Set(wordsOf(text))
      const shared = words.filter((word) => own.has(word)).length
      if (shared < most || (best && shared === most)) continue
      most = shared
      best = { id: idOf(number, before), number }
    }
  }
  return best
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}
