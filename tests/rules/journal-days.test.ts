import { expect, test } from 'vitest'
import type { Entry } from '#domain/journal/entry.ts'
import { journalDays } from '#web/routes/admin/journal/journal-days.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
let id = 1_000

function entry(at: string, part: Partial<Entry> = {}): Entry {
  id -= 1
  return {
    ...{ id, at, author: 'priya@centre.example', action: 'published', kind: 'paper' },
    ...{ subjectId: `paper-${id}`, subject: `Paper ${id}`, before: null, after: null },
    ...part,
  }
}

function shape(entries: Entry[]) {
  return journalDays(entries, NOW).map(({ day, name, lines }) => [day, name, lines.map((run) => run.length)])
}

test('days are those of India: one begins at half past six in the evening, UTC', () => {
  const entries = [
    '2026-11-21T01:00:00Z',
    '2026-11-20T18:30:00Z',
    '2026-11-20T18:29:59Z',
    '2026-11-18T12:00:00Z',
  ]
  expect(shape(entries.map((at) => entry(at)))).toEqual([
    ['21 November 2026', 'Today', [1, 1]],
    ['20 November 2026', 'Yesterday', [1]],
    ['18 November 2026', '', [1]],
  ])
})

test('four and more of one kind in a row are one line, three are not', () => {
  const at = '2026-11-21T08:00:00Z'
  const many = (count: number, part: Partial<Entry> = {}) =>
    Array.from({ length: count }, () => entry(at, part))
  expect(shape(many(3))).toEqual([['21 November 2026', 'Today', [1, 1, 1]]])
  expect(shape([...many(50), ...many(4, { action: 'binned' }), ...many(1)])).toEqual([
    ['21 November 2026', 'Today', [50, 4, 1]],
  ])
  expect(shape(many(9, { kind: 'price' }))[0]?.[2]).toHaveLength(9)
  expect(shape([...many(3), ...many(3, { author: 'anand@centre.example' })])[0]?.[2]).toHaveLength(6)
})

test('a run says one thing: what was done to PDFs and what to thumbnails are two', () => {
  const at = '2026-11-21T08:00:00Z'
  const parts = (name: string) =>
    Array.from({ length: 4 }, () => entry(at, { action: 'replaced', after: { [name]: 'new' } }))
  expect(shape([...parts('file'), ...parts('thumbnail')])[0]?.[2]).toEqual([4, 4])
})

test('a run ends with a pause, and with the day', () => {
  const times = (...minutes: number[]) =>
    minutes.map((minute) => entry(new Date(Date.UTC(2026, 10, 20, 19, 0) - minute * 60_000).toISOString()))
  expect(shape(times(0, 4, 8, 12, 28))[0]?.[2]).toEqual([4, 1])
  expect(shape(times(0, 10, 20, 29, 31, 32, 33, 34))).toEqual([
    ['21 November 2026', 'Today', [4]],
    ['20 November 2026', 'Yesterday', [4]],
  ])
})

test('nothing is nothing', () => {
  expect(journalDays([], NOW)).toEqual([])
})
