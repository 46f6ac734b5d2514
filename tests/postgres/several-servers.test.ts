import { mkdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openUnlimited } from '#database/postgres/open-postgres.ts'
import { addFile } from '#domain/inbox/add-file.server.ts'
import { selectAge } from '#domain/lists/facets.server.ts'
import { replaceTexts } from '#domain/page-text/page-texts.server.ts'
import { indexTexts } from '#domain/search/indexing/index-papers.server.ts'
import { recordView } from '#domain/visits/count.server.ts'
import { forgetSecret } from '#server/process/auth-secret.ts'
import { writeMeasured } from '#server/uploading/write-file.ts'
import { openDataDir, startChild, startRefused } from '../support/child-site.ts'
import { databaseEnv } from '../support/engine.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site, signIn } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'

const AUTH_SECRET = 'a secret that all servers of the site know'
const shared = await openDataDir()
const own = await Promise.all([1, 2, 3].map(() => openDataDir()))
let sites: Site[]
let signedIn: SignedIn
beforeAll(async () => {
  const { DATABASE_URL = '' } = await databaseEnv(shared.path)
  await empty(DATABASE_URL)
  const env = { DATABASE_URL, AUTH_SECRET, FILES_URL: `file://${shared.path}/files`, DATABASE_POOL: '6' }
  sites = await Promise.all(own.map(({ path }) => openSite({ dataDir: path, env })))
  signedIn = await site(0).signIn()
  // Each has one of its own; here, rows and files of all are looked at together.
  mkdirSync(join(shared.path, 'quarantine'))
})
afterEach(() => expectWhole(shared.path))
afterAll(async () => {
  await Promise.all(sites.map((each) => each.end({ keepData: true })))
  for (const folder of [...own, shared]) await folder[Symbol.asyncDispose]()
})

const site = (at: number) => sites[at] as Site
/** The session that was begun at the first server, as the browser sends it to another. */
const adminAt = (at: number): SignedIn => ({
  ...signedIn,
  headers: { ...signedIn.headers, Origin: site(at).origin },
})
const textOf = async (at: number, path: string) => await (await site(at).fetch(path)).text()

async function empty(url: string) {
  const db = openUnlimited({ url })
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
}

test('three servers that start at once in an empty database make it once, with one administrator', async () => {
  const { db } = site(0).app
  const administrators = await db.selectFrom('administrators').select('email').execute()
  expect(administrators).toHaveLength(1)
  const migrated = await sql`select name from kysely_migration`.execute(db)
  const files = await readdir(join(import.meta.dirname, '../../src/database/postgres/migrations'))
  expect(migrated.rows).toHaveLength(files.length)
})

test('what one server changes it shows at once and the others within a moment, also on pages they had cached', async () => {
  for (const at of [0, 1, 2]) await textOf(at, '/practice')
  const paper = await publish(site(0), adminAt(0), { title: 'Shared by three servers' })
  expect(await textOf(0, '/practice')).toContain(paper.id)
  for (const at of [1, 2]) await expect.poll(() => textOf(at, '/practice')).toContain(paper.id)
  expect((await site(2).fetch(paper.link)).status).toBe(200)
  await paperClient(site(0), adminAt(0)).bin(paper.id)
  expect(await textOf(0, '/practice')).not.toContain(paper.id)
  for (const at of [1, 2]) await expect.poll(() => textOf(at, '/practice')).not.toContain(paper.id)
})

test('who is signed in at one server is at the others, and wrong passwords count together', async () => {
  const paper = await publish(site(1), adminAt(1), { title: 'Published at another server' })
  expect(
    (await paperClient(site(2), adminAt(2)).revise(paper.id, { title: 'Revised at a third' })).status,
  ).toBe(200)
  const guess = { email: 'priya@centre.example', password: 'a wrong password, again' }
  const statuses: number[] = []
  for (let guesses = 0; guesses < 12; guesses++) {
    const { origin } = site(guesses % 3)
    const outcome = await signIn(origin, guess).catch((error: Error) => error.message)
    statuses.push(Number(/failed: (\d+)/.exec(String(outcome))?.[1]))
  }
  expect(statuses).toContain(429)
})

