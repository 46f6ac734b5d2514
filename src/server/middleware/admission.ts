import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { networkOf } from './network-of.ts'

export type AdmissionLimits = { atOnce: number; waiting: number; patienceMs: number }
/** One thread renders all pages, some 10 ms each: higher concurrency is no faster, and 500 wait 5 seconds. */
const LIMITS: AdmissionLimits = { atOnce: 8, waiting: 500, patienceMs: 10_000 }

type Outcome = 'admitted' | 'refused' | 'aborted'
type Waiting = (outcome: Outcome) => void

/** A concurrency limit with a queue fair to networks. It ignores event loop delay, because drawing causes it, too. */
export function admission(limits = LIMITS): MiddlewareHandler<HttpEnv> {
  const queue = createQueue(limits)
  return async (c, next) => {
    const outcome = await queue.enter(networkOf(c.var.address), () => c.req.raw.signal)
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
  /** By network, oldest request first; the network to serve next comes first. */
  const queues = new Map<string, Set<Waiting>>()

  function end(network: string, one: Waiting, outcome: Outcome) {
    const own = queues.get(network)
    if (!own?.delete(one)) return
    total -= 1
    if (own.size === 0) queues.delete(network)
    one(outcome)
  }

  /** A full queue drops the newest request of its largest network, if that has at least two more than this one. */
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
    /** `leave` must follow. The signal is only asked for by requests that wait: it costs time. */
    async enter(network: string, signalOf: () => AbortSignal): Promise<Outcome> {
      if (running < atOnce) {
        running += 1
        return 'admitted'
      }
      if (!makeRoomFor(network)) return 'refused'
      const signal = signalOf()
      // An aborted signal never tells again.
      if (signal.aborted) return 'aborted'
      return await new Promise((resolve) => {
        const late = setTimeout(() => end(network, one, 'refused'), patienceMs)
        const one: Waiting = (outcome) => {
          clearTimeout(late)
          resolve(outcome)
        }
        queues.set(network, (queues.get(network) ?? new Set()).add(one))
        total += 1
        signal.addEventListener('abort', () => end(network, one, 'aborted'), { once: true })
      })
    },
    /** The next one takes the place in another turn of the event loop, so that cached pages go out between two renderings. */
    leave() {
      setImmediate(() => {
        const first = queues.entries().next().value
        if (!first) {
          running -= 1
          return
        }
        const [network, own] = first
        // Round robin between the networks.
        queues.delete(network)
        queues.set(network, own)
        end(network, [...own][0] as Waiting, 'admitted')
      })
    },
  }
}
