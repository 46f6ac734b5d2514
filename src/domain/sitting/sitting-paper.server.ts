import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'
import { findPublished } from '#domain/lists/browse.server.ts'
import { findLines, findPages } from '#domain/page-images/find-pages.server.ts'
import { sizeOf } from '#domain/page-images/page-image.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { namedChapters } from '#domain/questions/chapters/chapter-names.ts'
import { chapterFinder, NO_CHAPTERS, type SetBy } from '#domain/questions/chapters/find-chapters.ts'
import { listAnswers, listQuestions } from '#domain/questions/questions.server.ts'
import { type ReadAnswers, type SittingPaper, sittingPaper } from './sitting-paper.ts'

/** A paper as it is sat, with those of its questions and pages that are known by now; null where there is no such paper. */
export async function readSittingPaper(
  app: Pick<App, 'readDb' | 'search'>,
  id: string,
  language: Language,
): Promise<SittingPaper | null> {
  const paper = await findPublished(app, id)
  if (!paper || paper.kind) return null
  const [{ images, base }, asked, answers] = await Promise.all([
    findPages(app, paper),
    listQuestions(app, id, language),
    readAnswers(app, paper, language),
  ])
  const tag = base.slice(base.lastIndexOf('/') + 1)
  const first = await findLines(app, { paperId: id, tag, page: 1, turn: images[0]?.turn ?? 0 })
  const chaptersOf = chapterNamer(app, paper, language)
  const text = first?.lines.map(([, , , , said]) => said).join('\n') ?? ''
  return sittingPaper(paper, {
    pages: images.map(sizeOf),
    base,
    questions: (asked?.questions ?? []).map((each) => ({ ...each, chapters: chaptersOf(each.text) })),
    answers,
    text,
    language,
  })
}

/** From the texts of a paper's questions, as the search files them. */
export function chapterNamer({ search }: Pick<App, 'search'>, paper: SetBy, language: Language) {
  const find = chapterFinder(search.chapters, paper)
  return (text: string) => namedChapters(search.chapters, find?.(text) ?? NO_CHAPTERS, language)
}

async function readAnswers(
  app: Pick<App, 'readDb'>,
  paper: Pick<Paper, 'id' | 'pages'>,
  language: Language,
): Promise<ReadAnswers> {
  const [{ images, base }, found] = await Promise.all([
    findPages(app, paper, 'answersKey'),
    listAnswers(app, paper.id, language),
  ])
  return { pages: images.map(sizeOf), base, found }
}
