import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latestNews } from '#domain/lists/news.server.ts'
import { readConfig } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { fillCatalogue } from '../../bench/support/made-catalogue.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const NOW = new Date('2026-07-31T12:00:00.000Z')
let app: RunningApp
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'thervu-news-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  app = await createApp(config)
  await fillCatalogue(config.database, app, 40)
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})

const newsOf = (now: Date) => latestNews({ ...app, clock: { ...app.clock, now: () => now } })
const daysBefore = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString()

test('what was added within seven days is new, whatever month it is of; samples and older papers are not', async () => {
  await app.db
    .updateTable('papers')
    .set({ createdAt: daysBefore(8), isSample: 0 })
    .execute()
  const none = await newsOf(NOW)
  expect(none.papers).toHaveLength(5)
  expect([none.newIds, none.newInWeek]).toEqual([[], 0])

  const [first, second, third] = none.papers.map(({ id }) => id) as [string, string, string]
  await app.db
    .updateTable('papers')
    .set({ createdAt: daysBefore(7) })
    .where('id', '=', first)
    .execute()
  await app.db
    .updateTable('papers')
    .set({ createdAt: daysBefore(1), isSample: 1 })
    .where('id', '=', second)
    .execute()
  await app.db
    .updateTable('papers')
    .set({ createdAt: daysBefore(0) })
    .where('id', '=', third)
    .execute()
  const oldest = await app.db.selectFrom('papers').select('id').orderBy('position').executeTakeFirstOrThrow()
  await app.db
    .updateTable('papers')
    .set({ createdAt: daysBefore(2) })
    .where('id', '=', oldest.id)
    .execute()

  const some = await newsOf(NOW)
  expect(some.papers.map(({ id }) => id)).toEqual(none.papers.map(({ id }) => id))
  expect(some.newIds).toEqual([first, third])
  expect(some.newInWeek).toBe(3)
  expect((await newsOf(new Date(NOW.getTime() + 1))).newInWeek).toBe(2)

  // All of them are new: the number would tell nobody where to look.
  await app.db
    .updateTable('papers')
    .set({ createdAt: daysBefore(1) })
    .where('isSample', '=', 0)
    .execute()
  const all = await newsOf(NOW)
  expect(all.newIds).toHaveLength(4)
  expect(all.newInWeek).toBe(0)
})
