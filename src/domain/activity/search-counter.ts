/** One answered search: who asked (never kept), for what, and how many papers were found. */
export type AnsweredSearch = {
  /** Tells one asker from another for a few seconds; it is never written down. */
  asker: string
  q: string
  found: number
  /** The day in India on which it was asked. */
  day: string
  /** Asked once, when the search is about to be counted. */
  mayCount(): Promise<boolean>
}

/** Counts searches that found nothing, beside the answer and never in its way. */
export type SearchCounter = {
  /** Takes note of an answered search; returns at once and never throws. */
  note(search: AnsweredSearch): void
  /** Counts now what still waits for its moment, and resolves when it is written. */
  settle(): Promise<void>
}
