import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { sweepFiles } from '#domain/files/sweep.server.ts'
import { clearFormerFiles } from '#domain/publishing/former-files.server.ts'
import { removeAnswers } from '#domain/publishing/revise.server.ts'
import { publishAhead } from '../support/inbox.ts'
import { javaScriptPdf, plainPdf } from '../support/made-pdfs.ts'
import { plainPicture } from '../support/made-photos.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, stateOf } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
/** Runs once, before the next PDF is inspected. */
let beforeInspection: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  site = await openSite({
    parts: ({ inspector }) => ({
      inspector: {
        ...inspector,
        async inspectPdf(path) {
          const first = beforeInspection
          beforeInspection = undefined
          await first?.()
          return await inspector.inspectPdf(path)
        },
      },
    }),
  })
  admin = await site.signIn()
  client = paperClient(site, admin)
})
afterEach(async () => await expectWhole(site.dataDir))
afterAll(() => site.end())

const actions = async (id: string) => (await client.journal(id)).map(({ action }) => action)

test('answers taken away twice at once are taken away once', async () => {
  const paper = await publish(site, admin)
  await client.replace(paper.id, 'answers', plainPdf({ text: 'answers' }))
  const both = await Promise.all([1, 2].map(() => removeAnswers(site.app, paper.id, null)))
  expect(both).toMatchObject([1, 2].map(() => ({ answers: null, version: 3 })))
  expect(await actions(paper.id)).toEqual(['removed', 'added', 'published'])
})

test('a file sent twice at once, as after a lost connection, takes its place once', async () => {
  const paper = await publish(site, admin)
  const better = plainPdf({ pages: 3, text: 'better' })
  const both = await Promise.all([1, 2].map(() => client.replace(paper.id, 'file', better, { match: '"1"' })))
  expect(both.map(({ status, body }) => [status, body.version, body.pages])).toEqual([
    [200, 2, 3],
    [200, 2, 3],
  ])
  expect(await actions(paper.id)).toEqual(['replaced', 'published'])
})

test('page 1 of a PDF that is replaced while it is rendered does not become the thumbnail', async () => {
  const paper = await publish(site, admin)
  const given = await client.replace(paper.id, 'thumbnail', await plainPicture('#347'), { name: 'cover.png' })
  beforeInspection = () => client.replace(paper.id, 'file', plainPdf({ text: 'another' }))
  const taken = await client.takeAway(paper.id, 'thumbnail')
  expect([taken.status, taken.body.code]).toEqual([412, 'changed-meanwhile'])
  expect((await client.get(paper.id)).body).toMatchObject({
    ...{ thumbnail: given.body.thumbnail, thumbnailGiven: true, version: 3 },
  })
  expect((await client.takeAway(paper.id, 'thumbnail')).body).toMatchObject({ thumbnailGiven: false })
})

test('a PDF that was lost on the server is restored by sending the same one again', async () => {
  const file = plainPdf({ pages: 2, text: 'lost and found' })
  const paper = await publish(site, admin, {}, file)
  rmSync(join(site.dataDir, paper.link))
  const sent = await client.replace(paper.id, 'file', file)
  expect(sent.status).toBe(200)
  expect(existsSync(join(site.dataDir, sent.body.link))).toBe(true)
  const answer = await site.fetch(sent.body.link)
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
})

/** The newest entry of a paper's journal, and the key of the file that it says was there before. */
async function keyBefore(id: string) {
  const [entry] = await client.journal(id)
  return entry?.before?.key
}

