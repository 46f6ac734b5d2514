import type { PublicCentre } from '#domain/centre/centre.ts'
import { QUESTIONS } from '#domain/centre/texts/default-questions.ts'
import { fillIn } from '#domain/centre/texts/fill-ins.ts'
import { withoutMarks } from '#domain/centre/texts/marks.ts'
import type { Question } from '#domain/centre/texts/page-texts.ts'

export function questionsOf({ questions }: PublicCentre): Question[] {
  return questions ?? QUESTIONS
}

/** As search engines are given them, without marks. */
export function questionsAndAnswers(centre: PublicCentre): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questionsOf(centre).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: fillIn(withoutMarks(answer), centre) },
    })),
  }
}
