import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Inspector } from '#domain/files/inspect-pdf.ts'
import { findPages } from '#domain/page-images/find-pages.server.ts'
import type { PaperPages } from '#domain/page-images/page-image.ts'
import { reprocess } from '#domain/page-images/reprocess.server.ts'
import { sweepPages } from '#domain/page-images/sweep.server.ts'
import { noteTurn } from '#domain/page-turns/page-turns.server.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Recogniser } from '#domain/recognition/recogniser.ts'
import { createInspector, type InspectorOptions } from '#server/adapters/pdf/inspector.ts'
import { entrySentence } from '#web/routes/admin/journal/describe-entry.ts'
import { publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { plainPicture } from '../support/made-photos.ts'
import { paperClient } from '../support/paper-client.ts'
import { sharedJobs } from '../support/shared-jobs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { filesIn, rowsOf, until } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'
import { stream, writePdf } from '../support/write-pdf.ts'

/** Rendering takes its time on a busy machine. */
const BUSY_MS = 60_000

let site: Site
let admin: SignedIn

beforeAll(async () => {
  site = await openSite({ renders: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0 } })
  admin = await site.signIn()
})
afterAll(() => site.end())

async function untilRendered(paper: Pick<Paper, 'id' | 'pages'>): Promise<PaperPages> {
  let pages = await findPages(site.app, paper)
  const isDone = async () => {
    pages = await findPages(site.app, paper)
    return pages.isDone
  }
  await until('its pages are rendered', isDone, BUSY_MS)
  return pages
}

const picturesIn = (base: string) =>
  filesIn(join(site.dataDir, 'pages')).filter((name) => name.includes(String(base.split('/').at(-1))))

