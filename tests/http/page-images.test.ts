import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPages } from '#domain/page-images/find-pages.server.ts'
import type { PaperPages } from '#domain/page-images/page-image.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { deskOf } from '../support/desk.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { filesIn, rowsOf, until } from '../support/stored.ts'

/** Drawing takes its time on a busy machine. */
const BUSY_MS = 50_000

let site: Site
let admin: SignedIn

beforeAll(async () => {
  site = await openSite({ draws: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0 } })
  admin = await site.signIn()
})
afterAll(() => site.end())

async function untilDrawn(paper: Pick<Paper, 'id' | 'pages'>): Promise<PaperPages> {
  let pages = await findPages(site.app, paper)
  const isDone = async () => {
    pages = await findPages(site.app, paper)
    return pages.isDone
  }
  await until('its pages are drawn', isDone, BUSY_MS)
  return pages
}

const picturesIn = (base: string) =>
  filesIn(join(site.dataDir, 'pages')).filter((name) => name.includes(String(base.split('/').at(-1))))

test('each page of a published paper is a picture in two widths, kept by browsers for ever', async () => {
  const paper = await publish(site, admin, {}, plainPdf({ pages: 3, text: 'Prove that AB = BA.' }))
  const { pages, images, base } = await untilDrawn(paper)
  expect([pages, images.length]).toEqual([3, 3])
  for (const [at, image] of images.entries()) {
    expect(image?.width).toBe(1440)
    expect((image?.height ?? 0) / 1440).toBeCloseTo(842 / 595, 2)
    for (const width of [720, 1440] as const) {
      const answer = await site.fetch(`${base}/${at + 1}-${width}.webp`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-length': String(image?.bytes[width]),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.status, bytes.toString('latin1', 8, 12)]).toEqual([200, 'WEBP'])
    }
  }
  const address = `${base}/1-720.webp`
  const etag = String((await site.fetch(address)).headers.get('etag'))
  const again = await site.fetch(address, { headers: { 'If-None-Match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await site.fetch(address, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const texts = await rowsOf(
    site.dataDir,
    'select page, text from page_texts where file_key = ?',
    paper.link.slice(7),
  )
  expect(texts.length).toBe(3)
  expect(texts[0]?.text).toContain('Prove that AB = BA.')
  expect((await site.fetch(`/papers/${paper.id}/a-slug`)).status).not.toBe(404)
})

test('a paper is found by the text of its pages as soon as they are drawn', async () => {
  const paper = await publish(site, admin, {}, plainPdf({ pages: 3, text: 'Prove that quaternions turn.' }))
  await untilDrawn(paper)
  const found = await (await site.fetch('/api/papers?q=quaternions')).json()
  expect(found).toMatchObject({ total: 1, inside: 1, papers: [{ id: paper.id, inside: { page: 1 } }] })
})

test('an address that no page has is a sentence that is not kept', async () => {
  const paper = await publish(site, admin, {}, plainPdf())
  const { base } = await untilDrawn(paper)
  for (const path of [
    `${base}/2-720.webp`,
    `${base}/0-720.webp`,
    `${base}/1-721.webp`,
    `${base}/1-720.png`,
    `${base}/..%2f..%2fserver.lock`,
    `/papers/${paper.id}/pages/0123456789abcdef/1-720.webp`,
    `/papers/nobody/pages/${base.split('/').at(-1)}/1-720.webp`,
  ]) {
    const answer = await site.fetch(path)
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
    expect((await answer.json()).detail).toMatch(/^There is no picture of this page.*\.$/)
  }
})

test('a replaced file has pictures at other addresses, and the old ones are gone', async () => {
  const paper = await publish(site, admin, {}, plainPdf({ pages: 2 }))
  const old = await untilDrawn(paper)
  const { status } = await deskOf(site, admin).replace(paper.id, 'file', plainPdf({ text: 'Mended' }))
  expect(status).toBe(200)
  expect((await site.fetch(`${old.base}/1-720.webp`)).status).toBe(404)
  const now = await untilDrawn({ ...paper, pages: 1 })
  expect(now.base).not.toBe(old.base)
  expect(now.images.length).toBe(1)
  expect((await site.fetch(`${now.base}/1-1440.webp`)).status).toBe(200)
})

test('a binned paper serves no picture, a restored one serves them at once, a deleted one keeps none', async () => {
  const paper = await publish(site, admin, {}, plainPdf())
  const { base } = await untilDrawn(paper)
  const desk = deskOf(site, admin)
  await desk.bin(paper.id)
  expect((await site.fetch(`${base}/1-720.webp`)).status).toBe(404)
  expect(picturesIn(base).length).toBe(2)
  await desk.restore(paper.id)
  expect((await site.fetch(`${base}/1-720.webp`)).status).toBe(200)
  await desk.bin(paper.id)
  await desk.deleteForGood(paper.id)
  const folders = () => Array.fromAsync(site.app.pageStore.folders())
  await until(
    'its pictures are gone',
    async () => !(await folders()).includes(String(base.split('/').at(-1))),
  )
  expect(picturesIn(base)).toEqual([])
})

test('pictures that vanish from the disk are drawn anew', async () => {
  const paper = await publish(site, admin, {}, plainPdf({ pages: 2 }))
  const { base } = await untilDrawn(paper)
  await rm(join(site.dataDir, 'pages'), { recursive: true })
  expect((await site.fetch(`${base}/2-720.webp`)).status).toBe(404)
  expect((await untilDrawn(paper)).base).toBe(base)
  expect((await site.fetch(`${base}/2-720.webp`)).status).toBe(200)
})

test('the administrator is told what waits and what cannot be drawn, and has it tried again; nobody else', async () => {
  expect((await site.fetch('/api/admin/drawing-jobs')).status).toBe(403)
  const paper = await publish(site, admin, { title: 'A paper that is lost' }, plainPdf())
  const { base } = await untilDrawn(paper)
  const read = async () => (await site.fetch('/api/admin/drawing-jobs', { headers: admin.headers })).json()
  expect(await read()).toEqual({ waiting: 0, failed: [], unread: [] })
  const file = join(site.dataDir, paper.link)
  await rename(file, `${file}.elsewhere`)
  await rm(join(site.dataDir, 'pages'), { recursive: true })
  await site.fetch(`${base}/1-720.webp`)
  await until('three tries have failed', async () => (await read()).failed.length === 1)
  const lost = { title: 'A paper that is lost', fault: 'The file is missing on the server.' }
  expect(await read()).toEqual({ waiting: 0, failed: [{ paperId: paper.id, ...lost }], unread: [] })
  await rename(`${file}.elsewhere`, file)
  const retry = (headers: Record<string, string>) =>
    site.fetch('/api/admin/drawing-jobs', { method: 'POST', headers })
  expect((await retry({ Origin: site.origin })).status).toBe(401)
  expect(await (await retry(admin.headers)).json()).toEqual({ waiting: 1, failed: [], unread: [] })
  await until('it is drawn', async () => (await read()).waiting === 0, BUSY_MS)
  expect((await site.fetch(`${base}/1-720.webp`)).status).toBe(200)
})
