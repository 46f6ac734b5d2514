import { STATES } from '#domain/paper/exams-and-subjects.ts'
import type { SchoolGrade } from '#domain/paper/paper.ts'
import {
  BOARD_EXAMS,
  OWN_EXAMS,
  STATE_BOARDS,
  STATE_NAMES,
  TAMIL_NADU_BOARD,
} from '#domain/paper/states/state-boards.ts'
import { readText, tokensOf } from '../words/search-text.ts'
import type { Meaning } from './vocabulary.ts'

/** "Bihar board", "bseb", "2nd puc": the State Board, perhaps a class, and the state; where there are no others' papers, its
 * name in titles. "Bihar" alone is the state or, there, a word. */
export function stateBoardMeanings(): [words: string, Meaning][] {
  const boards = STATE_BOARDS.flatMap(({ state, own = '', short = '' }) => {
    const names = [state.toLowerCase(), ...list(short)]
    const besides = (words: string[]) => names.flatMap((name) => words.map((word) => `${name} ${word}`))
    return [
      ...meaningsOf([...list(own), ...besides(['board', 'state board'])], state),
      ...BOARD_EXAMS.flatMap(([exams, grade]) => meaningsOf(besides(list(exams)), state, grade)),
    ]
  })
  const names = STATES.flatMap((state): [string, Meaning][] => {
    const ways = list(STATE_NAMES[state]).map(wordsOf)
    const meaning: Meaning = { kind: 'facet', meant: [{ facet: 'board', value: state }], ways }
    return ways.map((way) => [way.join(' '), meaning])
  })
  const exams = OWN_EXAMS.flatMap(([words, grade, state]) => meaningsOf(list(words), state, grade))
  return [...names, ...boards, ...exams]
}

/** "Samacheer", "matric": instead of the State Board of any state, that of Tamil Nadu. */
export function tamilNaduMeanings({ ways }: Pick<Meaning, 'ways'>): [words: string, Meaning][] {
  const meant: Meaning['meant'] = [
    { facet: 'type', value: 'state' },
    { facet: 'board', value: 'Tamil Nadu' },
  ]
  const meaning: Meaning = { kind: 'facet', meant, ways }
  return list(TAMIL_NADU_BOARD).map((spelling) => [wordsOf(spelling).join(' '), meaning])
}

function meaningsOf(spellings: string[], state: string, grade?: SchoolGrade): [string, Meaning][] {
  const also = [state.toLowerCase().split(' ')]
  const meant: Meaning['meant'] = [{ facet: 'type', value: 'state' }]
  if (grade) meant.push({ facet: 'grade', value: grade })
  meant.push({ facet: 'board', value: state })
  return spellings.map((spelling) => {
    const words = wordsOf(spelling.replace(/(\d) (st|nd|rd|th)\b/g, '$1$2'))
    return [words.join(' '), { kind: 'facet', meant, ways: [], also }]
  })
}

function wordsOf(spelling: string) {
  return tokensOf(readText(spelling)).map(({ word }) => word)
}

function list(words: string) {
  return words.split(', ').filter(Boolean)
}
