import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSearches, readActivity } from '#domain/activity/activity.server.ts'
import { matchAnswers } from '#domain/answers/match-answers.server.ts'
import { doInBulk } from '#domain/desk-list/bulk.server.ts'
import { findDuplicates } from '#domain/duplicates/find-duplicates.server.ts'
import { isPostgres } from '../support/engine.ts'
import { openSite, type Site } from '../support/site.ts'
import { rowsOf } from '../support/stored.ts'

/** What the desk asks of the server at once is long; visitors' requests are answered in between. */

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.end())

const names = Array.from({ length: 20 }, (_, at) => `class-10-maths-${at}`)

/** How often somebody else had a turn while this was done. */
async function turnsDuring(work: () => Promise<unknown>) {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  return turns
}

test('others have their turn between papers, files, searches and days', async () => {
  const { app } = site
  const day = new Date().toISOString().slice(0, 10)
  await app.db
    .insertInto('searchesWithoutHits')
    .values(names.map((term) => ({ day, term, times: 1 })))
    .execute()
  for (const work of [
    () => doInBulk(app, names, { action: 'bin' }, null),
    () => matchAnswers(app, names),
    () =>
      findDuplicates(
        app,
        names.map((key) => ({ key, title: key })),
      ),
    () => listSearches(app, 30),
    () => readActivity(app, 30),
  ]) {
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(names.length)
  }
})

test.skipIf(isPostgres)(
  'the journal of one kind or of one paper is read along an index, never sorted',
  async () => {
    for (const filter of ['kind = ?', 'subject_id = ?', 'kind = ? and subject_id = ?']) {
      const values = filter
        .split('?')
        .slice(1)
        .map(() => 'paper')
      const plan = (
        await rowsOf(
          site.dataDir,
          `explain query plan select * from journal where ${filter} order by id desc limit 51`,
          ...values,
        )
      ).map((row) => String(row.detail))
      expect(plan).toEqual([expect.stringMatching(/^SEARCH journal USING INDEX/)])
    }
  },
)