test('a replaced file can be put back: the PDF, answers that were removed and a thumbnail; and that can be undone', async () => {
  const [first, second] = [plainPdf({ pages: 4, text: 'first' }), plainPdf({ pages: 1, text: 'wrong' })]
  const paper = await publish(site, admin, {}, first)
  await client.replace(paper.id, 'file', second)
  const former = await keyBefore(paper.id)
  const back = await client.putBack(paper.id, former, '"2"')
  expect([back.status, back.body.pages, back.body.version]).toEqual([200, 4, 3])
  expect((await bytesAt(back.body.link)).equals(first)).toBe(true)
  expect(back.body.originalName).toBe('paper.pdf')
  await expectLeads(paper.link, back.body.link)
  const undone = await client.putBack(paper.id, await keyBefore(paper.id))
  expect((await bytesAt(undone.body.link)).equals(second)).toBe(true)

  const answers = plainPdf({ text: 'answers' })
  await client.replace(paper.id, 'answers', answers)
  await client.takeAway(paper.id, 'answers')
  const { body } = await client.putBack(paper.id, await keyBefore(paper.id))
  expect((await bytesAt(String(body.referenceLink))).equals(answers)).toBe(true)

  await client.replace(paper.id, 'thumbnail', await plainPicture('#347'), { name: 'cover.png' })
  await client.takeAway(paper.id, 'thumbnail')
  const covered = await client.putBack(paper.id, await keyBefore(paper.id))
  expect(covered.body.thumbnailGiven).toBe(true)

  const late = await client.putBack(paper.id, former, '"1"')
  expect([late.status, late.body.current.version]).toEqual([412, covered.body.version])
  const nothing = await client.putBack(paper.id, covered.body.link)
  expect([nothing.status, nothing.body.code]).toEqual([409, 'file-missing'])
  const other = await publish(site, admin)
  expect((await client.putBack(other.id, former)).status).toBe(409)
  expect((await client.putBack('nobodyknows1', former)).status).toBe(409)
  expect((await client.putBack(paper.id, 7)).status).toBe(422)
})

test('a replaced file is kept for 30 days, served to nobody and safe from every sweep; then the sweep takes it', async () => {
  const own = await openSite()
  onTestFinished(() => own.end())
  const itsAdmin = await own.signIn()
  const itsClient = paperClient(own, itsAdmin)
  const paper = await publish(own, itsAdmin)
  await itsClient.replace(paper.id, 'file', plainPdf({ text: 'better' }))
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000)
  const keptFiles = async () => {
    const answer = await itsClient.call('GET', `/papers/${paper.id}/former-files`)
    return (answer.body as unknown as { files: unknown[] }).files
  }
  expect(await keptFiles()).toMatchObject([{ part: 'file', name: 'paper.pdf' }])
  expect((await own.fetch(paper.link)).status).toBe(302)
  expect(await sweepFiles(own.app, { age: 0, asOf: days(29) })).toMatchObject({ moved: 0, refused: false })
  expect(await clearFormerFiles(own.app, days(29))).toBe(0)
  expect(existsSync(join(own.dataDir, paper.link))).toBe(true)
  await expectWhole(own.dataDir)

  await own.app.db
    .updateTable('formerFiles')
    .set({ keptSince: days(400).toISOString() })
    .where('part', '=', 'file')
    .execute()
  expect(await clearFormerFiles(own.app, days(31), days(0))).toBe(1)
  expect(await keptFiles()).toEqual([])
  expect(await sweepFiles(own.app, { age: 0 })).toMatchObject({ moved: 1 })
  expect(existsSync(join(own.dataDir, paper.link))).toBe(false)
  await expectWhole(own.dataDir)
})

test('with a paper that is deleted for good its replaced files go at once, and in the bin they stay', async () => {
  const paper = await publish(site, admin)
  await client.replace(paper.id, 'file', plainPdf({ text: 'better' }))
  await client.bin(paper.id)
  await expectWhole(site.dataDir)
  await client.deleteForGood(paper.id)
  expect(existsSync(join(site.dataDir, paper.link))).toBe(false)
})

test('a sample whose PDF is replaced is a paper of the centre, and stays when the samples go', async () => {
  const paper = await publish(site, admin)
  const sample = await publish(site, admin)
  await site.app.db
    .updateTable('papers')
    .set({ isSample: 1 })
    .where('id', 'in', [paper.id, sample.id])
    .execute()
  const { body } = await client.replace(paper.id, 'file', plainPdf({ text: 'our own' }))
  expect(body.sample).toBe(false)
  expect((await client.call('DELETE', '/samples')).body).toEqual({ removed: 1 })
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(200)
})

test('a paper replaced from the inbox keeps its link to answers, unless another comes with the file', async () => {
  const old = 'https://answers.example.in/old'
  const paper = await publish(site, admin, { referenceLink: old })
  const send = async (uploadId: string, referenceLink: string) => {
    await sendAhead(site, admin, uploadId, { file: plainPdf({ text: uploadId }) })
    const answer = await publishAhead(site, admin, uploadId, { referenceLink, replace: paper.id })
    return [answer.status, (await answer.json()).referenceLink]
  }
  expect(await send('without-a-link', '')).toEqual([201, old])
  expect(await send('with-a-link', 'https://answers.example.in/new')).toEqual([
    201,
    'https://answers.example.in/new',
  ])
})

