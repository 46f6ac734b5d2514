/** Checks of single files that something gave a reason for, in the background and one at a time. */
export type FileChecks = {
  /** The file could not be opened, or sent to its end, as its row says. */
  doubt(key: string): void
  /** The file was opened: one that was faulty may have been repaired. */
  opened(key: string): void
  /** Says by a warning which files are faulty, or that none is any more. */
  warn(): Promise<void>
  /** Resolves when none is under way any more. */
  stop(): Promise<void>
}
