import type { FoundQuestion } from '#domain/search/questions/read-found-questions.server.ts'
import { type PaperDto, packPaper, unpackPaper } from '#web/routes/visitor/paper-card/paper-dto.ts'
import { type AskedYear, packYear } from './asked-in.tsx'
import type { CardQuestion } from './question-card.tsx'

/** For the way into the browser. */
export type PackedQuestion = Omit<FoundQuestion, 'paper' | 'askedIn'> & {
  paper: PaperDto
  askedIn: AskedYear[]
}

export function packQuestion({ paper, askedIn, ...question }: FoundQuestion): PackedQuestion {
  return { ...question, askedIn: askedIn.map(packYear), paper: packPaper(paper) }
}

export function unpackQuestion({ paper, ...question }: PackedQuestion): CardQuestion {
  return { ...question, paper: unpackPaper(paper) }
}
