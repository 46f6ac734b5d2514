import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#database/schema.ts'
import { noteUnsettled } from '#domain/files/unsettled-store.server.ts'
import { storeFirstPage } from '#domain/inbox/first-pages.server.ts'
import { INBOX_LIMIT } from '#domain/inbox/inbox.ts'
import { insertRow, selectRow } from '#domain/inbox/store.server.ts'
import { sweepInbox } from '#domain/inbox/sweep.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { expectInbox, inboxOf, publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { ADMIN, MEENA, openSite, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, rowsOf } from '../support/stored.ts'
import { sendAhead, sendBytes } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let meena: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  await site.app.identity.administrators.create(MEENA)
  meena = await site.signIn(MEENA)
})
afterEach(async () => {
  for (const { uploadId } of await inboxOf(site, admin)) await drop(uploadId, admin)
  await expectInbox(site.dataDir, [])
  await expectWhole(site.dataDir)
})
afterAll(() => site.end())

const drop = (uploadId: string, { headers }: SignedIn) =>
  site.fetch(`/api/admin/inbox/${uploadId}`, { method: 'DELETE', headers })
const ask = (path: string, { headers }: SignedIn = admin) => site.fetch(`/api/admin${path}`, { headers })

test('a file whose commit is not answered is in the inbox all the same, with its bytes', async () => {
  let isLost = false
  const site = await openSite({ parts: ({ db }) => ({ db: losing(db) }) })
  onTestFinished(() => site.end())
  const owner = await site.signIn()
  const sent = await sendAhead(site, owner, 'answer-lost', { file: plainPdf() })
  expect([isLost, sent.status]).toEqual([true, 500])
  await expectInbox(site.dataDir, ['answer-lost'])
  const again = await sendAhead(site, owner, 'answer-lost', { file: plainPdf() })
  expect([again.status, (await again.json()).uploadId]).toEqual([200, 'answer-lost'])

  /** Loses the answer to the transaction that stores the file. */
  function losing(db: Database): Database {
    const transaction = () => ({
      async execute<Result>(run: (tx: Database) => Promise<Result>): Promise<Result> {
        const done = await db.transaction().execute(run)
        const isStored = !isLost && Boolean(await selectRow(db, 'answer-lost'))
        isLost ||= isStored
        if (isStored) throw new Error('the connection was lost')
        return done
      },
    })
    return new Proxy(db, {
      get(target, name) {
        if (name === 'transaction') return transaction
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
})

test('a file is sent, is in the inbox, is published with its fields, and is out of the inbox', async () => {
  const file = plainPdf({ pages: 3, text: 'Class XII' })
  const sent = await sendAhead(site, admin, 'whole-path-1', { file, name: 'கணிதம் XII.pdf' })
  expect(sent.status).toBe(201)
  const held = await sent.json()
  expect(held).toEqual({
    uploadId: 'whole-path-1',
    name: 'கணிதம் XII.pdf',
    size: file.byteLength,
    sha256: createHash('sha256').update(file).digest('hex'),
    pages: 3,
    ...{ scriptsRemoved: false, isLocked: false, isBeingRead: false, sentBy: expect.any(String) },
    arrivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    hints: expect.objectContaining({ degree: { value: '12th-state', sure: false }, isAnswers: false }),
    ...{ version: expect.any(Number), typed: {}, confirmed: false, settled: null, away: null, edited: null },
  })
  await expectInbox(site.dataDir, ['whole-path-1'])
  expect(await rowsOf(site.dataDir, 'select first_page from inbox')).toEqual([{ first_page: 'Class XII' }])
  expect(await inboxOf(site, admin)).toEqual([held])
  expect(await (await ask('/inbox/whole-path-1')).json()).toEqual(held)

  const answer = await publishAhead(site, admin, 'whole-path-1', { title: 'Matrices' })
  expect(answer.status).toBe(201)
  const paper = (await answer.json()) as Paper
  expect(paper).toMatchObject({ title: 'Matrices', pages: 3, size: file.byteLength, grade: '12', year: 2024 })
  const served = Buffer.from(await (await site.fetch(paper.link)).arrayBuffer())
  expect(served.equals(file)).toBe(true)
  const picture = await sharp(await (await site.fetch(String(paper.thumbnail))).arrayBuffer()).metadata()
  expect([picture.format, picture.width]).toEqual(['webp', 480])
  expect(paper.link).toMatch(/^\/files\/12th-cbse\/xii_/)
  await expectInbox(site.dataDir, [])
  expect((await ask('/inbox/whole-path-1')).status).toBe(404)
  const entries = (await (await ask(`/journal?subjectId=${paper.id}`)).json()).entries
  expect(entries).toMatchObject([
    { action: 'published', author: ADMIN.email, subject: expect.stringMatching(/^CBSE .*: Matrices$/) },
  ])
})

test('the same Upload-Id again, afterwards or at once, keeps one file', async () => {
  await sendBytes(site, admin.headers, 'twice-at-once', plainPdf())
  const both = await Promise.all([1, 2].map(() => sendAhead(site, admin, 'twice-at-once')))
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 201])
  const third = await sendAhead(site, admin, 'twice-at-once', { file: plainPdf({ pages: 9 }) })
  expect([third.status, (await third.json()).pages]).toEqual([200, 1])
  await expectInbox(site.dataDir, ['twice-at-once'])
})

test('what was never sent is to be sent again', async () => {
  const answer = await publishAhead(site, admin, 'never-sent-1')
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'not-in-inbox'])
  expect((await ask('/inbox/never-sent-1/thumbnail')).status).toBe(404)
  expect((await drop('never-sent-1', admin)).status).toBe(204)
  expect((await ask('/inbox/a')).status).toBe(404)
})

