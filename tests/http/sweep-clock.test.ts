import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { up as restampPostgres } from '#database/postgres/migrations/0014-confirmed-stamps.ts'
import { up as restampSqlite } from '#database/sqlite/migrations/0025-confirmed-stamps.ts'
import { noteUnsettled } from '#domain/files/unsettled-store.server.ts'
import { openDataDir } from '../support/child-site.ts'
import { isPostgres } from '../support/engine.ts'
import { inboxOf } from '../support/inbox.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { expectWhole, rowsOf, until } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

beforeEach(() => {
  // Files have the times of the machine's own clock, so the faked one begins with it.
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: Date.now() })
})
afterEach(() => vi.useRealTimers())

/** A folder that is removed when the test has ended and its sites are closed: what is registered first runs last. */
async function newDataDir() {
  const data = await openDataDir()
  onTestFinished(() => data[Symbol.asyncDispose]())
  return data
}

/** Opens a site that is closed when the test ends, if it has not been before. */
async function open(dataDir: string, options: Parameters<typeof openSite>[0] = {}) {
  const site = await openSite({ dataDir, ...options })
  let ended = false
  const end = async () => {
    if (ended) return
    const closing = site.end({ keepData: true }).then(() => {
      ended = true
    })
    // Closing asks every now and then for connections that have become idle.
    await until('the site is closed', () => {
      if (vi.isFakeTimers()) vi.advanceTimersByTime(200)
      return ended
    })
    await closing
  }
  onTestFinished(end)
  return { ...site, end }
}

/** A paper in the bin, a file in the inbox and sums of 397 days ago: a month ahead all of them would be too old. */
async function fill(site: Site) {
  const admin = await site.signIn()
  const paper = await publish(site, admin, { title: 'Binned by mistake' })
  expect((await paperClient(site, admin).bin(paper.id)).status).toBe(204)
  expect((await sendAhead(site, admin, 'waits-for-its-fields')).status).toBe(201)
  const day = new Date(Date.now() - 397 * DAY_MS).toISOString().slice(0, 10)
  await site.app.db.insertInto('visitsByDay').values({ day, visits: 7 }).execute()
}

/** How many are there of what `fill` made: binned papers, files in the inbox, days with sums. */
async function kept(dataDir: string) {
  const count = async (query: string) => (await rowsOf(dataDir, query)).length
  return [
    await count('select id from binned_papers'),
    await count('select upload_id from inbox'),
    await count('select day from visits_by_day'),
  ]
}

/** Lets real time pass, sweep by sweep. */
async function run(dataDir: string, hours: number) {
  for (let hour = 0; hour < hours; hour += 1) {
    vi.advanceTimersByTime(HOUR_MS)
    const now = new Date().toISOString()
    await until('the hourly sweep', async () =>
      (await rowsOf(dataDir, 'select clock_at from confirmed_time')).some((row) => row.clock_at === now),
    )
  }
}

const leap = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS)

test('starts with the clock 31 days ahead delete nothing, nor when it is put right', async () => {
  const data = await newDataDir()
  const first = await open(data.path)
  await fill(first)
  await first.end()
  leap(31)
  for (const _start of [1, 2]) {
    const ahead = await open(data.path)
    expect(await kept(data.path)).toEqual([1, 1, 1])
    await run(data.path, 2)
    expect(await kept(data.path)).toEqual([1, 1, 1])
    await ahead.end()
  }
  leap(-31)
  await open(data.path)
  await run(data.path, 2)
  expect(await kept(data.path)).toEqual([1, 1, 1])
  await expectWhole(data.path)
})

test('a clock that leaps while the site runs deletes nothing, forwards and backwards', async () => {
  const data = await newDataDir()
  await fill(await open(data.path))
  for (const days of [31, -31, -300, 300]) {
    leap(days)
    await run(data.path, 2)
    expect([days, await kept(data.path)]).toEqual([days, [1, 1, 1]])
  }
})

