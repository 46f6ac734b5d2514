import {
  advance,
  type Reading,
  type SittingClock,
  settleDoubt,
  startClock,
  switchClock,
  syncWithSiteTime,
} from './sitting-clock.ts'
import { isSatPaper, isSatQuestion, type SittingPaper, type SittingQuestion } from './sitting-paper.ts'

/** Raised when what is stored on devices changes its shape. */
export const SITTING_VERSION = 1

/** What somebody did with one question; `ms` is how long it was open. */
export type Answer = {
  choice?: string
  isDone?: true
  isLater?: true
  ms: number
  /** Given when marking; null where it was not marked. */
  marks?: number | null
  /** The right option, as typed. */
  key?: string
}

/** Marks of each multiple choice where a wrong one costs: JEE and NEET +4 −1. */
export type Scheme = { right: number; wrong: number }

/** A paper sat once, on this device. Times are milliseconds, but `begunAt` and `downAt`, which are times of day. */
export type Sitting = {
  version: typeof SITTING_VERSION
  id: string
  paper: SittingPaper
  begunAt: number
  /** Null where it goes on as long as it goes on. */
  allowed: number | null
  reading: number
  clock: SittingClock
  state: 'sitting' | 'paused' | 'down'
  pauses: number
  open: string | null
  answers: Record<string, Answer>
  downAt: number | null
  scheme: Scheme | null
  /** Where no questions are known: marks of the whole paper, and out of how many. */
  whole: { marks: number; of: number } | null
  isMarked: boolean
  /** An answer was opened before pens down. */
  hasLooked?: true
  /** Of a class: the time of day at which it ends for all, by the site's clock. */
  ends?: number
}

/** `minutes` need not be whole where a class `ends` for all. */
export type Plan = {
  id: string
  paper: SittingPaper
  minutes: number | null
  reading: number
  ends?: number
}

type Answering =
  | { type: 'answer' | 'later'; question: string }
  | { type: 'choose'; question: string; choice: string | null }

export type SittingEvent =
  | { type: 'tick' | 'pause' | 'resume' | 'begin-writing' | 'look' | 'pens-down' }
  | { type: 'open'; question: string }
  | Answering
  | { type: 'site-time'; site: number }
  | { type: 'settle'; counts: boolean }
  | { type: 'mark'; question: string; marks: number | null }
  | { type: 'key'; keys: Record<string, string> }
  | { type: 'scheme'; scheme: Scheme | null }
  | { type: 'whole'; marks: number; of: number }
  | { type: 'finish'; isMarked: boolean }

export function beginSitting({ id, paper, minutes, reading, ends }: Plan, at: Reading): Sitting {
  const first = paper.questions[0]?.id ?? null
  return {
    ...{ version: SITTING_VERSION, id, paper, begunAt: at.wall },
    allowed: minutes === null ? null : Math.round(minutes * 60_000),
    reading: reading * 60_000,
    clock: startClock(at),
    ...{ state: 'sitting', pauses: 0, open: first, answers: {}, downAt: null },
    scheme: schemeOf(paper),
    ...{ whole: null, isMarked: false },
    ...(ends !== undefined && { ends }),
  }
}

/** Exams whose wrong choices cost a mark. */
export function schemeOf({ type }: Pick<SittingPaper, 'type'>): Scheme | null {
  return type === 'jee' || type === 'neet' ? { right: 4, wrong: 1 } : null
}

/** The sitting after an event: pure, so that a reload or another tab comes to the same. What does not fit is ignored. */
export function nextSitting(before: Sitting, event: SittingEvent, at: Reading): Sitting {
  const now = before.state === 'down' ? before : tick(before, at)
  switch (event.type) {
    case 'pause':
      if (now.state !== 'sitting' || now.ends !== undefined) return now
      return { ...now, state: 'paused', pauses: now.pauses + 1, clock: switchClock(now.clock, false) }
    case 'resume':
      return now.state === 'paused' ? { ...now, state: 'sitting', clock: switchClock(now.clock, true) } : now
    case 'begin-writing':
      return isReading(now) ? { ...now, reading: now.clock.run } : now
    case 'pens-down':
      if (now.state === 'down') return now
      return withKeys({ ...now, state: 'down', downAt: at.wall, clock: switchClock(now.clock, false) })
    case 'look':
      return now.state === 'down' ? now : { ...now, hasLooked: true }
    case 'site-time':
      return now.state === 'down' ? now : { ...now, clock: syncWithSiteTime(now.clock, event.site) }
    case 'settle':
      return { ...now, clock: settleDoubt(now.clock, event.counts) }
    case 'open':
      return hasQuestion(now, event.question) ? { ...now, open: event.question } : now
    case 'choose':
    case 'answer':
    case 'later':
      return mayAnswer(now) ? answer(now, event) : now
    default:
      return now.state === 'down' ? mark(now, event) : now
  }
}

function tick(sitting: Sitting, at: Reading): Sitting {
  const { clock, even } = advance(sitting.clock, at)
  const { open } = sitting
  // Not while the phone was locked, nor while the paper is only read.
  if (sitting.state !== 'sitting' || open === null || isReading(sitting)) return { ...sitting, clock }
  const before = answerOf(sitting, open)
  return withAnswer({ ...sitting, clock }, open, { ...before, ms: before.ms + even })
}