test('each page of a published paper is a picture in two widths, kept by browsers for ever', async () => {
  const paper = await publish(site, admin, {}, plainPdf({ pages: 3, text: 'Prove that AB = BA.' }))
  const { pages, images, base } = await untilRendered(paper)
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
  expect(await reprocess(site.app, { all: false }), 'files that lack something').toBe(0)
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

test('a paper is found by the text of its pages as soon as they are rendered', async () => {
  const paper = await publish(site, admin, {}, plainPdf({ pages: 3, text: 'Prove that quaternions turn.' }))
  await untilRendered(paper)
  const found = await (await site.fetch('/api/papers?q=quaternions')).json()
  expect(found).toMatchObject({ total: 1, inside: 1, papers: [{ id: paper.id, inside: { page: 1 } }] })
})

test('an address that no page has is a sentence that is not kept', async () => {
  const paper = await publish(site, admin, {}, plainPdf())
  const { base } = await untilRendered(paper)
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
  const old = await untilRendered(paper)
  const { status } = await paperClient(site, admin).replace(paper.id, 'file', plainPdf({ text: 'Corrected' }))
  expect(status).toBe(200)
  expect((await site.fetch(`${old.base}/1-720.webp`)).status).toBe(404)
  const now = await untilRendered({ ...paper, pages: 1 })
  expect(now.base).not.toBe(old.base)
  expect(now.images.length).toBe(1)
  expect((await site.fetch(`${now.base}/1-1440.webp`)).status).toBe(200)
})

test('the admin area turns a page by a quarter, or all, and says so in the journal; reprocessing keeps it, another file begins as it is', async () => {
  const paper = await publish(site, admin, {}, plainPdf({ pages: 2 }))
  await untilRendered(paper)
  const client = paperClient(site, admin)
  const turn = async (page: unknown, id = paper.id) => {
    const headers = { 'Content-Type': 'application/json' }
    return await client.call('POST', `/papers/${id}/page-turns`, { headers, body: JSON.stringify({ page }) })
  }
  const shown = async () => (await findPages(site.app, paper)).images.map((image) => image?.turn ?? 0)
  const untilShown = (turns: number[]) =>
    until('its pages are turned', async () => String(await shown()) === String(turns), BUSY_MS)

  expect(await turn(2)).toMatchObject({ status: 200, body: { turns: { 2: 90 } } })
  await untilShown([0, 90])
  const { base, images } = await findPages(site.app, paper)
  expect((images[1]?.height ?? 0) / 1440).toBeCloseTo(595 / 842, 2)
  expect((await site.fetch(`${base}/2r90-720.webp`)).status).toBe(200)
  await turn(null)
  await untilShown([90, 180])
  const { entries } = await (
    await site.fetch(`/api/admin/journal?kind=paper&subjectId=${paper.id}`, { headers: admin.headers })
  ).json()
  expect(entries.slice(0, 2).map(entrySentence)).toEqual([
    expect.stringMatching(/ turned all pages of .+ by a quarter to the right$/),
    expect.stringMatching(/ turned page 2 of .+ by a quarter to the right$/),
  ])
  await reprocess(site.app, { all: true })
  await untilRendered(paper)
  await untilShown([90, 180])
  // What recognition finds later does not change what an administrator chose.
  const { fileKey } = await site.app.db
    .selectFrom('papers')
    .select('fileKey')
    .where('id', '=', paper.id)
    .executeTakeFirstOrThrow()
  for (const found of [0, 270] as const) await noteTurn(site.app.db, { fileKey, page: 2 }, found)
  expect(await client.call('GET', `/papers/${paper.id}/page-turns`)).toMatchObject({
    status: 200,
    body: { turns: { 1: 90, 2: 180 }, sizes: [{ turn: 90 }, { turn: 180 }] },
  })
  await turn(2)
  expect(await turn(2)).toMatchObject({ status: 200, body: { turns: { 2: 0 } } })
  await untilShown([90, 0])

  expect(await turn(3)).toMatchObject({
    status: 422,
    body: { code: 'no-such-page', detail: 'This paper has no page 3: it ends at 2.' },
  })
  expect(await turn(0)).toMatchObject({ status: 422 })
  expect(await turn(1, 'nobody')).toMatchObject({ status: 404 })
  await client.replace(paper.id, 'file', plainPdf({ pages: 2, text: 'Another' }))
  await untilRendered(paper)
  expect(await shown()).toEqual([0, 0])
})

test('a card shows page 1 as it is turned, unless its picture was chosen; its form is not overtaken', async () => {
  const paper = await publish(site, admin, {}, plainPdf())
  await untilRendered(paper)
  const client = paperClient(site, admin)
  const turn = async () => {
    const headers = { 'Content-Type': 'application/json' }
    const { status } = await client.call('POST', `/papers/${paper.id}/page-turns`, {
      headers,
      body: '{"page":1}',
    })
    expect(status).toBe(200)
  }
  const card = async () => {
    const { papers } = await (await site.fetch('/api/papers')).json()
    return papers.find(({ id }: Paper) => id === paper.id).thumbnail as string
  }
  const formOf = async (address: string) => {
    const { width, height } = await sharp(await (await site.fetch(address)).bytes()).metadata()
    return [width, Math.round(height / 10) * 10]
  }
  const { version } = (await client.get(paper.id)).body
  const upright = await card()
  expect(await formOf(upright)).toEqual([480, 680])
  await turn()
  await until('its card is turned', async () => (await card()) !== upright, BUSY_MS)
  const turned = await card()
  expect(await formOf(turned)).toEqual([480, 340])
  // Where the former picture is asked for, the new one is answered.
  expect((await site.fetch(upright)).headers.get('location')).toBe(turned)
  expect((await client.get(paper.id)).body.version).toBe(version)
  await client.replace(paper.id, 'thumbnail', await plainPicture('#347'), { name: 'cover.png' })
  const chosen = await card()
  for (const turns of [180, 270]) {
    await turn()
    const shown = async () => (await findPages(site.app, paper)).images[0]?.turn
    await until('its page is turned', async () => (await shown()) === turns, BUSY_MS)
  }
  expect(await card()).toBe(chosen)
  await client.takeAway(paper.id, 'thumbnail')
  expect(await formOf(await card())).toEqual([480, 340])
})

test('a binned paper serves no picture, a restored one serves them at once, a deleted one keeps none', async () => {
  const paper = await publish(site, admin, {}, plainPdf())
  const { base } = await untilRendered(paper)
  const client = paperClient(site, admin)
  await client.bin(paper.id)
  expect((await site.fetch(`${base}/1-720.webp`)).status).toBe(404)
  expect(picturesIn(base).length).toBe(2)
  await client.restore(paper.id)
  expect((await site.fetch(`${base}/1-720.webp`)).status).toBe(200)
  await client.bin(paper.id)
  await client.deleteForGood(paper.id)
  const folders = () => Array.fromAsync(site.app.pageStore.folders())
  await until(
    'its pictures are gone',
    async () => !(await folders()).includes(String(base.split('/').at(-1))),
  )
  expect(picturesIn(base)).toEqual([])
})

test('pictures that vanish from the disk are rendered again', async () => {
  const paper = await publish(site, admin, {}, plainPdf({ pages: 2 }))
  const { base } = await untilRendered(paper)
  await rm(join(site.dataDir, 'pages'), { recursive: true })
  expect((await site.fetch(`${base}/2-720.webp`)).status).toBe(404)
  expect((await untilRendered(paper)).base).toBe(base)
  expect((await site.fetch(`${base}/2-720.webp`)).status).toBe(200)
})

test('the administrator is told what waits and what cannot be rendered, and has it tried again; nobody else', async () => {
  expect((await site.fetch('/api/admin/render-jobs')).status).toBe(403)
  const paper = await publish(site, admin, { title: 'A paper that is lost' }, plainPdf())
  const { base } = await untilRendered(paper)
  const read = async () => (await site.fetch('/api/admin/render-jobs', { headers: admin.headers })).json()
  expect(await read()).toEqual({ waiting: 0, failed: [], unread: [], scans: null })
  const file = join(site.dataDir, paper.link)
  await rename(file, `${file}.elsewhere`)
  await rm(join(site.dataDir, 'pages'), { recursive: true })
  await site.fetch(`${base}/1-720.webp`)
  await until('three tries have failed', async () => (await read()).failed.length === 1)
  const lost = { title: 'A paper that is lost', fault: 'The file is missing on the server.' }
  expect(await read()).toMatchObject({ waiting: 0, failed: [{ paperId: paper.id, ...lost }], unread: [] })
  await rename(`${file}.elsewhere`, file)
  const retry = (headers: Record<string, string>) =>
    site.fetch('/api/admin/render-jobs', { method: 'POST', headers })
  expect((await retry({ Origin: site.origin })).status).toBe(401)
  expect(await (await retry(admin.headers)).json()).toMatchObject({ waiting: 1, failed: [], unread: [] })
  await until('it is rendered', async () => (await read()).waiting === 0, BUSY_MS)
  expect((await site.fetch(`${base}/1-720.webp`)).status).toBe(200)
})

const ASKED = 'select file_key from drawing_jobs where asked_at is not null'

/** A site whose pages are rendered by an inspector of its own, and what that was asked for. */
async function openRendering(
  options: InspectorOptions,
  wrap: (inspector: Inspector) => Partial<Inspector>,
  renders: { untilQuiet?: () => Promise<void>; recogniser?: Recogniser } = {},
) {
  const own = createInspector(options, sharedJobs())
  const inspector = { ...own, ...wrap(own) }
  const site = await openSite({
    ...(renders.recogniser && { env: { READ_SCANS: 'on' } }),
    renders: { inspector, lookEveryMs: 50, pauseMs: 0, ...renders },
  })
  onTestFinished(async () => {
    await site.end()
    await own.close()
  })
  return { site, admin: await site.signIn() }
}

test('nothing is rendered while requests wait; then every paper has its page 1, then its text, then pages that a visitor opens, then the others, the last published first', {
  timeout: 120_000,
}, async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const asked: string[] = []
  const { site, admin } = await openRendering(
    {},
    (inspector) => ({
      async readPages(path, range) {
        const read = await inspector.readPages(path, range)
        if ('pages' in read) asked.push(`${read.pages} pages: ${range.from}–${range.to}`)
        return read
      },
      async readTexts(path, range) {
        const read = await inspector.readTexts(path, range)
        if ('pages' in read) asked.push(`${read.pages} pages: text ${range.from}–${range.to}`)
        return read
      },
    }),
    { untilQuiet: () => gate },
  )
  const papers: Paper[] = []
  for (const pages of [2, 1, 6, 3]) papers.push(await publish(site, admin, {}, plainPdf({ pages })))
  const [opened] = papers
  expect((await site.fetch(paperPath(opened as Paper))).status).toBe(200)
  await until('it is noted', async () => (await rowsOf(site.dataDir, ASKED)).length === 1)
  expect(asked).toEqual([])
  open()
  await until(
    'all is rendered',
    async () => (await rowsOf(site.dataDir, "select * from drawing_jobs where state <> 'done'")).length === 0,
    BUSY_MS,
  )
  // The first had begun before the others came.
  expect(asked.slice(0, 4)).toEqual(['2 pages: 1–1', '3 pages: 1–1', '6 pages: 1–1', '1 pages: 1–1'])
  expect(asked.slice(4, 7)).toEqual(['3 pages: text 2–3', '6 pages: text 2–6', '2 pages: text 2–2'])
  expect(asked.slice(7)).toEqual(['2 pages: 2–2', '3 pages: 2–3', '6 pages: 2–5', '6 pages: 6–6'])
  expect(await rowsOf(site.dataDir, 'select count(*) as pages from page_texts')).toEqual([{ pages: 12 }])
})

test('page 1 of a file that waits in the inbox is rendered there, and its paper has it at once; what is not wanted any more is swept', {
  timeout: 120_000,
}, async () => {
  const asked: string[] = []
  const { site, admin } = await openRendering({}, (inspector) => ({
    async readPages(path, range) {
      const read = await inspector.readPages(path, range)
      if ('pages' in read) asked.push(`${read.pages} pages: ${range.from}–${range.to}`)
      return read
    },
  }))
  const arrive = async (id: string, pages: number) =>
    expect((await sendAhead(site, admin, id, { name: `${id}.pdf`, file: plainPdf({ pages }) })).status).toBe(
      201,
    )
  const rendered = () => rowsOf(site.dataDir, 'select drawn is not null as whole from first_pages')
  await arrive('arrived-1', 2)
  await arrive('arrived-2', 3)
  await until('both are rendered', async () => (await rendered()).length === 2, BUSY_MS)
  expect(await rendered()).toEqual([{ whole: 1 }, { whole: 1 }])
  expect(asked).toEqual(['2 pages: 1–1', '3 pages: 1–1'])

  const published = await publishAhead(site, admin, 'arrived-1', { title: 'Rendered before' })
  const paper: Paper = await published.json()
  await until('all is rendered', async () => (await findPages(site.app, paper)).isDone, BUSY_MS)
  expect(asked).toEqual(['2 pages: 1–1', '3 pages: 1–1', '2 pages: 2–2'])
  const { base, images } = await findPages(site.app, paper)
  const picture = await site.fetch(`${base}/1-720.webp`)
  expect((await picture.arrayBuffer()).byteLength).toBe(images[0]?.bytes[720])
  expect(await rowsOf(site.dataDir, 'select page from page_texts order by page')).toEqual([
    { page: 1 },
    { page: 2 },
  ])

  await sweepPages(site.app)
  expect(await rendered()).toHaveLength(1)
  expect(await Array.fromAsync(site.app.pageStore.folders())).toHaveLength(2)
  await site.fetch('/api/admin/inbox/arrived-2', { method: 'DELETE', headers: admin.headers })
  await sweepPages(site.app)
  expect(await rendered()).toEqual([])
  expect(await Array.fromAsync(site.app.pageStore.folders())).toHaveLength(1)
})

test('of files that arrive together some have page 1 recognised before it is rendered of all: both go by turns', {
  timeout: 120_000,
}, async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const begun: string[] = []
  const recogniser: Recogniser = {
    isOn: async () => true,
    check: async () => ['eng'],
    async recognisePage() {
      begun.push('recognised')
      return { text: '', sureText: '', lines: [], confidence: 0 }
    },
    close: async () => {},
  }
  const noted = (inspector: Inspector): Partial<Inspector> => ({
    async readPages(path, range) {
      begun.push('drawn')
      return await inspector.readPages(path, range)
    },
  })
  const { site, admin } = await openRendering({}, noted, { untilQuiet: () => gate, recogniser })
  for (const pages of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const file = plainPdf({ pages })
    expect((await sendAhead(site, admin, `together-${pages}`, { file })).status).toBe(201)
  }
  expect(begun).toEqual([])
  open()
  await until('all is done', () => begun.length === 20, BUSY_MS)
  const beforeLast = begun.slice(0, begun.lastIndexOf('drawn'))
  expect(beforeLast.filter((step) => step === 'drawn')).toHaveLength(9)
  expect(beforeLast.filter((step) => step === 'recognised').length).toBeGreaterThan(1)
})

