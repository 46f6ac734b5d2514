import { createStore } from './store.ts'

/** Whether the visitor has stopped all that moves by itself. */
export const paused = createStore(false)

export function togglePaused(): void {
  // Style sheets stop their animations by this attribute.
  document.documentElement.toggleAttribute('data-still', !paused.get())
  paused.set(!paused.get())
}

export type Beat = { hold(held: boolean): void; restart(): void; stop(): void }

/** Calls `move` every `ms` milliseconds, except while held, paused or with reduced motion. */
export function startBeat(move: () => void, ms: number): Beat {
  let timer: ReturnType<typeof setInterval> | undefined
  let isHeld = false
  const restart = () => {
    clearInterval(timer)
    if (paused.get() || isHeld || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    timer = setInterval(move, ms)
  }
  restart()
  const unfollow = paused.subscribe(restart)
  return {
    restart,
    hold(held) {
      isHeld = held
      restart()
    },
    stop() {
      clearInterval(timer)
      unfollow()
    },
  }
}
