import { expect, test } from 'vitest'
import { cutName } from '#domain/files/storable-name.ts'
import { uploadSchema } from '#server/api/admin/inbox/take-upload.ts'
import { checkPdf, sayLeftOut } from '#web/routes/admin/files/check-file.ts'
import { sortOut } from '#web/routes/admin/inbox/dropped-files.ts'

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
  const { pdfs, others } = await sortOut(files)
  expect(pdfs.map(({ name }) => name)).toEqual(['10th science 2021', 'A paper.PDF'])
  expect(others).toEqual(['notes', 'all.zip'])
})

test('of what is left out is said what helps with each kind', () => {
  expect(sayLeftOut(['all.zip', 'maths.docx', 'IMG_1.HEIC'])).toBe(
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
