import { expect, test } from 'vitest'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import {
  type AnswerRow,
  keyOf,
  matched,
  newRow,
  notAttached,
  restored,
  rivalOf,
  summaryOf,
  toAttach,
} from '#web/routes/admin/answers/answer-rows.ts'
import { CallError } from '#web/routes/admin/client/call-error.ts'

const paper = (id: string, more: Partial<AdminPaper> = {}) =>
  ({ id, title: id, version: 1, answers: null, ...more }) as AdminPaper
const file = (name: string, text = 'answers') => new File([text], name, { lastModified: 1 })
const row = (name: string, more: Partial<AnswerRow> = {}): AnswerRow => ({ ...newRow(file(name)), ...more })
const sure = (one: AdminPaper) => [{ paper: one, sure: true, score: 1 }]

test('what is no PDF and what is empty is not looked up, and says why', () => {
  expect(newRow(file('a.pdf'))).toMatchObject({ state: 'matching', unusable: false, fault: '' })
  const photo = newRow(file('photo.png'))
  expect([photo.state, photo.unusable, photo.fault]).toEqual([
    ...['ready', true, 'This is not a PDF; answers are attached as PDF.'],
  ])
  expect(newRow(file('nothing.pdf', '')).fault).toMatch(/^This file is empty/)
  expect(newRow(new File(['x'], 'scan', { type: 'application/pdf' })).unusable).toBe(false)
  expect(keyOf(file('a.pdf'))).toBe(keyOf(file('a.pdf')))
  expect(keyOf(file('a.pdf', 'more'))).not.toBe(keyOf(file('a.pdf')))
})

test('a row is ticked when its paper is sure, has no answers and is not another row’s', () => {
  const [one, two] = [row('one.pdf'), row('two.pdf')]
  const first = matched(one, sure(paper('p')), [one, two])
  expect(first).toMatchObject({ state: 'ready', sure: true, ticked: true, paper: { id: 'p' } })
  expect(matched(two, sure(paper('p')), [first, two]).ticked).toBe(false)
  expect(rivalOf(matched(two, sure(paper('p')), [first, two]), [first, two])).toBe(first)
  expect(matched(two, [{ paper: paper('q'), sure: false }], [first, two])).toMatchObject({
    ticked: false,
    paper: { id: 'q' },
  })
  expect(matched(two, sure(paper('q', { answers: 'link' })), [first, two]).ticked).toBe(false)
  expect(matched(two, [], [first, two])).toMatchObject({ state: 'ready', paper: null, ticked: false })
})

test('after a reload choice and tick are as they were, unless the paper got other answers meanwhile', () => {
  const now = matched(row('a.pdf'), sure(paper('p', { answers: 'file' })), [])
  const kept = { paper: paper('p'), sure: true, ticked: true }
  expect(restored(now, kept)).toMatchObject({ ticked: false, paper: { answers: 'file' } })
  expect(restored(now, { ...kept, paper: paper('p', { answers: 'file' }) }).ticked).toBe(true)
  expect(restored(now, { ...kept, paper: paper('chosen') })).toMatchObject({
    ticked: true,
    paper: { id: 'chosen' },
  })
  expect(restored(now)).toBe(now)
  expect(restored(row('photo.png'), kept).paper).toBe(null)
})

test('a refusal leaves the row ready with its reason; a conflict brings the present paper, a deletion none', () => {
  const sent = row('a.pdf', { state: 'sending', paper: paper('p'), ticked: true, sent: 0.5 })
  const after = (status: number, told: Record<string, unknown>) =>
    notAttached(sent, new CallError(status, told))
  expect(after(422, { detail: 'It has scripts.' })).toMatchObject({
    ...{ state: 'ready', sent: 0, ticked: true, fault: 'It has scripts.' },
  })
  expect(after(0, { code: 'stopped', detail: 'Stopped' })).toMatchObject({ ticked: true, fault: '' })
  expect(after(404, { detail: 'Gone.' })).toMatchObject({ paper: null, ticked: false })
  const changed = (answers: AdminPaper['answers']) =>
    after(412, { detail: 'Changed.', current: paper('p', { version: 2, answers }) })
  expect(changed('file')).toMatchObject({ ticked: false, paper: { version: 2 }, fault: 'Changed.' })
  expect(changed(null).ticked).toBe(true)
})

test('what is attached is what is ready, ticked and has a paper, and the line counts all kinds', () => {
  const rows = [
    row('a.pdf', { state: 'attached', paper: paper('a'), ticked: true }),
    row('b.pdf', { state: 'ready', paper: paper('b'), ticked: true }),
    row('c.pdf', { state: 'ready', paper: paper('c') }),
    row('d.pdf', { state: 'ready' }),
    row('e.pdf', { paper: paper('e'), ticked: true }),
    row('photo.png'),
  ]
  expect(toAttach(rows).map(({ file: { name } }) => name)).toEqual(['b.pdf'])
  expect(summaryOf(rows)).toBe('1 attached · 1 ready · 1 to look at · 1 without a paper · 1 not usable')
  expect(summaryOf([])).toBe('')
})
