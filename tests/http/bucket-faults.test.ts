import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { sweepFiles } from '#domain/files/sweep.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { openS3Stores } from '#server/adapters/files/s3/s3-stores.ts'
import { openDataDir, startRefused } from '../support/child-site.ts'
import { type FaultyS3, openFaultyS3 } from '../support/faulty-s3.ts'
import { bigPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { AWS, BRIEF, BUCKET, placeAt, type S3Server, startS3 } from '../support/s3-servers.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { filesIn, rowsOf, until } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

const file = bigPdf(9 * 1024 * 1024)

let server: S3Server
let line: FaultyS3
let site: Site
let admin: SignedIn
let paper: Paper
let copies: string
let isHasty = false
let closeHasty: () => void
beforeAll(async () => {
  server = await startS3()
  line = await openFaultyS3(server)
  copies = await mkdtemp(join(tmpdir(), 'thervu-copies-'))
  const hasty = openS3Stores(placeAt(line, 'faulty'), { copies, patience: BRIEF })
  closeHasty = hasty.close
  /** The site's own stores, which wait for minutes, or those that give up at once. */
  const either = <Name extends 'files' | 'inbox' | 'pageStore'>(app: App, name: Name) =>
    new Proxy(app[name], { get: (_, verb) => Reflect.get(isHasty ? hasty[name] : app[name], verb) })
  site = await openSite({
    env: { FILES_URL: `s3://${BUCKET}/faulty?endpoint=${line.origin}` },
    parts: (app) => ({
      files: either(app, 'files'),
      inbox: either(app, 'inbox'),
      pageStore: either(app, 'pageStore'),
    }),
  })
  admin = await site.signIn()
  paper = await publish(site, admin, { title: 'Stored before' }, file)
})
afterEach(() => {
  line.fault = () => null
  isHasty = false
})
afterAll(async () => {
  await site.end()
  closeHasty()
  await line.close()
  await server.close()
  await rm(copies, { recursive: true })
})

const keys = async () => (await Array.fromAsync(site.app.files.list())).map(({ key }) => `/files/${key}`)
const whole = async (path: string) => Buffer.from(await (await site.fetch(path)).arrayBuffer())

test('while the store is away a file is 503 with a sentence, and everything else goes on', async () => {
  isHasty = true
  line.fault = () => 'reset'
  const answer = await site.fetch(paper.link)
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    503,
    '30',
    'no-store',
  ])
  expect(await answer.json()).toMatchObject({
    code: 'file-store-away',
    detail: 'The store in which files are kept does not answer; try again in a minute.',
  })
  for (const path of ['/', '/practice', `/papers/${paper.id}/x`, '/api/papers', '/api/papers?q=stored']) {
    const page = await site.fetch(path)
    expect([path, page.status < 400]).toEqual([path, true])
    await page.arrayBuffer()
  }
  const ready = await site.fetch('/readyz')
  expect([ready.status, (await ready.json()).detail]).toEqual([503, 'The file store does not answer.'])
})

test('an upload that the store does not take is refused, leaves nothing, and may be sent again', async () => {
  const before = await keys()
  const send = () =>
    postPaper(site, admin.headers, uploadBody({ ...FIELDS, title: 'Sent twice' }, { file }), {
      uploadId: 'sent-twice',
    })
  isHasty = true
  line.fault = ({ method }) => (method === 'PUT' ? { status: 503, code: 'SlowDown' } : null)
  const refused = await send()
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'file-store-away'])
  line.fault = () => null
  isHasty = false
  expect(await keys()).toEqual(before)
  expect(await rowsOf(site.dataDir, "select id from papers where title = 'Sent twice'")).toEqual([])
  expect(filesIn(join(site.dataDir, 'quarantine'))).toEqual([])
  expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(200)
  expect((await rowsOf(site.dataDir, "select id from papers where title = 'Sent twice'")).length).toBe(1)
})

test('a download that the store breaks off arrives whole all the same', async () => {
  let breaks = 3
  line.fault = ({ method }) => (method === 'GET' && breaks-- > 0 ? { cutAfter: 1_000_000 } : null)
  expect((await whole(paper.link)).equals(file)).toBe(true)
  expect(breaks).toBeLessThan(0)
})

test('one that cannot be read to its end breaks off, and is not taken for whole', async () => {
  isHasty = true
  let isFirst = true
  line.fault = ({ method }) => {
    if (method !== 'GET') return null
    if (!isFirst) return 'reset'
    isFirst = false
    return { cutAfter: 100_000 }
  }
  await expect(whole(paper.link)).rejects.toThrow()
})

test('a visitor who leaves in the middle ends the request to the store', async () => {
  // Of its own: a file that broke off before is read whole again, as a check.
  const { link } = await publish(site, admin, { title: 'Left in the middle' }, bigPdf(2 * 1024 * 1024))
  // Buffers of the machine can take the whole file before the visitor reads a byte.
  line.fault = ({ method, path }) =>
    method === 'GET' && path.includes(link) ? { stopAfter: 1_000_000 } : null
  const download = request(new URL(link, site.origin))
  download.on('error', () => {})
  download.end()
  const [answer] = await once(download, 'response')
  await once(answer, 'readable')
  const sending = [...line.open].filter((one) => one.url?.includes(link))
  expect(sending).toHaveLength(1)
  download.destroy()
  await until('the store is left', () => !sending.some((one) => line.open.has(one)))
})

test('what is deleted while the store is away is gone for everybody, and its files go with the sweep', async () => {
  const client = paperClient(site, admin)
  const doomed = await publish(site, admin, { title: 'To be deleted' })
  await client.bin(doomed.id)
  isHasty = true
  line.fault = ({ method }) => (method === 'DELETE' ? 'reset' : null)
  expect((await client.deleteForGood(doomed.id)).status).toBe(204)
  line.fault = () => null
  expect(await keys()).toContain(doomed.link)
  await sweepFiles(site.app, { age: 0 })
  expect(await keys()).not.toContain(doomed.link)
  expect(await keys()).toContain(paper.link)
})

test('a start with a bucket that is not there, or with another site’s files, ends with one sentence', async () => {
  await using data = await openDataDir()
  const start = (place: string) =>
    startRefused(data.path, { ...AWS, FILES_URL: `s3://${place}?endpoint=${server.origin}` })
  expect(await start('nowhere/x')).toEqual({
    code: 1,
    complaint: `FILES_URL names a bucket that is not there: bucket "nowhere" at ${server.origin}; make it first.\n`,
  })
  const { code, complaint } = await start(`${BUCKET}/faulty`)
  expect([code, complaint.trim().split('\n').length]).toEqual([1, 1])
  expect(complaint).toMatch(
    /^FILES_URL names a place with the files of another database: s3:\/\/papers\/faulty\/ /,
  )
  expect(await keys()).toContain(paper.link)
})
