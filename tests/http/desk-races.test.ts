import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { removeAnswers } from '#domain/publishing/revise.server.ts'
import { type Desk, deskOf } from '../support/desk.ts'
import { publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { plainPicture } from '../support/made-photos.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let desk: Desk
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
  desk = deskOf(site, admin)
})
afterEach(async () => await expectWhole(site.dataDir))
afterAll(() => site.end())

const actions = async (id: string) => (await desk.journal(id)).map(({ action }) => action)

test('answers taken away twice at once are taken away once', async () => {
  const paper = await publish(site, admin)
  await desk.replace(paper.id, 'answers', plainPdf({ text: 'answers' }))
  const both = await Promise.all([1, 2].map(() => removeAnswers(site.app, paper.id, null)))
  expect(both).toMatchObject([1, 2].map(() => ({ answers: null, version: 3 })))
  expect(await actions(paper.id)).toEqual(['removed', 'added', 'published'])
})

test('a file sent twice at once, as after a lost line, takes its place once', async () => {
  const paper = await publish(site, admin)
  const better = plainPdf({ pages: 3, text: 'better' })
  const both = await Promise.all([1, 2].map(() => desk.replace(paper.id, 'file', better, { match: '"1"' })))
  expect(both.map(({ status, body }) => [status, body.version, body.pages])).toEqual([
    [200, 2, 3],
    [200, 2, 3],
  ])
  expect(await actions(paper.id)).toEqual(['replaced', 'published'])
})

test('page 1 of a PDF that is replaced while it is drawn does not become the thumbnail', async () => {
  const paper = await publish(site, admin)
  const given = await desk.replace(paper.id, 'thumbnail', await plainPicture('#347'), { name: 'cover.png' })
  beforeInspection = () => desk.replace(paper.id, 'file', plainPdf({ text: 'another' }))
  const taken = await desk.takeAway(paper.id, 'thumbnail')
  expect([taken.status, taken.body.code]).toEqual([412, 'changed-meanwhile'])
  expect((await desk.get(paper.id)).body).toMatchObject({
    ...{ thumbnail: given.body.thumbnail, thumbnailGiven: true, version: 3 },
  })
  expect((await desk.takeAway(paper.id, 'thumbnail')).body).toMatchObject({ thumbnailGiven: false })
})

test('a PDF that was lost on the server is mended by sending the same one again', async () => {
  const file = plainPdf({ pages: 2, text: 'lost and found' })
  const paper = await publish(site, admin, {}, file)
  rmSync(join(site.dataDir, paper.link))
  const sent = await desk.replace(paper.id, 'file', file)
  expect(sent.status).toBe(200)
  expect(existsSync(join(site.dataDir, sent.body.link))).toBe(true)
  const answer = await site.fetch(sent.body.link)
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
})

test('a sample whose PDF is replaced is a paper of the centre, and stays when the samples go', async () => {
  const paper = await publish(site, admin)
  const sample = await publish(site, admin)
  await site.app.db
    .updateTable('papers')
    .set({ isSample: 1 })
    .where('id', 'in', [paper.id, sample.id])
    .execute()
  const { body } = await desk.replace(paper.id, 'file', plainPdf({ text: 'our own' }))
  expect(body.sample).toBe(false)
  expect((await desk.call('DELETE', '/samples')).body).toEqual({ removed: 1 })
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
