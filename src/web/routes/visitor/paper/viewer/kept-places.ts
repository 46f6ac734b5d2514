const KEY = 'thervu-places'
const MAX_PAPERS = 200

/** The paper read last is at the end. */
type Places = [paper: string, page: number][]

/** Null: never read beyond page 1, evicted, or storage is not allowed. */
export function readPlace(paper: string): number | null {
  return readPlaces().find(([id]) => id === paper)?.[1] ?? null
}

export function keepPlace(paper: string, page: number) {
  const others = readPlaces().filter(([id]) => id !== paper)
  const places: Places = [...others, [paper, page] as const].slice(-MAX_PAPERS) as Places
  try {
    localStorage.setItem(KEY, JSON.stringify(places))
  } catch {
    // Full, or not allowed: reading goes on without it.
  }
}

function readPlaces(): Places {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace) : []
  } catch {
    return []
  }
}

function isPlace(stored: unknown): stored is Places[number] {
  return (
    Array.isArray(stored) && typeof stored[0] === 'string' && Number.isInteger(stored[1]) && stored[1] > 0
  )
}
