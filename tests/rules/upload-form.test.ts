import { expect, test } from 'vitest'
import type { Hints } from '#domain/autofill/hints.ts'
import { EMPTY_FIELDS, type FieldTexts } from '#domain/paper/form-fields.ts'
import { DEGREES, needsSubject } from '#domain/paper/paper.ts'
import { fillIn, isDoubtful } from '#web/routes/admin/upload-form/upload-draft.ts'
import { faultOfForm, missingParts } from '#web/routes/admin/upload-form/use-upload.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const WHOLE: FieldTexts = {
  ...{ ...EMPTY_FIELDS, title: 'A paper', degree: '12th-cbse', subject: 'Physics' },
  ...{ month: 'June', year: '2023' },
}
const pdf = new File(['%PDF'], 'paper.pdf', { type: 'application/pdf' })
const files = { file: pdf, thumbnail: null }
const hints = (said: Partial<Hints>): Hints => ({
  ...{
    title: null,
    degree: null,
    subject: null,
    month: null,
    year: null,
    variant: null,
    medium: null,
    kind: null,
    board: null,
  },
  ...{ isAnswers: false, titleParts: null },
  ...said,
})

test('what is still needed is named in the order of the form; each class needs a subject, an exam none', () => {
  const none = { file: null, thumbnail: null }
  expect(missingParts(EMPTY_FIELDS, none, false)).toEqual(['title', 'degree', 'month', 'year', 'PDF file'])
  expect(missingParts({ ...WHOLE, subject: '' }, files, true)).toEqual(['subject'])
  for (const degree of DEGREES) {
    const draft = { ...WHOLE, degree: degree.slug, subject: '' }
    expect(missingParts(draft, files, needsSubject(degree)), degree.slug).toEqual(
      ['cbse', 'state'].includes(degree.type) ? ['subject'] : [],
    )
  }
  for (const part of ['degree', 'month', 'year'] as const)
    expect(missingParts({ ...WHOLE, [part]: '' }, files, false)).toEqual([part])
  expect(missingParts({ ...WHOLE, title: ' \n' }, files, true)).toEqual(['title'])
  expect(missingParts(WHOLE, files, true)).toEqual([])
})

test('what is wrong is named at its field before anything is sent', () => {
  const fault = (draft: Partial<FieldTexts>, chosen = files) =>
    faultOfForm({ ...WHOLE, ...draft }, chosen, NOW)
  expect(fault({})).toBe(null)
  expect(fault({ degree: 'jee', subject: '' })).toBe(null)
  expect(fault({ subject: '' })).toMatchObject({ field: 'subject' })
  expect(fault({ year: '2027' })).toMatchObject({ field: 'year' })
  expect(fault({ referenceLink: 'https://google.com@evil.example/' })).toEqual({
    field: 'referenceLink',
    sentence: expect.stringContaining('hides where the link leads'),
  })
  expect(fault({}, { file: new File([], 'empty.pdf'), thumbnail: null })).toEqual({
    ...{ field: 'file', sentence: 'This file is empty; choose another.' },
  })
  const thumbnail = new File(['text'], 'a.txt', { type: 'text/plain' }) as never
  expect(fault({}, { file: pdf, thumbnail })).toEqual({
    field: 'thumbnail',
    sentence: 'The thumbnail must be a PNG, JPEG, WebP, GIF or AVIF image.',
  })
})

test('a file fills fields that are empty or that a file has filled, and never what was typed', () => {
  const typed = { ...EMPTY_FIELDS, month: 'July' }
  const name = hints({ title: { value: 'Physics', sure: false }, year: { value: 2019, sure: true } })
  const first = fillIn(typed, {}, name)
  expect(first.draft).toEqual({ ...typed, title: 'Physics', year: '2019' })
  expect([isDoubtful(first.filled, 'title'), isDoubtful(first.filled, 'year')]).toEqual([true, false])
  const page = hints({
    ...{ month: { value: 'March', sure: true }, title: { value: 'Annual', sure: true } },
    ...{ degree: { value: '10th-cbse', sure: true } },
  })
  const second = fillIn(first.draft, first.filled, page)
  // What another file said and this one does not is taken back.
  expect(second.draft).toEqual({ ...typed, title: 'Annual', degree: '10th-cbse', year: '' })
  expect(Object.keys(second.filled)).toEqual(['title', 'degree'])
  const corrected = { ...second.draft, title: 'Typed meanwhile' }
  expect(fillIn(corrected, second.filled, name).draft.title).toBe('Typed meanwhile')
})
