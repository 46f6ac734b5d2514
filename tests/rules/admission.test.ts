import { Hono } from 'hono'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type AdmissionLimits,
  admission,
  createLoadGauge,
  createPlace,
} from '#server/middleware/admission.ts'
import type { HttpEnv, Place } from '#server/serving/http-env.ts'

describe('admission', () => {
  /** What has begun, in its order, and how each of them is let go on. */
  let begun: string[]
  let goOn: (() => void)[]
  let unanswered: number
  let site: Hono<HttpEnv>
  beforeEach(() => open({ atOnce: 1, waiting: 3, patienceMs: 60_000 }))

  function open(limits: AdmissionLimits) {
    begun = []
    goOn = []
    unanswered = 0
    site = new Hono<HttpEnv>()
    site.use(async (c, next) => {
      c.set('address', c.req.header('from') ?? '')
      await next()
    })
    site.use(admission(limits))
    site.get('/broken', () => {
      throw new Error('as a page may be')
    })
    site.get('/:page', async (c) => {
      begun.push(c.req.param('page'))
      await new Promise<void>((resolve) => goOn.push(resolve))
      return c.text('made')
    })
    site.onError((_error, c) => c.text('broken', 500))
  }

  /** A place is handed on in another turn of the event loop. */
  async function someTurns() {
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
  }

  async function ask(page: string, from: string, signal?: AbortSignal, place?: Place) {
    unanswered += 1
    const env = place && { cacheFill: { place, begin() {} } }
    const { status } = await site.request(`/${page}`, { headers: { from }, signal }, env)
    unanswered -= 1
    return status
  }

  /** Lets everything go on, one after the other, until all is answered: on a busy machine a turn takes longer. */
  async function finish() {
    for (let at = 0; unanswered > 0; ) {
      if (at < goOn.length) goOn[at++]?.()
      await someTurns()
    }
  }

  test('addresses take turns: one that asks once is not behind all that another asked before', async () => {
    const answers = Promise.all([ask('a1', 'A'), ask('a2', 'A'), ask('a3', 'A'), ask('b1', 'B')])
    await someTurns()
    await finish()
    expect(await answers).toEqual([200, 200, 200, 200])
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test('one begins in a turn of the event loop, however many places are free: what arrives is heard meanwhile', async () => {
    open({ atOnce: 8, waiting: 20, patienceMs: 60_000 })
    const pages = Array.from({ length: 16 }, (_, nth) => ask(`page${nth}`, 'A'))
    while (begun.length < 1) await Promise.resolve()
    for (let before = begun.length; begun.length < 16; before = begun.length) {
      await new Promise(setImmediate)
      expect(begun.length - before).toBeLessThanOrEqual(1)
      for (const each of goOn.splice(0)) each()
    }
    await finish()
    expect(await Promise.all(pages)).toEqual(pages.map(() => 200))
  })

  test('in a full queue another address takes the newest place of the one that holds most', async () => {
    const first = Promise.all([ask('a1', 'A'), ask('a2', 'A'), ask('a3', 'A')])
    const newest = ask('a4', 'A')
    const b1 = ask('b1', 'B')
    expect(await newest).toBe(503)
    expect(await ask('a5', 'A')).toBe(503)
    // Two of B, or one of C, would be as many as A has left.
    expect(await ask('b2', 'B')).toBe(503)
    const c1 = ask('c1', 'C')
    await finish()
    expect([await first, await b1, await c1]).toEqual([[200, 200, 503], 200, 200])
  })

  test('an answer that two networks wait for has a place in both their queues, is made once, and goes with neither', async () => {
    open({ atOnce: 1, waiting: 4, patienceMs: 60_000 })
    const first = ask('a0', 'A')
    const place = createPlace('A')
    const asked = [ask('a1', 'A'), ask('a2', 'A'), ask('both', 'A', undefined, place), ask('b1', 'B')]
    await someTurns()
    place.join('B')
    // Full: of A's, the newest that nobody else waits for gives way.
    const c1 = ask('c1', 'C')
    expect(await asked[1]).toBe(503)
    place.join('C')
    await finish()
    expect([await first, await asked[2], await c1]).toEqual([200, 200, 200])
    expect(begun.filter((page) => page === 'both')).toHaveLength(1)
    expect(begun).toEqual(['a0', 'a1', 'b1', 'c1', 'both'])
  })

  test('two addresses of one IPv6 network are one client, of two networks two', async () => {
    const first = ask('a', '2001:db8:1:2::1')
    const waiting = [1, 2, 3].map((at) => ask(`b${at}`, `2001:db8:1:2:${at}::9`))
    expect(await ask('c', '2001:db8:1:2:ffff::1')).toBe(503)
    const other = ask('d', '2001:db8:1:3::1')
    expect(await waiting[2]).toBe(503)
    await finish()
    expect([await first, await waiting[0], await waiting[1], await other]).toEqual([200, 200, 200, 200])
  })

  test('who breaks off while waiting gives up the place, twice or after the turn without harm', async () => {
    const [early, late] = [new AbortController(), new AbortController()]
    const first = ask('a1', 'A', late.signal)
    // On a busy machine it waits for a turn of its own.
    while (begun.length === 0) await someTurns()
    const left = ask('a2', 'A', early.signal)
    const rest = [ask('a3', 'A'), ask('a4', 'A')]
    expect(await ask('a5', 'A')).toBe(503)
    early.abort()
    early.abort()
    late.abort()
    expect(await left).toBe(499)
    const instead = ask('a6', 'A')
    await finish()
    expect([await first, ...(await Promise.all(rest)), await instead]).toEqual([200, 200, 200, 200])
    expect(begun).toEqual(['a1', 'a3', 'a4', 'a6'])
  })

  test('who has broken off before a place in the queue is asked for takes none', async () => {
    const first = ask('a1', 'A')
    expect(await ask('a2', 'A', AbortSignal.abort())).toBe(499)
    const rest = [ask('a3', 'A'), ask('a4', 'A'), ask('a5', 'A')]
    await someTurns()
    await finish()
    expect([await first, ...(await Promise.all(rest))]).toEqual([200, 200, 200, 200])
  })

  test('who has waited too long is refused, and whoever has begun is not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answers = [ask('a1', 'A'), ask('a2', 'A'), ask('b1', 'B')]
    await someTurns()
    vi.advanceTimersByTime(59_999)
    goOn[0]?.()
    await someTurns()
    vi.advanceTimersByTime(1)
    expect(await answers[2]).toBe(503)
    vi.advanceTimersByTime(60_000)
    await finish()
    expect(await Promise.all(answers)).toEqual([200, 200, 503])
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('an answer that fails gives its turn back', async () => {
    expect([await ask('broken', 'A'), await ask('broken', 'A')]).toEqual([500, 500])
    const after = [ask('a1', 'A'), ask('broken', 'A'), ask('a2', 'A')]
    await someTurns()
    await finish()
    expect(await Promise.all(after)).toEqual([200, 500, 200])
  })

  test('without places nobody enters, and nothing breaks', async () => {
    open({ atOnce: 0, waiting: 0, patienceMs: 0 })
    expect([await ask('a', 'A'), await ask('b', 'B')]).toEqual([503, 503])
  })
})

test('background work goes on at once while five requests wait, and waits while six do', async () => {
  const load = createLoadGauge()
  let isOn = false
  load.note(5)
  await load.untilSmall()
  load.note(6)
  const waited = load.untilSmall().then(() => {
    isOn = true
  })
  load.note(40)
  await new Promise(setImmediate)
  expect(isOn).toBe(false)
  load.note(5)
  await waited
  expect(isOn).toBe(true)
})
