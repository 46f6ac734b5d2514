let paused = false
const watchers = new Set<() => void>()

/** Returns the function that ends it. */
export function watchPaused(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export function isPaused(): boolean {
  return paused
}

export function togglePaused(): void {
  paused = !paused
  // Style sheets stop their animations by this attribute.
  document.documentElement.toggleAttribute('data-still', paused)
  for (const watcher of [...watchers]) watcher()
}

export type Beat = { hold(held: boolean): void; restart(): void; stop(): void }

/** Calls `move` every `ms` milliseconds, except while held, paused or with reduced motion. */
export function startBeat(move: () => void, ms: number): Beat {
  let timer: ReturnType<typeof setInterval> | undefined
  let isHeld = false
  const restart = () => {
    clearInterval(timer)
    if (paused || isHeld || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    timer = setInterval(move, ms)
  }
  restart()
  const unwatch = watchPaused(restart)
  return {
    restart,
    hold(held) {
      isHeld = held
      restart()
    },
    stop() {
      clearInterval(timer)
      unwatch()
    },
  }
}
