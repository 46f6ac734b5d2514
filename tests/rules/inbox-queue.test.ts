import { expect, test } from 'vitest'
import type { Hints } from '#domain/autofill/hints.ts'
import type { Duplicate, InboxFile } from '#domain/inbox/inbox.ts'
import { groupGuesses } from '#web/routes/admin/inbox/guesses.ts'
import {
  EMPTY_INBOX,
  groupsOf,
  type Inbox,
  nextToAsk,
  nextToHash,
  nextToPublish,
  nextToSend,
  present,
  problemOf,
  tallyOf,
} from '#web/routes/admin/inbox/inbox-contents.ts'
import { type InboxEvent, inboxAfter } from '#web/routes/admin/inbox/inbox-queue.ts'
import {
  duplicatesKey,
  type InboxRow,
  missingOf,
  newRow,
  variantFieldsOf,
  withHints,
  withTyped,
} from '#web/routes/admin/inbox/inbox-row.ts'
import type { Found } from '#web/routes/admin/inbox/merge-changes.ts'

const OWNER = 'priya@centre.example'
const NO_HINTS: Hints = {
  title: null,
  degree: null,
  subject: null,
  month: null,
  year: null,
  variant: null,
  medium: null,
  kind: null,
  board: null,
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
  variant: null,
  medium: null,
  kind: null,
  board: null,
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

test('guesses are grouped by value, a year that only the PDF says apart, and each is confirmed by itself', () => {
  const doubted = (id: string, by: 'made' | 'series') => {
    const told = { year: { by, words: '…' }, month: { by: 'usual' as const, words: '…' } }
    const hints = {
      ...SURE,
      month: { value: 'March', sure: false } as const,
      year: { value: 2024, sure: false },
    }
    return { ...withHints(row(id), { ...hints, told }), step: 'arrived' as const }
  }
  const rows = [doubted('a', 'series'), doubted('b', 'made'), doubted('c', 'series')]
  const said = groupGuesses(rows).map(({ field, value, isDateOnly, guesses }) => [
    ...[field, value, isDateOnly],
    guesses.map(({ id }) => id).join(''),
  ])
  expect(said).toEqual([
    ['year', '2024', false, 'ac'],
    ['year', '2024', true, 'b'],
    ['month', 'March', false, 'abc'],
  ])
  const inbox = after(
    {
      ...EMPTY_INBOX,
      order: ['a', 'b', 'c'],
      rows: Object.fromEntries(rows.map((each) => [each.uploadId, each])),
    },
    { kind: 'confirmed', ids: ['a', 'b', 'c'], fields: ['month'] },
    { kind: 'confirmed', ids: ['a', 'c'], fields: ['year'] },
  )
  expect(['a', 'b', 'c'].map((id) => problemOf(inbox.rows[id] as InboxRow).kind)).toEqual([
    'ready',
    'doubtful',
    'ready',
  ])
  expect(inbox.rows.a?.unsaved).toEqual(['month', 'year'])
})

test('a row of the State Board says whose board it is, the centre’s own, too, and others say none', () => {
  const row = newRow({ uploadId: 'board', owner: OWNER, addedAt: 1, name: 'board.pdf', size: 10 })
  const apart = (fields: Partial<InboxRow['fields']>) =>
    variantFieldsOf({ ...row, fields: { ...row.fields, ...fields } }, 'Tamil Nadu')
  expect(apart({ degree: '10th-state', variant: 'Set 2', board: 'Bihar' })).toEqual(['Set 2', 'Bihar Board'])
  expect(apart({ degree: '10th-state' })).toEqual(['Tamil Nadu Board'])
  expect(apart({ degree: '10th-cbse', board: 'Bihar' })).toEqual([])
})

test('a scan whose page 1 is being read waits for it, and is published by itself if nothing is doubtful then', () => {
  const name = (hints: Hints) => ({ ...file('a', hints), isBeingRead: true })
  const nameless = { ...NO_HINTS, year: SURE.year }
  const waiting = after(
    added('a'),
    ...looked('a'),
    { kind: 'arrived', id: 'a', here: HERE, file: name(nameless) },
    { kind: 'when-read', ids: ['a'], on: true },
  )
  expect(problemOf(waiting.rows.a as InboxRow).kind).toBe('reading')
  expect(tallyOf(waiting).reading).toEqual({ a: 1 })
  const read = (hints: Hints) => after(waiting, { ...FOUND, files: [{ ...file('a', hints), version: 3 }] })
  expect(problemOf(read(SURE).rows.a as InboxRow).kind).toBe('publishing')
  const doubted = { ...SURE, month: { value: 'March', sure: false } as const }
  expect(problemOf(read(doubted).rows.a as InboxRow).kind).toBe('doubtful')
  expect(problemOf(read(nameless).rows.a as InboxRow).kind).toBe('missing')
  // What the name says already need not wait.
  const known = after(added('a'), ...looked('a'), { kind: 'arrived', id: 'a', here: HERE, file: name(SURE) })
  expect(problemOf(known.rows.a as InboxRow).kind).toBe('ready')
})

test('two files go at once, a third waits until one has arrived', () => {
  let inbox = after(added('a', 'b', 'c'), ...['a', 'b', 'c'].flatMap((id) => looked(id)))
  expect(nextToSend(inbox, 0).map(({ uploadId }) => uploadId)).toEqual(['a', 'b'])
  inbox = after(inbox, { kind: 'sending', id: 'a' }, { kind: 'sending', id: 'b' })
  expect(nextToSend(inbox, 2)).toEqual([])
  inbox = after(inbox, arrived('a'))
  expect(nextToSend(inbox, 1).map(({ uploadId }) => uploadId)).toEqual(['c'])
})

test('a file that is there already is held back before anything of it is sent, until something is decided', () => {
  let inbox = after(
    added('a'),
    { kind: 'hashed', id: 'a', sha256: 'ff' },
    { kind: 'duplicates', id: 'a', asked: 'ff', duplicates: [duplicate('p1')] },
  )
  expect(nextToSend(inbox, 0)).toEqual([])
  expect(kindOf(inbox, 'a')).toBe('duplicate')
  inbox = after(inbox, { kind: 'settled', id: 'a', settled: { ids: ['p1'], replace: null } })
  expect(nextToSend(inbox, 0)).toHaveLength(1)
  inbox = after(inbox, arrived('a', SURE, 'ff'))
  inbox = after(inbox, {
    kind: 'duplicates',
    id: 'a',
    asked: keyOf(inbox, 'a'),
    duplicates: [duplicate('p1')],
  })
  expect(kindOf(inbox, 'a')).toBe('ready')
  inbox = after(inbox, {
    kind: 'duplicates',
    id: 'a',
    asked: keyOf(inbox, 'a'),
    duplicates: [duplicate('p1'), duplicate('p2')],
  })
  expect(kindOf(inbox, 'a')).toBe('duplicate')
})

test('the same file twice in one drop is told, and goes on when the first is taken away', () => {
  let inbox = after(added('a', 'b'), ...looked('a', 'ff'), { kind: 'hashed', id: 'b', sha256: 'ff' })
  expect(inbox.rows.b?.copyOf).toBe('a')
  expect(groupsOf(inbox.rows.b ?? row('b'))).toEqual(['duplicate'])
  inbox = after(inbox, { kind: 'taken', ids: ['a'] })
  expect(inbox.rows.b?.copyOf).toBeNull()
  expect(nextToAsk(inbox).map(({ uploadId }) => uploadId)).toEqual(['b'])
})

test('where there is no hash the file is sent, and the server tells of the copy afterwards', () => {
  let inbox = after(
    added('a', 'b'),
    ...['a', 'b'].map((id) => ({ kind: 'hashed', id, sha256: null }) as const),
  )
  expect(nextToSend(inbox, 0)).toHaveLength(2)
  inbox = after(inbox, arrived('a', SURE, 'ff'), arrived('b', SURE, 'ff'))
  expect(inbox.rows.b?.copyOf).toBe('a')
})

test('only complete papers that are sure or confirmed are ready, and publishing waits for their duplicates', () => {
  let inbox = after(added('a'), ...looked('a'), arrived('a', { ...SURE, year: { value: 2024, sure: false } }))
  expect(kindOf(inbox, 'a')).toBe('doubtful')
  inbox = after(inbox, { kind: 'confirmed', ids: ['a'] })
  expect(kindOf(inbox, 'a')).toBe('ready')
  inbox = after(inbox, { kind: 'publish', ids: ['a'] })
  expect(nextToPublish(inbox)).toBeUndefined()
  inbox = after(inbox, { kind: 'duplicates', id: 'a', asked: keyOf(inbox, 'a'), duplicates: [] })
  // What was confirmed is saved first, so that nothing that others have typed is passed over.
  expect(nextToPublish(inbox)).toBeUndefined()
  const typed = { year: { value: '2024', by: OWNER, from: HERE } }
  const saved = {
    ...file('a', { ...SURE, year: { value: 2024, sure: false } }),
    version: 3,
    typed,
    confirmed: true,
  }
  inbox = after(inbox, { ...FOUND, isAll: false, files: [saved] })
  expect(nextToPublish(inbox)?.uploadId).toBe('a')
})

test('a file that is not in the inbox any more is sent again and then published', () => {
  let inbox = after(added('a'), ...looked('a'), arrived('a'), { kind: 'publish', ids: ['a'] })
  inbox = after(inbox, { kind: 'not-in-inbox', id: 'a' })
  expect(nextToSend(inbox, 0)[0]).toMatchObject({ uploadId: 'a', begun: true })
  inbox = after(inbox, arrived('a'))
  inbox = after(inbox, { kind: 'duplicates', id: 'a', asked: keyOf(inbox, 'a'), duplicates: [] })
  expect(nextToPublish(inbox)?.uploadId).toBe('a')
})

test('the server’s inbox gives rows to files of another device, and what it lost is sent again', () => {
  const inbox = after(added('a'), ...looked('a'), arrived('a'), {
    ...FOUND,
    files: [file('z')],
  })
  expect(inbox.rows.a?.step).toBe('waiting')
  expect(inbox.rows.z).toMatchObject({ step: 'arrived', file: 'elsewhere', name: 'z.pdf' })
  const gone = after(inbox, { ...FOUND, files: [] })
  expect(gone.rows.z).toBeUndefined()
})

test('what was being published when the page was closed is published again and not sent again', () => {
  const asked = after(added('a'), ...looked('a'), arrived('a'), { kind: 'publish', ids: ['a'] })
  expect(after(asked, { ...FOUND, files: [] }).rows.a?.step).toBe('arrived')
})

test('a row is told that its file is locked; that it is to be unlocked is chosen in it, and clears a refusal', () => {
  const comes = { ...file('a'), isLocked: true }
  let inbox = after(added('a', 'b'), { kind: 'arrived', id: 'a', here: HERE, file: comes }, arrived('b'))
  expect([inbox.rows.a?.isLocked, inbox.rows.b?.isLocked]).toEqual([true, false])
  inbox = after(inbox, { kind: 'unlocked', ids: ['a'], on: true })
  expect([inbox.rows.a?.unlocked, inbox.rows.b?.unlocked]).toEqual([true, undefined])
  inbox = after(inbox, { kind: 'not-published', id: 'a', failure: { sentence: 'No', again: true } })
  inbox = after(inbox, { kind: 'unlocked', ids: ['a'], on: false })
  expect(inbox.rows.a).toMatchObject({ unlocked: false, failure: null })
})

test('a failed row is tried again alone; one that never left begins with a look at the file', () => {
  let inbox = after(added('a', 'b'), { kind: 'failed', id: 'a', failure: { sentence: 'No', again: true } })
  expect(nextToHash(inbox)?.uploadId).toBe('b')
  inbox = after(inbox, { kind: 'again', ids: ['a'] })
  expect(nextToHash(inbox)?.uploadId).toBe('a')
})

test('what was taken away can be put back, and is forgotten when it was not', () => {
  let inbox = after(added('a', 'b'), { kind: 'taken', ids: ['a'] })
  expect(present(inbox).map(({ uploadId }) => uploadId)).toEqual(['b'])
  inbox = after(inbox, { kind: 'put-back', ids: ['a'] })
  expect(present(inbox)).toHaveLength(2)
  inbox = after(inbox, { kind: 'taken', ids: ['a'] }, { kind: 'forgotten', ids: ['a'] })
  expect(inbox.order).toEqual(['b'])
})

test('setting a field for many rows marks it as typed by hand in each', () => {
  const inbox = after(added('a', 'b'), { kind: 'typed', ids: ['a', 'b'], name: 'month', value: 'June' })
  expect(Object.values(inbox.rows).map(({ fields, byHand }) => [fields.month, byHand])).toEqual([
    ['June', ['month']],
    ['June', ['month']],
  ])
})

function row(id: string) {
  return newRow({ uploadId: id, owner: OWNER, addedAt: 1, name: `${id}.pdf`, size: 10 })
}

function added(...ids: string[]): Inbox {
  return after(EMPTY_INBOX, { kind: 'added', rows: ids.map(row) })
}

function after(inbox: Inbox, ...events: InboxEvent[]): Inbox {
  return events.reduce(inboxAfter, inbox)
}

function looked(id: string, sha256 = `hash of ${id}`): InboxEvent[] {
  return [
    { kind: 'hashed', id, sha256 },
    { kind: 'duplicates', id, asked: sha256, duplicates: [] },
  ]
}

function file(id: string, hints = NO_HINTS, sha256 = `hash of ${id}`): InboxFile {
  const arrivedAt = '2026-03-05T10:00:00.000Z'
  const state = { version: 2, typed: {}, confirmed: false, settled: null, away: null, edited: null }
  const facts = { size: 10, sha256, pages: 2, scriptsRemoved: false, isLocked: false, isBeingRead: false }
  return { uploadId: id, name: `${id}.pdf`, ...facts, arrivedAt, hints, ...state }
}

function arrived(id: string, hints = SURE, sha256?: string): InboxEvent {
  return { kind: 'arrived', id, here: HERE, file: file(id, hints, sha256) }
}

function duplicate(id: string): Duplicate {
  return { reason: 'same-file', isSure: true, binned: false, paper: { id } as Duplicate['paper'] }
}

function keyOf(inbox: Inbox, id: string): string {
  return duplicatesKey(inbox.rows[id] ?? row(id)) ?? ''
}

function kindOf(inbox: Inbox, id: string) {
  return problemOf(inbox.rows[id] ?? row(id)).kind
}
