import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { listQuestions, type PaperQuestion } from '#domain/questions/questions.server.ts'
import { type ShownQuestion, showQuestions } from '#domain/questions/show-questions.server.ts'
import type { QuestionHit } from '#domain/search/search-index.ts'

/** A year in which a question was asked: the newest paper that asks it, and where. */
export type AskedIn = { year: number; paper: Paper; id: string; page: number }

/** A question, as it is shown by itself, and its paper; `askedIn` is empty for one that was asked in one year alone. */
export type FoundQuestion = ShownQuestion & { paper: Paper; askedIn: AskedIn[] }

/** In the order of the hits; those that are gone are left out. */
export async function readFoundQuestions(
  app: Pick<App, 'readDb' | 'search'>,
  hits: readonly QuestionHit[],
  language?: Language,
): Promise<FoundQuestion[]> {
  const [found, years] = await Promise.all([readAll(app, hits, language), askedIn(app, hits)])
  return found.flatMap((question, at) => (question ? [{ ...question, askedIn: years[at] ?? [] }] : []))
}

export type AskedQuestion = Omit<PaperQuestion, 'place'> & { askedIn: AskedIn[] }

/** The questions of a paper, and in which years each was asked; null where there is no such paper. */
export async function listAskedQuestions(
  app: Pick<App, 'readDb' | 'search'>,
  paperId: string,
  language?: Language,
): Promise<{ stated: number | null; questions: AskedQuestion[] } | null> {
  const listed = await listQuestions(app, paperId, language)
  if (!listed) return null
  const { position, stated, questions } = listed
  const hits = questions.map(({ place, marks }) => ({ position, place, marks }))
  const years = await askedIn(app, hits).catch((error: unknown) => {
    if (!app.search.isBroken(error)) throw error
    return []
  })
  return {
    stated,
    questions: questions.map(({ place: _, ...question }, at) => ({ ...question, askedIn: years[at] ?? [] })),
  }
}

async function askedIn(
  app: Pick<App, 'readDb' | 'search'>,
  hits: readonly QuestionHit[],
): Promise<AskedIn[][]> {
  const repeats = await app.search.repeatsOf(app.readDb, hits)
  const read = await readAll(app, repeats.flat())
  return repeats.map((own, nth) => {
    const before = repeats.slice(0, nth).flat().length
    return read.slice(before, before + own.length).flatMap((question) => {
      if (!question) return []
      const { paper, id, page } = question
      return [{ year: paper.year, paper, id, page }]
    })
  })
}

/** Null for one that is gone. */
async function readAll(
  { readDb, search }: Pick<App, 'readDb' | 'search'>,
  hits: readonly QuestionHit[],
  language?: Language,
): Promise<((ShownQuestion & { paper: Paper }) | null)[]> {
  if (hits.length === 0) return []
  const [papers, stored] = await Promise.all([
    selectPapersAt(readDb, [...new Set(hits.map(({ position }) => position))]),
    search.readQuestions(readDb, hits),
  ])
  const byKey = new Map(stored.map((each) => [`${each.position} ${each.place}`, each]))
  const there = hits.map(({ position, place }) => {
    const [paper, question] = [papers.get(position), byKey.get(`${position} ${place}`)]
    return paper && question ? { paper, question: { ...question, paperId: paper.id } } : null
  })
  const shown = await showQuestions(
    readDb,
    there.flatMap((each) => each?.question ?? []),
    language,
  )
  let next = 0
  return there.map((each) => {
    const question = each && shown[next++]
    return each && question ? { ...question, paper: each.paper } : null
  })
}
