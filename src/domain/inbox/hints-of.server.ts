import type { InboxRow } from '#database/schema.ts'
import type { Series } from '#domain/autofill/codes/series.ts'
import type { Hints } from '#domain/autofill/hints.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import { doubtHints } from './doubt-hints.ts'

type Told = Pick<InboxRow, 'originalName' | 'folders' | 'firstPage' | 'firstPageSure' | 'madeOn'>

const MOST_REMEMBERED = 2_000
const remembered = new Map<string, Hints>()

/** What name, folders and first page say; cached in the process. */
export function hintsOf(row: InboxRow, now: Date, learnt?: Series): Hints {
  const series = learnt ? `${learnt.year} ${learnt.grade} ${learnt.isProven}` : ''
  const file = `${row.uploadId} ${row.arrivedAt} ${row.recognition} ${series}`
  const known = remembered.get(file)
  if (known) return known
  const hints = readFile(row, now, learnt)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(file, hints)
  return hints
}

/** As `hintsOf`, of a file that has no row. */
export function readFile(
  { originalName, folders, firstPage, firstPageSure, madeOn }: Told,
  now: Date,
  learnt: Series | undefined,
): Hints {
  const file = { fileName: originalName, folders, made: madeOn ?? undefined, learnt, now }
  const hints = readHints({ ...file, firstPage })
  return firstPageSure === null ? hints : doubtHints(hints, readHints({ ...file, firstPage: firstPageSure }))
}
