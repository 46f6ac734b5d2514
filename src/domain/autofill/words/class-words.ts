import type { Sense } from './vocabulary.ts'

const OTHER_STATES =
  'bihar, kerala, karnataka, andhra, andhra pradesh, ap, telangana, ts, maharashtra, gujarat, rajasthan, punjab, haryana, up, uttar pradesh, mp, madhya pradesh, west bengal, wb, odisha, orissa, assam, jharkhand, goa, puducherry, jac, pseb, gseb, kseeb'

/** The boards and entrance exams as they are named; some names say the class too. */
export const BOARD_WORDS: [phrases: string, Sense][] = [
  ['cbse, c b s e, cbsc, cbse board, central board, central board of secondary education', { board: 'cbse' }],
  [
    'aissce, all india senior school certificate examination, senior school certificate examination',
    { board: 'cbse', grade: '12' },
  ],
  ['aisse, all india secondary school examination', { board: 'cbse', grade: '10' }],
  ['kv, kvs, kendriya vidyalaya, ncert, jnv, navodaya, dav', { lean: 'cbse' }],
  [
    'state board, stateboard, tn board, tn state board, tn state, tnsb, tamilnadu state board, tamil nadu state board, samacheer, samacheer kalvi, samacheerkalvi, tn samacheer, samachear, tamilnadu, tamil nadu, tn, tamil nadu board, tamilnadu board, tnscert, dge, சமச்சீர், சமச்சீர் கல்வி, தமிழ்நாடு, தமிழ் நாடு, மாநில, மாநில வாரியம், matric, matriculation',
    { board: 'state' },
  ],
  ['state', { board: 'state', nameOnly: true }],
  [
    'state of, states of, solid state, steady state, state bank, state the, state two, state true',
    { noise: true },
  ],
  ...OTHER_STATES.split(', ').map((state): [string, Sense] => [
    `${state} board, ${state} state board`,
    { board: 'state', boardName: `${nameOf(state)} Board` },
  ]),
  ...'ICSE, ISC, IGCSE, IB, NIOS, Cambridge'
    .split(', ')
    .map((name): [string, Sense] => [name.toLowerCase(), { board: 'other', boardName: name }]),
  ['sslc', { board: 'state', grade: '10' }],
  [
    'hsc, higher secondary, hsc second year, higher secondary second year, hse second year, மேல்நிலை இரண்டாம் ஆண்டு',
    { board: 'state', grade: '12' },
  ],
  [
    'hsc first year, higher secondary first year, hse first year, hsc 1 st year, hsc + 1, + 1 hsc, மேல்நிலை முதலாம் ஆண்டு',
    { board: 'state', grade: '11' },
  ],
  ['+ 2 hsc, hsc + 2, hsc 2 nd year', { board: 'state', grade: '12' }],
  ['jee, iit jee, aieee', { board: 'jee' }],
  ['iit', { board: 'jee', doubtful: true }],
  [
    'jee main, jee mains, iit jee main, iit jee mains, jeemain, jeemains',
    { board: 'jee', boardName: 'JEE Main' },
  ],
  [
    'jee advanced, jee adv, iit jee advanced, jeeadvanced',
    { board: 'jee', boardName: 'JEE Advanced', exam: { label: '', month: 'May' } },
  ],
  ['neet, neet ug, aipmt', { board: 'neet', exam: { label: '', month: 'May' } }],
  ['tnpsc', { board: 'tnpsc' }],
]

/** Classes by a name of their own, and the words that make a class of a number beside them. */
export const CLASS_NAMES: [phrases: string, Sense][] = [
  ['+ 2, plus two, plus 2, plustwo, plus2, பிளஸ் டூ, பிளஸ் 2, பிளஸ்டூ', { grade: '12', lean: 'state' }],
  ['+ 1, plus one, plus 1, plusone, plus1, பிளஸ் ஒன், பிளஸ் 1', { grade: '11', lean: 'state' }],
  ['class, cls, clas, grade, gr, कक्षा', { classWord: true }],
  ['std, standard, stdd, vaguppu, vakuppu, வகுப்பு', { classWord: true, lean: 'state' }],
  ['பன்னிரண்டாம், பன்னிரெண்டாம்', { grade: '12', lean: 'state', doubtful: true }],
  [
    'பன்னிரண்டாம் வகுப்பு, பன்னிரெண்டாம் வகுப்பு, class twelve, twelfth standard, twelfth std, twelfth class',
    { grade: '12', lean: 'state' },
  ],
  [
    'பதினோராம் வகுப்பு, பதினொன்றாம் வகுப்பு, class eleven, eleventh standard, eleventh std',
    { grade: '11', lean: 'state' },
  ],
  ['பத்தாம் வகுப்பு, class ten, tenth standard, tenth std, tenth class', { grade: '10', lean: 'state' }],
  ['ஒன்பதாம் வகுப்பு, class nine, ninth standard, ninth std', { grade: '9', lean: 'state' }],
  ['எட்டாம் வகுப்பு, class eight, eighth standard, eighth std', { grade: '8', lean: 'state' }],
  ['ஏழாம் வகுப்பு, class seven, seventh standard, seventh std', { grade: '7', lean: 'state' }],
  ['ஆறாம் வகுப்பு, class six, sixth standard, sixth std', { grade: '6', lean: 'state' }],
  ['twelfth', { grade: '12', doubtful: true }],
  ['eleventh', { grade: '11', doubtful: true }],
  ['tenth, பத்தாம்', { grade: '10', doubtful: true }],
  ['ninth', { grade: '9', doubtful: true }],
  ['eighth', { grade: '8', doubtful: true }],
  ['seventh', { grade: '7', doubtful: true }],
  ['sixth', { grade: '6', doubtful: true }],
]

function nameOf(state: string) {
  if (state.length < 4 || state.endsWith('eb')) return state.toUpperCase()
  return state.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
