import type { QuestionText, SearchEntry } from '#domain/search/search-index.ts'
import { questionTokens } from './index-tokens.ts'
import { OWN_SIGNS, PAGE_LIMIT } from './page-hits.ts'
import { LAST_PLACE, questionRow } from './row-numbers.ts'

export function rowsOfQuestions(
  entry: SearchEntry,
  questions: readonly QuestionText[],
): { row: number; words: string; tokens: string }[] {
  return questions
    .filter(({ place }) => place <= LAST_PLACE)
    .map(({ place, marks, text }) => ({
      row: questionRow(entry.position, place, marks),
      words: text.slice(0, PAGE_LIMIT).replace(OWN_SIGNS, ' '),
      tokens: questionTokens(entry, entry.codes, marks),
    }))
}
