import type { Fault } from '../faults.ts'

/** SQLite's primary result codes; extended ones keep them in their lowest byte. */
const FAULTS: Record<number, Fault> = { 5: 'busy', 13: 'full' }

export function markFault(error: unknown): void {
  const code = ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff
  const fault = FAULTS[code]
  if (fault) Object.assign(error as object, { fault })
}
