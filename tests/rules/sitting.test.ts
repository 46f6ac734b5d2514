import { expect, test } from 'vitest'
import type { PublishedPaper } from '#domain/paper/paper.ts'
import { optionsIn } from '#domain/questions/question-parts.ts'
import { isProfile } from '#domain/sitting/profile.ts'
import {
  answerOf,
  beginSitting,
  countStates,
  isReading,
  isSitting,
  nextSitting,
  type Sitting,
  type SittingEvent,
  sectionsOf,
  stateOf,
  timeLeft,
  timeWritten,
} from '#domain/sitting/sitting.ts'
import type { Reading } from '#domain/sitting/sitting-clock.ts'
import { type SittingPaper, sittingPaper } from '#domain/sitting/sitting-paper.ts'

const MINUTE = 60_000
const FACTS = { subject: 'Physics', month: 'March', year: 2024, referenceLink: null }
const OPTIONS = '(A) 1 (B) 2 (C) 3 (D) 4'

type Asked = { number: string; section?: string; marks?: number | null; text?: string }

const asked = ({ number, section = 'A', marks = 1, text = OPTIONS }: Asked) => ({
  ...{ id: `q${number}`, number, section, marks, text },
  boxes: [
    { page: 1, x: 0, y: 0, width: 1, height: 0.1, language: 'hi' as const },
    { page: 1, x: 0, y: 0.5, width: 1, height: 0.1, language: 'en' as const },
  ],
})

function paperOf(questions: Asked[], type = 'cbse'): SittingPaper {
  const paper = {
    id: 'p',
    title: 'Waves',
    type,
    link: '/files/a.pdf',
    grade: '12',
    ...FACTS,
  } as PublishedPaper
  const text = 'Time allowed : 3 hours'
  const pages = [{ width: 1440, height: 2036 }]
  return sittingPaper(paper, {
    pages,
    base: '/papers/p/pages/t',
    text,
    questions: questions.map(asked),
    language: 'en',
  })
}

/** A sitting on a device whose clocks run evenly. */
function sit({ minutes = 180 as number | null, reading = 0 } = {}) {
  const at: Reading = { wall: 1_000_000, mono: 0, load: 'a', isSeen: true }
  const paper = paperOf([
    { number: '1' },
    { number: '2' },
    { number: '21', section: 'B', marks: 2, text: 'Prove it.' },
  ])
  let sitting: Sitting = beginSitting({ id: 's', paper, minutes, reading }, { ...at })
  return {
    now: () => sitting,
    after(ms: number, event: SittingEvent = { type: 'tick' }) {
      at.wall += ms
      at.mono += ms
      sitting = nextSitting(sitting, event, { ...at })
      return sitting
    },
  }
}

test('questions are answered, cleared and marked to come back to, and each keeps the time it was open', () => {
  const { after, now } = sit()
  after(MINUTE, { type: 'choose', question: 'q1', choice: 'B' })
  after(0, { type: 'open', question: 'q2' })
  after(2 * MINUTE, { type: 'later', question: 'q2' })
  after(0, { type: 'open', question: 'q21' })
  after(5 * MINUTE, { type: 'answer', question: 'q21' })
  expect(['q1', 'q2', 'q21'].map((id) => stateOf(now(), id))).toEqual(['answered', 'later', 'answered'])
  expect(countStates(now())).toEqual({ open: 0, answered: 2, later: 1 })
  expect(['q1', 'q2', 'q21'].map((id) => answerOf(now(), id).ms)).toEqual([MINUTE, 2 * MINUTE, 5 * MINUTE])
  after(0, { type: 'choose', question: 'q1', choice: null })
  after(0, { type: 'later', question: 'q2' })
  after(0, { type: 'answer', question: 'q21' })
  expect(countStates(now())).toEqual({ open: 3, answered: 0, later: 0 })
})

test('a choice of a question to come back to stays, and its corner too', () => {
  const { after, now } = sit()
  after(0, { type: 'later', question: 'q1' })
  after(0, { type: 'choose', question: 'q1', choice: 'D' })
  expect([stateOf(now(), 'q1'), answerOf(now(), 'q1').choice]).toEqual(['later', 'D'])
  after(0, { type: 'later', question: 'q1' })
  expect(stateOf(now(), 'q1')).toBe('answered')
})

test('while it is paused the clock stands still and nothing is answered, and pauses are counted', () => {
  const { after, now } = sit()
  after(10 * MINUTE, { type: 'pause' })
  after(4 * MINUTE, { type: 'choose', question: 'q1', choice: 'A' })
  expect([now().state, stateOf(now(), 'q1'), timeLeft(now())]).toEqual(['paused', 'open', 170 * MINUTE])
  after(0, { type: 'resume' })
  after(MINUTE)
  expect([timeLeft(now()), now().pauses, now().clock.paused]).toEqual([169 * MINUTE, 1, 4 * MINUTE])
})

