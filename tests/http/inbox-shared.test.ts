import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SESSION_IDLE_SECONDS } from '#domain/identity/session-limits.ts'
import { INBOX_LIFE_MS, INBOX_UNDO_MS, type InboxChange, type InboxFile } from '#domain/inbox/inbox.ts'
import { sweepInbox } from '#domain/inbox/sweep.server.ts'
import { expectInbox, inboxChanges, inboxOf, publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { ADMIN, MEENA, openSite, type SignedIn, type Site } from '../support/site.ts'
import { rowsOf } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

const PRIYAS = 'browser-of-priya'
const MEENAS = 'browser-of-meena'

let site: Site
let priya: SignedIn
let meena: SignedIn
beforeAll(async () => {
  site = await openSite()
  await site.app.identity.administrators.create(MEENA)
  priya = await site.signIn()
  meena = await site.signIn(MEENA)
})
afterEach(async () => {
  for (const { uploadId } of await inboxOf(site, priya))
    await site.fetch(`/api/admin/inbox/${uploadId}`, { method: 'DELETE', headers: priya.headers })
  await expectInbox(site.dataDir, [])
})
afterAll(() => site.end())

const save = async (who: SignedIn, changes: unknown, from = who === priya ? PRIYAS : MEENAS) => {
  const answer = await site.fetch('/api/admin/inbox/changes', {
    method: 'POST',
    headers: { ...who.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ from, changes }),
  })
  return { status: answer.status, body: await answer.json() }
}
const hold = async (uploadId: string, who = priya): Promise<InboxFile> =>
  await (await sendAhead(site, who, uploadId)).json()
const fileOf = async (uploadId: string, who = meena) =>
  (await inboxOf(site, who)).find((file) => file.uploadId === uploadId)

test('what one types, confirms, decides and takes away is there for the other, with who did it', async () => {
  const { version } = await hold('shared-row-1')
  const typed = { title: 'Matrices ', month: 'June', referenceLink: '' }
  const settled = { ids: ['abcdefghijkm'], replace: null }
  const all: InboxChange = { uploadId: 'shared-row-1', version, typed, confirmed: true, settled, away: true }
  const { status, body } = await save(priya, [all])
  expect([status, body.changed, body.gone]).toEqual([200, [], []])
  const who = { by: ADMIN.email, from: PRIYAS }
  const seen = await fileOf('shared-row-1')
  expect(seen).toEqual(body.saved[0])
  expect(seen).toMatchObject({
    typed: {
      title: { value: 'Matrices ', ...who },
      month: { value: 'June', ...who },
      referenceLink: { value: '', ...who },
    },
    ...{ confirmed: true, settled: { ...settled, ...who }, away: { by: ADMIN.email }, edited: who },
  })
  expect(seen?.version).toBeGreaterThan(version)
  const back = await save(meena, [{ uploadId: 'shared-row-1', version: seen?.version, away: false }])
  expect(back.body.saved[0]).toMatchObject({ away: null, confirmed: true, edited: { by: MEENA.email } })
})

test('what the folders of a file say is there for the other, too, as what is to be looked at', async () => {
  const folders = '2016/CBSE/Class 12/Physics'
  await sendAhead(site, priya, 'from-a-folder', {
    file: plainPdf({ text: 'In a folder' }),
    name: 'set1.pdf',
    folders,
  })
  const file = (await inboxOf(site, meena)).find(({ uploadId }) => uploadId === 'from-a-folder')
  expect(file?.hints).toMatchObject({
    degree: { value: '12th-cbse', sure: false },
    subject: { value: 'Physics', sure: false },
    year: { value: 2016, sure: false },
  })
  const long = await sendAhead(site, priya, 'too-long-folders', { folders: 'x'.repeat(3000) })
  expect([long.status, (await long.json()).field]).toEqual([422, 'folders'])
})

test('a change on an old version is refused with the row as it is now; on that one it is saved', async () => {
  const { version } = await hold('two-at-once-1')
  const change = (typed: InboxChange['typed']) => ({ uploadId: 'two-at-once-1', version, typed })
  expect((await save(meena, [change({ month: 'March' })])).status).toBe(200)
  const late = await save(priya, [change({ month: 'June', year: '2021' })])
  expect([late.status, late.body.code, late.body.saved]).toEqual([409, 'changed-meanwhile', []])
  const [current] = late.body.changed as InboxFile[]
  expect(current).toEqual(await fileOf('two-at-once-1'))
  expect(current?.typed).toEqual({ month: { value: 'March', by: MEENA.email, from: MEENAS } })
  const onNow = { ...change({ year: '2021' }), version: current?.version }
  expect((await save(priya, [onNow])).body.saved[0].typed).toMatchObject({
    month: { value: 'March', by: MEENA.email },
    year: { value: '2021', by: ADMIN.email },
  })
  // The answer was lost and the same comes again: nothing is changed, and the row says it is there already.
  const again = await save(priya, [onNow])
  expect([again.status, again.body.changed[0].typed.year.value]).toEqual([409, '2021'])
})

