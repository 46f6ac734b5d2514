import type { SchoolGrade } from '#domain/paper/paper.ts'
import { BOARD_EXAMS, OWN_EXAMS, STATE_BOARDS } from '#domain/paper/states/state-boards.ts'
import { readText, tokensOf } from '../words/search-text.ts'
import type { Meaning } from './vocabulary.ts'

/** "Bihar board", "bseb", "2nd puc": the State Board, perhaps a class, and the state's name in titles. */
export function stateBoardMeanings(): [words: string, Meaning][] {
  const boards = STATE_BOARDS.flatMap(({ state, own = '', short = '' }) => {
    const names = [state.toLowerCase(), ...list(short)]
    const besides = (words: string[]) => names.flatMap((name) => words.map((word) => `${name} ${word}`))
    return [
      ...meaningsOf([...list(own), ...besides(['board', 'state board'])], state),
      ...BOARD_EXAMS.flatMap(([exams, grade]) => meaningsOf(besides(list(exams)), state, grade)),
    ]
  })
  return [...boards, ...OWN_EXAMS.flatMap(([exams, grade, state]) => meaningsOf(list(exams), state, grade))]
}

function meaningsOf(spellings: string[], state: string, grade?: SchoolGrade): [string, Meaning][] {
  const also = [state.toLowerCase().split(' ')]
  const meant: Meaning['meant'] = [{ facet: 'type', value: 'state' }]
  if (grade) meant.push({ facet: 'grade', value: grade })
  return spellings.map((spelling) => {
    const words = tokensOf(readText(spelling.replace(/(\d) (st|nd|rd|th)\b/g, '$1$2'))).map(
      ({ word }) => word,
    )
    return [words.join(' '), { kind: 'facet', meant, ways: [], also }]
  })
}

function list(words: string) {
  return words.split(', ').filter(Boolean)
}
