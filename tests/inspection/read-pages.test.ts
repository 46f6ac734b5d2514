import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createInspector, type InspectorOptions } from '#server/adapters/pdf/inspector.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import {
  bigPdf,
  hangingPdf,
  hoardingPdf,
  linesPdf,
  noPagesPdf,
  onePage,
  ownerPasswordPdf,
  type PdfLine,
  passwordPdf,
  plainPdf,
} from '#tests/support/made-pdfs.ts'
import { REAL_PAPERS, testRealPapers } from '#tests/support/real-papers.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'
import { type Objects, stream, writePdf } from '#tests/support/write-pdf.ts'

/** Ten times what a plain PDF takes of a processor. */
const DEADLINE_MS = 800

const folder = mkdtempSync(join(tmpdir(), 'thervu-read-'))
const shared = createInspector({}, sharedJobs())
afterAll(async () => {
  await shared.close()
  rmSync(folder, { recursive: true })
})

let made = 0
function file(bytes: Uint8Array | string, name = `${++made}.pdf`): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

function inspectorOf(options: InspectorOptions, jobs?: Jobs) {
  const inspector = createInspector(options, jobs)
  onTestFinished(() => inspector.close())
  return inspector
}

const ALL = { from: 1, to: 1000 }
async function read(bytes: Uint8Array | string, { inspector = shared, range = ALL } = {}) {
  const result = await inspector.readPages(file(bytes), range)
  if ('reason' in result) throw new Error(result.sentence)
  return result
}

async function readOne(bytes: Uint8Array | string) {
  const [page] = (await read(bytes)).read
  if (!page) throw new Error('not read')
  return page
}

const FONT = '/Type/Font/Subtype/Type1/BaseFont/Helvetica'
const write = (text: string, y = 740) => `BT /F 12 Tf 72 ${y} Td (${text}) Tj ET\n`

