import type { State } from '#domain/paper/exams-and-subjects.ts'
import { BOARD_EXAMS, OWN_EXAMS, STATE_BOARDS, type StateBoard } from '#domain/paper/states/state-boards.ts'
import type { Sense } from './sense.ts'

export const STATE_BOARD_WORDS: [phrases: string, Sense][] = [
  ...STATE_BOARDS.flatMap(wordsOfBoard),
  ...OWN_EXAMS.map(([exams, grade, state]): [string, Sense] => [exams, { ...senseOf(state), grade }]),
  ['matric examination, matriculation examination, matric exam', { board: 'state', grade: '10' }],
  [
    'tn board, tn state board, tamil nadu board, tamilnadu board, tamil nadu state board, tamilnadu state board',
    { board: 'state', stateBoard: 'Tamil Nadu' },
  ],
]

function wordsOfBoard({ state, own = '', short = '' }: StateBoard): [string, Sense][] {
  const sense = senseOf(state)
  const names = [state.toLowerCase(), ...short.split(', ').filter(Boolean)]
  const besides = (words: string[]) => names.flatMap((name) => words.map((word) => `${name} ${word}`))
  return [
    [state.toLowerCase(), { ...sense, nameOnly: true, doubtful: true }],
    [own, sense],
    [besides(['board', 'state board']).join(', '), sense],
    ...BOARD_EXAMS.map(([exams, grade]): [string, Sense] => [
      besides(exams.split(', ')).join(', '),
      { ...sense, grade },
    ]),
  ]
}

function senseOf(state: State): Sense {
  return { board: 'state', boardName: `${state} Board`, stateBoard: state }
}
