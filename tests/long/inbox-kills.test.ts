import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { noteUnsettled } from '#domain/files/unsettled-store.server.ts'
import { openDatabase } from '#server/engines/open-database.ts'
import { blockInserts } from '../support/block-inserts.ts'
import { type ChildSite, openDataDir, startChild } from '../support/child-site.ts'
import { expectInbox, inboxOf, publishAhead } from '../support/inbox.ts'
import { bigPdf, hangingPdf, plainPdf } from '../support/made-pdfs.ts'
import { openSite, type SignedIn } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, until } from '../support/stored.ts'
import { openUpload, sendAhead } from '../support/uploads.ts'

vi.setConfig({ testTimeout: 120_000 })

async function start(dataDir: string): Promise<{ site: ChildSite; admin: SignedIn }> {
  const site = await startChild(dataDir)
  await expectWhole(dataDir)
  return { site, admin: await site.signIn() }
}

test('what was acknowledged is there after a kill and is published; a paper is not made twice', async () => {
  await using data = await openDataDir()
  const first = await start(data.path)
  const file = plainPdf({ pages: 2 })
  expect((await sendAhead(first.site, first.admin, 'kept-through-it', { file })).status).toBe(201)
  expect((await sendAhead(first.site, first.admin, 'published-before')).status).toBe(201)
  const paper = await (await publishAhead(first.site, first.admin, 'published-before')).json()
  await first.site.end()

  const second = await start(data.path)
  await expectInbox(data.path, ['kept-through-it'])
  const again = await publishAhead(second.site, second.admin, 'published-before')
  expect([again.status, await again.json()]).toEqual([200, paper])
  expect(await inboxOf(second.site, second.admin)).toMatchObject([{ uploadId: 'kept-through-it', pages: 2 }])
  expect((await publishAhead(second.site, second.admin, 'kept-through-it')).status).toBe(201)
  // Killed, it may leave the copy from which it renders page 1, until the next start.
  await second.site.end('SIGTERM')
  await expectInbox(data.path, [])
  await expectWhole(data.path)
})

test('a server killed at any step of a hold starts again with nothing half there', async () => {
  await using data = await openDataDir()
  const quarantine = join(data.path, 'quarantine')
  const inbox = join(data.path, 'inbox')
  const big = bigPdf(1024 * 1024)
  for (const share of [0.1, 0.9]) {
    const { site, admin } = await start(data.path)
    await expectInbox(data.path, [])
    const { socket } = await openUpload(site, admin.headers, `cut-at-${share * 10}-tenths`, {
      length: big.length,
    })
    socket.write(big.subarray(0, Math.floor(big.length * share)))
    await until('it arrives', () => filesIn(join(data.path, 'uploads')).length > 0)
    await site.end()
  }

  const judging = await start(data.path)
  const sent = sendAhead(judging.site, judging.admin, 'cut-short-1', { file: hangingPdf() })
  const hanging = sent.catch(() => 'broken off')
  await until('it is being judged', () => filesIn(quarantine).length > 0)
  await judging.site.end()
  expect(await hanging).toBe('broken off')

  const held = await start(data.path)
  const letGo = await blockInserts(data.path, 'inbox')
  const keeping = sendAhead(held.site, held.admin, 'cut-short-2', { file: big }).catch(() => null)
  await until('its bytes are in the inbox', () => existsSync(join(inbox, 'cut-short-2')))
  await held.site.end()
  await keeping
  await letGo()
  expect(filesIn(inbox).length).toBe(2)

  const last = await start(data.path)
  await expectInbox(data.path, [])
  expect((await sendAhead(last.site, last.admin, 'cut-short-2', { file: big })).status).toBe(201)
  await last.site.end()
  // Page 1 may have been being rendered, from a copy.
  const again = await start(data.path)
  await expectInbox(data.path, ['cut-short-2'])
  await again.site.end()
})

test('servers killed while files are published keep each in the inbox or as its one paper', async () => {
  await using data = await openDataDir()
  const names = Array.from({ length: 6 }, (_, at) => `killed-publishing-${at}`)
  const first = await start(data.path)
  for (const name of names) expect((await sendAhead(first.site, first.admin, name)).status).toBe(201)
  await first.site.end()
  const papers = async () =>
    (await rowsOf(data.path, 'select upload_id from papers')).map((row) => String(row.upload_id))
  for (const stored of [1, 4, 7]) {
    const { site, admin } = await start(data.path)
    await expectInbox(
      data.path,
      await papers().then((known) => names.filter((name) => !known.includes(name))),
    )
    const publishing = Promise.allSettled(names.map((name) => publishAhead(site, admin, name)))
    await until('some are stored', () => filesIn(join(data.path, 'files')).length >= stored)
    await site.end()
    await publishing
  }
  const last = await start(data.path)
  for (const name of names) {
    expect([200, 201]).toContain((await publishAhead(last.site, last.admin, name)).status)
  }
  await last.site.end('SIGTERM')
  expect((await papers()).sort()).toEqual(names)
  await expectInbox(data.path, [])
  await expectWhole(data.path)
})

test('the start clears the inbox of what is published already, and deletes no row or bytes since the other is missing', async () => {
  const site = await openSite()
  const admin = await site.signIn()
  for (const name of ['lost-its-bytes', 'stays-all-along', 'published-since'])
    await sendAhead(site, admin, name)
  const row = await site.app.db
    .selectFrom('inbox')
    .selectAll()
    .where('uploadId', '=', 'published-since')
    .executeTakeFirstOrThrow()
  expect((await publishAhead(site, admin, 'published-since')).status).toBe(201)
  await noteUnsettled(site.app.db, 'inbox', ['left-by-a-crash'])
  await site.end({ keepData: true })
  const database = await openDatabase(site.database, false)
  await database.db.insertInto('inbox').values(row).execute()
  await database.close()
  const inbox = join(site.dataDir, 'inbox')
  rmSync(join(inbox, 'lost-its-bytes'), { recursive: true })
  for (const name of ['without-a-row', 'left-by-a-crash', '.abcdefghijkmnpqr', 'a folder of our own']) {
    mkdirSync(join(inbox, name))
    writeFileSync(join(inbox, name, 'paper.pdf'), 'x')
  }
  const again = await openSite({ dataDir: site.dataDir })
  const rows = await rowsOf(site.dataDir, 'select upload_id from inbox order by 1')
  expect(rows.map((each) => each.upload_id)).toEqual(['lost-its-bytes', 'stays-all-along'])
  expect(readdirSync(inbox).sort()).toEqual(['a folder of our own', 'stays-all-along', 'without-a-row'])
  expect(await (await again.fetch('/readyz')).text()).toContain(
    '1 of 3 files of the inbox are named by nothing',
  )
  expect(filesIn(join(site.dataDir, 'removed')).map((name) => name.slice(11))).toEqual([
    'inbox/left-by-a-crash/paper.pdf',
  ])
  await again.end()
})
