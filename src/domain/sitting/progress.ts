import { addChapters, type ChapterTotal, percentOf, totalsOf } from './marking.ts'
import type { Sitting } from './sitting.ts'
import type { SittingPaper } from './sitting-paper.ts'

/** Safe in the browser. The marked sittings of a subject, the oldest first; `percent` is whole. */
export type SubjectProgress = {
  subject: SittingPaper['subject']
  sittings: { id: string; title: string; begunAt: number; percent: number }[]
  /** Of all these sittings, by what share of its marks was got, the least first; what no chapter is known for last. */
  chapters: ChapterTotal[]
}

/** Subjects of all that was marked, the last sat first. */
export function progressOf(sittings: readonly Sitting[]): SubjectProgress[] {
  const marked = sittings.flatMap((sitting) => {
    const { id, paper, begunAt, isMarked } = sitting
    const totals = totalsOf(sitting)
    const percent = isMarked ? percentOf(totals) : null
    const { subject, title } = paper
    return percent === null ? [] : [{ subject, id, title, begunAt, percent, chapters: totals.chapters }]
  })
  const bySubject = Map.groupBy(
    marked.sort((one, other) => one.begunAt - other.begunAt),
    ({ subject }) => subject,
  )
  const lastOf = ({ sittings: own }: SubjectProgress) => own.at(-1)?.begunAt ?? 0
  return [...bySubject]
    .map(([subject, own]) => ({
      subject,
      sittings: own.map(({ subject: _, chapters: __, ...sitting }) => sitting),
      chapters: chaptersOf(own.flatMap(({ chapters }) => chapters)),
    }))
    .sort((one, other) => lastOf(other) - lastOf(one))
}

function chaptersOf(all: readonly ChapterTotal[]): ChapterTotal[] {
  const totals = new Map<string | null, ChapterTotal>()
  for (const each of all) if (each.of > 0) totals.set(each.id, addChapters(totals.get(each.id), each))
  if (![...totals.keys()].some((id) => id !== null)) return []
  const rank = ({ id, marks, of }: ChapterTotal) => (id === null ? 2 : marks / of)
  return [...totals.values()].sort((one, other) => rank(one) - rank(other))
}
