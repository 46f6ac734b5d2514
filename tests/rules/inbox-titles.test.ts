import { expect, test } from 'vitest'
import { readHints } from '#domain/autofill/read-hints.ts'
import type { InboxFile } from '#domain/inbox/inbox.ts'
import { tallyOf } from '#web/routes/admin/inbox/queue/group-rows.ts'
import { EMPTY_INBOX, type Inbox, inboxAfter } from '#web/routes/admin/inbox/queue/inbox-queue.ts'
import { type InboxRow, newRow } from '#web/routes/admin/inbox/queue/inbox-row.ts'
import { withHints, withTyped } from '#web/routes/admin/inbox/queue/row-changes.ts'

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
      ...{ uploadId: id, name, size: 10, sha256: id, pages: 1, scriptsRemoved: false },
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
