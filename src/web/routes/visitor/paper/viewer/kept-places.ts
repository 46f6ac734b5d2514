const KEY = 'thervu-places'
const MOST_PAPERS = 200

/** Papers and the page where each was left, the one that was read last at the end. */
type Places = [paper: string, page: number][]

/** The page where this paper was left on this device, or null: never read beyond page 1, forgotten, or nothing is kept. */
export function readPlace(paper: string): number | null {
  return readPlaces().find(([id]) => id === paper)?.[1] ?? null
}

/** Keeps the page for the next visit; beyond 200 papers, the one that was read longest ago is forgotten. */
export function keepPlace(paper: string, page: number) {
  const others = readPlaces().filter(([id]) => id !== paper)
  const places: Places = [...others, [paper, page] as const].slice(-MOST_PAPERS) as Places
  try {
    localStorage.setItem(KEY, JSON.stringify(places))
  } catch {
    // Full, or not allowed: then the place is not kept, and reading goes on.
  }
}

function readPlaces(): Places {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPlace) : []
  } catch {
    return []
  }
}

function isPlace(kept: unknown): kept is Places[number] {
  return Array.isArray(kept) && typeof kept[0] === 'string' && Number.isInteger(kept[1]) && kept[1] > 0
}
