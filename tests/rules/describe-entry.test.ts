import { expect, test } from 'vitest'
import type { Entry } from '#domain/journal/entry.ts'
import { authorName, describeEntry, entrySentence } from '#web/routes/admin/journal/describe-entry.ts'

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

test('a correction tells every field as the desk names it', () => {
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
