import type { App } from '#domain/app.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import type { Language } from '#domain/language/languages.ts'
import { chaptersAt } from '#domain/questions/chapters/paper-chapters.ts'
import type { PickedQuestion } from '#domain/questions/picked-question.ts'
import type { QuestionFilter } from '#domain/questions/question-filter.ts'
import { questionNamer } from '#domain/questions/questions.server.ts'
import {
  type Candidate,
  suggestTest,
  type TestDraft,
  type WantedTest,
} from '#domain/questions/suggest-test.ts'
import { type QuestionHit, SEARCH_COUNT_LIMIT } from '../search-index.ts'
import { type FoundQuestion, readFoundQuestions, readGone } from './read-found-questions.server.ts'

/** Of papers of a class; `leftOut` are those of the last test. */
type AskedTest = Omit<WantedTest, 'leftOut'> & {
  filter: Pick<QuestionFilter, 'type' | 'grade' | 'board' | 'ownState'>
  /** As a class with a list of chapters of its own is named; undefined for all papers. */
  course?: string
  leftOut: readonly PickedQuestion[]
  language?: Language
}

/** `chapter` is the one of the wanted chapters that a question stands for. */
type SuggestedQuestion = FoundQuestion & { chapter: string }
/** `gone` counts questions that were left out because they are no longer in the syllabus. */
export type SuggestedTest = Omit<TestDraft, 'questions'> & { questions: SuggestedQuestion[]; gone: number }

type Needs = Pick<App, 'readDb' | 'search'>

/** A draft of a test, out of the newest questions that are of the chapters for sure and say their marks. */
export async function suggestQuestions(
  app: Needs,
  { filter, course, leftOut, language, ...wanted }: AskedTest,
): Promise<SuggestedTest> {
  const [found, last] = await Promise.all([sureHits(app, filter, wanted.chapters), keysOf(app, leftOut)])
  const gone = await readGone(app, found)
  const hits = found.filter((_hit, at) => gone[at] === null)
  const { questions, ...draft } = suggestTest(await candidatesOf(app, hits, course), {
    ...wanted,
    leftOut: last,
  })
  const byKey = new Map(hits.map((hit) => [keyOf(hit), hit]))
  const chosen = questions.flatMap(({ key }) => byKey.get(key) ?? [])
  const read = await readFoundQuestions(app, chosen, language)
  const isOf = ({ chapters }: FoundQuestion, chapter: string) => chapters.some(({ id }) => id === chapter)
  return {
    ...draft,
    gone: found.length - hits.length,
    questions: read.map((question) => ({
      ...question,
      chapter: wanted.chapters.find((id) => isOf(question, id)) ?? '',
    })),
  }
}

function keyOf({ position, place }: Pick<QuestionHit, 'position' | 'place'>): string {
  return `${position} ${place}`
}

async function sureHits(
  { readDb, search }: Needs,
  filter: AskedTest['filter'],
  chapters: readonly string[],
): Promise<QuestionHit[]> {
  const asked = chapters.map((chapter) => [
    { terms: [], filter: { ...filter, subject: 'Mathematics' as const, chapter } },
  ])
  const found = await search.questions(readDb, asked, SEARCH_COUNT_LIMIT)
  return [...new Map(found.flat().map((hit) => [keyOf(hit), hit])).values()].filter(({ marks }) => marks)
}

async function candidatesOf(
  { readDb, search }: Needs,
  hits: readonly QuestionHit[],
  course: string | undefined,
): Promise<Candidate[]> {
  const [papers, repeated] = await Promise.all([
    search.questionsOfPapers(readDb),
    search.repeated(readDb, hits),
  ])
  return hits.flatMap((hit, at): Candidate[] => {
    const paper = papers.get(hit.position)
    if (!paper || (course !== undefined && paper.course !== course)) return []
    const { likeness, years } = repeated[at] ?? { likeness: keyOf(hit), years: 1 }
    const { sure } = chaptersAt(paper.chapters, hit.place)
    return [
      {
        ...{ key: keyOf(hit), paper: String(hit.position), chapters: sure, marks: hit.marks ?? 0 },
        ...{ year: paper.facts.year, years, likeness: String(likeness) },
      },
    ]
  })
}

async function keysOf({ readDb }: Needs, references: readonly PickedQuestion[]): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  const rows = await readDb
    .selectFrom('papers')
    .innerJoin('questions', 'questions.fileKey', 'papers.fileKey')
    .select(['papers.id', 'papers.position', 'questions.place', 'questions.number'])
    .where('papers.id', 'in', bucketedValues([...new Set(references.map(({ paperId }) => paperId))]))
    .orderBy('papers.id')
    .orderBy('questions.place')
    .execute()
  const named = new Set(references.map(({ paperId, id }) => `${paperId} ${id}`))
  const nameNext = questionNamer()
  const keys = rows.flatMap((row) =>
    named.has(`${row.id} ${nameNext(row.number, row.id)}`) ? [keyOf(row)] : [],
  )
  return new Set(keys)
}
