import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { type NamedChapter, namedChapters } from '#domain/questions/chapters/chapter-names.ts'
import { chaptersAt } from '#domain/questions/chapters/paper-chapters.ts'
import { goneSince } from '#domain/questions/chapters/syllabus-changes.ts'
import { pageOf } from '#domain/questions/question-crop.ts'
import { printingFor } from '#domain/questions/question-picture.server.ts'
import { idOf, listQuestions, type PaperQuestion } from '#domain/questions/questions.server.ts'
import { type ShownQuestion, showQuestions } from '#domain/questions/show-questions.server.ts'
import type { QuestionHit } from '#domain/search/search-index.ts'

/** A year in which a question was asked: the newest paper that asks it, and where. */
export type AskedIn = { year: number; paper: Paper; id: string; page: number }

/** A question, as it is shown by itself, and its paper; `askedIn` is empty for one that was asked in one year alone. */
export type FoundQuestion = ShownQuestion & { paper: Paper; askedIn: AskedIn[]; chapters: NamedChapter[] } & {
  /** The year since which it is no longer in its syllabus, as far as that is sure. */
  gone: number | null
}

type Needs = Pick<App, 'readDb' | 'search'>

/** In the order of the hits; those that are gone are left out. */
export async function readFoundQuestions(
  app: Needs,
  hits: readonly QuestionHit[],
  language?: Language,
): Promise<FoundQuestion[]> {
  const [shown, years, papers] = await Promise.all([
    readShown(app, hits, language),
    readAskedIn(app, hits),
    app.search.questionsOfPapers(app.readDb),
  ])
  return hits.flatMap(({ position, place }, at) => {
    const each = shown[at]
    if (!each) return []
    const found = chaptersAt(papers.get(position)?.chapters ?? '', place)
    const chapters = namedChapters(app.search.chapters, found, language)
    const sure = chapters.filter(({ isSure }) => isSure).map(({ id }) => id)
    const { text } = each
    const gone = goneSince(app.search.chapters.changes ?? [], each.paper, { chapters: sure, text })
    return [{ ...each, askedIn: years[at] ?? [], chapters, gone }]
  })
}

/** Null for one that is gone. */
async function readShown(app: Needs, hits: readonly QuestionHit[], language?: Language) {
  const stored = await readStored(app, hits)
  const there = stored.filter((each) => each !== null)
  const asked = there.map(({ paper, question }) => ({ ...question, paperId: paper.id }))
  const shown = await showQuestions(app.readDb, asked, language)
  const byStored = new Map(there.map((each, at) => [each, shown[at]]))
  return stored.map((each) => {
    const question = each && byStored.get(each)
    return question ? { ...question, paper: each.paper } : null
  })
}

/** Of each hit the year since which it is no longer in its syllabus; null where it is, or where it is not there any more. */
export async function readGone(app: Needs, hits: readonly QuestionHit[]): Promise<(number | null)[]> {
  const { changes = [] } = app.search.chapters
  if (changes.length === 0) return hits.map(() => null)
  const [stored, papers] = await Promise.all([
    readStored(app, hits),
    app.search.questionsOfPapers(app.readDb),
  ])
  return stored.map((each, at) => {
    const { position, place } = hits[at] as QuestionHit
    const text = each && printingFor(JSON.parse(each.question.printings))?.text
    const chapters = chaptersAt(papers.get(position)?.chapters ?? '', place).sure
    return each && goneSince(changes, each.paper, { chapters, text: text ?? '' })
  })
}

export type AskedQuestion = Omit<PaperQuestion, 'place'> & { askedIn: AskedIn[]; chapters: NamedChapter[] }

/** The questions of a paper, their chapters, and in which years each was asked; null where there is no such paper. */
export async function listAskedQuestions(
  app: Needs,
  paperId: string,
  language?: Language,
): Promise<{ stated: number | null; questions: AskedQuestion[] } | null> {
  const listed = await listQuestions(app, paperId, language)
  if (!listed) return null
  const { position, stated, questions } = listed
  const hits = questions.map(({ place, marks }) => ({ position, place, marks }))
  const unlessBroken = (error: unknown) => {
    if (!app.search.isBroken(error)) throw error
    return null
  }
  const [years, papers] = await Promise.all([
    readAskedIn(app, hits).catch(unlessBroken),
    app.search.questionsOfPapers(app.readDb).catch(unlessBroken),
  ])
  const written = papers?.get(position)?.chapters ?? ''
  return {
    stated,
    questions: questions.map(({ place, ...question }, at) => ({
      ...question,
      askedIn: years?.[at] ?? [],
      chapters: namedChapters(app.search.chapters, chaptersAt(written, place), language),
    })),
  }
}

async function readAskedIn(app: Needs, hits: readonly QuestionHit[]): Promise<AskedIn[][]> {
  const repeats = await app.search.repeatsOf(app.readDb, hits)
  const stored = await readStored(app, repeats.flat())
  let next = 0
  return repeats.map((own) =>
    own.flatMap(() => {
      const there = stored[next++]
      if (!there) return []
      const { paper, question } = there
      const page = pageOf(printingFor(JSON.parse(question.printings)))
      return [{ year: paper.year, paper, id: idOf(question.number, question.sameBefore), page }]
    }),
  )
}

/** Null for one that is gone. */
async function readStored({ readDb, search }: Needs, hits: readonly QuestionHit[]) {
  if (hits.length === 0) return []
  const [papers, stored] = await Promise.all([
    selectPapersAt(readDb, [...new Set(hits.map(({ position }) => position))]),
    search.readQuestions(readDb, hits),
  ])
  const byKey = new Map(stored.map((each) => [`${each.position} ${each.place}`, each]))
  return hits.map(({ position, place }) => {
    const [paper, question] = [papers.get(position), byKey.get(`${position} ${place}`)]
    return paper && question ? { paper, question } : null
  })
}
