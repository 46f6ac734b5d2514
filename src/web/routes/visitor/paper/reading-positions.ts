const KEY = 'thervu-places'
const MAX_PAPERS = 200

/** What is said of a paper that goes on: a short name, and the address of the page without its language. */
export type Named = { name: string; address: string }
/** The paper read last is at the end. */
type Places = [paper: string, page: number, named?: Named][]

/** Null: never read beyond page 1, evicted, or storage is not allowed. */
export function readReadingPosition(paper: string): number | null {
  return readPlaces().find(([id]) => id === paper)?.[1] ?? null
}

/** `named` where there is more to read. */
export function saveReadingPosition(paper: string, page: number, named?: Named) {
  const others = readPlaces().filter(([id]) => id !== paper)
  write([...others, [paper, page, named]])
}

/** The paper that was read last, if there is more of it; null where nothing is to be offered. */
export function lastReadingPosition(): (Named & { paper: string; page: number }) | null {
  const [paper, page, named] = readPlaces().at(-1) ?? []
  return paper && page && isNamed(named) ? { ...named, paper, page } : null
}

function write(all: Places) {
  const places = all.slice(-MAX_PAPERS)
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

/** Of this site: what is stored is made a link. */
function isNamed(stored: unknown): stored is Named {
  const { name, address } = (stored ?? {}) as Partial<Named>
  return typeof name === 'string' && typeof address === 'string' && /^\/papers\//.test(address)
}
