/** Lists that were loaded while scrolling, by the history entry they belong to, so that "back" finds them as they were. */
const kept = new Map<string, unknown[]>()
const MOST_ENTRIES = 20

/** What was loaded beyond the first page in this history entry; nothing on the server. */
export function readKept<Page>(entry: string): Page[] {
  return (kept.get(entry) ?? []) as Page[]
}

/** Keeps what was loaded beyond the first page. */
export function keepPages<Page>(entry: string, pages: Page[]) {
  kept.delete(entry)
  kept.set(entry, pages)
  const oldest = kept.keys().next().value
  if (kept.size > MOST_ENTRIES && oldest !== undefined) kept.delete(oldest)
}
