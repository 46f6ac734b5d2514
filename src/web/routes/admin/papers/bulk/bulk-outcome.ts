import type { FoundPaper } from '#domain/paper/desk-paper.ts'
import { degreeOf } from '#domain/paper/paper.ts'
import type { PaperFields } from '../form/paper-fields.ts'

export type BulkAction = 'change' | 'bin' | 'restore' | 'delete'
export type BulkChange = Partial<Pick<PaperFields, 'degree' | 'subject' | 'month' | 'year'>>
export type Outcome = { done: string[]; missing: string[]; refused: { id: string; detail: string }[] }

/** A fraction of a second per request, so that progress moves and Stop takes effect soon. */
const BATCH_SIZE = 50

const DONE: Record<BulkAction, string> = {
  change: 'changed',
  bin: 'in the bin',
  restore: 'restored',
  delete: 'deleted for good',
}
const DOING: Record<BulkAction, string> = {
  change: 'Changing',
  bin: 'Deleting',
  restore: 'Restoring',
  delete: 'Deleting for good',
}

export function nothingDone(): Outcome {
  return { done: [], missing: [], refused: [] }
}

export function inBundles(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, at) =>
    ids.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
  )
}

/** Groups papers with the same values in these fields; `change` would set them. */
export function alike(papers: FoundPaper[], names: (keyof BulkChange)[]) {
  const groups = Map.groupBy(papers, (paper) => JSON.stringify(pick(paper, names)))
  return [...groups].map(([former, group]) => ({
    change: JSON.parse(former) as BulkChange,
    ids: group.map(({ id }) => id),
  }))
}

export function countPapers(papers: number): string {
  return `${papers.toLocaleString('en-IN')} ${papers === 1 ? 'paper' : 'papers'}`
}

export function working(action: BulkAction, reached: number, of: number): string {
  if (of <= BATCH_SIZE) return `${DOING[action]} …`
  return `${DOING[action]}: ${reached.toLocaleString('en-IN')} of ${countPapers(of)} …`
}

export function tellOutcome(action: BulkAction, { done, missing, refused }: Outcome, of: number): string {
  const all = done.length === of
  const first = `${all ? countPapers(of) : `${done.length.toLocaleString('en-IN')} of ${countPapers(of)}`} ${done.length === 1 ? 'is' : 'are'} ${DONE[action]}.`
  const gone =
    missing.length > 0
      ? ` ${missing.length} ${missing.length === 1 ? 'was' : 'were'} not there any more.`
      : ''
  const not = refused[0] ? ` ${refused.length} not: ${refused[0].detail}` : ''
  return first + gone + not
}

function pick(paper: FoundPaper, names: (keyof BulkChange)[]): BulkChange {
  const fields: Required<BulkChange> = {
    degree: degreeOf(paper.type, paper.grade)?.slug ?? '',
    subject: paper.subject,
    month: paper.month,
    year: String(paper.year),
  }
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
