import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { networkOf } from './network-of.ts'

/** Answers that are made at once, requests that may wait for their turn, and how long each may (milliseconds). */
export type AdmissionLimits = { atOnce: number; waiting: number; patienceMs: number }
/** One thread makes all pages, some 10 ms each: more at once are done no sooner, and 500 wait 5 seconds. */
const LIMITS: AdmissionLimits = { atOnce: 8, waiting: 500, patienceMs: 10_000 }

type Outcome = 'turn' | 'refused' | 'gone'
type Waiting = (outcome: Outcome) => void

/**
 * Lets a bounded number of answers be made at once; further requests wait in a bounded queue in which networks take
 * turns. Only what does not fit, or waits too long, gets 503. Requests alone are counted, never the event loop's delay,
 * so no other work on the machine, such as drawing pages, can close the site.
 */
export function admission(limits = LIMITS): MiddlewareHandler<HttpEnv> {
  const queue = createQueue(limits)
  return async (c, next) => {
    const outcome = await queue.enter(networkOf(c.var.address), () => c.req.raw.signal)
    // Nobody reads this one: 499 says in the log that the visitor broke off.
    if (outcome === 'gone') return new Response(null, { status: 499 })
    if (outcome === 'refused') {
      return problem(c, 503, 'overloaded', 'Many people are here at once; try again in a few seconds.', {
        retryAfter: 5,
      })
    }
    try {
      await next()
    } finally {
      queue.leave()
    }
  }
}

function createQueue({ atOnce, waiting, patienceMs }: AdmissionLimits) {
  let running = 0
  let total = 0
  /** Who waits, by network, oldest first; the network whose turn is next comes first. */
  const queues = new Map<string, Set<Waiting>>()

  function end(network: string, one: Waiting, outcome: Outcome) {
    const own = queues.get(network)
    if (!own?.delete(one)) return
    total -= 1
    if (own.size === 0) queues.delete(network)
    one(outcome)
  }

  /** In a full queue a network gets room at the cost of the one that holds most, if that has at least two more. */
  function makeRoomFor(network: string): boolean {
    if (total < waiting) return true
    let [greediest, most] = [network, queues.get(network)?.size ?? 0]
    const fair = most + 2
    for (const [name, { size }] of queues) if (size > most) [greediest, most] = [name, size]
    if (most < fair) return false
    end(greediest, [...(queues.get(greediest) ?? [])].at(-1) as Waiting, 'refused')
    return true
  }

  return {
    /** Waits for a turn, which `leave` must end. The signal is only asked for by those that wait: it costs time. */
    async enter(network: string, signalOf: () => AbortSignal): Promise<Outcome> {
      if (running < atOnce) {
        running += 1
        return 'turn'
      }
      if (!makeRoomFor(network)) return 'refused'
      return await new Promise((resolve) => {
        const late = setTimeout(() => end(network, one, 'refused'), patienceMs)
        const one: Waiting = (outcome) => {
          clearTimeout(late)
          resolve(outcome)
        }
        queues.set(network, (queues.get(network) ?? new Set()).add(one))
        total += 1
        signalOf().addEventListener('abort', () => end(network, one, 'gone'), { once: true })
      })
    },
    leave() {
      running -= 1
      const first = queues.entries().next().value
      if (!first) return
      const [network, own] = first
      // To the end of the line: each network gets one turn before any gets a second.
      queues.delete(network)
      queues.set(network, own)
      running += 1
      end(network, [...own][0] as Waiting, 'turn')
    },
  }
}
