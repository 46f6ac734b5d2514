import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createActiveContentScanner } from '#server/adapters/pdf/active-content.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { javaScriptPdf, onePage, ownerPasswordPdf, scriptPlaces } from '#tests/support/made-pdfs.ts'
import { stream, writePdf } from '#tests/support/write-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'thervu-active-'))
const inspector = createInspector()

afterAll(async () => {
  await inspector.close()
  rmSync(folder, { recursive: true })
})

async function verdict(bytes: Uint8Array) {
  const path = join(folder, 'upload.pdf')
  writeFileSync(path, bytes)
  const result = await inspector.inspectPdf(path)
  return result.accepted ? 'accepted' : `${result.reason}: ${result.sentence}`
}

const SCRIPT = /^active-content: .*JavaScript/

test.each(scriptPlaces)('JavaScript is refused in the place: %s', async (place) => {
  expect(await verdict(javaScriptPdf(place))).toMatch(SCRIPT)
})

test.each(scriptPlaces)('JavaScript in an object stream is refused in the place: %s', async (place) => {
  expect(await verdict(javaScriptPdf(place, { packed: true }))).toMatch(SCRIPT)
})

test.each(scriptPlaces)('JavaScript in an encrypted file is refused in the place: %s', async (place) => {
  expect(await verdict(await ownerPasswordPdf(javaScriptPdf(place)))).toMatch(SCRIPT)
})

test('JavaScript is found in an object stream so large that it is not read at first', async () => {
  expect(await verdict(javaScriptPdf('annotation event', { packed: true, padding: 400_000 }))).toMatch(SCRIPT)
})

test('a file with a large object stream and nothing active is accepted', async () => {
  const made = { catalog: '/A 10 0 R', more: { 10: '<</A 1>>' } }
  expect(await verdict(writePdf(onePage(made), { packed: true, padding: 400_000 }))).toBe('accepted')
})

test.each([
  ['Launch', { catalog: '/OpenAction<</S/Launch/F(calc.exe)>>' }, /starts programs/],
  [
    'SubmitForm',
    { page: '/Annots[<</Subtype/Link/A<</S/SubmitForm/F(http://x)>>>>]' },
    /sends what is typed/,
  ],
  ['ImportData', { catalog: '/OpenAction<</S/ImportData/F(a.fdf)>>' }, /reads files/],
  ['RichMedia', { page: '/Annots[<</Subtype/RichMedia/Rect[0 0 9 9]>>]' }, /plays inside/],
  ['Movie', { page: '/Annots[<</Subtype/Movie/Rect[0 0 9 9]>>]' }, /plays inside/],
  ['XFA', { catalog: '/AcroForm<</Fields[]/XFA 10 0 R>>', more: { 10: stream('', '<xdp/>') } }, /XFA/],
])('%s is refused', async (_, made, sentence) => {
  expect(await verdict(writePdf(onePage(made)))).toMatch(sentence)
})

test.each([
  [
    'a link to a web page',
    { page: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://a.example)>>>>]' },
  ],
  ['an ordinary form', { catalog: '/AcroForm<</Fields[10 0 R]>>', more: { 10: '<</FT/Tx/T(name)>>' } }],
  ['an empty name tree for scripts', { catalog: '/Names<</JavaScript<</Names[]>>>>' }],
  ['a text about /S /JavaScript', { content: '% /S /JavaScript /JS (alert)\n' }],
  ['a string with an action in it', { catalog: '/Title(<</S/JavaScript/JS\\(1\\)>>)' }],
  [
    'a font called JS',
    { page: '/Resources<</Font<</JS<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>>>>>' },
  ],
  ['an object that nothing refers to', { more: { 10: '<</S/JavaScript/JS(1)>>' } }],
])('%s is harmless', async (_, made) => {
  expect(await verdict(writePdf(onePage(made)))).toBe('accepted')
})

const HIDING = [
  '(\\r\\nendobj\\n9 0 obj\\r\\n\\( )',
  '(ends with a backslash \\\\)',
  '<0d0a656e646f626a0d0a28>',
  '/a#0d#0aendobj#0d#0a#28',
  '[[ ( ( ) ) ] <</S[/URI /JavaScript]>> ]',
]

test.each(HIDING)('nothing hides behind %s', async (hiding) => {
  const more = { 10: hiding, 11: '<</S/JavaScript/JS(1)>>' }
  expect(await verdict(writePdf(onePage({ catalog: '/A[10 0 R 11 0 R]', more })))).toMatch(SCRIPT)
  const inside = { 10: `<</A ${hiding}/S/JavaScript/JS(1)>>` }
  expect(await verdict(writePdf(onePage({ catalog: '/A 10 0 R', more: inside })))).toMatch(SCRIPT)
})

test('a stream that looks like the end of its object hides nothing', async () => {
  const more = {
    10: stream('', 'x\r\nendstream\r\nendobj\r\n9 0 obj\r\n(unfinished'),
    11: '<</S/JavaScript/JS(1)>>',
  }
  expect(await verdict(writePdf(onePage({ catalog: '/A[10 0 R 11 0 R]', more })))).toMatch(SCRIPT)
})

test('what PDFium writes is understood wherever its blocks are cut', () => {
  const written = '%PDF-1.7\r\n1 0 obj\r\n<</A(\\)/B )/C<FF>/D<</S/JavaScript>>/E 2 0 R >>\r\nendobj\r\n'
  for (let cut = 0; cut <= written.length; cut++) {
    const scanner = createActiveContentScanner(Buffer.from('mark'))
    scanner.push(Buffer.from(written.slice(0, cut)))
    scanner.push(Buffer.from(written.slice(cut)))
    expect(scanner.found(), `cut at ${cut}`).toBe('JavaScript')
  }
})

test('a stand-in counts as seen in an image, not in an object stream or one of unknown type', () => {
  const scanner = createActiveContentScanner(Buffer.from('mark'))
  const standIn = (number: number) =>
    `stream\r\nmark${String.fromCharCode(number)}\0\0\0...\r\nendstream\r\nendobj\r\n`
  scanner.push(Buffer.from(`1 0 obj\r\n<</Subtype/Image>>${standIn(1)}`, 'latin1'))
  scanner.push(Buffer.from(`2 0 obj\r\n<</Type/ObjStm>>${standIn(2)}`, 'latin1'))
  scanner.push(Buffer.from(`3 0 obj\r\n<</Type 9 0 R >>${standIn(3)}`, 'latin1'))
  scanner.push(Buffer.from(`4 0 obj\r\n<</Type/XObject>>${standIn(4)}`, 'latin1'))
  expect([...scanner.seen]).toEqual([1, 4])
})
