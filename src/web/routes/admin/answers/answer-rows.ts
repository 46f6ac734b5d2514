import type { AnswerCandidate } from '#domain/answers/match-answers.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import type { CallError } from '../client/call-error.ts'
import { faultOfFile } from '../files/check-file.ts'

export type AnswerRow = {
  key: string
  file: File
  state: 'matching' | 'ready' | 'waiting' | 'sending' | 'attached'
  candidates: AnswerCandidate[]
  paper: AdminPaper | null
  /** Matched for sure, or chosen by hand. */
  sure: boolean
  ticked: boolean
  /** From 0 to 1. */
  sent: number
  fault: string
  /** Only another file helps. */
  unusable: boolean
}

export function newRow(file: File): AnswerRow {
  const fault = faultOf(file)
  return {
    key: keyOf(file),
    file,
    state: fault ? 'ready' : 'matching',
    candidates: [],
    paper: null,
    sure: false,
    ticked: false,
    sent: 0,
    fault,
    unusable: fault !== '',
  }
}

/** The same file picked twice is one row. */
export function keyOf({ name, size, lastModified }: File) {
  return `${name}/${size}/${lastModified}`
}

/** Ticked when its paper is sure, has no answers yet and is not another row's. */
export function matched(row: AnswerRow, candidates: AnswerCandidate[], rows: AnswerRow[]): AnswerRow {
  const [best] = candidates
  const paper = best?.paper ?? null
  const sure = best?.sure ?? false
  const free = !rows.some((other) => other.key !== row.key && other.ticked && other.paper?.id === paper?.id)
  return {
    ...row,
    state: 'ready',
    candidates,
    paper,
    sure,
    ticked: sure && free && paper?.answers === null,
    fault: '',
  }
}

/** After a reload. The tick stays, unless the paper has got other answers meanwhile: those are not overwritten. */
export function restored(row: AnswerRow, stored?: Pick<AnswerRow, 'paper' | 'sure' | 'ticked'>): AnswerRow {
  if (!stored?.paper || row.unusable) return row
  const { id, answers } = stored.paper
  const paper = row.candidates.find((candidate) => candidate.paper.id === id)?.paper ?? stored.paper
  return { ...row, paper, sure: stored.sure, ticked: stored.ticked && paper.answers === answers, fault: '' }
}

/** Another row for the same paper, which can have only one answers file. */
export function rivalOf(row: AnswerRow, rows: AnswerRow[]): AnswerRow | undefined {
  if (!row.paper) return undefined
  return rows.find(
    (other) =>
      other.key !== row.key &&
      other.paper?.id === row.paper?.id &&
      (other.ticked || other.state === 'attached'),
  )
}

/** After a conflict or a deletion the row gets the paper's current state. */
export function notAttached(row: AnswerRow, { status, code, message, told }: CallError): AnswerRow {
  const ready: AnswerRow = { ...row, state: 'ready', sent: 0, fault: code === 'stopped' ? '' : message }
  if (status === 404) return { ...ready, paper: null, ticked: false }
  if (status !== 412) return ready
  const paper = told.current as AdminPaper
  return { ...ready, paper, ticked: paper.answers === null }
}

export function toAttach(rows: AnswerRow[]): AnswerRow[] {
  return rows.filter((row) => row.state === 'ready' && row.ticked && row.paper !== null)
}

export function summaryOf(rows: AnswerRow[]): string {
  const counts: [number, string][] = [
    [rows.filter(({ state }) => state === 'attached').length, 'attached'],
    [toAttach(rows).length, 'ready'],
    [rows.filter((row) => row.state === 'ready' && row.paper && !row.ticked).length, 'to look at'],
    [rows.filter((row) => row.state === 'ready' && !row.paper && !row.unusable).length, 'without a paper'],
    [rows.filter(({ unusable }) => unusable).length, 'not usable'],
  ]
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(' · ')
}

function faultOf(file: File): string {
  if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf')
    return 'This is not a PDF; answers are attached as PDF.'
  return faultOfFile('file', file)?.sentence ?? ''
}
