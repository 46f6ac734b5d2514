import { LRUCache } from 'lru-cache'
import type { App } from '#domain/app.ts'
import { selectPapersOfMonths } from '../lists/paper-store.server.ts'
import type { Paper, SetOfExam } from '../paper/paper.ts'
import { paperPath } from '../paper/paper-path.ts'
import { examOf, setOf } from './exam-of.ts'

/** An exam has three to five sets; what has more is none. */
const MOST_SETS = 12
/** Some 500 bytes each. */
const MOST_KEPT = 5_000

type Needs = Pick<App, 'readDb' | 'versions'>
/** By paper; empty for one that is no set, or whose exam has no other. */
type KnownSets = LRUCache<string, SetOfExam[]>

/** Looking for them at each page would take a third of what Practice takes. */
const kept = new WeakMap<App['readDb'], { content: number; sets: KnownSets }>()

/** The papers with `sets`, all sets of its exam, where there are two or more. With `isFolded`, of each exam only the
 * first paper is left. Asks the database once for each paper until something is changed. */
export async function withSets<Shown extends Paper>(
  app: Needs,
  papers: Shown[],
  isFolded = false,
): Promise<(Shown & { sets?: SetOfExam[] })[]> {
  const known = knownSets(app)
  const unknown = papers.filter(({ id }) => !known.has(id))
  if (unknown.length > 0) await findSets(app, unknown, known)
  const shown = new Set<string>()
  return papers.flatMap((paper) => {
    const sets = known.get(paper.id) ?? []
    const [first] = sets
    if (!first) return [paper]
    if (isFolded && shown.has(first.path)) return []
    shown.add(first.path)
    return [{ ...paper, sets }]
  })
}

function knownSets({ readDb, versions }: Needs): KnownSets {
  const { content } = versions(true)
  const last = kept.get(readDb)
  if (last?.content === content) return last.sets
  const sets: KnownSets = new LRUCache({ max: MOST_KEPT })
  kept.set(readDb, { content, sets })
  return sets
}

async function findSets({ readDb }: Needs, papers: Paper[], known: KnownSets) {
  const exams = papers.filter((paper) => setOf(paper) !== null)
  const filed = [...new Map(exams.map((paper) => [filedUnder(paper), paper])).values()]
  const found = await selectPapersOfMonths(readDb, filed)
  for (const { id } of papers) known.set(id, [])
  const byExam = Map.groupBy(
    found.filter((paper) => setOf(paper) !== null),
    examOf,
  )
  for (const same of byExam.values()) {
    if (same.length < 2 || same.length > MOST_SETS) continue
    const sets = same.map(toSet).sort(bySet)
    for (const { id } of same) known.set(id, sets)
  }
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