test('of many changes each is saved for itself', async () => {
  const [one, two] = [await hold('of-many-1'), await hold('of-many-2')]
  const { status, body } = await save(priya, [
    { uploadId: 'of-many-1', version: one.version, away: true },
    { uploadId: 'of-many-2', version: two.version - 1, away: true },
    { uploadId: 'never-was-there', version: 1, away: true },
  ])
  expect(status).toBe(409)
  const ids = (files: { uploadId: string }[]) => files.map(({ uploadId }) => uploadId)
  expect([ids(body.saved), ids(body.changed), ids(body.gone)]).toEqual([
    ['of-many-1'],
    ['of-many-2'],
    ['never-was-there'],
  ])
})

test('twenty who write at the same moment: one is saved, nineteen hear of it', async () => {
  const { version } = await hold('many-at-once')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      save(at % 2 ? priya : meena, [{ uploadId: 'many-at-once', version, typed: { title: `Title ${at}` } }]),
    ),
  )
  const saved = answers.filter(({ status }) => status === 200)
  expect([saved.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 19])
  expect((await fileOf('many-at-once'))?.typed.title?.value).toBe(saved[0]?.body.saved[0].typed.title.value)
})

test('what has changed since a version is told, and nothing else; how many wait as well', async () => {
  const { version } = await hold('since-then-1')
  const quiet = await hold('since-then-2')
  const before = await inboxChanges(site, meena, quiet.version)
  expect([before.version, before.files, before.gone, before.waiting]).toEqual([quiet.version, [], [], 2])
  await save(priya, [{ uploadId: 'since-then-1', version, typed: { year: '2020' } }])
  const after = await inboxChanges(site, meena, before.version)
  expect(after.files.map(({ uploadId }) => uploadId)).toEqual(['since-then-1'])
  const [file] = after.files
  expect(Date.parse(after.now) - Date.parse(file?.edited?.at ?? '')).toBeLessThan(60_000)
  await save(priya, [{ uploadId: 'since-then-1', version: file?.version, away: true }])
  expect((await inboxChanges(site, meena, after.version)).waiting).toBe(1)
  const count = await site.fetch('/api/admin/inbox/waiting', { headers: meena.headers })
  expect(await count.json()).toEqual({ waiting: 1 })
})

test('a file that was published or removed is told as gone, with who did it', async () => {
  await hold('gone-since-1')
  const { version } = await hold('gone-since-2')
  await publishAhead(site, meena, 'gone-since-1', { title: 'Published by Meena' })
  await site.fetch('/api/admin/inbox/gone-since-2', { method: 'DELETE', headers: meena.headers })
  const gone = [
    { uploadId: 'gone-since-2', how: 'removed', by: MEENA.email, title: 'paper.pdf' },
    { uploadId: 'gone-since-1', how: 'published', by: MEENA.email, title: 'Published by Meena' },
  ]
  expect((await inboxChanges(site, priya, version)).gone).toEqual(gone)
  const late = await save(priya, [{ uploadId: 'gone-since-1', version, typed: { year: '2020' } }])
  expect([late.status, late.body.gone]).toEqual([409, [gone[1]]])
  // Sent again after it was removed it is in the inbox, and no longer gone.
  await hold('gone-since-2')
  expect((await inboxChanges(site, priya, version)).gone.map(({ uploadId }) => uploadId)).toEqual([
    'gone-since-1',
  ])
})

test('publishing what somebody has changed since is refused with the row as it is now', async () => {
  const { version } = await hold('published-on-old')
  const saved = await save(meena, [{ uploadId: 'published-on-old', version, typed: { title: 'By Meena' } }])
  const refused = await publishAhead(site, priya, 'published-on-old', { version })
  const problem = await refused.json()
  expect([refused.status, problem.code]).toEqual([409, 'changed-meanwhile'])
  expect(problem.current).toEqual(saved.body.saved[0])
  await expectInbox(site.dataDir, ['published-on-old'])
  const { version: now } = problem.current
  expect((await publishAhead(site, priya, 'published-on-old', { version: now })).status).toBe(201)
  // Asked for again after a lost answer it is the same paper, whatever version is named.
  expect((await publishAhead(site, priya, 'published-on-old', { version: now })).status).toBe(200)
})

