import { createTurns, type Pace } from './turns.ts'

export type AdmissionLimits = { atOnce: number; waiting: number; patienceMs: number }

type Outcome = 'admitted' | 'refused' | 'aborted'
type Waiting = {
  tell(outcome: Outcome): void
  /** Networks that wait for the same answer. */
  askers(): number
  pace: Pace
}
/** What fewer wait for is no crowd's. */
const CROWD = 3

/** Networks take turns, and every other place goes to what a crowd waits for. */
export function createAdmissionQueue(
  { atOnce, waiting, patienceMs }: AdmissionLimits,
  note: (waiting: number) => void = () => {},
) {
  let running = 0
  let total = 0
  const turns = createTurns(admitNext)
  /** Every other place, so that whoever has many networks keeps nobody waiting either. */
  let isCrowdsTurn = false
  /** By network, oldest request first; the network to serve next comes first. */
  const queues = new Map<string, Set<Waiting>>()

  function end(network: string, one: Waiting, outcome: Outcome) {
    const own = queues.get(network)
    if (!own?.delete(one)) return
    total -= 1
    note(total)
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

  /** One page, and the quick calls before it. */
  function admitNext() {
    let last: Pace = 'quick'
    while (total > 0 && running < atOnce) {
      if (last === 'page') return turns.pause()
      isCrowdsTurn = !isCrowdsTurn
      const next = (isCrowdsTurn && crowded()) || firstInTurn()
      if (!next) return
      last = next[1].pace
      begin(last)
      end(...next, 'admitted')
    }
  }

  function begin(pace: Pace) {
    running += 1
    turns.note(pace)
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
    async enter(
      network: string,
      pace: Pace,
      signalOf: () => AbortSignal,
      askers = () => 1,
    ): Promise<Outcome> {
      if (running < atOnce && total === 0 && turns.hasTime(pace)) {
        begin(pace)
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
          pace,
        }
        queues.set(network, (queues.get(network) ?? new Set()).add(one))
        total += 1
        note(total)
        signal.addEventListener('abort', () => end(network, one, 'aborted'), { once: true })
        if (running < atOnce) turns.pause()
      })
    },
    leave() {
      running -= 1
      if (total === 0) return
      if (turns.hasTime('page')) admitNext()
      else turns.pause()
    },
  }
}
