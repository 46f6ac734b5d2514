import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import type { Question } from '../content-schemas.ts'

/** What parents ask, as About has it. */
export function questionTexts(language: Language): Question[] {
  const m = messagesOf(language)
  return [
    { question: m.parents_pay(), answer: m.parents_pay_answer() },
    { question: m.parents_account(), answer: m.parents_account_answer() },
    { question: m.parents_know(), answer: m.parents_know_answer() },
    { question: m.parents_answers(), answer: m.parents_answers_answer() },
    { question: m.parents_phone(), answer: m.parents_phone_answer() },
    { question: m.parents_buy(), answer: m.parents_buy_answer() },
    {
      question: m.parents_more(),
      answer: m.parents_more_answer({
        monthlyPapers: '{monthly papers}',
        monthlyTime: '{monthly time}',
        halfYearlyPapers: '{half-yearly papers}',
        halfYearlyTime: '{half-yearly time}',
        annualPapers: '{annual papers}',
        annualTime: '{annual time}',
        features: '{features}',
      }),
    },
    { question: m.parents_mistake(), answer: m.parents_mistake_answer({ email: '{email}' }) },
    {
      question: m.parents_reach(),
      answer: m.parents_reach_answer({ hours: '{hours}', phone: '{phone}' }),
    },
  ]
}