/** Pages of their own content, each with Helvetica as F and more resources. */
function pagesOf(contents: string[], resources = '', more: Objects = {}) {
  const kids = contents.map((_, i) => `${30 + 2 * i} 0 R`)
  const objects: Objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}/MediaBox[0 0 595 842]/Resources<</Font<</F<<${FONT}>>>>${resources}>>>>`,
    ...more,
  }
  for (const [i, content] of contents.entries()) {
    objects[30 + 2 * i] = `<</Type/Page/Parent 2 0 R/Contents ${31 + 2 * i} 0 R>>`
    objects[31 + 2 * i] = stream('', content)
  }
  return writePdf(objects)
}

const HANGS = {
  render: '/Pattern cs /P scn 0 0 595 842 re f',
  resources: '/Pattern<</P 10 0 R>>',
  more: {
    10: stream(
      '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 300 300]/XStep 0.001/YStep 0.001/Resources<<>>',
      '1 0 0 rg 0 0 300 300 re f',
    ),
  },
}

test('pages are rendered as two WebP pictures of black on white, with what they say', async () => {
  const { pages, read: found, failed } = await read(plainPdf({ pages: 4 }), { range: { from: 2, to: 3 } })
  expect({ pages, failed, read: found.map(({ page }) => page) }).toEqual({
    pages: 4,
    failed: [],
    read: [2, 3],
  })
  const [page] = found
  expect(page).toMatchObject({ width: 1440, height: 2038, text: 'Question paper' })
  const [small, large] = await Promise.all([page?.small, page?.large].map((it) => sharp(it).metadata()))
  expect(small).toMatchObject({ format: 'webp', width: 720, height: 1019 })
  expect(large).toMatchObject({ format: 'webp', width: 1440, height: 2038 })
  const { channels } = await sharp(page?.small).stats()
  for (const { min, mean } of channels) expect([min, mean > 250]).toEqual([0, true])
})

test('a page keeps its colours when it has some, and only then', async () => {
  const painted = async (colour: string) => {
    const { small } = await readOne(writePdf(onePage({ content: `${colour} rg 100 100 300 300 re f` })))
    const { data } = await sharp(small)
      .extract({ left: 300, top: 700, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data].slice(0, 3)
  }
  const [red = 0, green = 0, blue = 0] = await painted('0.9 0.1 0.1')
  expect(red - Math.max(green, blue)).toBeGreaterThan(150)
  expect(new Set(await painted('0.5 0.5 0.5')).size).toBe(1)
})

test('a page is as its file says: turned, and with what was stamped on it', async () => {
  expect(await readOne(writePdf(onePage({ page: '/Rotate 90' })))).toMatchObject({
    width: 1440,
    height: 1018,
  })
  const stamp = '<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 595 842]/AP<</N 10 0 R>>>>'
  const rendered = stream('/Type/XObject/Subtype/Form/BBox[0 0 595 842]', '0 0 595 842 re f')
  const { small } = await readOne(writePdf(onePage({ page: `/Annots[${stamp}]`, more: { 10: rendered } })))
  expect((await sharp(small).stats()).channels[0]?.mean).toBeLessThan(5)
})

test('a sheet of A3 is two pages next to each other unless something is printed across it', async () => {
  const a3 = '/MediaBox[0 0 1191 842]'
  const sheet = (content: string) => readOne(writePdf(onePage({ page: a3, content })))
  expect(await sheet('50 50 500 740 re f 640 50 500 740 re f')).toMatchObject({ isSpread: true })
  expect(await sheet('50 50 1090 740 re f')).not.toHaveProperty('isSpread')
})

test.each([
  ['ten metres wide', '0 0 28346 842', 240],
  ['a kilometre tall', '0 0 595 2834600', 8640],
  ['a hair wide', '0 0 0.1 14400', 8640],
  ['of no size', '0 0 0 0', 1864],
])('a page %s is rendered within bounds', async (_, box, height) => {
  const page = await readOne(writePdf(onePage({ page: `/MediaBox[${box}]` })))
  expect(page).toMatchObject({ width: 1440, height })
  expect(await sharp(page.small).metadata()).toMatchObject({ width: 720, height: Math.round(height / 2) })
})

test('letters of a font that is missing are rendered with another', async () => {
  const missing = '/Resources<</Font<</F<</Type/Font/Subtype/TrueType/BaseFont/Nowhere>>>>>>'
  const page = await readOne(writePdf(onePage({ content: write('Board exam of 2019'), page: missing })))
  expect(page.text).toBe('Board exam of 2019')
  expect((await sharp(page.large).stats()).channels[0]?.min).toBe(0)
})

test.each([
  ['40,000 words, each an object', write('word').repeat(40_000)],
  ['a million words in one object', `BT /F 12 Tf 72 740 Td [${'(word )'.repeat(1_000_000)}] TJ ET`],
])('a page of %s is rendered without its text, and the next page is read', async (_, content) => {
  const { read: found, failed } = await read(pagesOf([content, write('Answer all questions')]))
  expect(failed).toEqual([])
  expect(found.map(({ text }) => text)).toEqual(['', 'Answer all questions'])
})

test('a page that is rendered for ever fails alone while an upload is inspected', async () => {
  const inspector = inspectorOf({ deadlineMs: DEADLINE_MS }, sharedJobs())
  const contents = [write('Section A'), HANGS.render, write('Section B')]
  const reading = read(pagesOf(contents, HANGS.resources, HANGS.more), { inspector })
  expect(await inspector.inspectPdf(file(plainPdf()))).toMatchObject({ accepted: true })
  const { pages, read: found, failed } = await reading
  expect({ pages, failed }).toEqual({ pages: 3, failed: [2] })
  expect(found.map(({ page, text }) => [page, text])).toEqual([
    [1, 'Section A'],
    [3, 'Section B'],
  ])
})

test('a page whose drawings fill the memory fails, and the worker serves the next file', async () => {
  const inspector = inspectorOf({ memoryMiB: 96 })
  expect(await read(hoardingPdf(), { inspector })).toEqual({ pages: 1, read: [], failed: [1] })
  expect((await read(plainPdf(), { inspector })).failed).toEqual([])
})

test('pages that together need more memory than one PDFium may have are all read', async () => {
  const { read: found, failed } = await read(bigPdf(3 * 2 ** 20), {
    inspector: inspectorOf({ memoryMiB: 36 }),
  })
  expect([found.length, failed]).toEqual([3, []])
})

test.each([
  ['asks for a password', () => passwordPdf(), 'password'],
  ['has no pages', () => noPagesPdf(), 'no-pages'],
  ['is damaged', () => '%PDF-1.7 rubbish', 'broken'],
])('a file that %s is refused', async (_, bytes, reason) => {
  expect(await shared.readPages(file(bytes()), ALL)).toMatchObject({ accepted: false, reason })
})

test('an owner password and other bytes before the header do no harm', async () => {
  const locked = await ownerPasswordPdf(plainPdf({ pages: 2 }))
  expect((await read(locked)).read.map(({ text }) => text)).toEqual(['Question paper', 'Question paper'])
  expect((await read(plainPdf({ before: 'True' }))).read).toHaveLength(1)
})

/** Reports two pages at a time, then does what the file's name says. */
const BREAKING_WORKER = `
  import { basename } from 'node:path'
  export default async ({ path, from, to, port }) => {
    const name = basename(path)
    if (name === 'hangs') for (;;);
    port.postMessage({ pages: 9 })
    for (let page = from; page <= Math.min(to, 9); page++) {
      if (page < from + 2) port.postMessage({ read: { page } })
      else if (name === 'is killed') process.exit(9)
      else throw new TypeError('a bug')
    }
    return null
  }
