import type { Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database, Schema } from '#database/schema.ts'
import { binPaper, restorePaper } from '#domain/bin/bin.server.ts'
import { setPrices } from '#domain/pricing/prices.server.ts'
import { revisePaper } from '#domain/publishing/revise.server.ts'
import { readConfig } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { databaseEnv } from '../support/engine.ts'
import { interrupted } from '../support/interrupted.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'

let site: Site
let admin: SignedIn
/** A second process would have one of its own: other connections to the same database. */
let other: RunningApp
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  other = await createApp(
    readConfig({ DATA_DIR: site.dataDir, LOG_LEVEL: 'silent', ...(await databaseEnv(site.dataDir)) }),
  )
})
afterEach(async () => await expectWhole(site.dataDir))
afterAll(async () => {
  await other.close()
  await site.end()
})

const journal = (id: string) => paperClient(site, admin).journal(id)

test('of two changes on one version, sent over two connections at once, one is made and one is told of it', async () => {
  const paper = await publish(site, admin)
  for (const version of [1, 2, 3, 4, 5]) {
    const outcomes = await Promise.all(
      [site.app, other].map((app, at) =>
        revisePaper(app, paper.id, { title: `Title ${version} of ${at}` }, null, { version }),
      ),
    )
    const [made, told] = outcomes.toSorted(
      (a, b) => Number('conflict' in Object(a)) - Number('conflict' in Object(b)),
    )
    expect(made).toMatchObject({ version: version + 1 })
    expect(told).toEqual({ conflict: made })
  }
  expect(await journal(paper.id)).toHaveLength(6)
})

test('of two prices set over two connections on the same belief one is set', async () => {
  const outcomes = await Promise.all(
    [site.app, other].map((app, at) => setPrices(app, { 'jee-mon': 700 + at }, null, { 'jee-mon': null })),
  )
  expect(outcomes.flatMap((outcome) => Object.keys(outcome)).sort()).toEqual(['conflict', 'prices'])
})

test('a paper that is binned the moment it is stored was published all the same', async () => {
  const binned: boolean[] = []
  const racing = await openSite({
    parts: ({ db }) => ({
      db: afterTransactions(db, async () => {
        const row = await db.selectFrom('papers').select('id').executeTakeFirst()
        if (row) binned.push(await binPaper(racing.app, row.id, null))
      }),
    }),
  })
  const paper = await publish(racing, await racing.signIn(), { title: 'Seen and binned' })
  expect([paper.title, paper.pages, binned]).toEqual(['Seen and binned', 2, [true]])
  expect((await racing.fetch(paper.link)).status).toBe(404)
  await racing.end()
})

test('a paper that is binned, or restored, over two connections at once is so once', async () => {
  const paper = await publish(site, admin)
  const both = [site.app, other]
  expect((await Promise.all(both.map((app) => binPaper(app, paper.id, null)))).sort()).toEqual([false, true])
  const restored = await Promise.all(both.map((app) => restorePaper(app, paper.id, null)))
  expect(restored).toMatchObject([1, 2].map(() => ({ id: paper.id, version: 2 })))
  expect((await journal(paper.id)).map(({ action }) => action)).toEqual(['restored', 'binned', 'published'])
})

test('a change made between reading and writing is not written over: both are kept, or the later one is told', async () => {
  const paper = await publish(site, admin)
  const meanwhile = () =>
    other.db
      .updateTable('papers')
      .set({ title: 'Named meanwhile', version: 2 })
      .where('id', '=', paper.id)
      .execute()
  const app = { ...site.app, db: interrupted(site.app.db, 'papers', meanwhile) }
  expect(await revisePaper(app, paper.id, { year: '2001' }, null)).toMatchObject({
    ...{ title: 'Named meanwhile', year: 2001, version: 3 },
  })

  const again = () => other.db.updateTable('papers').set({ version: 4 }).where('id', '=', paper.id).execute()
  const told = { ...site.app, db: interrupted(site.app.db, 'papers', again) }
  expect(await revisePaper(told, paper.id, { year: '2002' }, null, { version: 3 })).toMatchObject({
    conflict: { year: 2001, version: 4 },
  })
})

test('a price set between reading and writing is not written over when another one was believed', async () => {
  const set = (rupees: number) => () =>
    other.db.updateTable('prices').set({ rupees }).where('id', '=', 'neet-ann').execute()
  await set(900)()
  const app = (rupees: number) => ({ ...site.app, db: interrupted(site.app.db, 'prices', set(rupees)) })
  expect(await setPrices(app(950), { 'neet-ann': 1_000 }, null, { 'neet-ann': 900 })).toMatchObject({
    conflict: { 'neet-ann': 950 },
  })
  expect(await setPrices(app(960), { 'neet-ann': 1_000 }, null)).toMatchObject({
    prices: { 'neet-ann': 1_000 },
  })
  const [last] = await journal('neet-ann')
  expect([last?.before, last?.after]).toEqual([{ rupees: 960 }, { rupees: 1_000 }])
})

/** A database on which somebody else acts after each transaction, before whoever made it goes on. */
function afterTransactions(db: Database, act: () => Promise<unknown>): Database {
  return new Proxy(db, {
    get(whole, name) {
      const part = Reflect.get(whole, name, whole)
      if (name !== 'transaction') return typeof part === 'function' ? part.bind(whole) : part
      return () => ({
        async execute(work: (tx: Transaction<Schema>) => Promise<unknown>) {
          const done = await whole.transaction().execute(work)
          await act()
          return done
        },
      })
    },
  })
}
