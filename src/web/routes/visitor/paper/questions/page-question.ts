import { questionAddress as addressOfQuestion, type Part } from '#domain/page-images/page-parts.ts'
import type { PaperQuestion } from '#domain/questions/questions.server.ts'

/** A question as its paper's page needs it; `areas` are shares of a page's width and height. */
export type PageQuestion = Pick<PaperQuestion, 'id' | 'number' | 'section' | 'marks' | 'page'> & {
  areas: PaperQuestion['boxes']
}

export function packQuestion({ id, number, section, marks, page, boxes }: PaperQuestion): PageQuestion {
  return { id, number, section, marks, page, areas: boxes }
}

/** Relative to the paper's address: "#q17", and the part that it is in where that is another one. */
export function questionAddress({ id, page }: PageQuestion, { from, pages, sizes }: Part): string {
  const isHere = page >= from && page < from + sizes.length
  return isHere ? `#${id}` : addressOfQuestion(page, pages, id)
}
