import { Agent, get } from 'node:http'

/** Milliseconds of each answer, and how many were 5xx or broke off. */
export type Answered = { times: number[]; failed: number }

/** Visitors who read, and do not ask for the next page the moment that they have one. */
const VISITORS = 4
const EVERY_MS = 100

/** Each asks for these addresses in turn, ten times a second, however long the answers take. */
export function startVisitors(origin: string, paths: string[]): { take(): Answered; stop(): void } {
  const agent = new Agent({ keepAlive: true })
  let answered: Answered = { times: [], failed: 0 }
  let next = 0
  const ask = () => {
    const { times } = answered
    const began = performance.now()
    const fail = () => {
      answered.failed += 1
    }
    get(new URL(paths[next++ % paths.length] ?? '/', origin), { agent }, (response) => {
      if ((response.statusCode ?? 500) >= 500) fail()
      response.once('end', () => times.push(performance.now() - began)).once('error', fail)
      response.resume()
    }).once('error', fail)
  }
  const timers = Array.from({ length: VISITORS }, () => setInterval(ask, EVERY_MS))
  return {
    take() {
      const taken = answered
      answered = { times: [], failed: 0 }
      return taken
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
      agent.destroy()
    },
  }
}