`
const workerFile = file(BREAKING_WORKER, 'breaking-worker.mjs')

test.each(['is killed', 'throws'])('a worker that %s in the middle loses no page', async (name) => {
  const warned: string[] = []
  const log = { warn: (_: object, message: string) => void warned.push(message) }
  const inspector = inspectorOf({ workerFile, log })
  const result = await inspector.readPages(file('', name), { from: 2, to: 9 })
  if ('reason' in result) throw new Error(result.sentence)
  expect(result.read.map(({ page }) => page)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  expect([result.failed, warned.length > 0]).toEqual([[], true])
})

test('closing refuses what is being read, and what hangs before its first page is refused too', async () => {
  const inspector = inspectorOf({}, sharedJobs())
  const running = inspector.readPages(file(hangingPdf()), ALL)
  await inspector.close()
  expect(await running).toMatchObject({ accepted: false, reason: 'took-too-long' })
  const hasty = inspectorOf({ workerFile, deadlineMs: 300 }, sharedJobs())
  expect(await hasty.readPages(file('', 'hangs'), ALL)).toMatchObject({ reason: 'took-too-long' })
})

test('a page of two short lines whose letters are placed one by one is read in words and rows', async () => {
  // PDFium takes little text of this shape for columns. These letters are 6.7 points wide, as a space is here.
  const letters = (x: number, y: number, text: string) =>
    [...text].flatMap((letter, at): PdfLine[] => (letter === ' ' ? [] : [[x + 6.7 * at, y, letter]]))
  const path = file(
    linesPdf([
      [...letters(60, 720, '5'), ...letters(540, 720, '3'), ...letters(90, 706, 'a bad dog and a pug')],
    ]),
  )
  const texts = await shared.readTexts(path, ALL)
  const read = 'accepted' in texts ? [] : texts.read
  expect(read.map(({ lines }) => lines.map((line) => line[4]))).toEqual([['5', '3', 'a bad dog and a pug']])
  expect(read[0]?.text).toContain('a bad dog and a pug')
})

test('a scan has no text and light pictures', async () => {
  const ink = 'rgb(70,70,70)'
  const lines = Array.from(
    { length: 40 },
    (_, at) =>
      `<rect x="120" y="${200 + at * 48}" width="${700 + ((at * 137) % 600)}" height="14" fill="${ink}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1654" height="2339"><rect width="100%" height="100%" fill="rgb(236,233,224)"/>${lines.join('')}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .greyscale()
    .jpeg({ quality: 60 })
    .toBuffer({ resolveWithObject: true })
  const image = `/Type/XObject/Subtype/Image/Width ${info.width}/Height ${info.height}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode`
  const scan = pagesOf(['595 0 0 842 0 0 cm /X Do'], '/XObject<</X 90 0 R>>', { 90: stream(image, data) })
  expectScan(await read(scan))
})

testRealPapers('a real scan has no text and light pictures', async () => {
  const result = await shared.readPages(join(REAL_PAPERS, '30-1-1 Mathematics.pdf'), { from: 1, to: 2 })
  if ('reason' in result) throw new Error(result.sentence)
  expectScan(result)
})

type Pages = Extract<Awaited<ReturnType<typeof shared.readPages>>, { read: unknown }>

function expectScan({ read: pages }: Pages) {
  expect(pages.length).toBeGreaterThan(0)
  for (const { text, small, large } of pages) {
    expect(text).toBe('')
    expect(small.length).toBeLessThan(40_000)
    expect(large.length).toBeLessThan(110_000)
  }
}

test('of a page in an old Hindi font only the English lines are told', async () => {
  const page =
    write('narjmWu H$moS >H$mo CÎma-nwpñVH$m Ho$ _wI-n¥ð', 740) +
    write('In Figure 1, a tower AB is 20 m high', 700)
  expect((await readOne(pagesOf([page]))).text).toBe('In Figure 1, a tower AB is 20 m high')
})

testRealPapers('of real pages in an old Hindi font only the English lines are told', async () => {
  const textOf = async (name: string, page: number) => {
    const result = await shared.readPages(join(REAL_PAPERS, name), { from: page, to: page })
    return 'reason' in result ? result.reason : result.read[0]?.text
  }
  expect(await textOf('30-1 MATHEMATICS.pdf', 3)).toBe(
    [
      'In Figure 1, a tower AB is 20 m high and BC, its shadow on the ground,',
      'm long. Find the Sun’s altitude.',
      'Figure 1',
      'Two different dice are tossed together. Find the probability that the',
      'product of the two numbers on the top of the dice is 6.',
    ].join('\n'),
  )
  expect(await textOf('Applied Mathematics.pdf', 2)).toBe('')
})
