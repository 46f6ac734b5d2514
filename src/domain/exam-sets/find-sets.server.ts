import { LRUCache } from 'lru-cache'
import type { App } from '#domain/app.ts'
import { paperPath } from '../paper/facts.ts'
import {
  type Grade,
  MONTHS,
  type Month,
  type Paper,
  type PaperType,
  type SetOfExam,
  type Subject,
} from '../paper/paper.ts'
import { shownSet } from './exam-of.ts'
import { type SetRow, selectSetsOf } from './exam-sets-store.server.ts'

/** An exam has three to five sets; what has more is none. The same number stands in the triggers that fold them. */
const MOST_SETS = 12
/** Some 500 bytes each. */
const MOST_KEPT = 5_000

type Needs = Pick<App, 'readDb' | 'versions'>
/** By paper; empty for one that is no set, or whose exam has no other. */
type KnownSets = LRUCache<string, SetOfExam[]>

/** Looking for them at each page would take a third of what Practice takes. */
const kept = new WeakMap<App['readDb'], { content: number; sets: KnownSets }>()

/** The papers with `sets`, all sets of its exam, where there are two or more. Asks the database once for each paper
 * until something is changed. */
export async function withSets<Shown extends Paper>(
  app: Needs,
  papers: Shown[],
): Promise<(Shown & { sets?: SetOfExam[] })[]> {
  const known = knownSets(app)
  const unknown = papers.filter(({ id }) => !known.has(id))
  if (unknown.length > 0) await findSets(app, unknown, known)
  return papers.map((paper) => {
    const sets = known.get(paper.id) ?? []
    return sets.length > 0 ? { ...paper, sets } : paper
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
  const ids = papers.map(({ id }) => id)
  const found = await selectSetsOf(readDb, ids)
  for (const id of ids) known.set(id, [])
  for (const same of Map.groupBy(found, ({ exam }) => exam).values()) {
    if (same.length < 2 || same.length > MOST_SETS) continue
    const sets = same.map(toSet)
    for (const { id } of same) known.set(id, sets)
  }
}

function toSet({ examSet, ...row }: SetRow): SetOfExam {
  const { type, grade, subject } = row as { type: PaperType; grade: Grade; subject: Subject }
  return {
    set: shownSet(examSet),
    path: paperPath({ ...row, type, grade, subject, month: MONTHS[row.month - 1] as Month }),
  }
}
