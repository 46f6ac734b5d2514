import type { FieldName } from '#domain/paper/paper-fields.ts'
import { doubtfulOf, type InboxRow, missingOf, undecidedDuplicates } from './inbox-row.ts'

/** What the row waits for, or that it is ready. */
export type Problem =
  | {
      kind: 'failed' | 'conflict' | 'duplicate' | 'coming' | 'reading' | 'publishing' | 'published' | 'ready'
    }
  | { kind: 'missing' | 'doubtful'; fields: FieldName[] }

const known = new WeakMap<InboxRow, Problem>()

/** The most urgent one. */
export function problemOf(row: InboxRow): Problem {
  const problem = known.get(row) ?? find(row)
  known.set(row, problem)
  return problem
}

function find(row: InboxRow): Problem {
  if (row.step === 'published') return { kind: 'published' }
  if (row.failure) return { kind: 'failed' }
  if (row.conflicts.length > 0) return { kind: 'conflict' }
  if (row.copyOf || undecidedDuplicates(row).length > 0) return { kind: 'duplicate' }
  if (row.publishing) return { kind: 'publishing' }
  if (row.step !== 'arrived') return { kind: 'coming' }
  const missing = missingOf(row)
  if (missing.length > 0 && row.isBeingRead) return { kind: 'reading' }
  if (missing.length > 0) return { kind: 'missing', fields: missing }
  const doubtful = doubtfulOf(row)
  if (doubtful.length > 0) return { kind: 'doubtful', fields: doubtful }
  return { kind: row.whenRead && !row.isBeingRead ? 'publishing' : 'ready' }
}

export type Group =
  | 'failed'
  | 'conflict'
  | 'duplicate'
  | `missing-${FieldName}`
  | 'doubtful'
  | 'coming'
  | 'reading'
  | 'ready'

/** First what one press settles, then by urgency; of what is missing first the month, which names and pages say least. */
export const GROUPS: [Group, string][] = [
  ['doubtful', 'Please check'],
  ['failed', 'Something is wrong'],
  ['conflict', 'Changed by two'],
  ['duplicate', 'There already?'],
  ['missing-month', 'No month'],
  ['missing-title', 'No title'],
  ['missing-degree', 'No degree'],
  ['missing-subject', 'No subject'],
  ['missing-year', 'No year'],
  ['missing-referenceLink', 'Answers link is wrong'],
  ['coming', 'On their way'],
  ['reading', 'Page 1 is being read'],
  ['ready', 'Ready'],
]

export function groupsOf(row: InboxRow): Group[] {
  const problem = problemOf(row)
  if (problem.kind === 'missing') return problem.fields.map((name) => `missing-${name}` as const)
  if (problem.kind === 'publishing') return ['coming']
  return problem.kind === 'published' ? [] : [problem.kind as Group]
}
