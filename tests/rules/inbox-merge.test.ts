import { expect, test } from 'vitest'
import type { Hints } from '#domain/autofill/hints.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import type { InboxFile } from '#domain/inbox/inbox.ts'
import {
  EMPTY_INBOX,
  type Inbox,
  nextToPublish,
  present,
  problemOf,
  tallyOf,
} from '#web/routes/admin/inbox/inbox-contents.ts'
import { type InboxEvent, inboxAfter } from '#web/routes/admin/inbox/inbox-queue.ts'
import { type InboxRow, newRow, withHints, withTyped } from '#web/routes/admin/inbox/inbox-row.ts'
import type { Found } from '#web/routes/admin/inbox/merge-changes.ts'
import { upgraded } from '#web/routes/admin/inbox/row-storage.ts'

const PRIYA = 'priya@centre.example'
const MEENA = 'meena@centre.example'
const HERE = 'browser-of-priya'
const THERE = 'browser-of-meena'
const HINTS: Hints = {
  title: { value: 'Model paper', sure: true },
  degree: { value: '12th-cbse', sure: true },
  subject: { value: 'Physics', sure: true },
  month: { value: 'March', sure: false },
  year: null,
  variant: null,
  medium: null,
  kind: null,
  board: null,
  isAnswers: false,
  titleParts: null,
}

test('what is saved is no longer unsaved; what was typed while it was on its way still is', () => {
  let inbox = after(met(file('a')), type('a', 'year', '202'), type('a', 'year', '2021'))
  expect(inbox.rows.a?.unsaved).toEqual(['year'])
  inbox = after(inbox, heard(file('a', 3, { year: [PRIYA, '202'] })))
  expect([inbox.rows.a?.fields.year, inbox.rows.a?.unsaved]).toEqual(['2021', ['year']])
  inbox = after(inbox, heard(file('a', 4, { year: [PRIYA, '2021'] })))
  expect([inbox.rows.a?.fields.year, inbox.rows.a?.unsaved]).toEqual(['2021', []])
})

test('what somebody else typed into another field is taken, and what was typed here stays', () => {
  const inbox = after(
    met(file('a')),
    type('a', 'year', '2021'),
    heard(file('a', 3, { title: [MEENA, 'By Meena'] })),
  )
  expect(inbox.rows.a).toMatchObject({
    fields: { title: 'By Meena', year: '2021' },
    ...{ unsaved: ['year'], conflicts: [] },
  })
})

test('the same field changed by both is shown with both, and is decided by hand', () => {
  const both = after(
    met(file('a')),
    type('a', 'year', '2021'),
    heard(file('a', 3, { year: [MEENA, '2019'] })),
    // Heard again it is still to be decided.
    heard(file('a', 4, { year: [MEENA, '2019'], title: [MEENA, 'Hers'] })),
  )
  const row = both.rows.a
  expect(row?.conflicts).toEqual([{ part: 'year', theirs: '2019', by: MEENA }])
  expect([row?.fields.year, row && problemOf(row).kind]).toEqual(['2021', 'conflict'])
  const mine = after(both, { kind: 'decided', id: 'a', part: 'year', keep: 'mine' })
  expect(mine.rows.a).toMatchObject({ fields: { year: '2021' }, unsaved: ['year'], conflicts: [] })
  const theirs = after(both, { kind: 'decided', id: 'a', part: 'year', keep: 'theirs' })
  expect(theirs.rows.a).toMatchObject({ fields: { year: '2019' }, unsaved: [], conflicts: [] })
})

test('the same value typed by both is no conflict, nor is an own change whose answer was lost', () => {
  const same = after(
    met(file('a')),
    type('a', 'year', '2021'),
    heard(file('a', 3, { year: [MEENA, '2021'] })),
  )
  expect(same.rows.a).toMatchObject({ unsaved: [], conflicts: [] })
  const own = after(met(file('a')), type('a', 'year', '2021'), heard(file('a', 3, { year: [PRIYA, '20'] })))
  expect(own.rows.a).toMatchObject({ fields: { year: '2021' }, unsaved: ['year'], conflicts: [] })
})

