import { PICK_LIMIT, type PickedPaper } from '#domain/bundles/picked.ts'

type Papers = readonly PickedPaper[]

const KEY = 'picked-papers'
const NONE: Papers = []

let picked: Papers | undefined
let refusals = 0
let isChangedHere = false
const listeners = new Set<() => void>()

/** In the order of picking. The same array until something changes, as useSyncExternalStore needs. */
export function pickedPapers(): Papers {
  picked ??= readStored()
  return picked
}

/** On the server nothing is picked. */
export function nothingPicked(): Papers {
  return NONE
}

export function isPicked(id: string): boolean {
  return pickedPapers().some((paper) => paper.id === id)
}

export function countRefusals(): number {
  return refusals
}

/** In this tab, since the page was opened. */
export function hasPickedHere(): boolean {
  return isChangedHere
}

/** Also fires for changes in other tabs; returns the unsubscribe function. */
export function followPicked(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}

export function togglePick(paper: PickedPaper) {
  const now = readStored()
  const others = now.filter(({ id }) => id !== paper.id)
  if (others.length < now.length) store(others)
  else pickAll([paper])
}

export function pickAll(papers: Papers) {
  const now = readStored()
  const added = papers.filter(({ id }) => !now.some((each) => each.id === id))
  const all = [...now, ...added.map(({ id, title, pages, size }) => ({ id, title, pages, size }))]
  if (all.length > PICK_LIMIT) refusals++
  store(all.slice(0, PICK_LIMIT))
}

export function clearPicked() {
  store(NONE)
}

function store(papers: Papers) {
  picked = papers
  isChangedHere = true
  try {
    localStorage.setItem(KEY, JSON.stringify(papers))
  } catch {
    // Storage is not allowed: it lasts as long as the page.
  }
  notify()
}

/** Read anew each time: another tab may have written. */
function readStored(): Papers {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isWhole).slice(0, PICK_LIMIT) : NONE
  } catch {
    return picked ?? NONE
  }
}

function isWhole(paper: PickedPaper | null): boolean {
  return typeof paper?.id === 'string' && typeof paper.title === 'string' && paper.pages + paper.size >= 0
}

function followOtherTabs({ key }: StorageEvent) {
  if (key !== KEY && key !== null) return
  picked = readStored()
  notify()
}

function notify() {
  for (const listener of listeners) listener()
}
