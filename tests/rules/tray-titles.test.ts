import { expect, test } from 'vitest'
import { readHints } from '#domain/reading/read-hints.ts'
import type { TrayFile } from '#domain/tray/tray.ts'
import { EMPTY_TRAY, type Tray, trayAfter } from '#web/routes/admin/upload/tray-queue.ts'
import { newRow, type TrayRow } from '#web/routes/admin/upload/tray-row.ts'
import { withHints, withTyped } from '#web/routes/admin/upload/tray-row-changes.ts'
import { tallyOf } from '#web/routes/admin/upload/tray-tally.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const hints = (fileName: string, folders = '') => readHints({ fileName, folders, firstPage: '', now: NOW })

function row(name: string, folders = ''): TrayRow {
  const made = { uploadId: `${folders}/${name}`, owner: 'priya@centre.example', addedAt: 0, name, size: 10 }
  return withHints(newRow(made), hints(name, folders))
}

test('a title made of fields follows them until somebody edits it', () => {
  let made = row('CBSE Class 12 Physics Set 1.pdf')
  made = withTyped(made, 'year', '2020')
  expect(made.fields.title).toBe('CBSE Class 12 Physics, 2020 Set 1')
  made = withTyped(withTyped(made, 'year', '2021'), 'subject', 'Chemistry')
  expect(made.fields.title).toBe('CBSE Class 12 Chemistry, 2021 Set 1')
  made = withTyped(withTyped(made, 'title', 'My own'), 'year', '2019')
  expect(made.fields.title).toBe('My own')
  expect(withHints(made, hints(made.name)).fields.title).toBe('My own')
})

test('what folders say stays in the title when the server, which has the name alone, says less', () => {
  const laid = row('set1.pdf', '2016/CBSE/Class 12/Physics')
  expect(laid.fields.title).toBe('CBSE Class 12 Physics, 2016 Set 1')
  expect(withHints(laid, hints('set1.pdf')).fields).toEqual(laid.fields)
})

function trayOf(...rows: TrayRow[]): Tray {
  let tray = trayAfter(EMPTY_TRAY, { kind: 'laid', rows })
  for (const { uploadId: id, name } of rows) {
    const file: TrayFile = {
      ...{ uploadId: id, name, size: 10, sha256: id, pages: 1, scriptsRemoved: false },
      ...{ arrivedAt: '2026-03-05T10:00:00.000Z', hints: hints(name), version: 2, typed: {} },
      ...{ confirmed: false, settled: null, away: null, edited: null },
    }
    tray = trayAfter(tray, { kind: 'arrived', id, here: 'this-browser', file })
    tray = trayAfter(tray, { kind: 'typed', ids: [id], name: 'month', value: 'March' })
  }
  return tray
}

const FOLDER = 'CBSE/Class 12/Physics/2016'

test('titles that are none, or are another row’s as well, are marked with what is wrong', () => {
  const odd = { ...row('set3.pdf', FOLDER), titleParts: null }
  const main = { ...odd, uploadId: 'main-row', fields: { ...odd.fields, title: 'Main' } }
  const tray = trayOf(
    main,
    row('set1.pdf', FOLDER),
    row('set2.pdf', FOLDER),
    row('set2.pdf', `${FOLDER}/again`),
  )
  const { titleFaults, groups } = tallyOf(tray)
  expect(groups.find(({ group }) => group === 'doubtful')?.ids).toHaveLength(4)
  expect(titleFaults).toEqual({
    'main-row': 'One word says too little',
    [`${FOLDER}/set2.pdf`]: 'Another row has this title, too',
    [`${FOLDER}/again/set2.pdf`]: 'Another row has this title, too',
  })
})

test('a title that somebody typed, or looked at, is nobody’s fault', () => {
  let tray = trayOf(row('set1.pdf', FOLDER))
  const id = `${FOLDER}/set1.pdf`
  tray = trayAfter(tray, { kind: 'typed', ids: [id], name: 'title', value: 'Main' })
  expect(tallyOf(tray).titleFaults).toEqual({})
  tray = trayAfter(tray, { kind: 'confirmed', ids: [id] })
  expect(tallyOf(tray).groups.map(({ group }) => group)).toEqual(['ready'])
})
