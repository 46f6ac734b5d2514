import { expect, test } from 'vitest'
import { differences } from '#domain/journal/journal.server.ts'

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
