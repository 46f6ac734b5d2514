import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recheckFaulty } from '#domain/file-checks/scrub.server.ts'
import { findPages } from '#domain/page-images/find-pages.server.ts'
import { backupRequest } from '#server/backup/backup-request.ts'
import { openFolderTarget } from '#server/backup/open-target.ts'
import { restoreFiles } from '#server/backup/restore-files.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { readConfig } from '#server/config.ts'
import { newFolder, removeFolders } from '../support/backups.ts'
import { openDataDir, startChild } from '../support/child-site.ts'
import { databaseEnv } from '../support/engine.ts'
import { inboxOf, publishAhead } from '../support/inbox.ts'
import { bigPdf, plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { rawRequest } from '../support/raw-http.ts'
import { readZip } from '../support/read-zip.ts'
import { AWS, BUCKET, type S3Server, startS3 } from '../support/s3-servers.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { filesIn, until } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

const BUSY_MS = 50_000
const NAVIGATION = { 'Sec-Fetch-Mode': 'navigate' }
const MIB = 1024 * 1024

let server: S3Server
let site: Site
let admin: SignedIn
const urlOf = (prefix: string) => `s3://${BUCKET}/${prefix}?endpoint=${server.origin}`
beforeAll(async () => {
  server = await startS3()
  site = await openSite({
    env: { FILES_URL: urlOf('walk') },
    renders: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0 },
  })
  admin = await site.signIn()
})
afterAll(async () => {
  await site.end()
  await server.close()
  await removeFolders()
})

async function take(path: string, headers: Record<string, string> = {}, at = site) {
  const answer = await at.fetch(path, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const keys = async (at = site) =>
  (await Array.fromAsync(at.app.files.list())).map(({ key }) => `/files/${key}`)

test('a paper is published, read whole and in ranges, replaced, binned, restored and deleted', async () => {
  const client = paperClient(site, admin)
  const file = bigPdf(9 * MIB)
  const paper = await publish(site, admin, { title: 'Kept in a bucket' }, file)
  expect(await keys()).toEqual([paper.link, String(paper.thumbnail)])
  expect(existsSync(join(site.dataDir, 'files'))).toBe(false)
  const whole = await take(paper.link)
  expect([whole.status, whole.bytes.equals(file)]).toEqual([200, true])
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'content-disposition': expect.stringContaining(
      'filename="CBSE Class 12 Mathematics, December 2024 - Kept in a bucket.pdf"',
    ),
    'content-length': String(file.byteLength),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
  })
  for (const [asked, start, end] of [
    ['0-0', 0, 0],
    ['1000-4999', 1000, 4999],
    [`${8 * MIB - 10}-`, 8 * MIB - 10, file.byteLength - 1],
    ['-100', file.byteLength - 100, file.byteLength - 1],
  ] as const) {
    const part = await take(paper.link, { Range: `bytes=${asked}` })
    expect([asked, part.status, part.headers.get('content-range')]).toEqual([
      asked,
      206,
      `bytes ${start}-${end}/${file.byteLength}`,
    ])
    expect(part.bytes.equals(file.subarray(start, end + 1))).toBe(true)
  }
  const etag = String(whole.headers.get('etag'))
  expect((await take(paper.link, { 'If-None-Match': etag })).status).toBe(304)
  const head = await site.fetch(paper.link, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
    200,
    String(file.byteLength),
    etag,
  ])

  const better = plainPdf({ pages: 3, text: 'Scanned well' })
  const { body } = await client.replace(paper.id, 'file', better)
  expect((await take(body.link)).bytes.equals(better)).toBe(true)
  expect((await take(paper.link)).headers.get('location')).toBe(body.link)
  const answers = plainPdf({ pages: 1, text: 'The answers' })
  const answered = await client.replace(paper.id, 'answers', answers)
  expect(answered.status).toBe(200)
  // With the replaced file, which can be put back.
  expect((await keys()).length).toBe(4)

  expect((await client.bin(paper.id)).status).toBe(204)
  expect((await take(body.link)).status).toBe(404)
  expect((await keys()).length).toBe(4)
  expect((await client.restore(paper.id)).status).toBe(200)
  expect((await take(body.link)).bytes.equals(better)).toBe(true)
  await client.bin(paper.id)
  expect((await client.deleteForGood(paper.id)).status).toBe(204)
  expect(await keys()).toEqual([])
})

