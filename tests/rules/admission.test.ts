import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AdmissionLimits, admission } from '#server/admission/admission.ts'
import { createAdmissionQueue } from '#server/admission/admission-queue.ts'
import { createCrowd } from '#server/admission/crowd.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

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
      const until = performance.now() + (c.req.param('page').startsWith('long') ? 5 : 0)
      while (performance.now() < until);
      await new Promise<void>((resolve) => goOn.push(resolve))
      return c.text('made')
    })
    site.onError((_error, c) => c.text('broken', 500))
  }

  /** A place is handed on in another turn of the event loop. */
  async function someTurns() {
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
  }

  async function ask(page: string, from: string, signal?: AbortSignal, askers = 1) {
    const env = { cacheFill: { begin() {}, askers: () => askers } }
    unanswered += 1
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

  test('every other place goes to what many networks wait for, the most wanted first, and two are no crowd', async () => {
    open({ atOnce: 1, waiting: 10, patienceMs: 60_000 })
    const asked = [ask('a1', 'A'), ask('a2', 'A'), ask('two', 'B', undefined, 2)]
    asked.push(ask('three', 'A', undefined, 3), ask('many', 'C', undefined, 200))
    await someTurns()
    await finish()
    expect(await Promise.all(asked)).toEqual([200, 200, 200, 200, 200])
    expect(begun).toEqual(['a1', 'many', 'a2', 'three', 'two'])
  })

  test('with places for all a long rendering is alone in its turn of the event loop, which then takes in what arrives', async () => {
    open({ atOnce: 8, waiting: 3, patienceMs: 60_000 })
    const arrive = (page: string, from: string) =>
      new Promise<number>((resolve) => setImmediate(() => resolve(ask(page, from))))
    const asked = [arrive('long1', 'A'), arrive('long2', 'A'), arrive('long3', 'B')]
    const seen = new Set<number>()
    while (begun.length < 3) {
      await new Promise(setImmediate)
      seen.add(begun.length)
    }
    expect([...seen].filter((count) => count > 0)).toEqual([1, 2, 3])
    await finish()
    expect(await Promise.all(asked)).toEqual([200, 200, 200])
    const quick = ['a', 'b', 'c'].map((page) => ask(page, 'A'))
    await Promise.resolve()
    await finish()
    expect(await Promise.all(quick)).toEqual([200, 200, 200])
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

describe('admission turns', () => {
  /** A clock that stands still but for what a test adds to it. */
  let now = 0
  beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now))
  afterEach(() => void vi.restoreAllMocks())

  const open = () => createAdmissionQueue({ atOnce: 8, waiting: 20, patienceMs: 60_000 })
  const noSignal = () => {
    throw new Error('A signal was made for what did not wait.')
  }
  const stays = () => new AbortController().signal

  test('calls of the API pass at once, without a signal, until their turn has taken 8 ms', async () => {
    const queue = open()
    for (let call = 0; call < 20; call += 1) {
      expect(await queue.enter('A', 'quick', noSignal)).toBe('admitted')
      now += 0.39
      queue.leave()
    }
    now += 0.3
    await expect(queue.enter('A', 'quick', noSignal)).rejects.toThrow('did not wait')
  })

  test('a page waits for another turn where calls of the API have taken 2 ms of this one', async () => {
    const queue = open()
    expect(await queue.enter('A', 'quick', noSignal)).toBe('admitted')
    now += 2
    queue.leave()
    const page = queue.enter('A', 'page', stays)
    // Nor does what comes after it overtake it.
    const call = queue.enter('B', 'quick', stays)
    expect(await page).toBe('admitted')
    queue.leave()
    expect(await call).toBe('admitted')
  })

  test('calls of the API that wait behind a page begin together, and pages one in each turn', async () => {
    const queue = open()
    await queue.enter('A', 'page', noSignal)
    now += 2
    const admitted: string[] = []
    const wait = async (pace: 'page' | 'quick', name: string) => {
      await queue.enter('A', pace, stays)
      admitted.push(name)
    }
    const all = [
      wait('quick', 'call 1'),
      wait('quick', 'call 2'),
      wait('page', 'page 1'),
      wait('page', 'page 2'),
    ]
    await all[2]
    expect(admitted).toEqual(['call 1', 'call 2', 'page 1'])
    await Promise.all(all)
    expect(admitted).toEqual(['call 1', 'call 2', 'page 1', 'page 2'])
  })
})

test('background work goes on at once while five requests wait, and waits while six do', async () => {
  const crowd = createCrowd()
  let isOn = false
  crowd.note(5)
  await crowd.untilSmall()
  crowd.note(6)
  const waited = crowd.untilSmall().then(() => {
    isOn = true
  })
  crowd.note(40)
  await new Promise(setImmediate)
  expect(isOn).toBe(false)
  crowd.note(5)
  await waited
  expect(isOn).toBe(true)
})
