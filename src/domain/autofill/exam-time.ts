import { FIRST_YEAR, type Month } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import type { Code } from './codes/paper-codes.ts'
import type { Series } from './codes/series.ts'
import type { Evidence } from './evidence.ts'
import type { Hint } from './hints.ts'
import type { Year } from './titles/title.ts'
import { resolveVotes } from './votes.ts'

const FIRST_HALF: Month[] = ['January', 'February', 'March', 'April', 'May']

type Said = { code: Code | undefined; series: Series | undefined; madeYear: number | undefined }

/** What a name or page says, else when such an exam is usually held, which is never sure. */
export function monthOf(places: Evidence[], code: Code | undefined): Hint<Month> {
  const said = resolveVotes(places.flatMap(({ months }) => months))
  if (said) return said
  const usual = places.flatMap(({ exams }) => exams.map(({ month }) => month)).find((month) => month)
  if (usual) return { value: usual, sure: false }
  return code?.of === 'paper' ? { value: 'March', sure: false } : null
}

/** A session's year is the one it began in; its exams of January to May fall in the next, so then it is doubtful. So is
 * what the series of a board paper tells, unless its PDF was made in that year, and the day on which a PDF was made. */
export function yearOf(
  places: Evidence[],
  month: Hint<Month>,
  { code, series, madeYear }: Said,
): Year | null {
  const found = places.flatMap(({ years }) => years)
  const votes = found.map(({ year, sure }) => ({ value: year, sure }))
  if (series) votes.push({ value: series.year, sure: series.isProven || series.year === madeYear })
  const resolved = resolveVotes(votes)
  if (!resolved) {
    const isOfBoard = code?.of === 'paper' || series !== undefined
    return isOfBoard && madeYear !== undefined ? { value: madeYear, sure: false } : null
  }
  // Nothing is printed more than a year before its exam.
  const isTooEarly = madeYear !== undefined && madeYear < resolved.value - 1
  const sure = resolved.sure && !isTooEarly
  const session = found.find(({ year }) => year === resolved.value)?.session
  if (!session) return { ...resolved, sure }
  const next = `${resolved.value}-${String(resolved.value + 1).slice(2)}`
  const secondHalf = month?.sure === true && FIRST_HALF.includes(month.value)
  return { ...resolved, sure: sure && !secondHalf, session: next }
}

/** Of "2018-02-27", when a paper can be of that year. */
export function yearMade(made: string | undefined, now: Date): number | undefined {
  const year = Number(made?.slice(0, 4))
  return year >= FIRST_YEAR && year <= currentYear(now) ? year : undefined
}
