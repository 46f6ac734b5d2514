import { type PickedQuestion, readReferences, writeReference } from '#domain/questions/picked-question.ts'
import {
  MOST_CHAPTERS,
  MOST_LEFT_OUT,
  MOST_SEED,
  MOST_TEST_MARKS,
  MOST_TEST_MINUTES,
} from '#domain/questions/suggest-test.ts'
import type { WeighedClass } from '#domain/search/questions/weightage.server.ts'

const USUAL_MARKS = 40
/** Of a test of which nothing is said yet. */
export const NO_TEST = { chapters: [], marks: USUAL_MARKS, minutes: null, seed: 1, not: [] }

/** A wanted test as the address says it; `isSent` by its form, which always says marks. */
export type TestAddress = {
  chapters: string[]
  marks: number
  minutes: number | null
  seed: number
  /** Questions of earlier drafts and of the last test, the latest last. */
  not: PickedQuestion[]
  isSent: boolean
}

/** Numbers out of range become the nearest ones, and what is no number the usual one. */
export function readTestAddress({ searchParams }: URL): TestAddress {
  const whole = (name: string, most: number, usual: number) => {
    const value = searchParams.get(name)?.trim() ?? ''
    return /^\d{1,6}$/.test(value) ? Math.min(most, Math.max(1, Number(value))) : usual
  }
  const minutes = whole('minutes', MOST_TEST_MINUTES, 0)
  return {
    chapters: [...new Set(searchParams.getAll('chapters').flatMap((ids) => ids.split(',')))]
      .filter((id) => /^[a-z-]{1,100}$/.test(id))
      .slice(0, MOST_CHAPTERS),
    marks: whole('marks', MOST_TEST_MARKS, USUAL_MARKS),
    minutes: minutes === 0 ? null : minutes,
    seed: whole('seed', MOST_SEED, 1),
    not: readReferences(searchParams.getAll('not').join(',')).slice(-MOST_LEFT_OUT),
    isSent: searchParams.has('marks'),
  }
}

export function testAddress(
  path: string,
  { type, grade, board, course }: Partial<WeighedClass>,
  { chapters, marks, minutes, seed, not }: Omit<TestAddress, 'isSent'>,
): string {
  const params = new URLSearchParams({
    ...(type && grade && { type, grade }),
    ...(board && { board }),
    ...(course && { course }),
  })
  for (const chapter of chapters) params.append('chapters', chapter)
  // Without chapters nothing was asked for yet.
  if (chapters.length > 0) params.set('marks', String(marks))
  if (minutes !== null) params.set('minutes', String(minutes))
  if (not.length > 0) params.set('not', not.slice(-MOST_LEFT_OUT).map(writeReference).join(','))
  if (seed !== 1) params.set('seed', String(seed > MOST_SEED ? 1 : seed))
  return `${path}?${params}`
}
