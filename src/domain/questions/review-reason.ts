import type { ReviewReason } from '#domain/paper/admin-paper.ts'
import type { Question } from './find-questions.ts'

/** Safe in the browser. */

/** So much text, in characters, has a paper that may have questions. */
const LEAST_TEXT = 400
const MOST_NAMED = 20

/**
 * Why the questions of a paper of so many `letters` need a look; null where nothing says so. A paper may state how many
 * numbers it has, or how many parts they have.
 */
export function reviewReasonOf(
  { stated, questions }: { stated: number | null; questions: readonly Pick<Question, 'number'>[] },
  letters: number,
): ReviewReason | null {
  const found = questions.length
  if (found === 0) return letters < LEAST_TEXT ? null : { stated, found, missing: [] }
  const missing = missingIn(questions.map(({ number }) => number))
  const whole = new Set(questions.map(({ number }) => number.split('.')[0])).size
  const isAsStated = stated === null || stated === found || stated === whole
  return isAsStated && missing.length === 0 ? null : { stated, found, missing }
}

/** Numbers that are left out between two that follow each other, or before the first. */
function missingIn(numbers: readonly string[]): string[] {
  const missing: string[] = []
  let [within, last] = ['', 0]
  for (const number of numbers) {
    const [, prefix = '', digits = '0'] = /^(.*?)(\d+)\D*$/.exec(number) ?? []
    if (prefix !== within) [within, last] = [prefix, 0]
    for (let left = last + 1; left < Number(digits) && missing.length < MOST_NAMED; left++)
      missing.push(`${prefix}${left}`)
    last = Number(digits)
  }
  return missing
}
