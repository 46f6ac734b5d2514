import { useSyncExternalStore } from 'react'
import { followGivenUp, type Reason, readGivenUp } from './given-up.ts'

/** A paper that somebody wants to keep; the list outlives the page, so that what was broken off goes on. */
export type Wanted = { id: string; withFile: boolean }

/** Bytes of one paper. `waiting`: the line is lost; the rest: given up. */
export type Progress = {
  state: 'fetching' | 'waiting' | Reason
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

/** Another tab has kept what is wanted no more, or has given it up and says why. */
export function forgetSettled(): void {
  const wanted = readWanted().map(({ id }) => id)
  tellGivenUp()
  for (const [id, { state }] of progress) if (isOpen(state) && !wanted.includes(id)) tellProgress(id, null)
}

/** Of what this tab is waiting for. */
function tellGivenUp() {
  const reasons = readGivenUp()
  for (const [id, { state }] of progress) {
    const reason = reasons.get(id)
    if (reason && isOpen(state)) tellProgress(id, { state: reason, done: 0, total: 0 })
  }
}

function isOpen(state: Progress['state']) {
  return state === 'fetching' || state === 'waiting'
}

/** What is on its way stops with the next bytes, in this tab or in the one that fetches it. */
export function cancelPapers(ids: readonly string[]): void {
  writeWanted(readWanted().filter(({ id }) => !ids.includes(id)))
  for (const id of ids) {
    cancelled.dispatchEvent(new CustomEvent('cancel', { detail: id }))
    tellProgress(id, null)
  }
}

const cancelled = new EventTarget()

/** Calls back when this paper is wanted no more, here or in another tab; returns what ends it. */
export function followCancel(id: string, listener: () => void): () => void {
  const hear = (event: Event) => (event as CustomEvent<string>).detail === id && listener()
  const hearOthers = ({ key }: StorageEvent) =>
    key === KEY && !readWanted().some((wanted) => wanted.id === id) && listener()
  cancelled.addEventListener('cancel', hear)
  addEventListener('storage', hearOthers)
  return () => {
    cancelled.removeEventListener('cancel', hear)
    removeEventListener('storage', hearOthers)
  }
}

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

let endFollowing = () => {}

function followProgress(listener: () => void) {
  if (listeners.size === 0) endFollowing = followGivenUp(tellGivenUp)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) endFollowing()
  }
}