test('another administrator sees it, looks at it, sends it again, publishes it and takes it away', async () => {
  for (const uploadId of ['of-us-all-1', 'of-us-all-2']) await sendAhead(site, admin, uploadId)
  expect(await inboxOf(site, meena)).toEqual(await inboxOf(site, admin))
  for (const path of ['/inbox/of-us-all-1', '/inbox/of-us-all-1/thumbnail']) {
    expect((await ask(path, meena)).status).toBe(200)
  }
  expect((await sendAhead(site, meena, 'of-us-all-1')).status).toBe(200)
  await expectInbox(site.dataDir, ['of-us-all-1', 'of-us-all-2'])
  const paper = (await (await publishAhead(site, meena, 'of-us-all-1')).json()) as Paper
  const [entry] = (await (await ask(`/journal?subjectId=${paper.id}`)).json()).entries
  expect([entry.action, entry.author]).toEqual(['published', MEENA.email])
  expect((await drop('of-us-all-2', meena)).status).toBe(204)
  expect(await inboxOf(site, admin)).toEqual([])
})

test('the thumbnail is page 1, for the signed-in only', async () => {
  await sendAhead(site, admin, 'with-a-picture')
  const path = '/api/admin/inbox/with-a-picture/thumbnail'
  const answer = await ask('/inbox/with-a-picture/thumbnail')
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'image/webp',
    'no-store',
  ])
  expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(480)
  const halves: Record<string, string>[] = [
    {},
    { Cookie: admin.cookie },
    { Authorization: `Bearer ${admin.token}` },
  ]
  for (const headers of halves) {
    const refused = await site.fetch(path, { headers: { ...headers, Origin: site.origin } })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
  }
})

test('a full inbox lists its files in the order in which they came, and of two that come at once takes one', async () => {
  const judged = {
    accepted: true,
    pages: 1,
    thumbnail: new Uint8Array(9_000),
    text: 'க'.repeat(20_001),
  } as const
  const own = await openSite({
    parts: ({ inspector }) => ({ inspector: { ...inspector, inspectPdf: async () => judged } }),
  })
  const who = await own.signIn()
  const send = (name: string) => sendAhead(own, who, name)
  const names = Array.from({ length: INBOX_LIMIT - 1 }, (_, at) => `many-${String(at).padStart(4, '0')}`)
  const [first = '', second = '', ...others] = names
  for (const name of [first, second]) expect((await send(name)).status).toBe(201)
  await fillInbox(own, second, others)
  const pair = ['one-too-many', 'or-the-other']
  const answers = await Promise.all(pair.map(send))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const taken = pair[answers.findIndex(({ status }) => status === 201)] ?? ''
  const tooMany = await send('much-too-late')
  const { code, detail } = await tooMany.json()
  expect([tooMany.status, code]).toEqual([409, 'inbox-full'])
  expect(detail).toMatch(/^500 files wait for their fields already;/)
  const listed = await inboxOf(own, who)
  expect(listed.map((file) => file.uploadId)).toEqual([...names, taken])
  await expectInbox(own.dataDir, [...names, taken])
  expect(await rowsOf(own.dataDir, 'select distinct length(first_page) as letters from inbox')).toEqual([
    { letters: 20_000 },
  ])
  await own.end()
})

