import { performance } from 'node:perf_hooks'

/**
 * Turns of the event loop between two renderings, at most. Each accepts one new connection, however many wait: with eight
 * renderings in every turn a crowd of phones had to wait 20 s for nothing but that.
 */
const MOST_TURNS = 16
const eventsSoFar = () => performance.nodeTiming.uvMetricsInfo.events

/** Calls back after a turn of the event loop in which nothing arrived. */
export function afterEvents(then: () => void) {
  let turns = 0
  let seen = 0
  const look = () => {
    const events = eventsSoFar()
    if (events === seen || turns >= MOST_TURNS) return then()
    seen = events
    turns += 1
    setImmediate(look)
  }
  // The first one may come before anything has been looked for.
  setImmediate(() => {
    seen = eventsSoFar()
    setImmediate(look)
  })
}
