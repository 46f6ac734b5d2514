import { performance } from 'node:perf_hooks'

/**
 * So long what arrives may go before a rendering. A turn of the event loop accepts one new connection, however many wait:
 * with eight renderings in every turn a crowd of phones had to wait 20 s for nothing but that.
 */
const MOST_MS = 8

const eventsSoFar = () => performance.nodeTiming.uvMetricsInfo.events

/** Calls back after a turn of the event loop in which nothing arrived. */
export function afterEvents(then: () => void) {
  const until = performance.now() + MOST_MS
  let seen = 0
  const look = () => {
    const events = eventsSoFar()
    if (events === seen || performance.now() >= until) return then()
    seen = events
    setImmediate(look)
  }
  // The first one may come before anything has been looked for.
  setImmediate(() => {
    seen = eventsSoFar()
    setImmediate(look)
  })
}
