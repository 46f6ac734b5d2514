import type { Hint, Hints } from '#domain/autofill/hints.ts'

const DOUBTED = ['title', 'degree', 'subject', 'month', 'year', 'variant', 'board'] as const

/** Those of a recognised page are sure only where the lines that are sure tell the same. */
export function doubtHints(hints: Hints, sure: Hints): Hints {
  const doubted = DOUBTED.map((field) => [field, doubt<unknown>(hints[field], sure[field])])
  return { ...hints, ...Object.fromEntries(doubted) }
}

function doubt<Value>(hint: Hint<Value>, sure: Hint<Value>): Hint<Value> {
  return hint && { ...hint, sure: hint.sure && sure?.sure === true && sure.value === hint.value }
}
