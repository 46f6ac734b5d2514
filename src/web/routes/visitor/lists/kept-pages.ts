/** Pages loaded by scrolling, by history entry, so that "back" restores them. */
const cache = new Map<string, unknown[]>()
const MAX_ENTRIES = 20

/** Empty on the server. */
export function readKept<Page>(entry: string): Page[] {
  return (cache.get(entry) ?? []) as Page[]
}

export function keepPages<Page>(entry: string, pages: Page[]) {
  cache.delete(entry)
  cache.set(entry, pages)
  const oldest = cache.keys().next().value
  if (cache.size > MAX_ENTRIES && oldest !== undefined) cache.delete(oldest)
}
