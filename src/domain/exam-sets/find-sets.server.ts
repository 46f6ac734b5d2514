import type { App } from '#domain/app.ts'
import { selectPapersOfMonths } from '../lists/paper-store.server.ts'
import type { Paper, SetOfExam } from '../paper/paper.ts'
import { paperPath } from '../paper/paper-path.ts'
import { examOf, setOf } from './exam-of.ts'

/** An exam has three to five sets; what has more is none. */
const MOST_SETS = 12

/** The papers with `sets`, all sets of its exam, where there are two or more. With `isFolded`, of each exam only the
 * first paper is left. Asks the database only when one of them is a set. */
export async function withSets<Shown extends Paper>(
  app: Pick<App, 'readDb'>,
  papers: Shown[],
  isFolded = false,
): Promise<(Shown & { sets?: SetOfExam[] })[]> {
  const exams = papers.filter((paper) => setOf(paper) !== null)
  if (exams.length === 0) return papers
  const filed = [...new Map(exams.map((paper) => [filedUnder(paper), paper])).values()]
  const found = await selectPapersOfMonths(app.readDb, filed)
  const byExam = Map.groupBy(
    found.filter((paper) => setOf(paper) !== null),
    examOf,
  )
  const shown = new Set<string>()
  return papers.flatMap((paper) => {
    const exam = setOf(paper) === null ? '' : examOf(paper)
    const sets = byExam.get(exam) ?? []
    if (sets.length < 2 || sets.length > MOST_SETS) return [paper]
    if (isFolded && shown.has(exam)) return []
    shown.add(exam)
    return [{ ...paper, sets: sets.map(toSet).sort(bySet) }]
  })
}

function filedUnder({ type, grade, subject, month, year }: Paper) {
  return [type, grade, subject, month, year].join(' ')
}

function toSet(paper: Paper): SetOfExam {
  return { set: setOf(paper) ?? '', path: paperPath(paper) }
}

function bySet(one: SetOfExam, other: SetOfExam) {
  return one.set.localeCompare(other.set, 'en', { numeric: true }) || one.path.localeCompare(other.path)
}
