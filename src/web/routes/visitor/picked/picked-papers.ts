import { PICK_LIMIT, type PickedPaper } from '#domain/bundles/picked.ts'

type Papers = readonly PickedPaper[]

const KEY = 'picked-papers'
const NONE: Papers = []

let picked: Papers | undefined
/** Ticks that were refused since the page was opened. */
let refusals = 0
let changedHere = false
const listeners = new Set<() => void>()

/** What is picked on this device, first pick first. The same array until something changes. */
export function pickedPapers(): Papers {
  picked ??= readKept()
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

/** Whether something was picked or let go of since this page was opened, in this tab. */
export function hasPickedHere(): boolean {
  return changedHere
}

/** Tells of every change, in this tab or another; returns how to stop. */
export function followPicked(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}

/** Picks a paper, or lets go of it; one past the limit is refused. */
export function togglePick(paper: PickedPaper) {
  const now = readKept()
  const others = now.filter(({ id }) => id !== paper.id)
  if (others.length < now.length) keep(others)
  else pickAll([paper])
}

/** Adds papers to those that are picked, as many as there is room for. */
export function pickAll(papers: Papers) {
  const now = readKept()
  const added = papers.filter(({ id }) => !now.some((each) => each.id === id))
  const all = [...now, ...added.map(({ id, title, pages, size }) => ({ id, title, pages, size }))]
  if (all.length > PICK_LIMIT) refusals++
  keep(all.slice(0, PICK_LIMIT))
}

export function clearPicked() {
  keep(NONE)
}

function keep(papers: Papers) {
  picked = papers
  changedHere = true
  try {
    localStorage.setItem(KEY, JSON.stringify(papers))
  } catch {
    // Not allowed to store: it lasts as long as the page.
  }
  tell()
}

/** Fresh from the store, where another tab may have written. */
function readKept(): Papers {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isWhole).slice(0, PICK_LIMIT) : NONE
  } catch {
    return picked ?? NONE
  }
}

function isWhole(paper: PickedPaper | null): boolean {
  return typeof paper?.id === 'string' && typeof paper.title === 'string' && paper.pages + paper.size >= 0
}

function followOtherTabs({ key }: StorageEvent) {
  if (key !== KEY && key !== null) return
  picked = readKept()
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}