test('a file waits in the inbox with its picture, is published from there, and nothing stays on this machine', async () => {
  const file = plainPdf({ pages: 2, text: 'Find the inverse of A.' })
  expect((await sendAhead(site, admin, 'waiting-upload', { file })).status).toBe(201)
  expect((await inboxOf(site, admin)).map((each) => each.uploadId)).toEqual(['waiting-upload'])
  const picture = await take('/api/admin/inbox/waiting-upload/thumbnail', admin.headers)
  expect([picture.status, picture.bytes.toString('latin1', 8, 12)]).toEqual([200, 'WEBP'])
  const published = await publishAhead(site, admin, 'waiting-upload')
  expect(published.status).toBe(201)
  const { link } = (await published.json()) as { link: string }
  expect((await take(link)).bytes.equals(Buffer.from(file))).toBe(true)
  expect(await Array.fromAsync(site.app.inbox.list())).toEqual([])
  // Page 1 of what waits is rendered from a copy that is lent for it, and may just be under way.
  const left = () => ['inbox', 'quarantine'].flatMap((folder) => filesIn(join(site.dataDir, folder)))
  await until('nothing stays', () => left().length === 0, BUSY_MS)
})

test('its pages are rendered into the bucket and served from there', async () => {
  const paper = await publish(site, admin, { title: 'Rendered' }, plainPdf({ pages: 2, text: 'Prove it.' }))
  await until('its pages are rendered', async () => (await findPages(site.app, paper)).isDone, BUSY_MS)
  const { base } = await findPages(site.app, paper)
  for (const name of ['1-720.webp', '2-1440.webp']) {
    const picture = await take(`${base}/${name}`)
    expect([picture.status, picture.bytes.toString('latin1', 8, 12)]).toEqual([200, 'WEBP'])
  }
  expect(existsSync(join(site.dataDir, 'pages'))).toBe(false)
  const client = paperClient(site, admin)
  await client.bin(paper.id)
  await client.deleteForGood(paper.id)
  const tag = base.split('/').at(-1)
  const folders = () => Array.fromAsync(site.app.pageStore.folders())
  await until('its pictures are gone', async () => !(await folders()).includes(String(tag)), BUSY_MS)
})

test('papers come as one zip and as one PDF', async () => {
  const files = [bigPdf(2 * MIB), plainPdf({ pages: 4, text: 'Second' })]
  const papers = [await publish(site, admin, { title: 'First' }, files[0])]
  papers.push(await publish(site, admin, { title: 'Second' }, files[1]))
  const ids = papers.map(({ id }) => id).join(',')
  const zip = await take(`/papers.zip?ids=${ids}`)
  const entries = readZip(zip.bytes)
  expect(entries.length).toBe(3)
  for (const [at, file] of files.entries()) expect(entries[at]?.bytes.equals(file)).toBe(true)
  const merged = await take(`/papers.pdf?ids=${ids}`)
  expect([merged.status, merged.bytes.toString('latin1', 0, 5)]).toEqual([200, '%PDF-'])
})

test('a file that was cut short or is missing in the bucket is refused, named, and set aside by a restore', async () => {
  const file = plainPdf({ pages: 2, text: 'Whole in the backup' })
  const paper = await publish(site, admin, { title: 'Damaged in a bucket' }, file)
  const key = paper.link.replace('/files/', '')
  const folder = newFolder()
  const made = await runBackup(
    backupRequest(
      readConfig({ DATA_DIR: site.dataDir, FILES_URL: urlOf('walk'), ...(await databaseEnv(site.dataDir)) }),
      {
        kind: 'folder',
        dir: folder,
      },
    ),
  )
  expect(made.lacking).toEqual([])
  const s3 = new S3Client({ endpoint: server.origin, region: 'us-east-1', forcePathStyle: true })
  const name = { Bucket: BUCKET, Key: `walk${paper.link}` }
  const ready = async () => await (await site.fetch('/readyz')).text()
  await s3.send(new PutObjectCommand({ ...name, Body: file.subarray(0, 100) }))
  for (const headers of [{}, { Range: 'bytes=0-9' }, { Range: 'bytes=200-' }] as Record<string, string>[])
    expect((await take(paper.link, headers)).status).toBe(500)
  expect((await site.fetch(paper.link, { method: 'HEAD' })).status).toBe(500)
  const command = `restore it from the backup: npm run restore -- ${folder} --file ${key}`
  await until('it is named', async () => (await ready()).endsWith(command))

  const target = openFolderTarget(folder)
  expect(await restoreFiles(target, [key], site.app)).toEqual([{ key, outcome: 'restored' }])
  expect((await take(paper.link)).bytes.equals(file)).toBe(true)
  expect(await ready()).toBe('ready')
  const removed = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'walk/removed/' }))
  const aside = removed.Contents?.find(
    (each) => /^walk\/removed\/[\d-]{10}\//.test(each.Key ?? '') && each.Key?.endsWith(`/${key}`),
  )
  expect(aside?.Size).toBe(100)

  await s3.send(new DeleteObjectCommand(name))
  // Visitors still get it, from memory.
  site.app.checks.doubt(key)
  await until('it is missed', async () => (await ready()).includes('is missing'))
  expect(await restoreFiles(target, null, site.app)).toEqual([{ key, outcome: 'restored' }])
  const stored = await site.app.files.open(key)
  expect(stored && (await buffer(stored)).equals(file)).toBe(true)
  s3.destroy()
})

