/** Pages loaded by scrolling, by history entry, so that "back" restores them. */
const kept = new Map<string, unknown[]>()
const MOST_ENTRIES = 20

/** Empty on the server. */
export function readKept<Page>(entry: string): Page[] {
  return (kept.get(entry) ?? []) as Page[]
}

export function keepPages<Page>(entry: string, pages: Page[]) {
  kept.delete(entry)
  kept.set(entry, pages)
  const oldest = kept.keys().next().value
  if (kept.size > MOST_ENTRIES && oldest !== undefined) kept.delete(oldest)
}
