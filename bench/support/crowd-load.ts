import { type Asked, askSteadily } from './ask-steadily.ts'
import { canPin, processorSeconds } from './one-core.ts'

const ASKED = { connections: 32, polls: canPin }

type Server = { origin: string; pid: number }
export type Turn = [Server, Asked[]]
export type Loaded = { each: number; eachOfProcessor: number; p99: number; failed: number }

/**
 * Loads several in slices by turns, so that neighbours on the machine weigh on all of them. `each` a second as it was;
 * `eachOfProcessor` a second of the server's processor, whoever else was using it.
 */
export async function loadInTurns(all: Turn[], rounds: number, secondsEach: number): Promise<Loaded[]> {
  const sums = all.map(() => ({ answered: 0, failed: 0, seconds: 0, used: 0, times: [] as number[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, [{ origin, pid }, requests]] of all.entries()) {
      const sum = sums[at] as (typeof sums)[number]
      const before = processorSeconds(pid)
      const answers = await askSteadily(origin, requests, { ...ASKED, seconds: secondsEach })
      sum.used += processorSeconds(pid) - before
      sum.seconds += answers.seconds
      sum.failed += answers.broken
      for (const [status, count] of answers.statuses) sum[status < 400 ? 'answered' : 'failed'] += count
      for (const time of answers.times) sum.times.push(time)
    }
  }
  return sums.map(({ answered, failed, seconds, used, times }) => ({
    each: answered / seconds,
    eachOfProcessor: answered / used,
    p99: times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
    failed,
  }))
}