test('what was taken away stays away, does not fill the inbox, and goes for good after ten minutes', async () => {
  let now = new Date()
  const clock = { now: () => now, monotonic: () => performance.now() }
  const parts = [await hold('taken-away-1'), await hold('taken-away-2')]
  await save(priya, [{ uploadId: 'taken-away-1', version: parts[0]?.version, away: true }])
  now = new Date(Date.now() + INBOX_UNDO_MS - 30_000)
  await sweepInbox({ ...site.app, clock }, { age: 60_000 })
  await expectInbox(site.dataDir, ['taken-away-1', 'taken-away-2'])
  now = new Date(Date.now() + INBOX_UNDO_MS + 30_000)
  await sweepInbox({ ...site.app, clock }, { age: 60_000 })
  await expectInbox(site.dataDir, ['taken-away-2'])
  const all = await inboxChanges(site, priya, 0)
  expect(all.gone.find(({ uploadId }) => uploadId === 'taken-away-1')).toMatchObject({ how: 'expired' })
  now = new Date(Date.now() + 2 * INBOX_LIFE_MS)
  await sweepInbox({ ...site.app, clock }, { age: 60_000 })
  expect((await inboxChanges(site, priya, 0)).gone.map(({ uploadId }) => uploadId)).toEqual(['taken-away-2'])
})

const ROW = { uploadId: 'garbage-row-1', version: 1 }
test.each<[unknown, string]>([
  [[], 'changes'],
  [undefined, 'changes'],
  [[ROW], 'changes'],
  [[{ ...ROW, uploadId: '../x', away: true }], 'uploadId'],
  [[{ ...ROW, version: 'x', away: true }], 'version'],
  [[{ ...ROW, version: -1, away: true }], 'version'],
  [[{ ...ROW, away: 'yes' }], 'away'],
  [[{ ...ROW, typed: { price: '5' } }], 'price'],
  [[{ ...ROW, typed: { year: 2024 } }], 'year'],
  [[{ ...ROW, typed: { title: 'x'.repeat(2_001) } }], 'title'],
  [[{ ...ROW, settled: { ids: ['a b'], replace: null } }], 'ids'],
  [[{ ...ROW, away: true, owner: 'me' }], 'owner'],
  [Array.from({ length: 51 }, () => ({ ...ROW, away: true })), 'changes'],
])('garbage is refused by name and changes nothing, twice: %j', async (changes, field) => {
  const before = await hold('garbage-row-1')
  for (const _try of [1, 2]) {
    const { status, body } = await save(priya, changes)
    expect([status, body.code]).toEqual([422, 'invalid-request'])
    expect(body.detail).toContain(field)
  }
  expect(await fileOf('garbage-row-1')).toEqual(before)
})

test('a browser without a name, a version that is none and a body that is too large are refused', async () => {
  const { version } = await hold('garbage-row-2')
  const change = { uploadId: 'garbage-row-2', version, away: true }
  for (const from of ['', 'short', 'with space', 'x'.repeat(65)])
    expect((await save(priya, [change], from)).status).toBe(422)
  for (const after of ['x', '-1', '1.5'])
    expect((await site.fetch(`/api/admin/inbox?after=${after}`, { headers: priya.headers })).status).toBe(422)
  const large = Array.from({ length: 9 }, () => ({ ...change, typed: { title: 'x'.repeat(1_999) } }))
  expect((await save(priya, large)).status).toBe(413)
})

test('only the signed-in read and write it, each half of the session alone is not enough', async () => {
  const { version } = await hold('guarded-row-1')
  const change = [{ uploadId: 'guarded-row-1', version, away: true }]
  const { Cookie = '', Authorization = '', Origin = '' } = priya.headers
  const halves: Record<string, string>[] = [{ Origin }, { Origin, Cookie }, { Origin, Authorization }]
  for (const headers of halves) {
    expect((await save({ ...priya, headers }, change)).status).toBe(401)
    for (const path of ['?after=0', '/waiting'])
      expect((await site.fetch(`/api/admin/inbox${path}`, { headers })).status).toBe(401)
  }
  const foreign = { Cookie, Authorization, Origin: 'https://evil.example' }
  expect((await save({ ...priya, headers: foreign }, change)).status).toBe(403)
  expect((await fileOf('guarded-row-1'))?.away).toBeNull()
})

test('asking what is new does not keep a session alive; saving does', async () => {
  const { version } = await hold('while-asleep-1')
  const who = await site.signIn()
  const lastUse = new Date(Date.now() - (SESSION_IDLE_SECONDS - 60) * 1000).toISOString()
  await site.app.db.updateTable('sessions').set({ usedAt: lastUse }).execute()
  const usedAt = async () =>
    (await rowsOf(site.dataDir, 'select used_at as at from sessions order by used_at desc'))[0]?.at
  for (const path of ['?after=0', '/waiting'])
    expect((await site.fetch(`/api/admin/inbox${path}`, { headers: who.headers })).status).toBe(200)
  expect(await usedAt()).toBe(lastUse)
  await save(who, [{ uploadId: 'while-asleep-1', version, typed: { year: '2020' } }])
  expect(await usedAt()).not.toBe(lastUse)
})
