import { useSyncExternalStore } from 'react'

/** The ids of what is kept, for marks on cards: IndexedDB has the rest and would be read for each page. */
const KEY = 'kept-papers'
const NONE: readonly string[] = []
const listeners = new Set<() => void>()
let kept: readonly string[] | undefined

export function keptIds(): readonly string[] {
  kept ??= readIds()
  return kept
}

export function useIsKept(id: string): boolean {
  return useSyncExternalStore(
    followKept,
    () => keptIds().includes(id),
    () => false,
  )
}

export function useKeptIds(): readonly string[] {
  return useSyncExternalStore(followKept, keptIds, nothingKept)
}

/** Also fires for changes in other tabs. */
export function followKept(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}

export function writeKeptIds(ids: readonly string[]): void {
  kept = ids
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // Not allowed: marks last as long as the page.
  }
  for (const listener of listeners) listener()
}

function nothingKept() {
  return NONE
}

function readIds(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : NONE
  } catch {
    return NONE
  }
}

function followOtherTabs({ key }: StorageEvent) {
  if (key !== KEY && key !== null) return
  kept = readIds()
  for (const listener of listeners) listener()
}