test('a site that was off for two months deletes what is too old when it has run for seven days', async () => {
  const data = await newDataDir()
  const first = await open(data.path)
  await fill(first)
  await first.end()
  leap(61)
  const second = await open(data.path)
  await run(data.path, 2)
  expect(await rowsOf(data.path, 'select ran_ms from confirmed_time')).toEqual([{ ran_ms: 2 * HOUR_MS }])
  await second.app.db
    .updateTable('confirmedTime')
    .set({ ranMs: (7 * 24 - 2) * HOUR_MS })
    .execute()
  await run(data.path, 1)
  expect(await kept(data.path)).toEqual([1, 1, 1])
  await run(data.path, 1)
  await until('the bin is cleared', async () => (await kept(data.path)).join() === '0,0,0')
  await expectWhole(data.path)
})

test('sweeps that fall due while one runs wait for it, and each adds its hour', async () => {
  const data = await newDataDir()
  await (await open(data.path)).end()
  leap(61)
  await open(data.path)
  vi.advanceTimersByTime(5 * HOUR_MS)
  await until('five hours are added', async () =>
    (await rowsOf(data.path, 'select ran_ms from confirmed_time')).some((row) => row.ran_ms === 5 * HOUR_MS),
  )
})

test('what is too old while the site runs goes at once, and after a weekend off at the next start', async () => {
  const data = await newDataDir()
  const first = await open(data.path)
  await fill(first)
  await pass(first, data.path, 5)
  expect(await kept(data.path)).toEqual([1, 1, 0])
  await first.end()
  leap(2.5)
  await open(data.path)
  expect(await kept(data.path)).toEqual([1, 0, 0])
})

test('the hourly sweep leaves the files of a publication whose row is still to be written', async () => {
  const data = await newDataDir()
  let arrived = 0
  const { promise: gate, resolve: go } = Promise.withResolvers<void>()
  const site = await open(data.path, {
    parts: ({ files }) => ({
      files: {
        ...files,
        async put(...args) {
          await files.put(...args)
          arrived += 1
          await gate
        },
      },
    }),
  })
  const sending = publish(site, await site.signIn())
  await until('a file has reached its place', () => arrived > 0)
  const sweepOnce = async () => {
    // The sweep of sums comes after that of files.
    await site.app.db.insertInto('visitsByDay').values({ day: '2020-01-01', visits: 1 }).execute()
    vi.advanceTimersByTime(HOUR_MS)
    await until('the sweep is through', async () => (await kept(data.path))[2] === 0)
  }
  // A clock that leaps by hours makes them no older.
  vi.setSystemTime(Date.now() + 5 * HOUR_MS)
  await sweepOnce()
  go()
  const paper = await sending
  expect((await site.fetch(paper.link)).status).toBe(200)
  // What a crash has left goes an hour later.
  await noteUnsettled(site.app.db, 'files', ['12th-cbse/stray_1-abcdefgh.pdf'])
  writeFileSync(join(data.path, 'files/12th-cbse/stray_1-abcdefgh.pdf'), 'x')
  await sweepOnce()
  expect((await site.fetch(paper.link)).status).toBe(200)
  await expectWhole(data.path)
})

/** Lets an hour pass, and the sweep after it end: sums are swept last. */
async function sweepOnce(site: Site, dataDir: string) {
  const day = '2020-01-01'
  await site.app.db.insertInto('visitsByDay').values({ day, visits: 1 }).execute()
  await run(dataDir, 1)
  const left = () => rowsOf(dataDir, `select day from visits_by_day where day = '${day}'`)
  await until('the sweep is through', async () => (await left()).length === 0)
}

/** Lets days of right time pass, in leaps that are believed at once. */
async function pass(site: Site, dataDir: string, days: number) {
  for (let passed = 0; passed < days; passed += 2.5) {
    leap(2.5)
    await sweepOnce(site, dataDir)
  }
}

async function takeAway(site: Site) {
  const admin = await site.signIn()
  const [file] = await inboxOf(site, admin)
  const changes = [{ uploadId: file?.uploadId, version: file?.version, away: true }]
  const answer = await site.fetch('/api/admin/inbox/changes', {
    method: 'POST',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: 'browser-of-priya', changes }),
  })
  expect((await answer.json()).saved).toHaveLength(1)
}

