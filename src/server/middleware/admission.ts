import type { MiddlewareHandler } from 'hono'
import type { HttpEnv, Place } from '../serving/http-env.ts'
import { problem } from '../serving/problem.ts'
import { networkOf } from './client.ts'

export type AdmissionLimits = { atOnce: number; waiting: number; patienceMs: number }

/** One thread renders all pages, some 10 ms each: higher concurrency is no faster, and 500 wait 5 seconds. */
const LIMITS: AdmissionLimits = { atOnce: 8, waiting: 500, patienceMs: 10_000 }

/** A concurrency limit with a queue fair to networks. It ignores event loop delay, because rendering causes it, too. */
export function admission(limits = LIMITS, load?: LoadGauge): MiddlewareHandler<HttpEnv> {
  const queue = createAdmissionQueue(limits, load?.note)
  return async (c, next) => {
    const fill = c.env?.cacheFill
    const place = fill?.place ?? createPlace(networkOf(c.var.address))
    const outcome = await queue.enter(place, () => c.req.raw.signal)
    // For the log only: the visitor broke off.
    if (outcome === 'aborted') return new Response(null, { status: 499 })
    if (outcome === 'refused') {
      return problem(c, 503, 'overloaded', (m) => m.refused_overloaded(), {
        retryAfter: 5,
      })
    }
    try {
      fill?.begin()
      await next()
    } finally {
      queue.leave()
    }
  }
}

export function createPlace(network: string): Place {
  const networks = new Set([network])
  return { networks, join: (other) => void networks.add(other) }
}

type Outcome = 'admitted' | 'refused' | 'aborted'
type Waiting = { place: Place; tell(outcome: Outcome): void }

/** So many at once, so many more wait, and networks take turns. */
function createAdmissionQueue(
  { atOnce, waiting, patienceMs }: AdmissionLimits,
  note: (waiting: number) => void = () => {},
) {
  let running = 0
  let total = 0
  /** In this turn of the event loop. */
  let hasBegun = false
  /** By network, oldest request first; the network to serve next comes first. */
  const queues = new Map<string, Set<Waiting>>()

  function line(network: string, one: Waiting) {
    queues.getOrInsertComputed(network, () => new Set()).add(one)
  }

  function end(one: Waiting, outcome: Outcome) {
    let was = false
    for (const network of one.place.networks) {
      const own = queues.get(network)
      was = own?.delete(one) || was
      if (own?.size === 0) queues.delete(network)
    }
    if (!was) return
    total -= 1
    note(total)
    one.tell(outcome)
  }

  /** A full queue drops the newest request that nobody waits for but its largest network, if that has at least two more than this one. */
  function makeRoomFor({ networks }: Place): boolean {
    if (running + total < atOnce + waiting) return true
    const held = Math.max(...[...networks].map((network) => queues.get(network)?.size ?? 0))
    let largest: Set<Waiting> | undefined
    for (const own of queues.values())
      if (own.size >= held + 2 && own.size > (largest?.size ?? 0)) largest = own
    const newest = [...(largest ?? [])].findLast(({ place }) => place.networks.size === 1)
    if (newest) end(newest, 'refused')
    return newest !== undefined
  }

  /** One in a turn of the event loop: what arrives meanwhile, as for the page cache, is heard between two renderings. */
  function begin() {
    running += 1
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      admitNext()
    })
  }

  /** Round robin between the networks. */
  function admitNext() {
    const [network, own] = queues.entries().next().value ?? []
    if (hasBegun || running >= atOnce || network === undefined || !own) return
    queues.delete(network)
    queues.set(network, own)
    begin()
    end(own.values().next().value as Waiting, 'admitted')
  }

  return {
    /** `leave` must follow. The signal is only asked for by requests that wait: it costs time. */
    async enter(place: Place, signalOf: () => AbortSignal): Promise<Outcome> {
      if (running < atOnce && total === 0 && !hasBegun) {
        begin()
        return 'admitted'
      }
      if (!makeRoomFor(place)) return 'refused'
      const signal = signalOf()
      // An aborted signal never tells again.
      if (signal.aborted) return 'aborted'
      return await new Promise((resolve) => {
        const late = setTimeout(() => end(one, 'refused'), patienceMs)
        const one: Waiting = {
          place,
          tell(outcome) {
            place.join = (network) => void place.networks.add(network)
            clearTimeout(late)
            resolve(outcome)
          },
        }
        for (const network of place.networks) line(network, one)
        place.join = (network) => {
          place.networks.add(network)
          line(network, one)
        }
        total += 1
        note(total)
        signal.addEventListener('abort', () => end(one, 'aborted'), { once: true })
      })
    },
    leave() {
      running -= 1
      admitNext()
    },
  }
}
/** So many who wait are a handful. */
const HANDFUL = 5

/** How many requests wait for their turn, for work that stands back while they are many. */
export type LoadGauge = {
  note(waiting: number): void
  waiting(): number
  untilSmall(): Promise<void>
}

export function createLoadGauge(): LoadGauge {
  let isLarge = false
  let last = 0
  let small = Promise.withResolvers<void>()
  return {
    waiting: () => last,
    note(waiting) {
      last = waiting
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
