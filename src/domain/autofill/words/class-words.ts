import type { Sense } from './sense.ts'
import { STATE_BOARD_WORDS } from './state-boards.ts'

/** Boards beside their own names: who uses one, boards other than ours, and words that only look like one. */
export const BOARD_WORDS: [phrases: string, Sense][] = [
  ['kv, kvs, kendriya vidyalaya, ncert, jnv, navodaya, dav', { lean: 'cbse' }],
  ['state', { board: 'state', nameOnly: true }],
  [
    'state of, states of, solid state, steady state, state bank, state the, state two, state true',
    { noise: true },
  ],
  ...STATE_BOARD_WORDS,
  ...'ICSE, ISC, IGCSE, IB, NIOS, Cambridge'
    .split(', ')
    .map((name): [string, Sense] => [name.toLowerCase(), { board: 'other', boardName: name }]),
  [
    'jee main, jee mains, iit jee main, iit jee mains, jeemain, jeemains',
    { board: 'jee', boardName: 'JEE Main' },
  ],
  [
    'jee advanced, jee adv, iit jee advanced, jeeadvanced',
    { board: 'jee', boardName: 'JEE Advanced', exam: { label: '', month: 'May' } },
  ],
]

export const CLASS_WORDS: [phrases: string, Sense][] = [
  ['class, cls, clas, grade, gr, कक्षा', { classWord: true }],
  ['std, standard, stdd, vaguppu, vakuppu, வகுப்பு', { classWord: true, lean: 'state' }],
]