function answer(sitting: Sitting, event: Answering): Sitting {
  if (!hasQuestion(sitting, event.question)) return sitting
  const { choice: _, isDone, isLater, ...rest } = answerOf(sitting, event.question)
  const kept = { ...rest, ...(isLater && { isLater }) }
  if (event.type === 'choose')
    return withAnswer(sitting, event.question, { ...kept, ...(event.choice && { choice: event.choice }) })
  const before = answerOf(sitting, event.question)
  if (event.type === 'answer')
    return withAnswer(sitting, event.question, isDone ? kept : { ...kept, isDone: true })
  const { isLater: __, ...settled } = before
  return withAnswer(sitting, event.question, isLater ? settled : { ...before, isLater: true })
}

function mark(sitting: Sitting, event: SittingEvent): Sitting {
  switch (event.type) {
    case 'mark':
      return withAnswer(sitting, event.question, {
        ...answerOf(sitting, event.question),
        marks: event.marks,
      })
    case 'key':
      return Object.entries(event.keys).reduce(
        (all, [id, key]) =>
          hasQuestion(all, id) ? withAnswer(all, id, withKey(answerOf(all, id), key)) : all,
        sitting,
      )
    case 'scheme':
      return { ...sitting, scheme: event.scheme }
    case 'whole':
      return { ...sitting, whole: { marks: event.marks, of: event.of } }
    case 'finish':
      return { ...sitting, isMarked: event.isMarked }
    default:
      return sitting
  }
}

/** Multiple choices whose answers say which option is right have their keys from these. */
function withKeys(sitting: Sitting): Sitting {
  const { questions, answers } = sitting.paper
  return questions.reduce((all, { id, options }) => {
    const key = answers?.of[id]?.key
    return key && options.includes(key) ? withAnswer(all, id, withKey(answerOf(all, id), key)) : all
  }, sitting)
}

/** The key marks it: what was given by hand before goes. */
function withKey({ marks: _, key: __, ...rest }: Answer, key: string): Answer {
  return key ? { ...rest, key } : rest
}

function withAnswer(sitting: Sitting, question: string, given: Answer): Sitting {
  return { ...sitting, answers: { ...sitting.answers, [question]: given } }
}

export function answerOf({ answers }: Pick<Sitting, 'answers'>, question: string): Answer {
  return answers[question] ?? { ms: 0 }
}

function hasQuestion({ paper }: Sitting, question: string): boolean {
  return paper.questions.some(({ id }) => id === question)
}

/** Whether the time for reading, in which nothing is written, goes on. */
export function isReading({ clock, reading, state }: Pick<Sitting, 'clock' | 'reading' | 'state'>): boolean {
  return state !== 'down' && clock.run < reading
}

export function mayAnswer(sitting: Sitting): boolean {
  return sitting.state === 'sitting' && !isReading(sitting)
}

/** Milliseconds: left of what is going on now, less than 0 over time; null without a limit. */
export function timeLeft(sitting: Pick<Sitting, 'clock' | 'reading' | 'state' | 'allowed'>): number | null {
  const { clock, reading, allowed } = sitting
  if (isReading(sitting)) return reading - clock.run
  return allowed === null ? null : allowed - timeWritten(sitting)
}

export function timeWritten({ clock, reading }: Pick<Sitting, 'clock' | 'reading'>): number {
  return Math.max(0, clock.run - reading)
}

export type QuestionState = 'open' | 'answered' | 'later'

export function stateOf(sitting: Pick<Sitting, 'answers'>, question: string): QuestionState {
  const { choice, isDone, isLater } = answerOf(sitting, question)
  return isLater ? 'later' : choice || isDone ? 'answered' : 'open'
}

export function countStates({ paper, answers }: Pick<Sitting, 'paper' | 'answers'>) {
  const count = { open: 0, answered: 0, later: 0 }
  for (const { id } of paper.questions) count[stateOf({ answers }, id)]++
  return count
}

/** Questions by section, in the order of the paper; `marks` where all of a section have the same. */
export function sectionsOf(questions: readonly SittingQuestion[]) {
  const sections: { name: string | null; questions: SittingQuestion[]; marks: number | null }[] = []
  for (const question of questions) {
    const last = sections.at(-1)
    if (last && last.name === question.section) last.questions.push(question)
    else sections.push({ name: question.section, questions: [question], marks: null })
  }
  for (const section of sections) {
    const marks = new Set(section.questions.map((each) => each.marks))
    section.marks = marks.size === 1 ? (section.questions[0]?.marks ?? null) : null
  }
  return sections
}

/** Whether this is a sitting that this version can read. */
export function isSitting(stored: unknown): stored is Sitting {
  const { version, id, paper, begunAt, clock, answers, state } = (stored ?? {}) as Partial<Sitting>
  return (
    version === SITTING_VERSION &&
    typeof id === 'string' &&
    isSatPaper(paper) &&
    Array.isArray(paper.questions) &&
    paper.questions.every(isSatQuestion) &&
    typeof begunAt === 'number' &&
    typeof clock?.run === 'number' &&
    typeof answers === 'object' &&
    answers !== null &&
    (state === 'sitting' || state === 'paused' || state === 'down')
  )
}