test('a field that was emptied by hand is saved as empty, and stays empty in another browser', () => {
  const emptied = after(met(file('a')), type('a', 'title', ''), heard(file('a', 3)))
  expect(emptied.rows.a).toMatchObject({ fields: { title: '' }, unsaved: ['title'] })
  expect(met(file('a', 3, { title: [MEENA, ''] })).rows.a?.fields.title).toBe('')
})

test('what a browser kept before the inbox was shared is all unsaved, once', () => {
  const { known: _, unsaved: __, conflicts: ___, ...old } = met(file('a')).rows.a as InboxRow
  const fields = { ...old.fields, title: 'Typed last week', year: '1999' }
  const kept = upgraded({ ...old, fields, byHand: ['title', 'year'], away: true } as InboxRow)
  expect(kept).toMatchObject({ fields, known: null, unsaved: ['title', 'year', 'away'], conflicts: [] })
  expect(upgraded({ ...kept, unsaved: [] }).unsaved).toEqual([])
  expect(upgraded({ ...old, confirmed: true } as InboxRow).unsaved).toContain('confirmed')
})

test('an older answer that comes late changes nothing', () => {
  const inbox = met(file('a', 5, { title: [MEENA, 'Newer'] }))
  expect(after(inbox, heard(file('a', 4, { title: [MEENA, 'Older'] }))).rows.a?.fields.title).toBe('Newer')
})

test('what looked right to one looks right to all, with the values that were seen', () => {
  const confirmed = after(met(file('a')), { kind: 'confirmed', ids: ['a'] })
  expect(confirmed.rows.a?.unsaved).toEqual(['month', 'confirmed'])
  const saved = { ...file('a', 3, { month: [PRIYA, 'March'] }), confirmed: true }
  const other = met({ ...saved, hints: { ...HINTS, month: { value: 'June', sure: false } } })
  expect(other.rows.a).toMatchObject({ fields: { month: 'March' }, doubtful: [], confirmed: true })
})

test('decisions about different duplicates are kept together; one to replace and one to keep is a conflict', () => {
  const settled = (ids: string[], replace: string | null = null) => ({ ids, replace })
  const decided = after(met(file('a')), { kind: 'settled', id: 'a', settled: settled(['p1']) })
  const hers = (replace: string | null) => ({
    ...file('a', 3),
    settled: { ...settled(['p2'], replace), by: MEENA, from: THERE },
  })
  expect(after(decided, heard(hers(null))).rows.a).toMatchObject({
    settled: { ids: ['p2', 'p1'] },
    conflicts: [],
  })
  const replaced = after(decided, heard(hers('p2')))
  expect(replaced.rows.a?.conflicts).toMatchObject([{ part: 'settled', by: MEENA }])
  const theirs = after(replaced, { kind: 'decided', id: 'a', part: 'settled', keep: 'theirs' })
  expect(theirs.rows.a?.settled).toEqual(settled(['p2'], 'p2'))
})

test('a row that somebody takes away is away here, and what is typed into it meanwhile is kept with it', () => {
  const away = { at: '2026-03-05T10:01:00.000Z', by: MEENA }
  const inbox = after(met(file('a')), type('a', 'year', '2021'), heard({ ...file('a', 3), away }))
  expect(present(inbox)).toEqual([])
  expect(inbox.rows.a).toMatchObject({ away: true, unsaved: ['year'] })
  const back = after(inbox, { kind: 'put-back', ids: ['a'] })
  expect(present(back)).toHaveLength(1)
})