test('in the time to read nothing is answered, and it is not time of writing', () => {
  const { after, now } = sit({ reading: 15 })
  after(5 * MINUTE, { type: 'choose', question: 'q1', choice: 'A' })
  expect([isReading(now()), stateOf(now(), 'q1'), timeLeft(now())]).toEqual([true, 'open', 10 * MINUTE])
  after(10 * MINUTE, { type: 'choose', question: 'q1', choice: 'A' })
  after(MINUTE)
  expect([isReading(now()), stateOf(now(), 'q1'), timeLeft(now())]).toEqual([false, 'answered', 179 * MINUTE])
  const early = sit({ reading: 15 })
  early.after(6 * MINUTE, { type: 'begin-writing' })
  early.after(MINUTE)
  expect([timeWritten(early.now()), timeLeft(early.now())]).toEqual([MINUTE, 179 * MINUTE])
})

test('time over the limit is told, and the pen goes down only when it is put down, for good', () => {
  const { after, now } = sit({ minutes: 60 })
  after(63 * MINUTE)
  expect([now().state, timeLeft(now())]).toEqual(['sitting', -3 * MINUTE])
  after(0, { type: 'pens-down' })
  after(MINUTE, { type: 'choose', question: 'q1', choice: 'A' })
  after(MINUTE, { type: 'resume' })
  expect([now().state, stateOf(now(), 'q1'), timeWritten(now())]).toEqual(['down', 'open', 63 * MINUTE])
  expect(timeLeft(sit({ minutes: null }).now())).toBe(null)
})

test('what does not fit the state, and questions that the paper has not, change nothing', () => {
  const { after, now } = sit()
  const before = now()
  for (const event of [
    { type: 'mark', question: 'q1', marks: 1 },
    { type: 'key', keys: { q1: 'A' } },
    { type: 'resume' },
    { type: 'begin-writing' },
    { type: 'open', question: 'q99' },
    { type: 'choose', question: 'q99', choice: 'A' },
  ] as const)
    expect(after(0, event).answers, event.type).toEqual({ q1: { ms: 0 } })
  expect([now().state, now().open]).toEqual([before.state, before.open])
})

test('what is stored is read again as it was, and what another version wrote is not', () => {
  const { now } = sit()
  const stored = JSON.parse(JSON.stringify(now()))
  expect([isSitting(stored), stored]).toEqual([true, now()])
  for (const wrong of [
    null,
    1,
    {},
    { ...stored, version: 2 },
    { ...stored, clock: null },
    { ...stored, paper: {} },
  ])
    expect(isSitting(wrong)).toBe(false)
})

test('what is stored of who practises is one with a plain id and a name', () => {
  const stored = [
    { id: '', name: '' },
    { id: 'k3', name: 'Kavin' },
    { id: '../k3', name: 'Kavin' },
  ]
  const wrong = [...stored.slice(2), { id: 3, name: 'Kavin' }, { id: 'k3' }, { name: 'Kavin' }, null, 'k3']
  expect([...stored, ...wrong].map(isProfile)).toEqual([true, true, ...Array(7).fill(false)])
})

test('four options in their marks are a multiple choice; parts of a long question are none', () => {
  const texts = [
    '(a) x (b) y (c) z (d) w',
    '1) x 3) z 2) y 4) w',
    '(அ) 1 (ஆ) 2 (இ) 3 (ஈ) 4',
    '(A) x (B) y (C) z',
    '',
  ]
  expect(texts.map((text) => optionsIn(text))).toEqual(['ABCD', 'ABCD', 'ABCD', '', ''])
  const parts = { number: '1', marks: 4 }
  expect(paperOf([parts]).questions[0]?.options).toBe('')
  expect(paperOf([parts], 'neet').questions[0]?.options).toBe('ABCD')
})

test('where most of a section are multiple choices, one whose options were not read is one too', () => {
  const section = [{ number: '1' }, { number: '2' }, { number: '3', text: 'Which?' }]
  const other = { number: '4', section: 'B', marks: 2, text: 'Prove it.' }
  expect(paperOf([...section, other]).questions.map(({ options }) => options)).toEqual([
    'ABCD',
    'ABCD',
    'ABCD',
    '',
  ])
})

test("of a question in two languages the reader's printing is shown", () => {
  expect(paperOf([{ number: '1' }]).questions[0]?.areas).toEqual([
    { page: 1, x: 0, y: 0.5, width: 1, height: 0.1 },
  ])
})

test('sections follow the paper, with the marks that all of one have', () => {
  const { questions } = sit().now().paper
  expect(sectionsOf(questions).map(({ name, marks, questions: own }) => [name, marks, own.length])).toEqual([
    ['A', 1, 2],
    ['B', 2, 1],
  ])
})
