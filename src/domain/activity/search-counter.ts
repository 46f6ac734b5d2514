export type AnsweredSearch = {
  /** Tells users apart for a few seconds; never written down. */
  asker: string
  q: string
  found: number
  at: Date
  /** Asked once, just before the search is counted. */
  mayCount(): Promise<boolean>
}

export type SearchCounter = {
  /** Returns at once and never throws. */
  note(search: AnsweredSearch): void
  /** Counts at once what still waits; resolves when it is written. */
  settle(): Promise<void>
}
