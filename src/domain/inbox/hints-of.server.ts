import type { InboxRow } from '#database/schema.ts'
import type { Series } from '#domain/autofill/codes/series.ts'
import type { Hints } from '#domain/autofill/hints.ts'
import { readHints } from '#domain/autofill/read-hints.ts'

const MOST_REMEMBERED = 2_000
const remembered = new Map<string, Hints>()

/** What name, folders and first page say; cached in the process. */
export function hintsOf(
  { uploadId, arrivedAt, originalName, folders, firstPage, madeOn }: InboxRow,
  now: Date,
  learnt?: Series,
): Hints {
  const file = `${uploadId} ${arrivedAt} ${learnt ? `${learnt.year} ${learnt.grade} ${learnt.isProven}` : ''}`
  const known = remembered.get(file)
  if (known) return known
  const hints = readHints({
    fileName: originalName,
    folders,
    firstPage,
    made: madeOn ?? undefined,
    learnt,
    now,
  })
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(file, hints)
  return hints
}
