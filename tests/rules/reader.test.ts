import { afterEach, expect, test, vi } from 'vitest'
import { cutPart, pageAddress } from '#domain/page-images/page-image.ts'
import { readReadingPosition, saveReadingPosition } from '#web/routes/visitor/paper/reading-positions.ts'
import { placeOf } from '#web/routes/visitor/paper/use-reading-position.ts'
import { moveOf } from '#web/routes/visitor/paper/viewer-state.ts'
import { isOnSlowConnection, savesData } from '#web/slow-connection.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['+', { zoom: 1.5 }, { zoom: 1.5 }],
  ['=', { zoom: 1.5 }, { zoom: 1.5 }],
  ['-', { zoom: 1 / 1.5 }, { zoom: 1 / 1.5 }],
  ['0', { zoom: 0 }, { zoom: 0 }],
  ['Escape', { leave: true }, { leave: true }],
  ['PageDown', { turn: 1 }, { scroll: [0, 900] }],
  ['ArrowRight', { turn: 1 }, { scroll: [60, 0] }],
  ['PageUp', { turn: -1 }, { scroll: [0, -900] }],
  ['ArrowLeft', { turn: -1 }, { scroll: [-60, 0] }],
  ['ArrowDown', { scroll: [0, 60] }, { scroll: [0, 60] }],
  ['ArrowUp', { scroll: [0, -60] }, { scroll: [0, -60] }],
  ['a', null, null],
])('%s on a whole page and on one that is zoomed in', (key, whole, zoomed) => {
  expect([moveOf(key, true, 1_000), moveOf(key, false, 1_000)]).toEqual([whole, zoomed])
})

/** A window of 100 over pages of this height, the first of which begins at `top`. */
function placeAt(top: number, heights: number[], from = 1) {
  const boxes = heights.map((height, at) => {
    const start = top + heights.slice(0, at).reduce((sum, each) => sum + each, 0)
    return { top: start, bottom: start + height }
  })
  return placeOf(boxes, { top: 0, height: 100 }, from)
}

test('the page of which most is seen is the one that is read; one that was gone to stays, and past all it is the last', () => {
  const tall = Array(8).fill(90)
  expect([-40, -50, -90].map((top) => placeAt(top, tall).page)).toEqual([1, 2, 2])
  // Three low pages in the window at once.
  expect(placeAt(-30, Array(8).fill(30)).page).toBe(2)
  expect([placeAt(500, tall).page, placeAt(-800, tall).page]).toEqual([1, 8])
  expect(placeAt(-90, tall, 41).page).toBe(42)
})

test('the pages of one screen behind and of two ahead are rendered', () => {
  expect(placeAt(0, Array(40).fill(100)).near).toEqual([1, 3])
  expect(placeAt(-2_000, Array(40).fill(100)).near).toEqual([20, 23])
  expect(placeAt(-2_000, Array(40).fill(100), 41).near).toEqual([60, 63])
})

test('the pages where 200 papers were left are remembered, and what is damaged or refused is none', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  for (let paper = 0; paper < 200; paper += 1) saveReadingPosition(`paper${paper}`, 3)
  saveReadingPosition('paper0', 4)
  saveReadingPosition('another', 5)
  expect(['paper0', 'paper1', 'paper2', 'another'].map(readReadingPosition)).toEqual([4, null, 3, 5])
  for (const damaged of ['[["a",0],["b"],7,["c",2]]', '{', '{"a":1}']) {
    stored.set('thervu-places', damaged)
    expect(['a', 'b', 'c'].map(readReadingPosition)).toEqual([
      null,
      null,
      damaged.startsWith('[[') ? 2 : null,
    ])
  }
  vi.stubGlobal('localStorage', undefined)
  saveReadingPosition('a', 2)
  expect(readReadingPosition('a')).toBe(null)
})

test('long papers come in parts of forty pages, and every page has its address', () => {
  const image = { width: 1440, height: 2036, bytes: { 720: 1, 1440: 1 } }
  const rendered = { pages: 157, images: Array(90).fill(image), isDone: false, base: '/a' }
  const part = (asked: string | null) => {
    const { from, sizes } = cutPart(rendered, asked, false)
    return [from, sizes.length]
  }
  expect([null, '2', '3', '99', '-1', 'x'].map(part)).toEqual([
    ...[
      [1, 40],
      [41, 40],
      [81, 10],
      [121, 0],
      [1, 40],
      [1, 40],
    ],
  ])
  expect(cutPart(rendered, null, false).rendered).toBe(90)
  expect([1, 40, 41, 157, 999, 0, Number.NaN].map((page) => pageAddress(page, 157))).toEqual([
    ...['#page-1', '#page-40', '?part=2#page-41', '?part=4#page-157', '?part=4#page-157'],
    ...['#page-1', '#page-1'],
  ])
  expect(pageAddress(41, 157, 'paper=a')).toBe('?paper=a&part=2#page-41')
})

test('who saves data, or is on a line slower than 3G, is on a slow connection', () => {
  const said = (connection?: object) => {
    vi.stubGlobal('navigator', { connection })
    return [isOnSlowConnection(), savesData()]
  }
  expect([undefined, {}, { effectiveType: '3g' }, { saveData: false }].map(said)).toEqual(
    Array(4).fill([false, false]),
  )
  expect(said({ saveData: true })).toEqual([true, true])
  expect(['2g', 'slow-2g'].map((effectiveType) => said({ effectiveType }))).toEqual(
    Array(2).fill([true, false]),
  )
})
