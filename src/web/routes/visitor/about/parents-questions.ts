import type { PublicCentre } from '#domain/centre/centre.ts'
import { fillIn } from '#domain/centre/texts/fill-ins.ts'
import { withoutMarks } from '#domain/centre/texts/marks.ts'
import type { Question } from '#domain/centre/texts/page-texts.ts'
import { questionTexts } from '#domain/centre/translations/question-texts.ts'
import { formatsOf } from '#domain/language/formats.ts'
import type { Language } from '#domain/language/languages.ts'

export function questionsOf({ questions }: PublicCentre, language: Language): Question[] {
  return questions ?? questionTexts(language)
}

/** As search engines are given them, without marks. */
export function questionsAndAnswers(centre: PublicCentre, language: Language): object {
  const { list } = formatsOf(language)
  return {
    '@type': 'FAQPage',
    mainEntity: questionsOf(centre, language).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: fillIn(withoutMarks(answer), centre, list) },
    })),
  }
}
