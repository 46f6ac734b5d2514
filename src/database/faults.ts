/** SQLite's primary result codes; extended ones keep them in their lowest byte. */
const BUSY = 5
const FULL = 13

/** Whether an error says that the database was locked for too long; the caller may try again later. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY
}

/** Whether an error says that the database found no room on the disk. */
export function isFull(error: unknown): boolean {
  return primaryCode(error) === FULL
}

function primaryCode(error: unknown) {
  return ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff
}
