import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { type ShownQuestion, showQuestions } from '#domain/questions/show-questions.server.ts'
import type { QuestionHit } from '#domain/search/search-index.ts'

/** A question, as it is shown by itself, and its paper. */
export type FoundQuestion = ShownQuestion & { paper: Paper }

/** In the order of the hits; those that are gone are left out. */
export async function readFoundQuestions(
  { readDb, search }: Pick<App, 'readDb' | 'search'>,
  hits: readonly QuestionHit[],
  language?: Language,
): Promise<FoundQuestion[]> {
  if (hits.length === 0) return []
  const [papers, stored] = await Promise.all([
    selectPapersAt(readDb, [...new Set(hits.map(({ position }) => position))]),
    search.readQuestions(readDb, hits),
  ])
  const byKey = new Map(stored.map((each) => [`${each.position} ${each.place}`, each]))
  const there = hits.flatMap(({ position, place }) => {
    const [paper, question] = [papers.get(position), byKey.get(`${position} ${place}`)]
    return paper && question ? [{ paper, question: { ...question, paperId: paper.id } }] : []
  })
  const shown = await showQuestions(
    readDb,
    there.map(({ question }) => question),
    language,
  )
  return there.flatMap(({ paper }, at) => {
    const question = shown[at]
    return question ? [{ ...question, paper }] : []
  })
}
