import { percentOf, totalsOf } from './marking.ts'
import type { Sitting } from './sitting.ts'
import type { SittingPaper } from './sitting-paper.ts'

/** Safe in the browser. The marked sittings of a subject, the oldest first; `percent` is whole. */
export type SubjectProgress = {
  subject: SittingPaper['subject']
  sittings: { id: string; title: string; begunAt: number; percent: number }[]
}

/** Subjects of all that was marked, the last sat first. */
export function progressOf(sittings: readonly Sitting[]): SubjectProgress[] {
  const marked = sittings.flatMap((sitting) => {
    const { id, paper, begunAt, isMarked } = sitting
    const percent = isMarked ? percentOf(totalsOf(sitting)) : null
    return percent === null ? [] : [{ subject: paper.subject, id, title: paper.title, begunAt, percent }]
  })
  const bySubject = Map.groupBy(
    marked.sort((one, other) => one.begunAt - other.begunAt),
    ({ subject }) => subject,
  )
  const lastOf = ({ sittings: own }: SubjectProgress) => own.at(-1)?.begunAt ?? 0
  return [...bySubject]
    .map(([subject, own]) => ({ subject, sittings: own.map(({ subject: _, ...sitting }) => sitting) }))
    .sort((one, other) => lastOf(other) - lastOf(one))
}
