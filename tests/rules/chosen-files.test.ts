import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cutName } from '#domain/files/storable-name.ts'
import { uploadSchema } from '#server/api/admin/inbox/uploads.ts'
import { checkPdf, describeLeftOut, pdfsInPortfolio } from '#web/routes/admin/files/check-file.ts'
import { foldersOf, sortOut } from '#web/routes/admin/inbox/drop.tsx'
import { plainPdf, portfolioPdf } from '../support/made-pdfs.ts'

test.each([
  ['<!DOCTYPE html><title>404</title>', 'web page', 'download the PDF again'],
  ['PK\u0003\u0004 word/document.xml', 'Word, Excel or ZIP', 'save it as PDF'],
  ['GIF8', 'a GIF image', 'Photos of a paper'],
  ['notes', 'not a PDF', 'whatever its name says'],
])('of a file that begins with %j is said what it is and what helps', async (text, kind, way) => {
  const fault = await checkPdf(new File([text], 'paper.pdf', { type: 'application/pdf' }))
  expect(fault?.sentence).toContain(kind)
  expect(fault?.sentence).toContain(way)
})

test('what is dropped is sorted by its ending, its type or, where it has neither, its bytes', async () => {
  const files = [
    new File(['%PDF-1.4'], '10th science 2021'),
    new File(['notes'], 'notes'),
    new File(['%PDF-1.4'], 'A paper.PDF'),
    new File(['PK'], 'all.zip', { type: 'application/zip' }),
    new File([''], 'Thumbs.db'),
    new File([''], '.DS_Store'),
  ]
  const { pdfs, others } = await sortOut(files, 500)
  expect(pdfs.map(({ name }) => name)).toEqual(['10th science 2021', 'A paper.PDF'])
  expect(others).toEqual(['notes', 'all.zip'])
})

test('PDFs come out of a zip, with its name and folders as theirs; what is no PDF, or one too many, is named', async () => {
  const paper = '%PDF-1.4 '.repeat(200)
  const zip = madeZip([
    ['Set 1.pdf', paper, 'deflated'],
    ['2019/தாள் 2.pdf', '%PDF-1.4', 'stored'],
    ['2019/notes.txt', 'notes', 'deflated'],
    ['__MACOSX/Set 1.pdf', 'x', 'stored'],
    ['Set 3.pdf', paper, 'deflated'],
  ])
  const file = new File([zip], 'Class 10 maths.zip')
  const { pdfs, others, unpacked } = await sortOut([file], 2)
  expect(pdfs.map((pdf) => [pdf.name, pdf.size, foldersOf(pdf)])).toEqual([
    ['Set 1.pdf', paper.length, 'Class 10 maths'],
    ['தாள் 2.pdf', 8, 'Class 10 maths/2019'],
  ])
  expect(await pdfs[0]?.text()).toBe(paper)
  expect(others).toEqual(['Class 10 maths.zip/2019/notes.txt', 'Class 10 maths.zip/Set 3.pdf'])
  expect(unpacked).toEqual([{ zip: 'Class 10 maths.zip', pdfs: 2 }])
})

test('a zip that is cut short, or holds more than it says, gives nothing', async () => {
  const zip = madeZip([['Set 1.pdf', 'x'.repeat(5_000), 'deflated']])
  const cut = await sortOut([new File([zip.subarray(0, zip.length - 30)], 'cut.zip')], 500)
  expect([cut.pdfs, cut.others]).toEqual([[], ['cut.zip']])
  const bomb = madeZip([['Set 1.pdf', 'x'.repeat(5_000), 'deflated', 10]])
  const { pdfs, others } = await sortOut([new File([bomb], 'bomb.zip')], 500)
  expect([pdfs, others]).toEqual([[], ['bomb.zip/Set 1.pdf']])
})

test('a zip that is called .pdf is told from one, although a PDF inside begins near its beginning', async () => {
  const zip = madeZip([['a.pdf', '%PDF-1.4', 'stored']])
  expect((await checkPdf(new File([zip], 'a.pdf')))?.sentence).toContain('ZIP of PDFs goes under Many files')
})