/** Files as if sent after `like` was, each with its bytes, a millisecond apart. */
async function fillInbox({ app, dataDir }: Site, like: string, names: string[]) {
  const sent = await selectRow(app.readDb, like)
  if (!sent) throw new Error(`${like} is not in the inbox`)
  const { version: _, ...row } = sent
  await app.db.transaction().execute(async (tx) => {
    for (const [at, uploadId] of names.entries()) {
      const arrivedAt = new Date(Date.parse(row.arrivedAt) + at + 1).toISOString()
      await insertRow(tx, { ...row, uploadId, arrivedAt }, INBOX_LIMIT)
      cpSync(join(dataDir, 'inbox', like), join(dataDir, 'inbox', uploadId), { recursive: true })
    }
  })
  // Whatever is sent next comes after the last of them.
  const last = Date.parse(row.arrivedAt) + names.length
  await expect.poll(() => Date.now(), { interval: 10 }).toBeGreaterThan(last)
}

test('files wait for a week; an hourly sweep leaves those that are being taken in alone', async () => {
  await sendAhead(site, admin, 'waits-a-week')
  await noteUnsettled(site.app.db, 'inbox', ['just-arriving'])
  mkdirSync(join(site.dataDir, 'inbox/just-arriving'))
  const HOUR = 60 * 60 * 1000
  const sweepAt = (ms: number) => {
    const clock = { ...site.app.clock, now: () => new Date(Date.now() + ms) }
    return sweepInbox({ ...site.app, clock }, { age: HOUR })
  }
  expect(await sweepAt(0)).toBe(0)
  expect(await sweepAt(2 * HOUR)).toBe(1)
  await expectInbox(site.dataDir, ['waits-a-week'])
  expect(await sweepAt(7 * 24 * HOUR - HOUR)).toBe(0)
  expect(await sweepAt(7 * 24 * HOUR + HOUR)).toBe(1)
  await expectInbox(site.dataDir, [])
  expect(await inboxOf(site, admin)).toEqual([])
})

test('a file whose bytes were lost on the server is taken in again', async () => {
  await sendAhead(site, admin, 'lost-on-the-inbox')
  rmSync(join(site.dataDir, 'inbox/lost-on-the-inbox'), { recursive: true })
  expect((await publishAhead(site, admin, 'lost-on-the-inbox')).status).toBe(404)
  expect((await sendAhead(site, admin, 'lost-on-the-inbox')).status).toBe(201)
  expect((await publishAhead(site, admin, 'lost-on-the-inbox')).status).toBe(201)
})

test('what was read of a scan counts also where its turned picture cannot be stored', async () => {
  await sendAhead(site, admin, 'no-room-to-turn')
  await site.app.db.updateTable('inbox').set({ recognition: 'waiting' }).execute()
  const put = async () => {
    throw new Error('no room')
  }
  const read = { text: 'CBSE Class 12 Physics', sureText: '', lines: [], confidence: 90, turn: 90 as const }
  await storeFirstPage({ ...site.app, inbox: { ...site.app.inbox, put } }, 'no-room-to-turn', read)
  const [file] = await inboxOf(site, admin)
  expect(file?.hints.subject?.value).toBe('Physics')
  expect(await sizeOf('no-room-to-turn')).toEqual([480, 679])
  await site.app.db.updateTable('inbox').set({ recognition: 'waiting' }).execute()
  await storeFirstPage(site.app, 'no-room-to-turn', read)
  expect(await sizeOf('no-room-to-turn')).toEqual([480, 339])
})

async function sizeOf(uploadId: string) {
  const picture = await ask(`/inbox/${uploadId}/thumbnail`)
  const { width, height } = await sharp(await picture.bytes()).metadata()
  return [width, height]
}
