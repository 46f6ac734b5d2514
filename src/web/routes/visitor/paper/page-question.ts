import { questionAddress as addressOfQuestion, type Part } from '#domain/page-images/page-image.ts'
import type { NamedChapter } from '#domain/questions/chapters/chapter-names.ts'
import type { QuestionPicture } from '#domain/questions/question-picture.server.ts'
import type { PaperAnswer, PaperQuestion, QuestionArea } from '#domain/questions/questions.server.ts'
import type { AskedQuestion } from '#domain/search/questions/read-found-questions.server.ts'
import { type AskedYear, packYear } from '../lists/question-card.tsx'

/** A question as its paper's page needs it; `areas` are shares of a page's width and height. */
export type PageQuestion = Pick<PaperQuestion, 'id' | 'number' | 'section' | 'marks' | 'page'> & {
  areas: QuestionArea[]
  /** Left out of one that was asked in one year alone. */
  askedIn?: AskedYear[]
  /** Left out where none is known. */
  chapters?: NamedChapter[]
  answer?: QuestionPicture
}

export function packQuestion(
  { id, number, section, marks, page, boxes, askedIn, chapters }: AskedQuestion,
  answers: readonly PaperAnswer[],
): PageQuestion {
  const answer = answers.find((each) => each.id === id)?.picture
  const years = askedIn.map(packYear)
  // An address leads to the question itself; what it shares with others is framed, too.
  const ownFirst = boxes.toSorted(
    (one, other) => Number(one.isPassage ?? false) - Number(other.isPassage ?? false),
  )
  const areas = ownFirst.map(({ language: _, isPassage: __, ...area }) => area)
  return {
    ...{ id, number, section, marks, page, areas },
    ...(years.length > 0 && { askedIn: years }),
    ...(chapters.length > 0 && { chapters }),
    ...(answer && { answer }),
  }
}

/** Relative to the paper's address: "#q17", and the part that it is in where that is another one. */
export function questionAddress({ id, page }: PageQuestion, { from, pages, sizes }: Part): string {
  const isHere = page >= from && page < from + sizes.length
  return isHere ? `#${id}` : addressOfQuestion(page, pages, id)
}
