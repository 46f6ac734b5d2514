import { beforeEach, expect, test, vi } from 'vitest'
import { bundleLimitExceeded, bundlePath, PICK_LIMIT } from '#domain/bundles/picked.ts'
import { messagesOf } from '#domain/language/messages.ts'

const KEY = 'picked-papers'
const m = messagesOf('en')
const paper = (id: string, pages = 2, size = 9) => ({ id, title: `Paper ${id}`, pages, size })
const many = (count: number) => Array.from({ length: count }, (_, at) => paper(`p${at}`))

let stored: Map<string, string>
let fromOtherTab: (event: object) => void
beforeEach(() => {
  stored = new Map()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('addEventListener', (_: string, listen: typeof fromOtherTab) => {
    fromOtherTab = listen
  })
  vi.stubGlobal('removeEventListener', () => {})
  return () => vi.unstubAllGlobals()
})

/** As a page that has just been loaded. */
const load = async () => await import('#web/routes/visitor/picked/picked-papers.ts')

test('what is picked is kept in its order, comes off again, and is there after a reload', async () => {
  const { paperPicks, pickedPapers } = await load()
  expect([pickedPapers.get(), paperPicks.isChangedHere()]).toEqual([[], false])
  for (const id of ['b', 'a', 'c', 'a']) paperPicks.toggle(paper(id))
  expect(pickedPapers.get()).toEqual([paper('b'), paper('c')])
  expect([paperPicks.has(paper('a')), paperPicks.has(paper('b'))]).toEqual([false, true])
  vi.resetModules()
  const later = await load()
  expect(later.pickedPapers.get()).toEqual([paper('b'), paper('c')])
  // Nobody is told of what was picked long ago.
  expect(later.paperPicks.isChangedHere()).toBe(false)
})

test('another tab’s picks are followed, and what it picked is not lost', async () => {
  const { paperPicks, pickedPapers } = await load()
  const heard = vi.fn()
  const stop = pickedPapers.subscribe(heard)
  stored.set(KEY, JSON.stringify([paper('theirs')]))
  fromOtherTab({ key: 'other' })
  expect(heard).not.toHaveBeenCalled()
  fromOtherTab({ key: KEY })
  expect([heard.mock.calls.length, pickedPapers.get()]).toEqual([1, [paper('theirs')]])
  stored.set(KEY, JSON.stringify([paper('theirs'), paper('not told yet')]))
  paperPicks.toggle(paper('ours'))
  expect(pickedPapers.get().map(({ id }) => id)).toEqual(['theirs', 'not told yet', 'ours'])
  stop()
  paperPicks.toggle(paper('ours'))
  expect(heard).toHaveBeenCalledTimes(2)
})

test('the fifty-first is refused and counted as refused; what of many still has room is picked', async () => {
  const { pickAll, paperPicks, pickedPapers } = await load()
  pickAll(many(PICK_LIMIT))
  expect([pickedPapers.get().length, paperPicks.refusals.get()]).toEqual([PICK_LIMIT, 0])
  paperPicks.toggle(paper('one more'))
  expect([pickedPapers.get(), paperPicks.refusals.get()]).toEqual([many(PICK_LIMIT), 1])
  paperPicks.toggle(paper('p0'))
  pickAll([paper('p1'), paper('x'), paper('y')])
  expect([pickedPapers.get().length, pickedPapers.get().at(-1)?.id, paperPicks.refusals.get()]).toEqual([
    PICK_LIMIT,
    'x',
    2,
  ])
})

test.each(['{', '{"id":"x"}', '[null, 5, {"id": 1}]', '[{"id":"a","title":"A","pages":"x","size":1}]'])(
  'the broken keeping %s is nothing picked',
  async (broken) => {
    stored.set(KEY, broken)
    const { paperPicks, pickedPapers } = await load()
    expect(pickedPapers.get()).toEqual([])
    paperPicks.toggle(paper('a'))
    expect(pickedPapers.get()).toEqual([paper('a')])
  },
)

test('a device that keeps nothing still picks, and clears', async () => {
  const refuse = () => {
    throw new DOMException('not allowed', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const { paperPicks, pickedPapers } = await load()
  paperPicks.toggle(paper('a'))
  paperPicks.toggle(paper('b'))
  expect(pickedPapers.get()).toEqual([paper('a'), paper('b')])
  paperPicks.clear()
  expect(pickedPapers.get()).toEqual([])
})

test('what is too much for one file is said with the bound, and its address holds the ids in order', () => {
  const MIB = 1024 ** 2
  expect(bundlePath('zip', [paper('b'), paper('a')])).toBe('/papers.zip?ids=b,a')
  expect([
    bundleLimitExceeded('pdf', [paper('a', 500)], m),
    bundleLimitExceeded('zip', [paper('a', 501)], m),
  ]).toEqual([...[null, null]])
  expect(bundleLimitExceeded('pdf', [paper('a', 300), paper('b', 201)], m)).toBe(
    'One PDF holds at most 500 pages. Take the zip instead.',
  )
  expect(bundleLimitExceeded('pdf', [paper('a', 1, 60 * MIB + 1)], m)).toContain('60 MB')
  expect(bundleLimitExceeded('zip', [paper('a', 1, 200 * MIB + 1)], m)).toContain('200 MB')
  expect(bundleLimitExceeded('zip', many(PICK_LIMIT + 1), m)).toContain('50')
})
