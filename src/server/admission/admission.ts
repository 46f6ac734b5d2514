import type { MiddlewareHandler } from 'hono'
import { networkOf } from '#server/middleware/network-of.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

export type AdmissionLimits = { atOnce: number; waiting: number; patienceMs: number }

/** One thread renders all pages, some 10 ms each: higher concurrency is no faster, and 500 wait 5 seconds. */
const LIMITS: AdmissionLimits = { atOnce: 8, waiting: 500, patienceMs: 10_000 }

/** A concurrency limit with a queue fair to networks. It ignores event loop delay, because rendering causes it, too. */
export function admission(limits = LIMITS, crowd?: Crowd): MiddlewareHandler<HttpEnv> {
  const queue = createAdmissionQueue(limits, crowd?.note)
  return async (c, next) => {
    const outcome = await queue.enter(networkOf(c.var.address), () => c.req.raw.signal)
    // For the log only: the visitor broke off.
    if (outcome === 'aborted') return new Response(null, { status: 499 })
    if (outcome === 'refused') {
      return problem(c, 503, 'overloaded', (m) => m.refused_overloaded(), {
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

type Outcome = 'admitted' | 'refused' | 'aborted'
type Waiting = (outcome: Outcome) => void

/** So many at once, so many more wait, and networks take turns. */
function createAdmissionQueue(
  { atOnce, waiting, patienceMs }: AdmissionLimits,
  note: (waiting: number) => void = () => {},
) {
  let running = 0
  let total = 0
  let isHandingOn = false
  /** By network, oldest request first; the network to serve next comes first. */
  const queues = new Map<string, Set<Waiting>>()

  function end(network: string, one: Waiting, outcome: Outcome) {
    const own = queues.get(network)
    if (!own?.delete(one)) return
    total -= 1
    note(total)
    if (own.size === 0) queues.delete(network)
    one(outcome)
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

  /** One in a turn of the event loop: what arrives meanwhile, as for the page cache, is heard between two renderings. */
  function handOn() {
    if (isHandingOn || total === 0 || running >= atOnce) return
    isHandingOn = true
    setImmediate(() => {
      isHandingOn = false
      if (running < atOnce) admitNext()
      handOn()
    })
  }

  /** Round robin between the networks. */
  function admitNext() {
    const [network, own] = queues.entries().next().value ?? []
    if (network === undefined || !own) return
    queues.delete(network)
    queues.set(network, own)
    running += 1
    end(network, own.values().next().value as Waiting, 'admitted')
  }

  return {
    /** `leave` must follow. The signal is only asked for by requests that wait: it costs time. */
    async enter(network: string, signalOf: () => AbortSignal): Promise<Outcome> {
      if (running < atOnce && total === 0) {
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
        note(total)
        signal.addEventListener('abort', () => end(network, one, 'aborted'), { once: true })
        handOn()
      })
    },
    leave() {
      running -= 1
      handOn()
    },
  }
}

/** So many who wait are a handful. */
const HANDFUL = 5

/** How many requests wait for their turn, for work that stands back while they are many. */
export type Crowd = {
  note(waiting: number): void
  untilSmall(): Promise<void>
}

export function createCrowd(): Crowd {
  let isLarge = false
  let small = Promise.withResolvers<void>()
  return {
    note(waiting) {
      if (isLarge && waiting <= HANDFUL) {
        small.resolve()
        small = Promise.withResolvers()
      }
      isLarge = waiting > HANDFUL
    },
    async untilSmall() {
      if (isLarge) await small.promise
    },
  }
}