test('a start keeps a young file that no paper needs, which another server may be storing', async () => {
  const key = '12th-cbse/orphan_20260301T093000000Z-abcd2345.pdf'
  await site.app.files.put(key, { bytes: Buffer.from('left behind') })
  const { dataDir } = site
  await site.end({ keepData: true })
  site = await openSite({ dataDir, env: { FILES_URL: urlOf('walk') } })
  expect(await keys()).toContain(`/files/${key}`)
  await site.app.files.remove(key)
})

test('with FILES_PUBLIC=redirect whoever opens a PDF gets it from the bucket, with its name and type', async () => {
  const other = await openSite({ env: { FILES_URL: urlOf('elsewhere'), FILES_PUBLIC: 'redirect' } })
  const file = plainPdf({ pages: 2, text: 'Found elsewhere' })
  const paper = await publish(other, await other.signIn(), { title: 'அரையாண்டுத் தேர்வு' }, file)
  const ask = (path: string, headers = {}, method = 'GET') =>
    rawRequest(other.origin, path, { method, headers: { Host: new URL(other.origin).host, ...headers } })
  const opened = await ask(paper.link, NAVIGATION)
  expect([opened.status, opened.headers['cache-control']]).toEqual([302, 'no-store'])
  const address = String(opened.headers.location)
  expect(address.startsWith(`${server.origin}/${BUCKET}/elsewhere${paper.link}?`)).toBe(true)
  const found = await fetch(address, { headers: { Range: 'bytes=0-9' } })
  expect([found.status, Buffer.from(await found.arrayBuffer())]).toEqual([
    206,
    Buffer.from(file.subarray(0, 10)),
  ])
  expect(found.headers.get('content-type')).toBe('application/pdf')
  // The bucket is asked to send the name.
  expect(new URL(address).searchParams.get('response-content-disposition')).toContain(
    `${encodeURIComponent(' - அரையாண்டுத் தேர்வு')}.pdf`,
  )
  expect((await ask(paper.link)).headers.location).toBe(address)

  // What pages show and what scripts fetch comes from the site's own address.
  for (const mode of ['cors', 'no-cors']) {
    const fetched = await ask(paper.link, { 'Sec-Fetch-Mode': mode })
    expect([fetched.status, fetched.headers['content-length']]).toEqual([200, String(file.length)])
  }
  expect((await ask(String(paper.thumbnail))).status).toBe(200)
  expect((await ask(paper.link, NAVIGATION, 'HEAD')).status).toBe(200)
  const key = paper.link.replace('/files/', '')
  await other.app.files.setAside(key, '2026-03-01')
  expect((await ask(paper.link, { 'Sec-Fetch-Mode': 'cors' })).status).toBe(404)
  const isKnown = async () => (await ask(paper.link, NAVIGATION)).status === 404
  await until('nobody is sent to what is missing', isKnown)
  await other.app.files.put(key, { bytes: file })
  await recheckFaulty(other.app, async () => true)
  expect((await ask(paper.link, NAVIGATION)).status).toBe(302)
  await paperClient(other, await other.signIn()).bin(paper.id)
  expect((await ask(paper.link, NAVIGATION)).status).toBe(404)
  await other.end()
})

test('the server as it is started keeps and sends files in the same way', async () => {
  await using data = await openDataDir()
  const child = await startChild(data.path, { ...AWS, FILES_URL: urlOf('started') })
  expect((await child.fetch('/readyz')).status).toBe(200)
  const file = plainPdf({ pages: 2, text: 'From a process of its own' })
  const paper = await publish(child, await child.signIn(), { title: 'Started' }, file)
  const answer = await child.fetch(paper.link)
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(file))).toBe(true)
  expect(await child.end('SIGTERM')).toBe(0)
})
