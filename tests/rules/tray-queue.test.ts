import { expect, test } from 'vitest'
import type { Hints } from '#domain/reading/hints.ts'
import type { TrayFile, Twin } from '#domain/tray/tray.ts'
import { groupsOf, problemOf } from '#web/routes/admin/upload/row-problem.ts'
import type { Found } from '#web/routes/admin/upload/tray-meet.ts'
import {
  nextToAsk,
  nextToHash,
  nextToPublish,
  nextToSend,
  present,
} from '#web/routes/admin/upload/tray-next.ts'
import { EMPTY_TRAY, type Tray, type TrayEvent, trayAfter } from '#web/routes/admin/upload/tray-queue.ts'
import { missingOf, newRow, twinsKey } from '#web/routes/admin/upload/tray-row.ts'
import { withHints, withTyped } from '#web/routes/admin/upload/tray-row-changes.ts'

const OWNER = 'priya@centre.example'
const NO_HINTS: Hints = {
  title: null,
  degree: null,
  subject: null,
  month: null,
  year: null,
  isAnswers: false,
  titleParts: null,
}
const HERE = 'this-browser'
const FOUND: Found = { kind: 'found', owner: OWNER, here: HERE, isAll: true, files: [], gone: [] }
const SURE: Hints = {
  title: { value: 'Model paper', sure: true },
  degree: { value: '12th-cbse', sure: true },
  subject: { value: 'Physics', sure: true },
  month: { value: 'March', sure: true },
  year: { value: 2024, sure: true },
  isAnswers: false,
  titleParts: null,
}

test('what was typed by hand or confirmed is not overwritten by what the page says', () => {
  const typed = withTyped(row('a'), 'title', 'Typed by hand')
  expect(withHints(typed, SURE).fields).toMatchObject({ title: 'Typed by hand', year: '2024' })
  const doubted = withHints(row('a'), { ...SURE, month: { value: 'March', sure: false } })
  const confirmed = { ...doubted, confirmed: true }
  const later = withHints(confirmed, { ...SURE, month: { value: 'June', sure: true } })
  expect(later.fields.month).toBe('March')
  expect(later.confirmed).toBe(true)
})

test('a field that is filled doubtfully after a confirmation is to be checked again', () => {
  const confirmed = { ...withHints(row('a'), { ...SURE, month: null }), confirmed: true }
  const later = withHints(confirmed, { ...SURE, month: { value: 'June', sure: false } })
  expect(later.confirmed).toBe(false)
  expect(later.doubtful).toEqual(['month'])
})

test('a school class needs a subject, an entrance exam does not, and a link must be an address', () => {
  const filled = withHints(row('a'), { ...SURE, subject: null })
  expect(missingOf(filled)).toEqual(['subject'])
  expect(missingOf(withTyped(filled, 'degree', 'neet'))).toEqual([])
  expect(missingOf(withTyped(withHints(row('a'), SURE), 'referenceLink', 'drive/x'))).toEqual([
    'referenceLink',
  ])
})

test('two files go at once, a third waits until one has arrived', () => {
  let tray = after(laid('a', 'b', 'c'), ...['a', 'b', 'c'].flatMap((id) => looked(id)))
  expect(nextToSend(tray, 0).map(({ uploadId }) => uploadId)).toEqual(['a', 'b'])
  tray = after(tray, { kind: 'sending', id: 'a' }, { kind: 'sending', id: 'b' })
  expect(nextToSend(tray, 2)).toEqual([])
  tray = after(tray, arrived('a'))
  expect(nextToSend(tray, 1).map(({ uploadId }) => uploadId)).toEqual(['c'])
})

test('a file that is there already is held back before anything of it is sent, until something is decided', () => {
  let tray = after(
    laid('a'),
    { kind: 'hashed', id: 'a', sha256: 'ff' },
    { kind: 'twins', id: 'a', asked: 'ff', twins: [twin('p1')] },
  )
  expect(nextToSend(tray, 0)).toEqual([])
  expect(kindOf(tray, 'a')).toBe('twin')
  tray = after(tray, { kind: 'settled', id: 'a', settled: { ids: ['p1'], replace: null } })
  expect(nextToSend(tray, 0)).toHaveLength(1)
  tray = after(tray, arrived('a', SURE, 'ff'))
  tray = after(tray, { kind: 'twins', id: 'a', asked: keyOf(tray, 'a'), twins: [twin('p1')] })
  expect(kindOf(tray, 'a')).toBe('ready')
  tray = after(tray, { kind: 'twins', id: 'a', asked: keyOf(tray, 'a'), twins: [twin('p1'), twin('p2')] })
  expect(kindOf(tray, 'a')).toBe('twin')
})

test('the same file twice in one drop is told, and goes on when the first is taken away', () => {
  let tray = after(laid('a', 'b'), ...looked('a', 'ff'), { kind: 'hashed', id: 'b', sha256: 'ff' })
  expect(tray.rows.b?.copyOf).toBe('a')
  expect(groupsOf(tray.rows.b ?? row('b'))).toEqual(['twin'])
  tray = after(tray, { kind: 'taken', ids: ['a'] })
  expect(tray.rows.b?.copyOf).toBeNull()
  expect(nextToAsk(tray).map(({ uploadId }) => uploadId)).toEqual(['b'])
})

test('where there is no hash the file is sent, and the server tells of the copy afterwards', () => {
  let tray = after(laid('a', 'b'), ...['a', 'b'].map((id) => ({ kind: 'hashed', id, sha256: null }) as const))
  expect(nextToSend(tray, 0)).toHaveLength(2)
  tray = after(tray, arrived('a', SURE, 'ff'), arrived('b', SURE, 'ff'))
  expect(tray.rows.b?.copyOf).toBe('a')
})

