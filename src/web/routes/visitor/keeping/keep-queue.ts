import { useSyncExternalStore } from 'react'

/** A paper that somebody wants to keep; the list outlives the page, so that what was broken off goes on. */
export type Wanted = { id: string; withFile: boolean }

/** Bytes of one paper. `waiting`: the line is lost · `full`, `refused`, `gone`, `failed`: given up. */
export type Progress = {
  state: 'fetching' | 'waiting' | 'full' | 'refused' | 'gone' | 'failed'
  done: number
  total: number
}

const KEY = 'papers-to-keep'
const NOTHING: ReadonlyMap<string, Progress> = new Map()
let progress = NOTHING
const listeners = new Set<() => void>()

export function useProgress(): ReadonlyMap<string, Progress> {
  return useSyncExternalStore(
    followProgress,
    () => progress,
    () => NOTHING,
  )
}

/** Null when it is kept, or was cancelled. */
export function tellProgress(id: string, now: Progress | null): void {
  const next = new Map(progress)
  if (now) next.set(id, now)
  else next.delete(id)
  progress = next
  for (const listener of listeners) listener()
}

/** Another tab has kept or given up what is wanted no more. */
export function forgetSettled(): void {
  const wanted = readWanted().map(({ id }) => id)
  for (const [id, { state }] of progress)
    if (state === 'fetching' && !wanted.includes(id)) tellProgress(id, null)
}

/** What is on its way stops with the next bytes. */
export function cancelPapers(ids: readonly string[]): void {
  writeWanted(readWanted().filter(({ id }) => !ids.includes(id)))
  for (const id of ids) {
    cancelled.dispatchEvent(new CustomEvent('cancel', { detail: id }))
    tellProgress(id, null)
  }
}

/** Tells of papers that are not wanted any more, as `cancel` with the id. */
export const cancelled = new EventTarget()

export function readWanted(): Wanted[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each: Wanted | null) => typeof each?.id === 'string') : []
  } catch {
    return inMemory
  }
}

let inMemory: Wanted[] = []

export function writeWanted(wanted: Wanted[]): void {
  inMemory = wanted
  try {
    localStorage.setItem(KEY, JSON.stringify(wanted))
  } catch {
    // Not allowed: it lasts as long as the page.
  }
}

function followProgress(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
