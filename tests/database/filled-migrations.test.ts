import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqlite } from '#database/sqlite/open-sqlite.ts'
import { openDataDir } from '../support/child-site.ts'
import { expectInbox, inboxOf } from '../support/inbox.ts'
import { fillAsReleased, LAST_ENTRY, migratorOf, OLD_PAPERS, RELEASED } from '../support/old-database.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'

/** Tables whose rows no later version may change, with the columns that they had when they were filled. */
const KEPT = [
  ...['papers', 'stored_files', 'prices', 'visit_count'],
  ...['binned_papers', 'inbox', 'journal', 'former_files', 'views_by_day', 'visits_by_day'],
  ...['searches_without_hits', 'second_factors', 'recovery_codes', 'drawing_jobs', 'page_texts'],
]

type Columns = Record<string, string[]>

function rowsOf(dataDir: string, query: string): Record<string, string | number | null>[] {
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true, timeout: 5000 })
  try {
    return sqlite.prepare(query).all() as Record<string, string | number | null>[]
  } finally {
    sqlite.close()
  }
}

function columnsOf(dataDir: string): Columns {
  const there = KEPT.map((table) => [
    table,
    rowsOf(dataDir, `select name from pragma_table_xinfo('${table}')`).map(({ name }) => `"${name}"`),
  ])
  return Object.fromEntries(there.filter(([, names]) => names?.length))
}

function readSaved(dataDir: string, columns: Columns) {
  return Object.entries(columns).map(([table, names]) => [
    table,
    rowsOf(dataDir, `select ${names.join(', ')} from "${table}" order by 1, 2`),
  ])
}

/** Every account, with what lets it in or keeps it out, and the session, under the names that they have now. */
function expectIdentity(dataDir: string, accounts: Record<string, unknown>[]) {
  expect(rowsOf(dataDir, 'select * from administrators order by id')).toEqual(
    accounts.map(({ id, email, password, banned, createdAt }) => ({
      role: 'owner',
      ...{ id, email, disabled: banned, created_at: createdAt, must_change_password: 0 },
      password_hash: password ?? '',
      last_sign_in_at: id === 'priya' ? createdAt : null,
    })),
  )
  expect(
    rowsOf(dataDir, 'select sid, administrator_id, device, length(device_id) as named from sessions'),
  ).toEqual([
    {
      sid: createHash('sha256').update('t').digest('base64url'),
      administrator_id: 'priya',
      device: 'Chrome on Android',
      named: 32,
    },
  ])
}

test.each(RELEASED)(
  'what %s left goes through every step since, and nothing of it is lost or left out',
  async (_version, last) => {
    await using data = await openDataDir()
    const { db, close } = openSqlite(join(data.path, 'thervu.db'))
    const migrator = await migratorOf(db)
    expect((await migrator.migrateTo(last)).error).toBeUndefined()
    await fillAsReleased(db, data.path, last)
    const columns = columnsOf(data.path)
    const before = readSaved(data.path, columns)
    expect(before.map(([, rows]) => rows?.length)).not.toContain(0)
    const accounts = rowsOf(
      data.path,
      `select user.*, "password" from user left join account on "userId" = user.id order by user.id`,
    )
    for (;;) {
      const { error, results } = await migrator.migrateUp()
      expect(error).toBeUndefined()
      if (!results?.length) break
      expect([results[0]?.migrationName, readSaved(data.path, columns)]).toEqual([
        results[0]?.migrationName,
        before,
      ])
      expect(rowsOf(data.path, 'pragma foreign_key_check')).toEqual([])
    }
    await close()
    const hasAdmin = last >= '0003'
    const isRead = last >= '0008'

    const states = rowsOf(data.path, 'select file_key, state from drawing_jobs')
    expect(Object.fromEntries(states.map((row) => [row.file_key, row.state]))).toEqual(
      Object.fromEntries(
        OLD_PAPERS.flatMap(({ fileKey, answersKey }, at) => [
          [fileKey, isRead ? (['done', 'failed'][at] ?? 'waiting') : 'waiting'],
          // Of later releases: answers are read as papers are.
          ...(answersKey ? [[answersKey, 'waiting']] : []),
        ]),
      ),
    )
    expect(
      rowsOf(data.path, 'select serial, position, answered, version from papers order by serial'),
    ).toEqual(
      OLD_PAPERS.map(({ serial, year, month, answersKey, referenceLink }) => ({
        serial,
        position: (year * 12 + month) * 2 ** 32 + serial,
        answered: answersKey || referenceLink ? 1 : 0,
        version: hasAdmin && serial === 2 ? 4 : 1,
      })),
    )
    expectIdentity(data.path, accounts)
    expect(rowsOf(data.path, 'select confirmed_at, ran_ms from confirmed_time')).toEqual([
      { confirmed_at: hasAdmin ? LAST_ENTRY : '2026-02-01T08:00:00.000Z', ran_ms: 0 },
    ])

    const site = await openSite({ dataDir: data.path })
    try {
      await expectWhole(data.path)
      const admin = await site.signIn()
      const client = paperClient(site, admin)
      const read = async (path: string) => await (await site.fetch(path)).json()
      const titles = async (query: string) =>
        (await read(`/api/papers?${query}`)).papers.map((paper: { title: string }) => paper.title)
      expect(await titles('')).toEqual([
        'Physics model test',
        'Half-yearly physics',
        'Trigonometry revision',
        'JEE shift two',
      ])
      expect(await titles('q=physics&answered=yes')).toEqual(['Half-yearly physics'])
      expect(await titles('month=December')).toEqual(['Trigonometry revision'])
      for (const { fileKey } of OLD_PAPERS) expect((await site.fetch(`/files/${fileKey}`)).status).toBe(200)
      expect((await client.list('')).binned).toBe(hasAdmin ? 1 : 0)
      expect(rowsOf(data.path, `select rupees from prices where id = 'jee-mon'`)).toEqual([{ rupees: 499 }])
      expect(await read('/api/visits')).toEqual({ visits: 1234 })
      if (isRead) expect(await titles('q=galvanometer')).toEqual(['Half-yearly physics'])
      if (!hasAdmin) return
      await expectInbox(data.path, ['waits-for-its-fields'])
      expect((await inboxOf(site, admin)).map((file) => file.uploadId)).toEqual(['waits-for-its-fields'])
      expect((await client.journal('paper-1')).map(({ action }) => action)).toEqual(['published'])
      expect((await site.fetch('/files/12th-cbse/former_1-abcdefgh.pdf')).status).toBe(302)
      expect((await client.restore('paper-6')).status).toBe(200)
      expect(rowsOf(data.path, `select state from drawing_jobs where file_key like 'neet/%'`)).toEqual([
        { state: 'waiting' },
      ])
      await expectWhole(data.path)
    } finally {
      await site.end({ keepData: true })
    }
  },
)