const binAndInbox = async (dataDir: string) => (await kept(dataDir)).slice(0, 2)

test.each([-400, 400, -20])(
  'binned and sent while the site runs with its clock %i days off, both have their days once it is right',
  async (off) => {
    const data = await newDataDir()
    await (await open(data.path)).end()
    leap(off)
    const wrong = await open(data.path)
    await fill(wrong)
    await sweepOnce(wrong, data.path)
    expect(await binAndInbox(data.path)).toEqual([1, 1])
    await wrong.end()
    leap(2.5 - off)
    const right = await open(data.path)
    expect(await binAndInbox(data.path)).toEqual([1, 1])
    for (const [days, left] of [
      [5, [1, 1]],
      [2.5, [1, 0]],
      [20, [1, 0]],
      [5, [0, 0]],
    ] as const) {
      await pass(right, data.path, days)
      expect(await binAndInbox(data.path)).toEqual(left)
    }
    await expectWhole(data.path)
  },
)

test.each([-400, 400, -2])(
  'a clock that is %i days off between two sweeps makes nothing older that is binned, sent or taken away meanwhile',
  async (off) => {
    const data = await newDataDir()
    const site = await open(data.path)
    leap(off)
    await fill(site)
    await takeAway(site)
    leap(-off)
    await sweepOnce(site, data.path)
    expect(await binAndInbox(data.path)).toEqual([1, 1])
    await sweepOnce(site, data.path)
    await sweepOnce(site, data.path)
    expect(await binAndInbox(data.path)).toEqual([1, 0])
    await pass(site, data.path, 27.5)
    expect(await binAndInbox(data.path)).toEqual([1, 0])
    await pass(site, data.path, 5)
    expect(await binAndInbox(data.path)).toEqual([0, 0])
  },
)

test('what is binned after two months off has its days, however long the clock is not believed', async () => {
  const data = await newDataDir()
  await (await open(data.path)).end()
  leap(61)
  const site = await open(data.path)
  await fill(site)
  await site.app.db
    .updateTable('confirmedTime')
    .set({ ranMs: (7 * 24 - 2) * HOUR_MS })
    .execute()
  await run(data.path, 3)
  expect(await rowsOf(data.path, 'select ran_ms from confirmed_time')).toEqual([{ ran_ms: 0 }])
  expect(await binAndInbox(data.path)).toEqual([1, 1])
})

test('an upgrade gives their days again to what a clock that was behind has stamped, and to nothing else', async () => {
  const data = await newDataDir()
  const before = await open(data.path)
  await fill(before)
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  const stamp = async (binnedAt: string, arrivedAt: string) => {
    await before.app.db.updateTable('binnedPapers').set({ binnedAt }).execute()
    await before.app.db.updateTable('inbox').set({ arrivedAt }).execute()
    await (isPostgres ? restampPostgres : restampSqlite)(before.app.db as Kysely<unknown>)
    const { binnedAt: binned } = await before.app.db
      .selectFrom('binnedPapers')
      .select('binnedAt')
      .executeTakeFirstOrThrow()
    const { arrivedAt: arrived } = await before.app.db
      .selectFrom('inbox')
      .select('arrivedAt')
      .executeTakeFirstOrThrow()
    return [binned, arrived]
  }
  const young = [ago(29), ago(6)] as const
  expect(await stamp(...young)).toEqual(young)
  const { confirmedAt } = await before.app.db
    .selectFrom('confirmedTime')
    .select('confirmedAt')
    .executeTakeFirstOrThrow()
  expect(await stamp(ago(400), ago(400))).toEqual([confirmedAt, confirmedAt])
  await before.end()
  await open(data.path)
  expect(await binAndInbox(data.path)).toEqual([1, 1])
})
test.skipIf(isPostgres)(
  'what was used up of the reserve for a full disk is taken again within the hour',
  async () => {
    const data = await newDataDir()
    await open(data.path)
    const reserve = join(data.path, 'thervu.db-reserve')
    const { size } = statSync(reserve)
    truncateSync(reserve, 1000)
    vi.advanceTimersByTime(HOUR_MS)
    await until('the reserve is whole', () => statSync(reserve).size === size)
  },
)
