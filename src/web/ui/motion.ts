import { useEffect, useSyncExternalStore } from 'react'

let paused = false
const watchers = new Set<() => void>()

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export function usePaused(): [paused: boolean, toggle: () => void] {
  return [useSyncExternalStore(watch, isPaused, isMovingAtFirst), toggle]
}

function isPaused() {
  return paused
}

function isMovingAtFirst() {
  return false
}

function toggle() {
  paused = !paused
  // Style sheets stop their animations by this attribute.
  document.documentElement.toggleAttribute('data-still', paused)
  for (const watcher of watchers) watcher()
}

/** Calls `move` every `ms` milliseconds, except while `held`, paused or with reduced motion. */
export function useBeat(move: () => void, ms: number, held = false): void {
  const [isStill] = usePaused()
  useEffect(() => {
    if (isStill || held || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const beat = setInterval(move, ms)
    return () => clearInterval(beat)
  }, [move, ms, isStill, held])
}
