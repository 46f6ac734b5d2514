import { expect, onTestFinished, test } from 'vitest'
import type { Inspector } from '#domain/files/inspect-pdf.ts'
import { findPages } from '#domain/page-images/find-pages.server.ts'
import { sweepPages } from '#domain/page-images/sweep.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import type { Recogniser } from '#domain/recognition/recogniser.ts'
import { createInspector, type InspectorOptions } from '#server/adapters/pdf/inspector.ts'
import { publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish } from '../support/site.ts'
import { rowsOf, until } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'
import { stream, writePdf } from '../support/write-pdf.ts'

const ASKED = 'select file_key from drawing_jobs where asked_at is not null'
/** Drawing takes its time on a busy machine. */
const BUSY_MS = 60_000

/** A site whose pages are drawn by an inspector of its own, and what that was asked for. */
async function openDrawing(
  options: InspectorOptions,
  wrap: (inspector: Inspector) => Partial<Inspector>,
  draws: { untilQuiet?: () => Promise<void>; recogniser?: Recogniser } = {},
) {
  const own = createInspector(options)
  const inspector = { ...own, ...wrap(own) }
  const site = await openSite({
    ...(draws.recogniser && { env: { READ_SCANS: 'on' } }),
    draws: { inspector, lookEveryMs: 50, pauseMs: 0, ...draws },
  })
  onTestFinished(async () => {
    await site.end()
    await own.close()
  })
  return { site, admin: await site.signIn() }
}

test('nothing is drawn while requests wait; then every paper has its page 1, then its text, then pages that a visitor opens, then the others, the last published first', {
  timeout: 120_000,
}, async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const asked: string[] = []
  const { site, admin } = await openDrawing(
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
    'all is drawn',
    async () => (await rowsOf(site.dataDir, "select * from drawing_jobs where state <> 'done'")).length === 0,
    BUSY_MS,
  )
  // The first had begun before the others came.
  expect(asked.slice(0, 4)).toEqual(['2 pages: 1–1', '3 pages: 1–1', '6 pages: 1–1', '1 pages: 1–1'])
  expect(asked.slice(4, 7)).toEqual(['3 pages: text 2–3', '6 pages: text 2–6', '2 pages: text 2–2'])
  expect(asked.slice(7)).toEqual(['2 pages: 2–2', '3 pages: 2–3', '6 pages: 2–5', '6 pages: 6–6'])
  expect(await rowsOf(site.dataDir, 'select count(*) as pages from page_texts')).toEqual([{ pages: 12 }])
})

test('page 1 of a file that waits in the inbox is drawn there, and its paper has it at once; what is not wanted any more is swept', {
  timeout: 120_000,
}, async () => {
  const asked: string[] = []
  const { site, admin } = await openDrawing({}, (inspector) => ({
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
  const drawn = () => rowsOf(site.dataDir, 'select drawn is not null as whole from first_pages')
  await arrive('arrived-1', 2)
  await arrive('arrived-2', 3)
  await until('both are drawn', async () => (await drawn()).length === 2, BUSY_MS)
  expect(await drawn()).toEqual([{ whole: 1 }, { whole: 1 }])
  expect(asked).toEqual(['2 pages: 1–1', '3 pages: 1–1'])

  const published = await publishAhead(site, admin, 'arrived-1', { title: 'Drawn before' })
  const paper: Paper = await published.json()
  await until('all is drawn', async () => (await findPages(site.app, paper)).isDone, BUSY_MS)
  expect(asked).toEqual(['2 pages: 1–1', '3 pages: 1–1', '2 pages: 2–2'])
  const { base, images } = await findPages(site.app, paper)
  const picture = await site.fetch(`${base}/1-720.webp`)
  expect((await picture.arrayBuffer()).byteLength).toBe(images[0]?.bytes[720])
  expect(await rowsOf(site.dataDir, 'select page from page_texts order by page')).toEqual([
    { page: 1 },
    { page: 2 },
  ])

  await sweepPages(site.app)
  expect(await drawn()).toHaveLength(1)
  expect(await Array.fromAsync(site.app.pageStore.folders())).toHaveLength(2)
  await site.fetch('/api/admin/inbox/arrived-2', { method: 'DELETE', headers: admin.headers })
  await sweepPages(site.app)
  expect(await drawn()).toEqual([])
  expect(await Array.fromAsync(site.app.pageStore.folders())).toHaveLength(1)
})

test('of files that arrive together all have page 1 drawn before more than one of them is recognised', {
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
  const { site, admin } = await openDrawing({}, noted, { untilQuiet: () => gate, recogniser })
  for (const pages of [1, 2, 3, 4, 5, 6]) {
    const file = plainPdf({ pages })
    expect((await sendAhead(site, admin, `together-${pages}`, { file })).status).toBe(201)
  }
  expect(begun).toEqual([])
  open()
  await until('all is done', () => begun.length === 12, BUSY_MS)
  const beforeLast = begun.slice(0, begun.lastIndexOf('drawn'))
  expect(beforeLast.filter((step) => step === 'drawn')).toHaveLength(5)
  expect(beforeLast.filter((step) => step === 'recognised').length).toBeLessThan(2)
})

test('a page that cannot be drawn is left out, and those after it are drawn', {
  timeout: 120_000,
}, async () => {
  const { site, admin } = await openDrawing({ deadlineMs: 10_000 }, () => ({}))
  const paper = await publish(site, admin, {}, pdfWithHangingPage({ pages: 4, hanging: 2 }))
  await until('it is done', async () => (await findPages(site.app, paper)).isDone, BUSY_MS)
  const { images, base } = await findPages(site.app, paper)
  expect(images.map((image) => image !== null)).toEqual([true, false, true, true])
  expect((await site.fetch(`${base}/2-720.webp`)).status).toBe(404)
  expect((await site.fetch(`${base}/4-720.webp`)).status).toBe(200)
  const fault = await rowsOf(site.dataDir, 'select fault from drawing_jobs')
  expect(fault).toEqual([{ fault: 'Page 2 could not be drawn.' }])
})

/** Pages of a line each, one of which takes hours to draw. */
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