test('two files that replace one paper at once do so one after the other', async () => {
  const paper = await publish(site, admin)
  const ids = ['one-of-two-files', 'two-of-two-files']
  for (const id of ids) await sendAhead(site, admin, id, { file: plainPdf({ text: id }) })
  const both = await Promise.all(
    ids.map((title) => publishAhead(site, admin, title, { title, replace: paper.id })),
  )
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(await actions(paper.id)).toEqual(['revised', 'replaced', 'revised', 'replaced', 'published'])
})

const bytesAt = async (path: string) => Buffer.from(await (await site.fetch(path)).arrayBuffer())
const hashAt = async (path: string | null) =>
  createHash('sha256')
    .update(await bytesAt(String(path)))
    .digest('hex')

/** That an old address leads to the new file, for a while. */
async function expectLeads(from: string | null, to: string | null) {
  const answer = await site.fetch(String(from))
  expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
    302,
    to,
    'no-store',
  ])
}

test('another PDF takes the place of the first: new pages and page 1, the same address, views and place', async () => {
  const paper = await publish(site, admin, { title: 'Scanned badly' })
  await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
  const first = await hashAt(paper.thumbnail)
  const better = plainPdf({ pages: 5, text: 'Scanned well' })
  const { status, body } = await client.replace(paper.id, 'file', better, { name: 'அழகு better.pdf' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...{ id: paper.id, title: 'Scanned badly', pages: 5, views: 1, size: better.byteLength, version: 2 },
    ...{ originalName: 'அழகு better.pdf', thumbnailGiven: false },
  })
  expect((await bytesAt(body.link)).equals(better)).toBe(true)
  expect(await hashAt(body.thumbnail)).not.toBe(first)
  expect(existsSync(join(site.dataDir, String(paper.thumbnail)))).toBe(false)
  await expectLeads(paper.link, body.link)
  await expectLeads(paper.thumbnail, body.thumbnail)
  expect(await (await site.fetch(`/papers/${paper.id}/scanned-badly`)).text()).toContain(body.link)
  expect((await client.journal(paper.id))[0]).toMatchObject({
    action: 'replaced',
    before: { file: 'paper.pdf', pages: 2 },
    after: { file: 'அழகு better.pdf', pages: 5, bytes: better.byteLength },
  })
  await expectWhole(site.dataDir)
})

test('an address from before two replacements leads to the newest file, and nowhere when the paper is gone', async () => {
  const paper = await publish(site, admin)
  await client.replace(paper.id, 'file', plainPdf({ text: 'second' }))
  const { body } = await client.replace(paper.id, 'file', plainPdf({ text: 'third' }))
  await expectLeads(paper.link, body.link)
  const head = await site.fetch(paper.link, { method: 'HEAD' })
  expect(head.status).toBe(302)
  await client.bin(paper.id)
  expect((await site.fetch(paper.link)).status).toBe(404)
  await client.restore(paper.id)
  await expectLeads(paper.link, body.link)
  await client.bin(paper.id)
  await client.deleteForGood(paper.id)
  expect((await site.fetch(paper.link)).status).toBe(404)
  expect(await rowsOf(site.dataDir, 'select * from former_files where paper_id = ?', paper.id)).toEqual([])
})

test('a file that is there already writes nothing, so that a request may be sent again', async () => {
  const paper = await publish(site, admin)
  const better = plainPdf({ pages: 4, text: 'again' })
  const first = await client.replace(paper.id, 'file', better, { match: '"1"' })
  const before = await stateOf(site.dataDir)
  const again = await client.replace(paper.id, 'file', better, { match: '"1"' })
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await stateOf(site.dataDir)).toEqual(before)
  const answers = plainPdf({ text: 'answers' })
  await client.replace(paper.id, 'answers', answers)
  const cover = await plainPicture('#347')
  await client.replace(paper.id, 'thumbnail', cover, { name: 'cover.png' })
  const then = await stateOf(site.dataDir)
  await client.replace(paper.id, 'answers', answers)
  await client.replace(paper.id, 'thumbnail', cover, { name: 'cover.png' })
  expect(await stateOf(site.dataDir)).toEqual(then)
})