test('a row that somebody publishes goes, with a line that says who, and what of it was not saved', () => {
  const gone = { uploadId: 'a', how: 'published', by: MEENA, title: 'By Meena' } as const
  const inbox = after(met(file('a'), file('b')), type('a', 'year', '2021'), { ...FOUND, gone: [gone] })
  expect(inbox.order).toEqual(['b'])
  expect(inbox.news).toEqual([{ ...gone, lost: 'Year: 2021' }])
  expect(after(inbox, { kind: 'news-read' }).news).toEqual([])
  // A row that is being published here answers for itself.
  const own = after(met(file('a')), { kind: 'publish', ids: ['a'] }, { ...FOUND, gone: [gone] })
  expect([own.order, own.news]).toEqual([['a'], []])
})

test('of two files with the same bytes every browser marks the one that arrived later, until it is settled', () => {
  const early = { ...file('early'), sha256: 'ff', arrivedAt: '2026-03-05T09:00:00.000Z' }
  const late = { ...file('late'), sha256: 'ff' }
  for (const inbox of [met(early, late), met(late, early)]) {
    expect([inbox.rows.early?.copyOf, inbox.rows.late?.copyOf]).toEqual([null, 'early'])
    const kept: InboxEvent = { kind: 'settled', id: 'late', settled: { ids: ['early'], replace: null } }
    expect(after(inbox, kept, heard({ ...early, version: 9 })).rows.late?.copyOf).toBeNull()
  }
})

test('nothing is published before it is saved, nor while a conflict is open', () => {
  const year = { year: [PRIYA, '2021'] } as const
  let inbox = after(
    met(file('a', 2, year)),
    { kind: 'confirmed', ids: ['a'] },
    { kind: 'publish', ids: ['a'] },
  )
  const asked = (now: Inbox): InboxEvent => ({
    ...{ kind: 'duplicates', id: 'a', duplicates: [] },
    asked: `hash of a ${JSON.stringify((({ referenceLink: _, ...fields }) => fields)(now.rows.a?.fields ?? ({} as never)))}`,
  })
  inbox = after(inbox, asked(inbox))
  expect(nextToPublish(inbox)).toBeUndefined()
  const saved = { ...file('a', 3, { ...year, month: [PRIYA, 'March'] }), confirmed: true }
  expect(nextToPublish(after(inbox, heard(saved)))?.uploadId).toBe('a')
})

const FOUND: Found = { kind: 'found', owner: PRIYA, here: HERE, isAll: false, files: [], gone: [] }

function file(id: string, version = 2, typed: Record<string, readonly [string, string]> = {}): InboxFile {
  const by = Object.entries(typed).map(([name, [who, value]]) => [
    name,
    { value, by: who, from: who === PRIYA ? HERE : THERE },
  ])
  return {
    ...{ uploadId: id, name: `${id}.pdf`, size: 10, sha256: `hash of ${id}`, pages: 2 },
    ...{ arrivedAt: '2026-03-05T10:00:00.000Z', hints: HINTS, version, typed: Object.fromEntries(by) },
    ...{
      scriptsRemoved: false,
      isLocked: false,
      isBeingRead: false,
      confirmed: false,
      settled: null,
      away: null,
      edited: null,
    },
  }
}

function met(...files: InboxFile[]): Inbox {
  const rows = files.map(({ uploadId, name }) =>
    newRow({ uploadId, owner: PRIYA, addedAt: 1, name, size: 10 }),
  )
  return after(EMPTY_INBOX, { kind: 'added', rows }, { ...FOUND, isAll: true, files })
}

function heard(one: InboxFile): InboxEvent {
  return { ...FOUND, files: [one] }
}

function type(id: string, name: 'title' | 'year', value: string): InboxEvent {
  return { kind: 'typed', ids: [id], name, value }
}

function after(inbox: Inbox, ...events: InboxEvent[]): Inbox {
  return events.reduce(inboxAfter, inbox)
}

const NOW = new Date('2026-11-21T09:00:00Z')
const hints = (fileName: string, folders = '') => readHints({ fileName, folders, firstPage: '', now: NOW })

