import { expect, test } from 'vitest'
import type { Entry } from '#domain/journal/entry.ts'
import { differences } from '#domain/journal/journal.server.ts'
import {
  authorName,
  describeEntry,
  entrySentence,
  journalDays,
} from '#web/routes/admin/journal/describe-entry.ts'

test('the journal keeps the fields that differ, as they were and as they are', () => {
  const was = { title: 'A', year: 2023, referenceLink: null, pages: 8 }
  expect(differences(was, { title: 'B', year: 2023, referenceLink: 'https://a.example', pages: 8 })).toEqual({
    before: { title: 'A', referenceLink: null },
    after: { title: 'B', referenceLink: 'https://a.example' },
  })
  expect(differences(was, { title: 'A', year: 2023, referenceLink: null })).toEqual({
    before: { pages: 8 },
    after: { pages: null },
  })
})

test('what is the same, or missing and empty, is no change', () => {
  expect(differences({ title: 'A', year: 0 }, { title: 'A', year: 0 })).toBeNull()
  expect(differences({ title: 'A', link: null }, { title: 'A' })).toBeNull()
  expect(differences({ answers: false }, { answers: null })).toEqual({
    before: { answers: false },
    after: { answers: null },
  })
})

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

const PAPER = { kind: 'paper', subject: 'Matrices and vectors', before: null, after: null } as const

function sentence(entry: Partial<Entry> & Pick<Entry, 'kind' | 'action' | 'subject'>) {
  return entrySentence({ author: 'priya@centre.example', before: null, after: null, ...entry })
}

test.each([
  [4999, 5499, 'Priya changed the price of JEE · ANNUAL from ₹4,999 to ₹5,499'],
  [null, 100_000, 'Priya changed the price of JEE · ANNUAL from no price to ₹1,00,000'],
  [0, null, 'Priya changed the price of JEE · ANNUAL from ₹0 to no price'],
])('a price from %j to %j', (was, is, words) => {
  const entry = { kind: 'price', action: 'set', subject: 'JEE · ANNUAL' } as const
  expect(sentence({ ...entry, before: { rupees: was }, after: { rupees: is } })).toBe(words)
})

test.each([
  ['published', null, null, 'Priya published Matrices and vectors'],
  ['published', null, { scriptsRemoved: true }, 'Priya published Matrices and vectors without its scripts'],
  ['published', null, { lockRemoved: true }, 'Priya published Matrices and vectors without its print lock'],
  ['scripts removed', null, null, 'Priya took the scripts out of Matrices and vectors'],
  ['revised', { year: 2023 }, { year: 2024 }, 'Priya corrected Matrices and vectors'],
  ['binned', null, null, 'Priya moved Matrices and vectors to the bin'],
  ['restored', null, null, 'Priya took Matrices and vectors back out of the bin'],
  ['deleted', null, null, 'Priya deleted Matrices and vectors for good'],
  ['changed', { year: 2023 }, { year: 2024 }, 'Priya corrected Matrices and vectors'],
  ['replaced', { file: 'a' }, { file: 'b' }, 'Priya replaced the PDF of Matrices and vectors'],
  [
    'replaced',
    { thumbnail: 'a' },
    { thumbnail: 'b' },
    'Priya replaced the thumbnail of Matrices and vectors',
  ],
  ['added', null, { answers: 'b' }, 'Priya added the answers of Matrices and vectors'],
  ['removed', { answers: 'a' }, null, 'Priya removed the answers of Matrices and vectors'],
  ['replaced', null, null, 'Priya replaced a file of Matrices and vectors'],
  ['laminated', null, null, 'Priya laminated Matrices and vectors'],
])('a paper that was %s: %j, %j', (action, before, after, words) => {
  expect(sentence({ ...PAPER, action, before, after })).toBe(words)
})

test('a correction tells every field as the admin area names it', () => {
  const before = {
    title: 'A',
    type: 'cbse',
    grade: '12',
    subject: 'all',
    month: 'March',
    referenceLink: null,
  }
  const after = {
    title: 'B',
    type: 'state',
    grade: 'previous-years',
    subject: 'Tamil',
    month: 'May',
    referenceLink: 'https://answers.example',
  }
  const told = describeEntry({ ...PAPER, author: 'x@y.example', action: 'revised', before, after })
  expect(told.changes).toEqual([
    { field: 'Title', from: 'A', to: 'B' },
    { field: 'Board or exam', from: 'CBSE', to: 'State Board' },
    { field: 'Class', from: 'Class 12', to: 'Previous years' },
    { field: 'Subject', from: 'All subjects', to: 'Tamil' },
    { field: 'Month', from: 'March', to: 'May' },
    { field: 'Reference link', from: 'nothing', to: 'https://answers.example' },
  ])
})

test('a file that was exchanged is told by its names, its size and its pages', () => {
  const before = { file: 'old.pdf', bytes: 2048, pages: 8 }
  const after = { file: 'new.pdf', bytes: 2_000_000, pages: 8 }
  const told = describeEntry({ ...PAPER, author: 'x@y.example', action: 'replaced', before, after })
  expect(told.changes).toEqual([
    { field: 'PDF', from: 'old.pdf', to: 'new.pdf' },
    { field: 'Size', from: '2 KB', to: '1.9 MB' },
  ])
})

test('administrators and samples', () => {
  const account = { kind: 'administrator', subject: 'anand@centre.example' } as const
  expect(sentence({ ...account, action: 'created' })).toBe(
    'Priya added the administrator anand@centre.example',
  )
  expect(sentence({ ...account, action: 'disabled' })).toBe(
    'Priya disabled the administrator anand@centre.example',
  )
  expect(sentence({ ...account, action: 'restored' })).toBe('Priya let anand@centre.example sign in again')
  expect(sentence({ ...account, action: 'password changed' })).toBe(
    'Priya changed the password of anand@centre.example',
  )
  expect(sentence({ ...account, action: 'locked' })).toBe('Priya wrote down “locked” of anand@centre.example')
  expect(sentence({ kind: 'samples', action: 'deleted', subject: '44 sample papers' })).toBe(
    'Priya removed 44 sample papers',
  )
  const samples = { kind: 'samples', action: 'published', subject: '44 sample papers' } as const
  expect(sentence({ ...samples, author: 'the site' })).toBe('The site published 44 sample papers')
})

test.each([
  ['priya@centre.example', 'Priya'],
  ['priya.raman@centre.example', 'Priya Raman'],
  ['the site', 'The site'],
  ['the command line', 'The command line'],
])('%s is called %s', (author, name) => {
  expect(authorName(author)).toBe(name)
})

test('a picture of the site is told by a few letters of its name', () => {
  const [before, after] = ['a', 'b'].map((letter) => ({ 'pictures.logo': letter.repeat(32) }))
  const entry = { kind: 'site', action: 'published', subject: 'what the site says' } as const
  expect(
    describeEntry({ ...entry, author: 'the site', before: before ?? null, after: after ?? null }).changes,
  ).toEqual([{ field: 'Logo', from: 'picture aaaaaa', to: 'picture bbbbbb' }])
})
