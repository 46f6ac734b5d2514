import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createActiveContentScanner } from '#server/adapters/pdf/active-content/active-content.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { javaScriptPdf, onePage, ownerPasswordPdf, scriptPlaces } from '#tests/support/made-pdfs.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'
import { stream, writePdf } from '#tests/support/write-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'thervu-active-'))
const inspector = createInspector({}, sharedJobs())

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

function link(action: string) {
  return { page: `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A ${action}>>]` }
}

const fileObjects = (name: string, content: string) => ({
  20: `<</Type/Filespec/F(${name})/UF(${name})/EF<</F 21 0 R>>>>`,
  21: stream('/Type/EmbeddedFile/Filter/FlateDecode', deflateSync(Buffer.from(content, 'latin1'))),
})

function attachedToDocument(name: string, content: string) {
  return { catalog: '/Names<</EmbeddedFiles<</Names[(a)20 0 R]>>>>', more: fileObjects(name, content) }
}

function attachedToPage(name: string, content: string) {
  const page = '/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 20 0 R>>]'
  return { page, more: fileObjects(name, content) }
}

const SCRIPT = /^active-content(?:-stays)?: .*JavaScript/

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
  [
    'a link into an attached file',
    link('<</S/GoToE/T<</R/C/N(inner.pdf)>>/D[0/Fit]>>'),
    /into a file that is attached/,
  ],
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

test.each([
  'javascript:alert\\(1\\)',
  'JavaScript:alert',
  ' \\n\\tjava\\rscript:alert',
  '\\000javascript:alert',
  'java%73cript:alert',
  '%6aavascript%3Aalert',
  '%256aavascript:alert',
  'vbscript:msgbox',
])('a link to the script %s is refused', async (address) => {
  expect(await verdict(writePdf(onePage(link(`<</S/URI/URI(${address})>>`))))).toMatch(/runs a script/)
})

test('a link to a script is refused in every spelling of its string and place', async () => {
  const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')
  const wide = `<feff${hex([...'javascript:a'].map((letter) => `\0${letter}`).join(''))}>`
  for (const address of [`<${hex('javascript:a')}>`, wide, '10 0 R']) {
    const made = { ...link(`<</S/URI/URI ${address}>>`), more: { 10: '(javascript:a)' } }
    expect(await verdict(writePdf(onePage(made))), address).toMatch(/runs a script/)
    expect(await verdict(writePdf(onePage(made), { packed: true })), address).toMatch(/runs a script/)
  }
  const based = { catalog: '/URI<</Base(javascript:)>>', ...link('<</S/URI/URI(alert)>>') }
  expect(await verdict(writePdf(onePage(based)))).toMatch(/runs a script/)
})

test.each([
  '\\\\\\\\host\\\\share\\\\a.pdf',
  '//host/share/a.pdf',
  'file://host/a.pdf',
  'file:////host/a.pdf',
  'FILE:\\\\\\\\host\\\\a.pdf',
  'https://evil.example/a.pdf',
  'ftp://evil.example/a.pdf',
  '%5c%5chost/a.pdf',
])('a link that opens %s is refused', async (path) => {
  const far = /on another computer/
  const file = `<</Type/Filespec/F(${path})>>`
  for (const target of [`(${path})`, file, '10 0 R', '11 0 R', `<</UF(${path})/F(a.pdf)>>`]) {
    const made = { ...link(`<</S/GoToR/F ${target}/D[0/Fit]>>`), more: { 10: `(${path})`, 11: file } }
    expect(await verdict(writePdf(onePage(made))), target).toMatch(far)
  }
})

test.each([
  ['setup.exe', ''],
  ['SETUP.EXE', ''],
  ['paper.pdf.scr', ''],
  ['a.bat', ''],
  ['a.cmd', ''],
  ['a.js', ''],
  ['a.vbs', ''],
  ['a.ps1', ''],
  ['a.jar', ''],
  ['a.msi', ''],
  ['a.lnk', ''],
  ['a.exe.', ''],
  ['a.exe :stream', ''],
  ['notes.txt', `MZ\x90\0\x03${'\0'.repeat(60)}`],
  ['notes.txt', `\x7fELF${'\0'.repeat(60)}`],
  ['notes', '#!/bin/sh\nrm -rf /\n'],
])('an attached program is refused: %s %j', async (name, content) => {
  const program = /an attached program/
  for (const made of [attachedToDocument(name, content), attachedToPage(name, content)]) {
    expect(await verdict(writePdf(onePage(made)))).toMatch(program)
    expect(await verdict(writePdf(onePage(made), { packed: true }))).toMatch(program)
    expect(await verdict(await ownerPasswordPdf(writePdf(onePage(made))))).toMatch(program)
  }
})

test.each([
  ['marks.csv', 'name,marks\nA,90\n'],
  ['masses.csv', 'MZ,intensity\n1,2\n'],
  ['key.pdf', '%PDF-1.7\n'],
  ['data.xlsx', 'PK\x03\x04'],
  ['comment.txt', '# no program\n'],
])('an attached file that shows something is no reason: %s', async (name, content) => {
  for (const made of [attachedToDocument(name, content), attachedToPage(name, content)])
    expect(await verdict(writePdf(onePage(made)))).toBe('accepted')
})

test.each([
  ['a link to a file next to it', link('<</S/GoToR/F(answers.pdf)/D[0/Fit]>>')],
  ['a link to a file in another folder', link('<</S/GoToR/F(../2019/answers.pdf)/D[0/Fit]>>')],
  ['a link to a file of its own computer', link('<</S/GoToR/F(file:///home/a.pdf)/D[0/Fit]>>')],
  ['a link to a page about scripts', link('<</S/URI/URI(https://a.example/?q=javascript:alert)>>')],
  [
    'a title that begins as a script does',
    { catalog: '/Title(javascript:alert)/A 10 0 R', more: { 10: '(//host/a)' } },
  ],
])('%s is harmless, too', async (_, made) => {
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