test('views that are counted at three servers at once add up, and none waits for another for ever', async () => {
  const papers: { id: string }[] = []
  for (const title of ['Counted one', 'Counted two', 'Counted three'])
    papers.push(await publish(site(0), adminAt(0), { title }))
  const before = await viewsOfAll()
  const counts = Array.from({ length: 300 }, (_, nth) => {
    const paper = papers[(nth * 7 + (nth % 3)) % 3] as { id: string }
    return recordView(site(nth % 3).app, paper.id)
  })
  const counted = await Promise.all(counts)
  expect(counted.every((count) => count !== null && count > 0)).toBe(true)
  expect((await viewsOfAll()) - before).toBe(300)
})

test('a transaction that changes many papers writes the age of the counts once', async () => {
  const { db } = site(1).app
  for (const title of ['Aged one', 'Aged two']) await publish(site(0), adminAt(0), { title })
  const before = await selectAge(db)
  await db.transaction().execute(async (tx) => {
    const turn = () => tx.updateTable('papers').set((eb) => ({ month: eb(eb.val(13), '-', eb.ref('month')) }))
    await turn().execute()
    await turn().execute()
  })
  expect((await selectAge(db)) - before).toBe(1)
})

async function viewsOfAll() {
  const { db } = site(0).app
  const [papers, days] = await Promise.all([
    db
      .selectFrom('papers')
      .select((eb) => eb.fn.sum<number>('views').as('views'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('viewsByDay')
      .select((eb) => eb.fn.sum<number>('views').as('views'))
      .where('paperId', '=', '')
      .executeTakeFirst(),
  ])
  expect(Number(days?.views ?? 0)).toBe(papers.views)
  return papers.views
}

test('papers that are revised, binned and restored at three servers at once stay whole', async () => {
  const papers: { id: string }[] = []
  for (let nth = 0; nth < 4; nth++)
    papers.push(await publish(site(nth % 3), adminAt(nth % 3), { title: `Raced ${nth}` }))
  const clients = sites.map((each, at) => paperClient(each, adminAt(at)))
  const changes = Array.from({ length: 36 }, async (_, nth) => {
    const [client, paper] = [clients[nth % 3] as (typeof clients)[0], papers[nth % 4] as { id: string }]
    if (nth % 5 === 0) await client.bin(paper.id)
    else if (nth % 5 === 1) await client.restore(paper.id)
    else
      await client.revise(paper.id, { title: `Raced to ${nth}`, subject: nth % 2 ? 'Physics' : 'Chemistry' })
  })
  await Promise.all(changes)
})

test('what one server has claimed no other gets, until it is given back or the server is gone', async () => {
  const [first, second] = [site(0).app.locks, site(1).app.locks]
  const lock = await first.claim('a file')
  expect([lock?.isHeld(), await second.claim('a file'), await first.claim('a file')]).toEqual([
    true,
    null,
    null,
  ])
  await lock?.release()
  const next = await second.claim('a file')
  expect(next?.isHeld()).toBe(true)
  // Of this database alone: other tests use the same server of PostgreSQL.
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`.execute(site(2).app.db)
  await expect.poll(() => next?.isHeld()).toBe(false)
  // The third server has lost its own connection with the others.
  const third = () => site(2).app.locks.claim('a file')
  await expect.poll(() => third().catch(() => null)).not.toBeNull()
})

test('a file of the inbox that two servers take at once is kept once, and whole', async () => {
  const uploadId = 'taken-by-two-servers'
  const pdf = plainPdf({ text: 'Taken by two servers' })
  const take = async (at: number) => {
    const path = join(shared.path, `taken-${at}`)
    const received = { originalName: 'both.pdf', ...(await writeMeasured(Readable.from([pdf]), path)) }
    const { db } = site(at).app
    const administrator = await db
      .selectFrom('administrators')
      .select(['id', 'email'])
      .executeTakeFirstOrThrow()
    const { app } = site(at)
    return await addFile(app, received, { uploadId, administrator })
  }
  const added = await Promise.all([take(0), take(1)])
  expect(added.map((one) => 'isNew' in one && one.isNew).toSorted()).toEqual([false, true])
  const { inbox } = site(2).app
  expect(await inbox.picture(uploadId)).not.toBeNull()
  expect(await inbox.lend(uploadId, (path) => readFile(path))).toEqual(Buffer.from(pdf))
})

test('every server tells of the nightly backups that one of them makes, until it makes none', async () => {
  const told = async (at: number) =>
    await (await site(at).fetch('/api/admin/backups', { headers: adminAt(at).headers })).json()
  expect(await told(1)).toMatchObject({ nightly: false, lastGood: null })
  const place = await openDataDir()
  const maker = await openDataDir()
  const env = { ...(await databaseEnv(shared.path)), AUTH_SECRET, FILES_URL: `file://${shared.path}/files` }
  const making = await openSite({ dataDir: maker.path, env: { ...env, BACKUP_TO: place.path } })
  await expect
    .poll(() => told(1), { timeout: 60_000 })
    .toMatchObject({ nightly: true, lastGood: { to: place.path } })
  await making.end({ keepData: true })
  expect(await told(2)).toMatchObject({ nightly: true, overdue: false })
  const ended = await openSite({ dataDir: maker.path, env })
  await expect.poll(() => told(2)).toMatchObject({ nightly: false, lastGood: null })
  await ended.end({ keepData: true })
  for (const folder of [maker, place]) await folder[Symbol.asyncDispose]()
})

test('a server with another signing secret is refused with a sentence, until the old one is forgotten', async () => {
  await using other = await openDataDir()
  const { DATABASE_URL = '' } = await databaseEnv(shared.path)
  const FILES_URL = `file://${join(shared.path, 'files')}`
  const env = { DATABASE_URL, FILES_URL, AUTH_SECRET: 'a secret that no other server of the site knows' }
  const refused = await startRefused(other.path, env)
  expect([refused.code, refused.complaint]).toEqual([1, expect.stringMatching(/^AUTH_SECRET is not the one/)])
  // It has no secret of its own yet, and makes one.
  expect((await startRefused(other.path, { DATABASE_URL })).complaint).toMatch(/^AUTH_SECRET is not the one/)
  await forgetSecret(site(0).app.db)
  // Of the passwords that another test guesses.
  await site(0).app.db.deleteFrom('signInFailures').execute()
  const late = await startChild(other.path, env)
  await late.end('SIGTERM')
})

test('two servers that have the old and the new secret the other way round keep everybody signed in', async () => {
  const NEXT = 'a secret that comes after the one of the site'
  const { DATABASE_URL = '' } = await databaseEnv(shared.path)
  const env = { DATABASE_URL, FILES_URL: `file://${join(shared.path, 'files')}` }
  await using folders = new AsyncDisposableStack()
  const dirs = [folders.use(await openDataDir()), folders.use(await openDataDir())]
  await forgetSecret(site(0).app.db)
  const servers = await Promise.all([
    startChild(dirs[0]?.path ?? '', { ...env, AUTH_SECRET, AUTH_SECRET_ACCEPTED: NEXT }),
    startChild(dirs[1]?.path ?? '', { ...env, AUTH_SECRET: NEXT, AUTH_SECRET_ACCEPTED: AUTH_SECRET }),
  ])
  for (const server of servers) {
    const { headers } = await server.signIn()
    for (const other of servers) {
      const answer = await other.fetch('/api/admin/account', {
        headers: { ...headers, Origin: other.origin },
      })
      expect(answer.status).toBe(200)
    }
  }
  await Promise.all(servers.map((server) => server.end('SIGTERM')))
})

test('the texts of a paper that is binned while they are indexed leave nothing in the index', async () => {
  const paper = await publish(site(0), adminAt(0), { title: 'Binned while it is read' })
  const fileKey = paper.link.replace('/files/', '')
  const { db } = site(1).app
  await db
    .transaction()
    .execute((tx) =>
      replaceTexts(tx, fileKey, { from: 1, to: 1 }, [
        { page: 1, text: 'eccentricity', lines: [], isUnread: false },
      ]),
    )
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(site(2).app.db)
    return rows[0]?.count
  }
  const { promise: turn, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: begun } = Promise.withResolvers<void>()
  const held = site(2)
    .app.db.transaction()
    .execute(async (tx) => {
      await sql`update search_state set age = age + 1`.execute(tx)
      begun()
      await turn
    })
  await isHeld
  const binned = paperClient(site(0), adminAt(0)).bin(paper.id)
  await expect.poll(waiting, { interval: 5 }).toBe(1)
  const indexed = db.transaction().execute((tx) => indexTexts(tx, site(1).app, fileKey))
  await expect.poll(waiting, { interval: 5 }).toBe(2)
  end()
  await Promise.all([held, binned, indexed])
})