test('a chosen thumbnail stays when the PDF is replaced, and page 1 is used instead when it is taken away', async () => {
  const paper = await publish(site, admin)
  const page1 = await hashAt(paper.thumbnail)
  const given = await client.replace(paper.id, 'thumbnail', await plainPicture('#a33'), { name: 'cover.png' })
  expect(given.body).toMatchObject({ thumbnailGiven: true, version: 2, link: paper.link })
  const cover = await hashAt(given.body.thumbnail)
  expect(cover).not.toBe(page1)
  const replaced = await client.replace(paper.id, 'file', plainPdf({ text: 'another page' }))
  expect([replaced.body.thumbnail, replaced.body.thumbnailGiven]).toEqual([given.body.thumbnail, true])
  await expectWhole(site.dataDir)
  const taken = await client.takeAway(paper.id, 'thumbnail')
  expect([taken.status, taken.body.thumbnailGiven, taken.body.version]).toEqual([200, false, 4])
  expect([page1, cover]).not.toContain(await hashAt(taken.body.thumbnail))
  await expectLeads(given.body.thumbnail, taken.body.thumbnail)
  const before = await stateOf(site.dataDir)
  expect((await client.takeAway(paper.id, 'thumbnail')).body.version).toBe(4)
  expect(await stateOf(site.dataDir)).toEqual(before)
  expect(
    (await client.journal(paper.id)).map(({ action, before, after }) => [action, before, after]),
  ).toMatchObject([
    ['replaced', { thumbnail: 'cover.png' }, { thumbnail: 'page 1' }],
    ['replaced', { file: 'paper.pdf' }, { file: 'new.pdf' }],
    ['replaced', { thumbnail: 'page 1' }, { thumbnail: 'cover.png' }],
    ['published', null, {}],
  ])
  await expectWhole(site.dataDir)
})

test('uploaded answers go before a link, and the link is used again when they are taken away', async () => {
  const link = 'https://answers.example.in/9'
  const paper = await publish(site, admin, { title: 'With a link', referenceLink: link })
  const answers = plainPdf({ text: 'x = 4' })
  const added = await client.replace(paper.id, 'answers', answers)
  expect(added.body).toMatchObject({ answers: 'file', version: 2 })
  const file = await site.fetch(String(added.body.referenceLink))
  expect(file.headers.get('content-disposition')).toContain('With a link (answers).pdf')
  expect(Buffer.from(await file.arrayBuffer()).equals(answers)).toBe(true)
  const other = await client.replace(paper.id, 'answers', plainPdf({ text: 'x = 5' }))
  await expectLeads(added.body.referenceLink, other.body.referenceLink)
  const taken = await client.takeAway(paper.id, 'answers')
  expect(taken.body).toMatchObject({ answers: 'link', referenceLink: link })
  expect((await site.fetch(String(other.body.referenceLink))).status).toBe(404)
  const before = await stateOf(site.dataDir)
  expect((await client.takeAway(paper.id, 'answers')).status).toBe(200)
  expect(await stateOf(site.dataDir)).toEqual(before)
  await expectWhole(site.dataDir)
})

test.each([
  ['file', Buffer.from('GIF89a, or so'), 'file', 422, 'not-a-pdf'],
  ['file', Buffer.alloc(0), 'file', 422, 'empty'],
  ['file', javaScriptPdf('open action'), 'file', 422, 'active-content'],
  ['answers', Buffer.from('%PNG'), 'answers', 422, 'not-a-pdf'],
  ['thumbnail', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'thumbnail', 422, 'svg'],
  ['thumbnail', Buffer.alloc(5 * 1024 * 1024 + 1), 'thumbnail', 413, 'file-too-large'],
])('a wrong %s is refused with the reason, and all stays', async (part, bytes, field, status, code) => {
  const paper = await publish(site, admin)
  const before = await stateOf(site.dataDir)
  const answer = await client.replace(paper.id, part, bytes)
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, field])
  expect(await stateOf(site.dataDir)).toEqual(before)
  await expectWhole(site.dataDir)
})

