import { performance } from 'node:perf_hooks'
import { afterEvents } from './turn-events.ts'

/** A turn that has taken so long begins no other rendering, and no other call of the API, which takes 0.2. */
const TURN_MS = { page: 2, quick: 8 }

/** What takes a fraction of a millisecond need not have a turn of the event loop to itself. */
export type Pace = keyof typeof TURN_MS

/** How much of a turn of the event loop has been used; `goOn` is called after each pause. */
export function createTurns(goOn: () => void) {
  let isPaused = false
  let began: number | null = null
  /** Of what this turn has begun. */
  let slowest: Pace = 'quick'

  function beginTurn() {
    const start = performance.now()
    began = start
    slowest = 'quick'
    setImmediate(() => {
      began = null
      // What arrives in the next turn would else be drawn at once, before the connections that wait.
      if (performance.now() - start >= TURN_MS[slowest]) pause()
    })
  }

  /** Lets what has arrived go first: new connections, cached pages, counters. */
  function pause() {
    if (isPaused) return
    isPaused = true
    afterEvents(() => {
      isPaused = false
      beginTurn()
      goOn()
    })
  }

  return {
    pause,
    hasTime(pace: Pace): boolean {
      if (isPaused) return false
      if (began === null) beginTurn()
      return performance.now() - Number(began) < TURN_MS[pace]
    },
    note(pace: Pace) {
      if (pace === 'page') slowest = pace
    },
  }
}