type Packed = [path: string, text: string, how: 'stored' | 'deflated', said?: number]

function madeZip(entries: Packed[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [path, text, how, said] of entries) {
    const name = Buffer.from(path)
    const data = how === 'stored' ? Buffer.from(text) : deflateRawSync(text)
    const fields = Buffer.alloc(22)
    fields.writeUInt16LE(0x800, 2)
    fields.writeUInt16LE(how === 'stored' ? 0 : 8, 4)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(said ?? Buffer.byteLength(text), 18)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(name.length)
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    const local = [Buffer.from('PK\x03\x04'), fields, lengths, name, data]
    list.push(Buffer.from('PK\x01\x02\x14\x00'), fields, lengths, where, name)
    parts.push(...local)
    offset += local.reduce((sum, part) => sum + part.length, 0)
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end])
}

test('of what is left out is said what helps with each kind', () => {
  expect(describeLeftOut(['all.zip', 'maths.docx', 'IMG_1.HEIC'])).toBe(
    'Left out, because only PDF files become papers: all.zip, maths.docx, IMG_1.HEIC. ' +
      'Unpack it and choose the PDFs inside. Open it in Word or Google Docs and save it as PDF. ' +
      'Make a PDF of it under Photos of a paper.',
  )
})

test('a name of many Tamil letters is cut at a letter to what file systems hold, and keeps its ending', () => {
  const name = `${'தேர்வு '.repeat(30)}.pdf`
  const cut = cutName(name, 255)
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(255)
  expect(Buffer.byteLength(cut)).toBeGreaterThan(230)
  expect(cut).toMatch(/^(தேர்வு )*(தே|தேர்|தேர்வு)?\.pdf$/u)
  expect(cutName('paper.pdf', 255)).toBe('paper.pdf')
  expect(uploadSchema.parse({ uploadId: 'a-long-name', name, size: 1 }).name).toBe(cut)
})

const file = (begins: Buffer | string, size?: number) => {
  const made = new File([begins as BlobPart], 'paper.pdf')
  return size === undefined ? made : Object.defineProperty(made, 'size', { value: size })
}

test.each([
  ['nothing', file(''), 'This file is empty'],
  ['more than 50 MiB', file('%PDF-1.7', 50 * 1024 ** 2 + 1), 'larger than 50 MiB'],
  ['a PNG', file(Buffer.from('89504e470d0a1a0a', 'hex')), 'This is a PNG image, whatever its name says'],
  ['a JPEG', file(Buffer.from('ffd8ffe000104a46', 'hex')), 'This is a JPEG image'],
  ['a Word file', file('PK\u0003\u0004'), 'This is a Word, Excel or ZIP file'],
  ['a text', file('Dear parents'), 'This is not a PDF, whatever its name says.'],
])(
  'of a file that holds %s it is said before anything is sent, and to try again is of no use',
  async (_, given, sentence) => {
    const fault = await checkPdf(given)
    expect(fault?.sentence).toContain(sentence)
    expect(fault?.again).toBe(false)
  },
)

test('a PDF is one also where something comes before its beginning', async () => {
  expect(await checkPdf(file('%PDF-1.7'))).toBeNull()
  expect(await checkPdf(file(`${'x'.repeat(1000)}%PDF-1.4`))).toBeNull()
})

test('the PDFs of a portfolio are taken out with their names, whole', async () => {
  const paper = plainPdf({ text: 'Set 1' })
  const portfolio = portfolioPdf({
    'Set 1.pdf': paper,
    'notes.txt': Buffer.from('notes'),
    'Set 2': plainPdf(),
  })
  const { pdfs, left } = await pdfsInPortfolio(new File([new Uint8Array(portfolio)], 'all.pdf'))
  expect(left, 'the notes').toBe(1)
  expect(pdfs.map(({ name }) => name)).toEqual(['Set 1.pdf', 'Set 2.pdf'])
  expect(Buffer.from((await pdfs[0]?.arrayBuffer()) as ArrayBuffer).equals(paper)).toBe(true)
  expect(await pdfsInPortfolio(new File([new Uint8Array(paper)], 'paper.pdf'))).toEqual({ pdfs: [], left: 0 })
})
