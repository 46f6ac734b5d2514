import { expect, test } from 'vitest'
import type { Entry } from '#domain/journal/entry.ts'
import type { FieldTexts } from '#domain/paper/form-fields.ts'
import { changedFields, faultOfFields, fieldsBefore } from '#web/routes/admin/papers/drafts.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const FIELDS: FieldTexts = {
  ...{ title: 'Third name', degree: '12th-cbse', subject: 'Physics', month: 'May', year: '2021' },
  ...{ variant: '', medium: '', kind: '', board: '', syllabus: '', referenceLink: '' },
}
const now = { ...FIELDS, type: 'cbse' as const, grade: '12' as const }
const before = (fields: Entry['before']) => ({ before: fields }) as Entry

test('only what differs is a change, and what is typed back is none', () => {
  expect(changedFields(FIELDS, { title: 'Third name', year: '2020' })).toEqual({ year: '2020' })
  expect(changedFields(FIELDS, { title: 'Third name' })).toEqual({})
})

test('what is wrong is named as the server would', () => {
  expect(faultOfFields(FIELDS, FIELDS, NOW)).toBe(null)
  expect(faultOfFields({ ...FIELDS, title: '  ' }, FIELDS, NOW)).toEqual({
    ...{ field: 'title', sentence: 'Give the paper a title.' },
  })
  expect(faultOfFields({ ...FIELDS, referenceLink: 'javascript:alert(1)' }, FIELDS, NOW)).toEqual({
    field: 'referenceLink',
    sentence: 'The reference link must be an address that begins with http:// or https://.',
  })
})

test('an older state is what was before all entries since, the oldest last', () => {
  const entries = [before({ title: 'Second name', year: 2020 }), before({ title: 'First name' })]
  expect(fieldsBefore(now, entries.slice(0, 1))).toEqual({ title: 'Second name', year: '2020' })
  expect(fieldsBefore(now, entries)).toEqual({ title: 'First name', year: '2020' })
  expect(fieldsBefore(now, [before({ type: 'state', grade: '10' })])).toEqual({ degree: '10th-state' })
  expect(fieldsBefore(now, [before({ title: 'Third name' })])).toBe(null)
})

test('a link is put back, an uploaded file is not: its address leads nowhere any more', () => {
  expect(fieldsBefore(now, [before({ referenceLink: 'https://answers.example/' })])).toEqual({
    referenceLink: 'https://answers.example/',
  })
  expect(fieldsBefore(now, [before({ referenceLink: '/files/answers.pdf' })])).toBe(null)
})
