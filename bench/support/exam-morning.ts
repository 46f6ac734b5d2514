import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '#tests/support/random.ts'

/** Ten thousand phones open the same few pages within minutes: 2,000 connections, each phone a page every 4 s. */
const PHONES = 2_000
const SECONDS_BETWEEN = 4
const LISTS = ['/', '/practice', '/resources/cbse/12/', '/resources/state/10/', '/resources/jee/all/']
const WORDS = [
  'algebra',
  'optics physics',
  'genetics',
  'half-yearly',
  'cbse 12 maths',
  'ledgers',
  'probability',
]

/** What was asked for, and how a page was answered: from the cache or not. */
export type Kind = 'lists' | 'papers' | 'searches' | 'views' | 'from the cache' | 'rendered or waited for'
export type Morning = {
  /** Milliseconds of every answer, ascending. */
  times: Map<Kind, number[]>
  /** The same without those that were asked for while phones were still connecting, all of them within four seconds. */
  settled: Map<Kind, number[]>
  statuses: Map<number, number>
  errors: number
  viewsCounted: number
  published: number
}

/** Loads a site for so many seconds: 70 % lists, 20 % papers (Zipf) with a view each, 10 % searches; a paper is published every second. */
export async function loadExamMorning(
  site: { origin: string },
  paths: string[],
  seconds: number,
  publish: (nth: number) => Promise<void>,
): Promise<Morning> {
  const random = createRandom(12)
  const morning: Morning = {
    times: new Map(),
    settled: new Map(),
    statuses: new Map(),
    errors: 0,
    viewsCounted: 0,
    published: 0,
  }
  const allHaveCome = performance.now() + SECONDS_BETWEEN * 1000
  const ask = requester(site.origin, morning, allHaveCome)
  const until = performance.now() + seconds * 1000
  const zipf = () => Math.min(paths.length - 1, Math.floor(paths.length ** random()) - 1)

  async function phone(nth: number) {
    // Each from an address of its own, as phones are.
    const localAddress = `127.${1 + (nth >> 8)}.${nth & 255}.1`
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })
    await wait((nth / PHONES) * SECONDS_BETWEEN * 1000)
    while (performance.now() < until) {
      const began = performance.now()
      const dice = random()
      if (dice < 0.7) await ask(agent, 'lists', LISTS[Math.floor(random() * LISTS.length)] as string)
      else if (dice < 0.9) {
        const path = paths[Math.max(0, zipf())] as string
        await ask(agent, 'papers', path)
        await ask(agent, 'views', `/api/papers/${path.split('/')[2]}/views`, 'POST')
      } else {
        const words = WORDS[Math.floor(random() * WORDS.length)] as string
        await ask(agent, 'searches', `/search?q=${encodeURIComponent(words)}`)
      }
      await wait(Math.max(0, SECONDS_BETWEEN * 1000 * (0.5 + random()) - (performance.now() - began)))
    }
    agent.destroy()
  }

  async function administrator() {
    while (performance.now() < until) {
      const began = performance.now()
      await publish(morning.published)
      morning.published += 1
      await wait(Math.max(0, 1_000 - (performance.now() - began)))
    }
  }

  await Promise.all([administrator(), ...Array.from({ length: PHONES }, (_, nth) => phone(nth))])
  for (const times of [...morning.times.values(), ...morning.settled.values()]) times.sort((a, b) => a - b)
  return morning
}

function requester(origin: string, morning: Morning, allHaveCome: number) {
  const { hostname, port } = new URL(origin)
  const headers = { 'Accept-Encoding': 'br, gzip', Accept: 'text/html' }
  return (agent: Agent, kind: Kind, path: string, method = 'GET') =>
    new Promise<void>((resolve) => {
      const began = performance.now()
      const sent = request({ agent, hostname, port, path, method, headers }, (answer) => {
        const status = answer.statusCode ?? 0
        answer.resume().once('end', () => {
          const took = performance.now() - began
          for (const each of kindsOf(kind, answer.headers['cache-status'])) {
            add(morning.times, each, took)
            if (began >= allHaveCome) add(morning.settled, each, took)
          }
          morning.statuses.set(status, (morning.statuses.get(status) ?? 0) + 1)
          if (kind === 'views' && status === 200) morning.viewsCounted += 1
          resolve()
        })
      })
      sent.once('error', () => {
        morning.errors += 1
        resolve()
      })
      sent.end()
    })
}

function kindsOf(asked: Kind, cacheStatus: string | string[] | undefined): Kind[] {
  if (cacheStatus === undefined) return [asked]
  return [asked, String(cacheStatus).endsWith('; hit') ? 'from the cache' : 'rendered or waited for']
}

function add(times: Map<Kind, number[]>, kind: Kind, took: number) {
  const known = times.get(kind) ?? []
  known.push(took)
  times.set(kind, known)
}
