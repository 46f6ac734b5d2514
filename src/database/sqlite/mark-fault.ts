import type { Fault } from '../faults.ts'

/** SQLite's primary result codes; extended ones keep them in their lowest byte. */
const FAULTS: Record<number, Fault> = { 5: 'busy', 13: 'full' }

/** SQLITE_IOERR_SHMSIZE: no room for the file that connections share. */
const NO_ROOM_TO_SHARE = 4874

export function markFault(error: unknown): void {
  const code = (error as { errcode?: number } | null)?.errcode ?? 0
  const fault = code === NO_ROOM_TO_SHARE ? 'full' : FAULTS[code & 0xff]
  if (fault) Object.assign(error as object, { fault })
}
