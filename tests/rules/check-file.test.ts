import { expect, test } from 'vitest'
import { checkPdf } from '#web/routes/admin/files/check-file.ts'
import { sortOut } from '#web/routes/admin/inbox/dropped-files.ts'

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

test('of what is dropped PDFs are taken, hidden files go unsaid, and the others are named', () => {
  const named = (name: string, type = '') => new File(['x'], name, { type })
  const all = [named('A.PDF'), named('scan', 'application/pdf'), named('notes.txt')]
  const { pdfs, others } = sortOut([...all, named('.DS_Store'), named('Thumbs.db'), named('._A.pdf')])
  expect([pdfs.map(({ name }) => name), others]).toEqual([['A.PDF', 'scan'], ['notes.txt']])
})
