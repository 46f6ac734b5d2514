import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { PdfInspection } from '#domain/files/inspect-pdf.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import {
  bigPdf,
  noPagesPdf,
  onePage,
  ownerPasswordPdf,
  passwordPdf,
  plainPdf,
  portfolioPdf,
} from '#tests/support/made-pdfs.ts'
import { REAL_PAPERS, SAMPLE_PAPERS, testRealPapers } from '#tests/support/real-papers.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'
import { writePdf } from '#tests/support/write-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'thervu-inspect-'))
const inspector = createInspector({}, sharedJobs())

afterAll(async () => {
  await inspector.close()
  rmSync(folder, { recursive: true })
})

function inspect(bytes: Uint8Array | string): Promise<PdfInspection> {
  const path = join(folder, 'upload')
  writeFileSync(path, bytes)
  return inspector.inspectPdf(path)
}

async function pagesOf(bytes: Uint8Array) {
  const result = await inspect(bytes)
  return result.accepted ? result.pages : result.reason
}

async function textOf(bytes: Uint8Array) {
  const result = await inspect(bytes)
  if (!result.accepted) throw new Error(result.sentence)
  return result.text
}

const HELVETICA = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
const line = (text: string, y = 740) => `BT /F 12 Tf 72 ${y} Td (${text}) Tj ET\n`

/** Every word an object of its own, all at one height: what PDFium sorts most slowly. */
function wordPerLine(count: number) {
  return writePdf(onePage({ content: line('word').repeat(count), page: HELVETICA }))
}

test('a portfolio is refused: its cover is no paper; a paper with its answers attached is taken, and a zip is no PDF', async () => {
  const attached = { 'Set 1.pdf': plainPdf(), 'Set 2.pdf': plainPdf() }
  expect(await inspect(portfolioPdf(attached))).toMatchObject({
    ...{ accepted: false, reason: 'portfolio' },
    sentence: expect.stringContaining('Many files can take them out'),
  })
  const withAnswers = Buffer.from(
    portfolioPdf(attached).toString('latin1').replace('/Collection<<', '/Collectio0<<'),
    'latin1',
  )
  expect(await pagesOf(withAnswers)).toBe(1)
  expect(await pagesOf(Buffer.concat([Buffer.from('PK\x03\x04'), plainPdf()]))).toBe('not-a-pdf')
})

function wordsInOneLine(count: number) {
  const words = '(word )'.repeat(count)
  return writePdf(onePage({ content: `BT /F 12 Tf 72 740 Td [${words}] TJ ET`, page: HELVETICA }))
}

async function refusalOf(bytes: Uint8Array | string) {
  const result = await inspect(bytes)
  expect(result.accepted || result.sentence).toMatch(/^This \w+ .*\.$/)
  return result.accepted ? 'accepted' : result.reason
}

test('a plain PDF is accepted with its pages and a thumbnail 480 pixels wide', async () => {
  const result = await inspect(plainPdf({ pages: 3 }))
  if (!result.accepted) throw new Error(result.sentence)
  expect(result.pages).toBe(3)
  const { format, width, height } = await sharp(result.thumbnail).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 480, height: 679 })
})

test('the thumbnail shows the text of page 1 on white', async () => {
  const result = await inspect(plainPdf({ text: 'HHHHHHHHHHHH' }))
  if (!result.accepted) throw new Error(result.sentence)
  const { channels } = await sharp(result.thumbnail).stats()
  for (const { min, mean } of channels) {
    expect(min).toBeLessThan(60)
    expect(mean).toBeGreaterThan(240)
  }
})

test('the text of page 1 is told, and only of page 1', async () => {
  const content = line('Class XII') + line('Session 2021-22', 700)
  expect(await textOf(writePdf(onePage({ content, page: HELVETICA })))).toBe('Class XII\r\nSession 2021-22')
  expect(await textOf(plainPdf({ pages: 3 }))).toBe('Question paper')
})

test('a scan has no text', async () => {
  expect(await textOf(bigPdf(2 ** 20))).toBe('')
})

test.each([
  ['200,000 words, each an object', () => wordPerLine(200_000)],
  ['a million words in one object', () => wordsInOneLine(1_000_000)],
])('a page of %s is accepted within the deadline and memory, without its text', async (_, made) => {
  expect(await textOf(made())).toBe('')
})

test('a page with more text than is kept gives its beginning', async () => {
  const text = await textOf(wordsInOneLine(8_000))
  expect(text).toHaveLength(20_000)
  expect(text).toMatch(/^word word /)
})

test('other bytes before the header do no harm when it comes within the first 1,024', async () => {
  expect(await pagesOf(plainPdf({ pages: 2, before: 'True' }))).toBe(2)
  expect(await pagesOf(plainPdf({ pages: 2, before: ' '.repeat(1019) }))).toBe(2)
  expect(await refusalOf(plainPdf({ before: ' '.repeat(1020) }))).toBe('not-a-pdf')
})