test('only a whole upload is taken, for a part that there is, in a paper that there is', async () => {
  const paper = await publish(site, admin)
  const before = await stateOf(site.dataDir)
  const put = (part: string, json: object) =>
    client.call('PUT', `/papers/${paper.id}/${part}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    })
  const upload = { uploadId: 'never-arrived-1', name: 'a.pdf', size: 9 }
  expect((await put('file', { ...upload, title: 'x' })).body).toMatchObject({ field: 'title' })
  expect((await put('file', upload)).body).toMatchObject({ code: 'upload-incomplete', field: 'file' })
  expect((await put('answers', {})).status).toBe(422)
  expect((await put('cover', upload)).status).toBe(404)
  expect((await client.replace('nobodyknows1', 'file', plainPdf())).status).toBe(404)
  expect((await client.replace('No Such Id', 'file', plainPdf())).status).toBe(404)
  expect((await client.replace(paper.id, 'file', plainPdf(), { match: 'one' })).status).toBe(422)
  expect(await stateOf(site.dataDir)).toEqual(before)
  await expectWhole(site.dataDir)
})

test('a file for an older version is not put in; two at once leave a whole paper', async () => {
  const paper = await publish(site, admin)
  await client.revise(paper.id, { title: 'Changed first' }, 1)
  const late = await client.replace(paper.id, 'file', plainPdf({ text: 'late' }), { match: '"1"' })
  expect([late.status, late.body.current.title]).toEqual([412, 'Changed first'])
  await expectWhole(site.dataDir)
  const both = await Promise.all(
    ['one', 'two'].map((text) => client.replace(paper.id, 'file', plainPdf({ text }), { match: '"2"' })),
  )
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 412])
  await expectWhole(site.dataDir)
  const any = await Promise.all(
    ['1', '2'].map((text) => client.replace(paper.id, 'file', plainPdf({ text }))),
  )
  expect(any.map((answer) => answer.status)).toEqual([200, 200])
  await expectWhole(site.dataDir)
})

test('a paper that is binned while its new file arrives stays in the bin, as it was', async () => {
  let meanwhile = async () => {}
  const parts = ({ files }: App) => ({
    files: {
      ...files,
      async put(...[key, source]: Parameters<typeof files.put>) {
        await meanwhile()
        return await files.put(key, source)
      },
    },
  })
  const other = await openSite({ parts })
  const signedIn = await other.signIn()
  const paper = await publish(other, signedIn)
  const itsClient = paperClient(other, signedIn)
  meanwhile = async () => {
    meanwhile = async () => {}
    await itsClient.bin(paper.id)
  }
  expect((await itsClient.replace(paper.id, 'file', plainPdf({ text: 'late' }))).status).toBe(404)
  await expectWhole(other.dataDir)
  expect((await itsClient.restore(paper.id)).body.link).toBe(paper.link)
  await other.end()
})

test('a failure at any step of a replacement leaves the old state', async () => {
  const broken = { put: Number.POSITIVE_INFINITY, remove: false }
  const parts = ({ files }: App) => ({
    files: {
      ...files,
      async put(...[key, source]: Parameters<typeof files.put>) {
        if (broken.put-- > 0) return await files.put(key, source)
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
      async remove(key: string) {
        if (broken.remove) throw Object.assign(new Error('input/output error'), { code: 'EIO' })
        return await files.remove(key)
      },
    },
  })
  const other = await openSite({ parts })
  const signedIn = await other.signIn()
  const paper = await publish(other, signedIn)
  const itsClient = paperClient(other, signedIn)
  const before = await stateOf(other.dataDir)
  for (const files of [0, 1]) {
    broken.put = files
    expect((await itsClient.replace(paper.id, 'file', plainPdf({ text: 'new' }))).status).toBe(507)
    expect(await stateOf(other.dataDir)).toEqual(before)
    await expectWhole(other.dataDir)
  }
  broken.put = Number.POSITIVE_INFINITY
  broken.remove = true
  expect((await itsClient.replace(paper.id, 'file', plainPdf({ text: 'new' }))).status).toBe(200)
  expect(filesIn(join(other.dataDir, 'files')).length).toBe(4)
  expect((await other.fetch(paper.link)).status).toBe(302)
  await other.end({ keepData: true })
  const again = await openSite({ dataDir: other.dataDir })
  await expectWhole(other.dataDir)
  await again.end()
})

test('page 1 of a PDF that is missing cannot take its place, which is told', async () => {
  const other = await openSite()
  const signedIn = await other.signIn()
  const paper = await publish(other, signedIn)
  const itsClient = paperClient(other, signedIn)
  await itsClient.replace(paper.id, 'thumbnail', await plainPicture('#393'))
  rmSync(join(other.dataDir, paper.link))
  const answer = await itsClient.takeAway(paper.id, 'thumbnail')
  expect([answer.status, answer.body.code]).toEqual([409, 'file-missing'])
  await other.end()
})
