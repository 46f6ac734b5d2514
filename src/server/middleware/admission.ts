import { performance } from 'node:perf_hooks'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { networkOf } from './network-of.ts'

export type AdmissionLimits = { atOnce: number; waiting: number; patienceMs: number }
/** One thread renders all pages, some 10 ms each: higher concurrency is no faster, and 500 wait 5 seconds. */
const LIMITS: AdmissionLimits = { atOnce: 8, waiting: 500, patienceMs: 10_000 }

/**
 * Turns of the event loop between two renderings, at most. Each accepts one new connection, however many wait: with eight
 * renderings in every turn a crowd of phones had to wait 20 s for nothing but that.
 */
const MOST_TURNS = 16

type Outcome = 'admitted' | 'refused' | 'aborted'
type Waiting = {
  tell(outcome: Outcome): void
  /** Networks that wait for the same answer. */
  askers(): number
}
/** What fewer wait for is no crowd's. */
const CROWD = 3

/** A concurrency limit with a queue fair to networks; what a crowd waits for goes first. It ignores event loop delay, because drawing causes it, too. */
export function admission(limits = LIMITS): MiddlewareHandler<HttpEnv> {
  const queue = createQueue(limits)
  return async (c, next) => {
    const askers = c.env?.cacheFill?.askers
    const outcome = await queue.enter(networkOf(c.var.address), () => c.req.raw.signal, askers)
    // For the log only: the visitor broke off.
    if (outcome === 'aborted') return new Response(null, { status: 499 })
    if (outcome === 'refused') {
      return problem(c, 503, 'overloaded', 'Many people are here at once; try again in a few seconds.', {
        retryAfter: 5,
      })
    }
    try {
      c.env?.cacheFill?.begin()
      await next()
    } finally {
      queue.leave()
    }
  }
}

function createQueue({ atOnce, waiting, patienceMs }: AdmissionLimits) {
  let running = 0
  let total = 0
  let isPaused = false
  /** By network, oldest request first; the network to serve next comes first. */
  const queues = new Map<string, Set<Waiting>>()

  function end(network: string, one: Waiting, outcome: Outcome) {
    const own = queues.get(network)
    if (!own?.delete(one)) return
    total -= 1
    if (own.size === 0) queues.delete(network)
    one.tell(outcome)
  }

  /** A full queue drops the newest request of its largest network, if that has at least two more than this one. */
  function makeRoomFor(network: string): boolean {
    if (running + total < atOnce + waiting) return true
    let [greediest, most] = [network, queues.get(network)?.size ?? 0]
    const fair = most + 2
    for (const [name, { size }] of queues) if (size > most) [greediest, most] = [name, size]
    if (most < fair) return false
    end(greediest, [...(queues.get(greediest) ?? [])].at(-1) as Waiting, 'refused')
    return true
  }

  /** Lets what has arrived go first: new connections, cached pages, counters. */
  function pause() {
    if (isPaused) return
    isPaused = true
    afterEvents(() => {
      isPaused = false
      if (running < atOnce) admitNext()
    })
  }

  function admitNext() {
    const next = crowded() ?? firstInTurn()
    if (!next) return
    running += 1
    pause()
    end(...next, 'admitted')
  }

  /** What most networks wait for, each with the same answer: drawn once, it takes all of them out of the queue. */
  function crowded(): [string, Waiting] | undefined {
    let [most, found] = [CROWD - 1, undefined as [string, Waiting] | undefined]
    for (const [network, own] of queues)
      for (const one of own) {
        const askers = one.askers()
        if (askers > most) [most, found] = [askers, [network, one]]
      }
    return found
  }

  /** Round robin between the networks. */
  function firstInTurn(): [string, Waiting] | undefined {
    const [network, own] = queues.entries().next().value ?? []
    if (network === undefined || !own) return undefined
    queues.delete(network)
    queues.set(network, own)
    return [network, own.values().next().value as Waiting]
  }

  return {
    /** `leave` must follow. The signal is only asked for by requests that wait: it costs time. */
    async enter(network: string, signalOf: () => AbortSignal, askers = () => 1): Promise<Outcome> {
      if (running < atOnce && !isPaused) {
        running += 1
        pause()
        return 'admitted'
      }
      if (!makeRoomFor(network)) return 'refused'
      const signal = signalOf()
      // An aborted signal never tells again.
      if (signal.aborted) return 'aborted'
      return await new Promise((resolve) => {
        const late = setTimeout(() => end(network, one, 'refused'), patienceMs)
        const one: Waiting = {
          tell(outcome) {
            clearTimeout(late)
            resolve(outcome)
          },
          askers,
        }
        queues.set(network, (queues.get(network) ?? new Set()).add(one))
        total += 1
        signal.addEventListener('abort', () => end(network, one, 'aborted'), { once: true })
      })
    },
    leave() {
      running -= 1
      pause()
    },
  }
}

const eventsSoFar = () => performance.nodeTiming.uvMetricsInfo.events

/** Calls back after a turn of the event loop in which nothing arrived. */
function afterEvents(then: () => void) {
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
