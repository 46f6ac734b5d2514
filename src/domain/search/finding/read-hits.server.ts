import type { App } from '#domain/app.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import type { Paper, PaperNotes } from '#domain/paper/paper.ts'
import { questionsOfLines } from '#domain/questions/question-of-line.server.ts'
import type { Term } from '#domain/search/understanding/query.ts'
import { selectPageTexts } from '../indexing/text-store.server.ts'
import { type MarkedLine, markLine } from './inside/marked-line.ts'
import type { Ranking } from './rank.server.ts'

/** `inside`, the page and a line of it, where the text and not the title has the words, the question that it is of, and whether it was recognised; `sets` of its exam, where
 * somebody has looked for them. */
export type FoundPaper = Paper &
  PaperNotes & {
    inside?: { page: number; recognised?: true; question?: { id: string; number: string } } & MarkedLine
  }

/** The papers of some of the hits, and of those that were found by their text the line. */
export async function readHits(
  { readDb }: Pick<App, 'readDb'>,
  terms: Term[],
  { hits, pages, widened }: Ranking,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundPaper[]> {
  const shown = hits.slice(offset, offset + limit)
  const papers = await selectPapersAt(
    readDb,
    shown.map((hit) => hit.position),
  )
  // A word that is a synonym only beside another ("half" of "half yearly") is marked only there and where it was typed.
  const alone = (ways: string[][]) => ways.filter((way, at) => at === 0 || way.length === 1).flat()
  const words = terms.flatMap(({ typed, ways }) => [typed, ...alone(ways)])
  const rows = terms.flatMap(({ ways }) => ways.slice(1).filter((way) => way.length > 1))
  words.push(...widened.corrections.map((correction) => correction.word))
  const found = shown.flatMap(({ position }) => papers.get(position) ?? [])
  const inside = shown.flatMap(({ position }) => {
    const [paper, page] = [papers.get(position), pages.get(position)]
    return paper && page !== undefined ? [{ id: paper.id, page }] : []
  })
  const texts = await selectPageTexts(readDb, inside)
  const lines = new Map(
    inside.flatMap(({ id, page }) => {
      const { text = '', isRecognised = false } = texts.get(id) ?? {}
      const marked = markLine(text, words, rows)
      return marked ? [[id, { page, ...marked, ...(isRecognised && { recognised: true as const }) }]] : []
    }),
  )
  const questions = await questionsOfLines(
    readDb,
    [...lines].map(([id, { page, line }]) => ({ id, page, line })),
  )
  return found.map((paper) => {
    const line = lines.get(paper.id)
    const question = questions.get(paper.id)
    return line ? { ...paper, inside: { ...line, ...(question && { question }) } } : paper
  })
}
