import { typeLabel } from '#domain/paper/labels.ts'
import { ENTRANCE_EXAMS, type PaperType, SERVICE_EXAMS } from '#domain/paper/paper.ts'
import type { OfferCard } from './page-texts.ts'

/** As the specification has them. */
export const OFFER: OfferCard[] = [
  {
    kind: 'booklet',
    title: 'class 6-12 CBSE',
    text: 'Question papers class by class and subject by subject, with the answers one tap away where there are some.',
  },
  {
    kind: 'answer-book',
    title: 'class 6-12 STATE BOARD',
    text: 'Tamil Nadu State Board papers, from class 6 up to the public exams.',
  },
  {
    kind: 'bubble-sheet',
    title: titleOf(ENTRANCE_EXAMS),
    text: `Previous years’ papers in ${papersOf(ENTRANCE_EXAMS)}: sit one against the clock, then count.`,
  },
  {
    kind: 'hall-ticket',
    title: titleOf(SERVICE_EXAMS),
    text: `Previous years’ papers in ${papersOf(SERVICE_EXAMS)}, the state’s service exams, for evenings after work: a paper at a time.`,
  },
]

function titleOf(exams: readonly PaperType[]) {
  return exams.map(typeLabel).join(' / ')
}

/** "[JEE](…) and [NEET](…)". */
function papersOf(exams: readonly PaperType[]) {
  const links = exams.map((exam) => `[${typeLabel(exam)}](/resources/${exam}/previous-years)`)
  return links.length > 1 ? `${links.slice(0, -1).join(', ')} and ${links.at(-1)}` : (links[0] ?? '')
}