test('a scan on its side is upright in the inbox once it is recognised, and on its card when it is published', {
  timeout: 120_000,
}, async () => {
  const recogniser: Recogniser = {
    isOn: async () => true,
    check: async () => ['eng'],
    recognisePage: async () => ({ text: '', sureText: '', lines: [], confidence: 90, turn: 90 }),
    close: async () => {},
  }
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { site, admin } = await openRendering({}, () => ({}), { untilQuiet: () => gate, recogniser })
  const formOf = async (address: string | null) => {
    const answer = await site.fetch(address ?? '', { headers: admin.headers })
    const { width, height } = await sharp(await answer.bytes()).metadata()
    return [width, Math.round(height / 10) * 10]
  }
  await sendAhead(site, admin, 'on-its-side', { file: plainPdf() })
  const inbox = '/api/admin/inbox/on-its-side'
  expect(await formOf(`${inbox}/thumbnail`)).toEqual([480, 680])
  open()
  const isRead = async () => !(await (await site.fetch(inbox, { headers: admin.headers })).json()).isBeingRead
  await until('it is recognised', isRead, BUSY_MS)
  expect(await formOf(`${inbox}/thumbnail`)).toEqual([480, 340])
  const paper: Paper = await (await publishAhead(site, admin, 'on-its-side')).json()
  expect(await formOf(paper.thumbnail)).toEqual([480, 340])
})

