import { MINUTES_A_MARK } from './question-filter.ts'
/** Safe in the browser. A question that may be on a test; `key` names it, `years` counts those in which it was asked. */
export type Candidate = {
  key: string
  paper: string
  /** Those that are sure. */
  chapters: readonly string[]
  marks: number
  year: number
  years: number
  /** The same for those that ask the same. */
  likeness: string
}

/** `seed` tells one draft from another; `leftOut` are keys, such as those of the last test. */
export type WantedTest = {
  marks: number
  minutes: number | null
  chapters: readonly string[]
  leftOut: ReadonlySet<string>
  seed: number
}

/** A question, and the wanted chapter that it stands for. */
export type Suggested = { key: string; chapter: string; marks: number }

/**
 * `aim` is how many marks were wanted, or fewer that the minutes allow; `missing` of these are not there. `without` are the
 * chapters of which no question is.
 */
export type TestDraft = {
  questions: Suggested[]
  marks: number
  minutes: number
  aim: number
  missing: number
  without: string[]
}

/** Of what may be asked for. */
export const [MOST_CHAPTERS, MOST_TEST_MARKS, MOST_TEST_MINUTES, MOST_LEFT_OUT, MOST_SEED] = [
  10, 200, 600, 100, 9_999,
]
/** How much sooner a question is taken for each other year in which it was asked, of 1, and for how many years at most. */
const [SOONER, MOST_YEARS] = [0.15, 3]

type Placed = Candidate & { chapter: string }

/**
 * A draft of a test: marks shared evenly among the chapters, of many sizes and papers, no question twice in other words.
 * The same for the same seed and questions, whatever their order.
 */
export function suggestTest(candidates: readonly Candidate[], wanted: WantedTest): TestDraft {
  const { marks, minutes, chapters } = wanted
  const aim = minutes === null ? marks : Math.min(marks, Math.floor(minutes / MINUTES_A_MARK))
  const pool = poolOf(candidates, wanted).filter((each) => each.marks <= aim)
  const sizes = pool.map((each) => each.marks)
  const goal = largest(reachable(sizes, aim))
  const chosen: Placed[] = []
  for (let next = nextOf(pool, chosen, chapters, goal); next; next = nextOf(pool, chosen, chapters, goal))
    chosen.push(next)
  const total = chosen.reduce((sum, each) => sum + each.marks, 0)
  const place = ({ marks, chapter }: Placed) => marks * chapters.length + chapters.indexOf(chapter)
  return {
    questions: chosen
      .sort((one, other) => place(one) - place(other))
      .map(({ key, chapter, marks }) => ({ key, chapter, marks })),
    marks: total,
    minutes: Math.ceil(total * MINUTES_A_MARK),
    aim,
    missing: aim - total,
    without: chapters.filter((chapter) => !pool.some((each) => each.chapter === chapter)),
  }
}

/** In the order of the seed, those asked in several years sooner; of those that ask the same the newest one. */
function poolOf(candidates: readonly Candidate[], { chapters, leftOut, seed }: WantedTest): Placed[] {
  const gone = new Set(candidates.filter(({ key }) => leftOut.has(key)).map(({ likeness }) => likeness))
  const newest = candidates.toSorted((one, other) => other.year - one.year || (one.key < other.key ? -1 : 1))
  const seen = new Set<string>()
  const placed = newest.flatMap((each): Placed[] => {
    const chapter = chapters.find((id) => each.chapters.includes(id))
    if (chapter === undefined || each.marks < 1 || gone.has(each.likeness) || seen.has(each.likeness))
      return []
    seen.add(each.likeness)
    return [{ ...each, chapter }]
  })
  const rank = new Map(
    placed.map(({ key, years }) => [key, chanceOf(key, seed) - SOONER * Math.min(MOST_YEARS, years - 1)]),
  )
  return placed.sort((one, other) => (rank.get(one.key) ?? 0) - (rank.get(other.key) ?? 0))
}

/**
 * Of the chapter that has the fewest marks yet, of the size and the paper that are used least, so that the rest of the
 * marks can still be met; none when they are.
 */
function nextOf(
  pool: readonly Placed[],
  chosen: readonly Placed[],
  chapters: readonly string[],
  goal: number,
): Placed | undefined {
  const marksOf = (is: (each: Placed) => boolean) =>
    chosen.filter(is).reduce((sum, { marks }) => sum + marks, 0)
  const left = goal - marksOf(() => true)
  const free = pool.filter((each) => each.marks <= left && !chosen.includes(each))
  const sizesLeft = free.map(({ marks }) => marks)
  const fitting = new Set(
    [...new Set(sizesLeft)].filter((size) => {
      const others = sizesLeft.toSpliced(sizesLeft.indexOf(size), 1)
      return largest(reachable(others, left - size)) === left - size
    }),
  )
  const there = free.filter(({ marks }) => fitting.has(marks))
  const chapter = least(
    chapters.filter((id) => there.some((each) => each.chapter === id)),
    (id) => marksOf((each) => each.chapter === id),
  )
  const ofChapter = there.filter((each) => each.chapter === chapter)
  const sizes = [...new Set(ofChapter.map(({ marks }) => marks))].sort((one, other) => other - one)
  const size = least(sizes, (marks) => marksOf((each) => each.marks === marks))
  const ofSize = ofChapter.filter(({ marks }) => marks === size)
  return least(ofSize, ({ paper }) => chosen.filter((each) => each.paper === paper).length)
}

/** The first of those that are used least. */
function least<Value>(values: readonly Value[], used: (value: Value) => number): Value | undefined {
  return values.toSorted((one, other) => used(one) - used(other))[0]
}

/** As bits, which sums up to `most` some of these sizes have together. */
function reachable(sizes: readonly number[], most: number): bigint {
  const mask = (1n << BigInt(most + 1)) - 1n
  let sums = 1n
  for (const [size, same] of Map.groupBy(sizes, (each) => each)) {
    // More of a size than fit change nothing.
    for (let times = Math.min(same.length, Math.floor(most / size)); times > 0; times--)
      sums |= (sums << BigInt(size)) & mask
  }
  return sums
}

function largest(sums: bigint): number {
  return sums.toString(2).length - 1
}

/** A number from 0 to below 1 for a key, another one for another seed. */
function chanceOf(key: string, seed: number): number {
  let mixed = 0x811c9dc5
  for (const letter of `${seed} ${key}`) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