function row(name: string, folders = ''): InboxRow {
  const made = { uploadId: `${folders}/${name}`, owner: 'priya@centre.example', addedAt: 0, name, size: 10 }
  return withHints(newRow(made), hints(name, folders))
}

test('a title that was made goes with its fields until somebody edits it', () => {
  let made = row('JEE Main 24 Jan 2023 Shift 1.pdf')
  expect(made.fields.title).toBe('JEE Main, 24 January, Shift 1')
  made = withTyped(made, 'month', 'April')
  expect(made.fields.title).toBe('JEE Main, Shift 1')
  made = withTyped(withTyped(made, 'title', 'My own'), 'month', 'January')
  expect(made.fields.title).toBe('My own')
  expect(withHints(made, hints(made.name)).fields.title).toBe('My own')
})

test('fields are not said again in the title, whoever fills them', () => {
  const made = row('Class 12 Physics.pdf')
  expect(made.fields).toMatchObject({ title: 'Question paper', degree: '12th-cbse' })
  expect(withTyped(made, 'year', '2020').fields.title).toBe('Question paper')
  expect(withTyped(made, 'degree', '12th-state').fields.title).toBe('Question paper')
})

test('what folders say stays in the title when the server, which has the name alone, says less', () => {
  const added = row('set1.pdf', '2016/CBSE/Class 12/Applied Mathematics')
  expect(added.fields.title).toBe('Applied Mathematics, Set 1')
  expect(withHints(added, hints('set1.pdf')).fields).toEqual(added.fields)
})

function inboxOf(...rows: InboxRow[]): Inbox {
  let inbox = inboxAfter(EMPTY_INBOX, { kind: 'added', rows })
  for (const { uploadId: id, name } of rows) {
    const file: InboxFile = {
      ...{
        uploadId: id,
        name,
        size: 10,
        sha256: id,
        pages: 1,
        scriptsRemoved: false,
        isLocked: false,
        isBeingRead: false,
      },
      ...{ arrivedAt: '2026-03-05T10:00:00.000Z', hints: hints(name), version: 2, typed: {} },
      ...{ confirmed: false, settled: null, away: null, edited: null },
    }
    inbox = inboxAfter(inbox, { kind: 'arrived', id, here: 'this-browser', file })
    inbox = inboxAfter(inbox, { kind: 'typed', ids: [id], name: 'month', value: 'March' })
  }
  return inbox
}

const FOLDER = 'CBSE/Class 12/Physics/2016'

test('titles that are none, or are those of another row with the same fields, are marked with what is wrong', () => {
  const odd = { ...row('set3.pdf', FOLDER), titleParts: null }
  const main = { ...odd, uploadId: 'main-row', fields: { ...odd.fields, title: 'Main' } }
  const inbox = inboxOf(
    main,
    row('set1.pdf', FOLDER),
    row('set2.pdf', FOLDER),
    row('set2.pdf', `${FOLDER}/again`),
  )
  const { titleFaults, groups } = tallyOf(inbox)
  expect(groups.find(({ group }) => group === 'doubtful')?.ids).toHaveLength(4)
  expect(titleFaults).toEqual({
    'main-row': 'One word says too little',
    [`${FOLDER}/set2.pdf`]: 'Another row has this title, too',
    [`${FOLDER}/again/set2.pdf`]: 'Another row has this title, too',
  })
})

test('a title that somebody typed, or looked at, is nobody’s fault', () => {
  let inbox = inboxOf(row('set1.pdf', FOLDER))
  const id = `${FOLDER}/set1.pdf`
  inbox = inboxAfter(inbox, { kind: 'typed', ids: [id], name: 'title', value: 'Main' })
  expect(tallyOf(inbox).titleFaults).toEqual({})
  inbox = inboxAfter(inbox, { kind: 'confirmed', ids: [id] })
  expect(tallyOf(inbox).groups.map(({ group }) => group)).toEqual(['ready'])
})
