import type { ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from './bucketed-values.ts'

type Listed = { position: number }

/** Of papers in several parts, one after the other: of each exam only one paper is left, in the place and the part of its
 * first. It is the first by its set of those in that part. */
export async function foldSets<Each extends Listed>(
  readDb: ReadDatabase,
  parts: readonly Each[][],
): Promise<Each[][]> {
  const sets = await selectSetsAt(
    readDb,
    parts.flat().map(({ position }) => position),
  )
  const shown = new Set<string>()
  return parts.map((part) => {
    const first = new Map<string, Each>()
    for (const each of part) {
      const set = sets.get(each.position)
      if (!set) continue
      const other = first.get(set.exam)
      if (!other || isBefore(set, sets.get(other.position) ?? set)) first.set(set.exam, each)
    }
    return part.flatMap((each) => {
      const exam = sets.get(each.position)?.exam
      if (exam === undefined) return [each]
      if (shown.has(exam)) return []
      shown.add(exam)
      return [first.get(exam) ?? each]
    })
  })
}

type SetAt = { exam: string; examSet: string; serial: number }

function isBefore(one: SetAt, other: SetAt) {
  return one.examSet === other.examSet ? one.serial < other.serial : one.examSet < other.examSet
}

/** Of two papers of one exam, one at least is folded; of an exam with too many to be sets, none is. */
async function selectSetsAt(readDb: ReadDatabase, positions: number[]): Promise<Map<number, SetAt>> {
  if (positions.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('papers')
    .select(['position', 'exam', 'examSet', 'serial', 'folded'])
    .where('position', 'in', bucketedValues(positions))
    .where('exam', '<>', '')
    .execute()
  const exams = new Set(rows.flatMap(({ exam, folded }) => (folded ? [exam] : [])))
  const sets = rows.filter(({ exam }) => exams.has(exam))
  return new Map(
    sets.map(({ position, exam, examSet, serial }) => [position, { exam: exam ?? '', examSet, serial }]),
  )
}
