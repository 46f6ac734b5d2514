import { typeLabel } from '#domain/language/labels.ts'
import type { State } from '#domain/paper/exams-and-subjects.ts'
import {
  MONTHS,
  monthHeld,
  OTHER_SUBJECT,
  PAPER_TYPES,
  type PaperType,
  SUBJECTS,
  type Subject,
} from '#domain/paper/paper.ts'
import { SPELLINGS, type Spelling } from '#domain/paper/spellings.ts'
import { BOARD_EXAMS, OWN_EXAMS, STATE_BOARDS, type StateBoard } from '#domain/paper/state-boards.ts'
import { EXAM_WORDS } from './exam-words.ts'
import type { Sense } from './sense.ts'

/** `text` is `raw` in lower case; `between` is before it, '' when it touches the word before ("th" of "12th"). */
export type Word = { text: string; raw: string; between: string; at: number }

/** A number, "+", capitals that end where a word begins ("XII" of "XIIMaths"), or letters with their marks. */
const WORD =
  /\d+|\+|\p{Lu}{2,}s(?!\p{L})|\p{Lu}+(?=\p{Lu}\p{Ll}{2})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lu}\p{M}]+|[\p{L}\p{M}]+/gu

/** Also where only capitals or digits separate words: "Class12Maths", "XIIPhysics2019". */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let end = 0
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    words.push({ text: raw.toLowerCase(), raw, between: text.slice(end, index), at: index })
    end = index + raw.length
  }
  return words
}

export function numberOf(word: Word | undefined): number {
  return word && /^\d{1,9}$/.test(word.text) ? Number(word.text) : Number.NaN
}

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

/** Boards besides their own names: who uses one, boards other than ours, and words that only look like one. */
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

const CLASS_WORDS: [phrases: string, Sense][] = [
  ['class, cls, clas, grade, gr, कक्षा', { classWord: true }],
  ['std, standard, stdd, vaguppu, vakuppu, வகுப்பு', { classWord: true, lean: 'state' }],
]

/** Subjects besides their own names: papers within one, those that the site does not have, the medium. */
export const SUBJECT_WORDS: [phrases: string, Sense][] = [
  ...within('Mathematics', 'Mathematics (Standard)', 'mathematics standard, maths standard, math standard'),
  ...within('Mathematics', 'Mathematics (Basic)', 'mathematics basic, maths basic, math basic'),
  ...within('Mathematics', 'Applied Mathematics', 'applied mathematics, applied maths, applied math'),
  // Two halves of Biology in Tamil Nadu.
  ...within('Biology', 'Botany', 'botany, bio botany, தாவரவியல், உயிரி தாவரவியல், thavaraviyal', true),
  ...within('Biology', 'Zoology', 'zoology, bio zoology, விலங்கியல், உயிரி விலங்கியல், vilangiyal', true),
  [
    'business studies, business study, bst, political science, pol science, pol sci, politics, civics, home science, environmental science, evs, geography, geo, informatics practices, informatics practice, ip, computer applications, computer application, computer technology, french, german, telugu, malayalam, kannada, urdu, physical education, pe, psychology, sociology, statistics, biochemistry, bio chemistry, biotechnology, bio technology, microbiology, micro biology, nursing, statistics paper, general knowledge, gk, fine arts, drawing, புவியியல், அரசியல் அறிவியல், புள்ளியியல், கணினி பயன்பாடுகள், கணினி தொழில்நுட்பம், social work, life science, earth science, rocket science, data science, artificial intelligence, information technology, it 402',
    { subject: OTHER_SUBJECT },
  ],
  [
    'tamil version, english version, tamil and english versions, tamil and english version, tamil english versions, தமிழ் மற்றும் ஆங்கில வழி, tamil and english medium, tamil english medium',
    { noise: true, lean: 'state' },
  ],
  ['tamil medium, tm, தமிழ் வழி, தமிழ்வழி', { medium: 'Tamil Medium', lean: 'state' }],
  ['hindi medium, hindi version, हिंदी माध्यम, हिन्दी माध्यम', { medium: 'Hindi Medium' }],
  ['english medium, em, ஆங்கில வழி, ஆங்கிலவழி', { medium: 'English Medium', lean: 'state' }],
  ['theory, practical, core, elective, language, literature, new, old, code', { noise: true }],
]

function within(subject: Subject, subjectName: string, phrases: string, doubtful?: true): [string, Sense][] {
  return [[phrases, { subject, subjectName, doubtful }]]
}

// "Other" is a word of many titles.
const NAMED_SUBJECTS = SUBJECTS.filter((subject) => subject !== OTHER_SUBJECT)

const FILED_WORDS: [phrases: string, Sense][] = [
  ...NAMED_SUBJECTS.map((subject): [string, Sense] => [subject, { subject }]),
  ...PAPER_TYPES.map((board): [string, Sense] => [typeLabel(board), { board, exam: examOf(board) }]),
  ...MONTHS.map((month): [string, Sense] => [month, { month }]),
  ...SPELLINGS.flatMap(sensesOf),
]

function sensesOf({ words, named, unsure, ...meant }: Spelling): [string, Sense][] {
  const { subject, type, grade, month, lean } = meant
  const sense: Sense = { subject, board: type, grade, month, lean, exam: type && examOf(type) }
  return [
    [[words, named].filter(Boolean).join(', '), sense],
    [unsure ?? '', { ...sense, doubtful: true }],
  ]
}

function examOf(type: PaperType) {
  const month = monthHeld(type)
  return month && { label: '', month }
}

export type Found = { at: number; length: number; sense: Sense }

const PHRASES = new Map<string, Sense>()
const LONGEST = 6

/** The longest where several begin together; none overlaps another. */
export function sensesIn(words: Word[]): Found[] {
  if (PHRASES.size === 0) learn()
  const found: Found[] = []
  for (let at = 0; at < words.length; ) {
    const hit = longestAt(words, at)
    if (hit) found.push(hit)
    at += hit?.length ?? 1
  }
  return found
}

function longestAt(words: Word[], at: number): Found | undefined {
  let hit: Found | undefined
  let phrase = ''
  for (let length = 1; length <= LONGEST && at + length <= words.length; length++) {
    phrase += `${length > 1 ? ' ' : ''}${words[at + length - 1]?.text}`
    const sense = PHRASES.get(phrase)
    if (sense) hit = { at, length, sense }
  }
  return hit
}

function learn() {
  for (const list of [FILED_WORDS, SUBJECT_WORDS, BOARD_WORDS, CLASS_WORDS, EXAM_WORDS]) {
    for (const [phrases, sense] of list) {
      for (const phrase of phrases.split(', ')) if (phrase) PHRASES.set(asRead(phrase), sense)
    }
  }
}

/** As words are read out of a name: "+2" is two of them. */
function asRead(phrase: string) {
  return wordsOf(phrase.normalize('NFKC'))
    .map(({ text }) => text)
    .join(' ')
}