test('a PDF cut off before its end is still read', async () => {
  const whole = plainPdf({ pages: 4 })
  expect(await pagesOf(whole.subarray(0, whole.indexOf('xref')))).toBe('broken')
  expect(await pagesOf(whole.subarray(0, whole.indexOf('startxref')))).toBe(4)
})

test('an empty file is refused', async () => {
  expect(await refusalOf('')).toBe('empty')
})

test('what is not a PDF is refused', async () => {
  expect(await refusalOf('<html>My paper.pdf</html>')).toBe('not-a-pdf')
  expect(await refusalOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('not-a-pdf')
})

test('a header with nothing behind it is refused as broken', async () => {
  expect(await refusalOf('%PDF-1.7\nrubbish')).toBe('broken')
})

test('a PDF that needs a password is refused', async () => {
  expect(await refusalOf(passwordPdf())).toBe('password')
})

test('a PDF with an owner password only is accepted', async () => {
  expect(await pagesOf(await ownerPasswordPdf(plainPdf({ pages: 2 })))).toBe(2)
})

test('a PDF without pages is refused, also when it claims to have some', async () => {
  expect(await refusalOf(noPagesPdf())).toBe('no-pages')
  const claiming = { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[]/Count 7>>' }
  expect(await refusalOf(writePdf(claiming))).toBe('broken')
})

test('1,000 pages are accepted and 1,001 are not', async () => {
  expect(await pagesOf(plainPdf({ pages: 1000 }))).toBe(1000)
  expect(await refusalOf(plainPdf({ pages: 1001 }))).toBe('too-many-pages')
})

test.each([
  ['ten metres wide', '0 0 28346 842', { width: 480, height: 14 }],
  ['a kilometre tall', '0 0 595 2834600', { width: 480, height: 1358 }],
  ['a hair wide', '0 0 0.1 14400', { width: 480, height: 1358 }],
])('a page %s gets a thumbnail of ordinary size', async (_, box, size) => {
  const result = await inspect(writePdf(onePage({ page: `/MediaBox[${box}]` })))
  if (!result.accepted) throw new Error(result.sentence)
  expect(await sharp(result.thumbnail).metadata()).toMatchObject(size)
})

test('a large PDF of scans is accepted', async () => {
  expect(await pagesOf(bigPdf(8 * 2 ** 20))).toBe(8)
})

test('a path that cannot be read is no verdict on a paper', async () => {
  await expect(inspector.inspectPdf(join(folder, 'missing'))).rejects.toThrow('ENOENT')
})

const PAGES = {
  '10054_56-2-3 CHEMISTRY.pdf': 15,
  '2006_10th_Mathematics_Set1.pdf': 5,
  '2019.pdf': 27,
  '30-1 MATHEMATICS.pdf': 11,
  '30-1-1 Mathematics.pdf': 11,
  '30-C-3 - Maths (Standard).pdf': 23,
  '55-2-1 Physics.pdf': 11,
  '65-1 MATHEMATICS.pdf': 12,
  'Applied Mathematics.pdf': 15,
  'CBSE_Class_12_Mathematics_Question_Paper_2024_Set_1_65_4_1_5c103d9833ffa51c4400c52eb7fb1d1a.pdf': 11,
  'Maths-SQP.pdf': 8,
  'cbse-class-10-maths-standard-question-paper-2022.pdf': 6,
  'cs-2022.pdf': 12,
  'eng_2011i.pdf': 5,
  'math_2017ii.pdf': 4,
}

testRealPapers('fifteen real papers are accepted, with their pages and a light picture', async () => {
  for (const [name, pages] of Object.entries(PAGES)) await expectLight(join(REAL_PAPERS, name), pages)
})

test('our own papers are accepted, with their pages and a light picture', async () => {
  for (const { path } of SAMPLE_PAPERS)
    await expectLight(path, (await PDFDocument.load(readFileSync(path))).getPageCount())
})

async function expectLight(path: string, pages: number) {
  const result = await inspector.inspectPdf(path)
  if (!result.accepted) throw new Error(result.sentence)
  expect(result.pages, path).toBe(pages)
  expect(result.thumbnail.length, path).toBeLessThan(30_000)
}

test('the day on which a PDF says that it was made is read, and nothing where it is no day', async () => {
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200])
  const madeOn = async (written: string | undefined) => {
    pdf.setCreationDate(new Date('2018-02-27T11:58:18Z'))
    const text = Buffer.from(await pdf.save({ useObjectStreams: false })).toString('latin1')
    const changed = written === undefined ? text : text.replace('D:20180227115818Z', written)
    const result = await inspect(Buffer.from(changed, 'latin1'))
    return result.accepted ? result.made : result.reason
  }
  expect(await madeOn(undefined)).toBe('2018-02-27')
  expect(await madeOn('D:20181327115818Z')).toBeUndefined()
  expect(await madeOn('February in 2018')).toBeUndefined()
  expect(await madeOn('D:')).toBeUndefined()
})
