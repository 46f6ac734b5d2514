import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaperLists } from '#domain/lists/paper-lists.ts'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  const admission = { atOnce: 2, waiting: 100, patienceMs: 2_000 }
  const slow = (lists: PaperLists): PaperLists => ({
    ...lists,
    async newest(...asked) {
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      return await lists.newest(...asked)
    },
  })
  site = await openSite({
    env: { PAGE_CACHE_MIB: '0' },
    http: { admission },
    parts: (app) => ({ lists: slow(app.lists) }),
  })
})
afterAll(() => site.end())

test('a call of the API takes one place of the queue, so that many at once are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => site.fetch('/api/papers')))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
