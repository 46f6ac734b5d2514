import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mayOpen } from '#web/routes/visitor/slideshow/slideshow-opening.ts'

const JUST_COME = { hasQuery: false, isBusy: false, wasSeen: false }

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
})
afterEach(() => void vi.unstubAllGlobals())

type Page = { search?: string; presses?: number; scrollY?: number; isFocused?: boolean; speed?: string }

/** How the document is when a page of it is shown. */
function arrive({ search = '', presses = 0, scrollY = 0, isFocused = false, speed = '4g' }: Page = {}) {
  const body = {}
  vi.stubGlobal('location', { search })
  vi.stubGlobal('performance', { eventCounts: new Map([['keydown', presses]]) })
  vi.stubGlobal('window', { scrollY })
  vi.stubGlobal('document', { body, activeElement: isFocused ? {} : body })
  vi.stubGlobal('navigator', { connection: { effectiveType: speed } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
}

/** A document that was just loaded. */
async function load() {
  vi.resetModules()
  return await import('#web/routes/visitor/slideshow/slideshow-opening.ts')
}

test('the slideshow opens on every load, once a visit or never, as the centre has it', () => {
  for (const [opens, first, again] of [
    ['on every load', true, true],
    ['once a visit', true, false],
    ['never', false, false],
  ] as const) {
    expect(mayOpen(opens, JUST_COME), opens).toBe(first)
    expect(mayOpen(opens, { ...JUST_COME, wasSeen: true }), opens).toBe(again)
  }
})

test('who came for something, or is busy already, is let be', () => {
  expect(mayOpen('on every load', { ...JUST_COME, hasQuery: true })).toBe(false)
  expect(mayOpen('on every load', { ...JUST_COME, isBusy: true })).toBe(false)
})

test('it opens once in a load and again in the next; once a visit, in the first load alone', async () => {
  arrive()
  for (const [opens, inNextLoad] of [
    ['on every load', true],
    ['once a visit', false],
  ] as const) {
    stored.clear()
    const first = await load()
    expect([first.opensNow(opens), first.opensNow(opens), first.isOpeningDecided()]).toEqual([
      ...[true, false, true],
    ])
    expect((await load()).opensNow(opens), opens).toBe(inNextLoad)
  }
})

test.each([{ presses: 1 }, { scrollY: 300 }, { isFocused: true }])(
  'who was busy when it would have opened, %o, is let be in all of that load',
  async (busy) => {
    arrive(busy)
    const { opensNow, noteFirstPage } = await load()
    expect(opensNow('on every load')).toBe(false)
    noteFirstPage()
    arrive()
    expect(opensNow('on every load')).toBe(false)
  },
)

test('who came for a search meets it on the next page, which a press on a link has led to', async () => {
  arrive({ search: '?q=matrices' })
  const { opensNow, noteFirstPage } = await load()
  expect(opensNow('on every load')).toBe(false)
  noteFirstPage()
  arrive({ presses: 3, isFocused: true })
  expect(opensNow('on every load')).toBe(true)
})

test('a document that goes on with a visit keeps what was decided in it', async () => {
  arrive({ presses: 1 })
  for (const decided of [true, false]) {
    const { continueDecision, opensNow } = await load()
    continueDecision(decided)
    expect(opensNow('on every load')).toBe(!decided)
  }
})

test('a slow line is left to the page, and a browser that forbids storage meets it on every load', async () => {
  arrive({ speed: '2g' })
  expect((await load()).opensNow('on every load')).toBe(false)
  arrive()
  vi.stubGlobal('sessionStorage', undefined)
  for (const _load of [1, 2]) expect((await load()).opensNow('once a visit')).toBe(true)
})
