import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { fieldPdf, scriptedFieldPdf } from '#tests/support/annotated-pdfs.ts'
import {
  javaScriptPdf,
  onePage,
  ownerPasswordPdf,
  passwordPdf,
  plainPdf,
  scriptPlaces,
} from '#tests/support/made-pdfs.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'
import { stream, writePdf } from '#tests/support/write-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'thervu-strip-'))
const inspector = createInspector({}, sharedJobs())
const path = join(folder, 'upload.pdf')

afterAll(async () => {
  await inspector.close()
  rmSync(folder, { recursive: true })
})

async function removed(bytes: Uint8Array) {
  writeFileSync(path, bytes)
  const result = await inspector.removeActiveContent(path)
  expect(readdirSync(folder)).toEqual(['upload.pdf'])
  return result
}

async function judged() {
  const result = await inspector.inspectPdf(path)
  return result.accepted ? 'accepted' : result.sentence
}

async function largeOf(bytes: Uint8Array): Promise<Buffer> {
  writeFileSync(path, bytes)
  const pages = await inspector.readPages(path, { from: 1, to: 1 })
  if ('reason' in pages || !pages.read[0]) throw new Error('not drawn')
  return Buffer.from(pages.read[0].large)
}

const WORDS = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
const CONTENT = 'BT /F 24 Tf 72 740 Td (Question paper) Tj ET'

test.each(scriptPlaces)('a script is taken out of the place: %s', async (place) => {
  for (const layout of [{}, { packed: true }]) {
    expect(await removed(javaScriptPdf(place, layout))).toMatchObject({ removed: true })
    expect(await judged()).toBe('accepted')
    expect(readFileSync(path, 'latin1')).not.toMatch(/app\.alert|\/JavaScript\b(?!<<)/)
  }
})

const link = (action: string) => `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A ${action}>>]`
test.each([
  ['an action that starts programs', { catalog: '/OpenAction<</S/Launch/F(calc.exe)>>' }],
  ['a form that sends', { page: link('<</S/SubmitForm/F(http://x)>>') }],
  ['an action that reads files', { catalog: '/OpenAction<</S/ImportData/F(a.fdf)>>' }],
  ['a link into an attachment', { page: link('<</S/GoToE/T<</R/C/N(a.pdf)>>/D[0/Fit]>>') }],
  ['a link to a script', { page: link('<</S/URI/URI(javascript:a)>>') }],
  ['a link to another computer', { page: link('<</S/GoToR/F(//host/a.pdf)/D[0/Fit]>>') }],
  [
    'a form of XFA',
    { catalog: '/NeedsRendering true/AcroForm<</Fields[]/XFA 10 0 R>>', more: { 10: stream('', '<xdp/>') } },
  ],
  [
    'a film with its picture',
    {
      page: '/Annots[<</Type/Annot/Subtype/Movie/Rect[100 100 200 200]/Movie<<>>/AP<</N 10 0 R>>>>]',
      more: { 10: stream('/Type/XObject/Subtype/Form/BBox[0 0 100 100]', '1 0 0 rg 0 0 100 100 re f') },
    },
  ],
])('%s is taken out, and the page looks as before', async (_, made) => {
  const page = `${WORDS}${'page' in made ? made.page : ''}`
  const bytes = writePdf(onePage({ content: CONTENT, ...made, page }))
  const before = await largeOf(bytes)
  expect(await judged()).toMatch(/^This PDF contains/)
  expect(await removed(bytes)).toMatchObject({ removed: true })
  expect(await judged()).toBe('accepted')
  expect((await largeOf(readFileSync(path))).equals(before)).toBe(true)
})

test('what was typed into a form stays, and its fields stay fields', async () => {
  const before = await largeOf(scriptedFieldPdf())
  const result = await removed(scriptedFieldPdf())
  const bytes = readFileSync(path)
  if (!('removed' in result)) throw new Error(result.sentence)
  expect(result.size).toBe(bytes.length)
  expect(bytes.toString('latin1')).toMatch(/\/AcroForm/)
  expect(bytes.toString('latin1')).not.toMatch(/event\.value/)
  expect((await largeOf(bytes)).equals(before)).toBe(true)
})

test('all pages stay', async () => {
  await removed(plainPdf({ pages: 7 }))
  const result = await inspector.inspectPdf(path)
  expect(result).toMatchObject({ accepted: true, pages: 7 })
})

test.each([
  ['encrypted', async () => await ownerPasswordPdf(javaScriptPdf('open action'))],
  ['with a password', async () => passwordPdf()],
  ['damaged', async () => javaScriptPdf('open action').subarray(0, 80)],
])('a file that is %s is left as it was', async (_, make) => {
  const bytes = await make()
  expect(await removed(bytes)).toMatchObject({ accepted: false, reason: 'active-content-stays' })
  expect(readFileSync(path).equals(Buffer.from(bytes))).toBe(true)
})

test.each([
  ['is late', 'for (;;);', 'took-too-long'],
  ['breaks', 'throw new Error()', 'broken'],
])('a worker that %s half-way leaves the file as it was', async (_, end, reason) => {
  const workerFile = join(folder, `${reason}.mjs`)
  writeFileSync(
    workerFile,
    `import { writeFileSync } from 'node:fs'
    export default ({ to }) => { writeFileSync(to, '%PDF-half'); ${end} }`,
  )
  const failing = createInspector({ workerFile, deadlineMs: 300 }, sharedJobs())
  writeFileSync(path, fieldPdf(''))
  expect(await failing.removeActiveContent(path)).toMatchObject({ reason })
  await failing.close()
  rmSync(workerFile)
  expect(readFileSync(path).equals(fieldPdf(''))).toBe(true)
  expect(readdirSync(folder)).toEqual(['upload.pdf'])
})