test('a page that cannot be rendered is left out, and those after it are rendered', {
  timeout: 120_000,
}, async () => {
  const { site, admin } = await openRendering({ deadlineMs: 800 }, () => ({}))
  const paper = await publish(site, admin, {}, pdfWithHangingPage({ pages: 4, hanging: 2 }))
  await until('it is done', async () => (await findPages(site.app, paper)).isDone, BUSY_MS)
  const { images, base } = await findPages(site.app, paper)
  expect(images.map((image) => image !== null)).toEqual([true, false, true, true])
  expect((await site.fetch(`${base}/2-720.webp`)).status).toBe(404)
  expect((await site.fetch(`${base}/4-720.webp`)).status).toBe(200)
  const fault = await rowsOf(site.dataDir, 'select fault from drawing_jobs')
  expect(fault).toEqual([{ fault: 'Page 2 could not be shown.' }])
})

/** Pages of a line each, one of which takes hours to render. */
function pdfWithHangingPage({ pages, hanging }: { pages: number; hanging: number }) {
  const kids = Array.from({ length: pages }, (_, at) => 20 + at)
  const pattern =
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 300 300]/XStep 0.001/YStep 0.001/Resources<<>>'
  const resources = '/Resources<</Pattern<</P 10 0 R>>>>'
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R${resources}>>`
  return writePdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${pages}>>`,
    3: stream('', '0 0 0 rg 72 700 400 40 re f'),
    4: stream('', '/Pattern cs /P scn 0 0 595 842 re f'),
    10: stream(pattern, '1 0 0 rg 0 0 300 300 re f'),
    ...Object.fromEntries(kids.map((kid, at) => [kid, page(at + 1 === hanging ? 4 : 3)])),
  })
}