test('only complete papers that are sure or confirmed are ready, and publishing waits for their twins', () => {
  let tray = after(laid('a'), ...looked('a'), arrived('a', { ...SURE, year: { value: 2024, sure: false } }))
  expect(kindOf(tray, 'a')).toBe('doubtful')
  tray = after(tray, { kind: 'confirmed', ids: ['a'] })
  expect(kindOf(tray, 'a')).toBe('ready')
  tray = after(tray, { kind: 'publish', ids: ['a'] })
  expect(nextToPublish(tray)).toBeUndefined()
  tray = after(tray, { kind: 'twins', id: 'a', asked: keyOf(tray, 'a'), twins: [] })
  // What was confirmed is saved first, so that nothing that others have typed is passed over.
  expect(nextToPublish(tray)).toBeUndefined()
  const typed = { year: { value: '2024', by: OWNER, from: HERE } }
  const saved = {
    ...file('a', { ...SURE, year: { value: 2024, sure: false } }),
    version: 3,
    typed,
    confirmed: true,
  }
  tray = after(tray, { ...FOUND, isAll: false, files: [saved] })
  expect(nextToPublish(tray)?.uploadId).toBe('a')
})

test('a file that is not on the tray any more is sent again and then published', () => {
  let tray = after(laid('a'), ...looked('a'), arrived('a'), { kind: 'publish', ids: ['a'] })
  tray = after(tray, { kind: 'not-on-the-tray', id: 'a' })
  expect(nextToSend(tray, 0)[0]).toMatchObject({ uploadId: 'a', begun: true })
  tray = after(tray, arrived('a'))
  tray = after(tray, { kind: 'twins', id: 'a', asked: keyOf(tray, 'a'), twins: [] })
  expect(nextToPublish(tray)?.uploadId).toBe('a')
})

test('the server’s tray gives rows to files of another device, and what it lost is sent again', () => {
  const tray = after(laid('a'), ...looked('a'), arrived('a'), {
    ...FOUND,
    files: [file('z')],
  })
  expect(tray.rows.a?.step).toBe('waiting')
  expect(tray.rows.z).toMatchObject({ step: 'arrived', file: 'elsewhere', name: 'z.pdf' })
  const gone = after(tray, { ...FOUND, files: [] })
  expect(gone.rows.z).toBeUndefined()
})

test('what was being published when the page was closed is published again and not sent again', () => {
  const asked = after(laid('a'), ...looked('a'), arrived('a'), { kind: 'publish', ids: ['a'] })
  expect(after(asked, { ...FOUND, files: [] }).rows.a?.step).toBe('arrived')
})

test('a failed row is tried again alone; one that never left begins with a look at the file', () => {
  let tray = after(laid('a', 'b'), { kind: 'failed', id: 'a', failure: { sentence: 'No', again: true } })
  expect(nextToHash(tray)?.uploadId).toBe('b')
  tray = after(tray, { kind: 'again', ids: ['a'] })
  expect(nextToHash(tray)?.uploadId).toBe('a')
})

test('what was taken away can be put back, and is forgotten when it was not', () => {
  let tray = after(laid('a', 'b'), { kind: 'taken', ids: ['a'] })
  expect(present(tray).map(({ uploadId }) => uploadId)).toEqual(['b'])
  tray = after(tray, { kind: 'put-back', ids: ['a'] })
  expect(present(tray)).toHaveLength(2)
  tray = after(tray, { kind: 'taken', ids: ['a'] }, { kind: 'forgotten', ids: ['a'] })
  expect(tray.order).toEqual(['b'])
})

test('setting a field for many rows marks it as typed by hand in each', () => {
  const tray = after(laid('a', 'b'), { kind: 'typed', ids: ['a', 'b'], name: 'month', value: 'June' })
  expect(Object.values(tray.rows).map(({ fields, byHand }) => [fields.month, byHand])).toEqual([
    ['June', ['month']],
    ['June', ['month']],
  ])
})

function row(id: string) {
  return newRow({ uploadId: id, owner: OWNER, addedAt: 1, name: `${id}.pdf`, size: 10 })
}

function laid(...ids: string[]): Tray {
  return after(EMPTY_TRAY, { kind: 'laid', rows: ids.map(row) })
}

function after(tray: Tray, ...events: TrayEvent[]): Tray {
  return events.reduce(trayAfter, tray)
}

function looked(id: string, sha256 = `hash of ${id}`): TrayEvent[] {
  return [
    { kind: 'hashed', id, sha256 },
    { kind: 'twins', id, asked: sha256, twins: [] },
  ]
}

function file(id: string, hints = NO_HINTS, sha256 = `hash of ${id}`): TrayFile {
  const arrivedAt = '2026-03-05T10:00:00.000Z'
  const state = { version: 2, typed: {}, confirmed: false, settled: null, away: null, edited: null }
  const facts = { size: 10, sha256, pages: 2, scriptsRemoved: false }
  return { uploadId: id, name: `${id}.pdf`, ...facts, arrivedAt, hints, ...state }
}

function arrived(id: string, hints = SURE, sha256?: string): TrayEvent {
  return { kind: 'arrived', id, here: HERE, file: file(id, hints, sha256) }
}

function twin(id: string): Twin {
  return { reason: 'same-file', binned: false, paper: { id } as Twin['paper'] }
}

function keyOf(tray: Tray, id: string): string {
  return twinsKey(tray.rows[id] ?? row(id)) ?? ''
}

function kindOf(tray: Tray, id: string) {
  return problemOf(tray.rows[id] ?? row(id)).kind
}
