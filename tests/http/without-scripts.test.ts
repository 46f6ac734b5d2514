import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Entry } from '#domain/journal/entry.ts'
import { entrySentence } from '#web/routes/admin/journal/describe-entry.ts'
import { scriptedFieldPdf } from '../support/annotated-pdfs.ts'
import { inboxOf, publishAhead } from '../support/inbox.ts'
import { javaScriptPdf, onePage, ownerPasswordPdf, plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, filesIn, stateOf } from '../support/stored.ts'
import { offsetOf, postPaper, sendAhead } from '../support/uploads.ts'
import { stream, writePdf } from '../support/write-pdf.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(async () => {
  await expectWhole(site.dataDir)
  await site.end()
})

const REMOVE = { withoutScripts: true }

function upload(file: Uint8Array, asked: { withoutScripts?: boolean; uploadId?: string } = {}) {
  return postPaper(site, admin.headers, uploadBody({ ...FIELDS, title: 'A form' }, { file }), asked)
}

async function refusalOf(answer: Response) {
  return [answer.status, (await answer.json()).code]
}

async function newestEntry(): Promise<Entry> {
  const answer = await site.fetch('/api/admin/journal', { headers: admin.headers })
  return (await answer.json()).entries[0]
}

async function sha256Of(path: string) {
  const bytes = Buffer.from(await (await site.fetch(path)).arrayBuffer())
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

test('a form with scripts is published without them when that is asked for, and the journal says so', async () => {
  const uploadId = 'a-form-with-scripts'
  expect(await refusalOf(await upload(scriptedFieldPdf(), { uploadId }))).toEqual([422, 'active-content'])
  expect(await offsetOf(site, admin.headers, uploadId), 'need not be sent again').toBe(
    scriptedFieldPdf().length,
  )
  const answer = await upload(scriptedFieldPdf(), { ...REMOVE, uploadId })
  const paper = await answer.json()
  expect([answer.status, paper.title]).toEqual([201, 'A form'])
  const { bytes } = await sha256Of(paper.link)
  expect(bytes.toString('latin1')).toMatch(/\/AcroForm/)
  expect(bytes.toString('latin1')).not.toMatch(/event\.value/)
  expect(entrySentence(await newestEntry())).toMatch(/ published CBSE [^:]+: A form without its scripts$/)
})

test('in the inbox it waits without them, says so again later, and is published as that', async () => {
  const name = 'with-scripts-1'
  expect(await refusalOf(await sendAhead(site, admin, name, { file: scriptedFieldPdf() }))).toEqual([
    422,
    'active-content',
  ])
  const held = await sendAhead(site, admin, name, { ...REMOVE, file: scriptedFieldPdf(), name: 'form.pdf' })
  expect([held.status, (await held.json()).scriptsRemoved]).toEqual([201, true])
  expect(entrySentence(await newestEntry())).toMatch(/ took the scripts out of form\.pdf$/)
  await sendAhead(site, admin, 'without-any-1')
  const waiting = Object.fromEntries((await inboxOf(site, admin)).map((file) => [file.uploadId, file]))
  expect(waiting[name]?.scriptsRemoved).toBe(true)
  expect(waiting['without-any-1']?.scriptsRemoved).toBe(false)
  const paper = await (await publishAhead(site, admin, name)).json()
  expect((await sha256Of(paper.link)).sha256).toBe(waiting[name]?.sha256)
  expect(entrySentence(await newestEntry())).toMatch(/without its scripts$/)
  await publishAhead(site, admin, 'without-any-1')
  expect(entrySentence(await newestEntry())).not.toMatch(/scripts/)
})

test('the PDF of a paper is replaced without its scripts when that is asked for', async () => {
  const { id } = await publish(site, admin, { title: 'To be replaced' })
  const put = (asked: { withoutScripts?: boolean }) =>
    paperClient(site, admin).replace(id, 'file', scriptedFieldPdf(), { name: 'form.pdf', ...asked })
  const refused = await put({})
  expect([refused.status, refused.body.code]).toEqual([422, 'active-content'])
  expect((await put(REMOVE)).status).toBe(200)
  expect((await newestEntry()).after).toMatchObject({ file: 'form.pdf', scriptsRemoved: true })
})

const ATTACHED = writePdf(
  onePage({
    catalog: '/Names<</EmbeddedFiles<</Names[(a)20 0 R]>>>>/OpenAction<</S/JavaScript/JS(1)>>',
    more: { 20: '<</Type/Filespec/F(a.exe)/EF<</F 21 0 R>>>>', 21: stream('/Type/EmbeddedFile', 'MZ') },
  }),
)

test.each([
  [
    'an attached program',
    async () =>
      writePdf(
        onePage({
          catalog: '/Names<</EmbeddedFiles<</Names[(a)20 0 R]>>>>',
          more: { 20: '<</Type/Filespec/F(a.exe)/EF<</F 21 0 R>>>>', 21: stream('/Type/EmbeddedFile', 'MZ') },
        }),
      ),
  ],
  ['scripts in an encrypted file', async () => await ownerPasswordPdf(javaScriptPdf('open action'))],
])(
  '%s is not offered to be taken out, and stays refused when it is asked for all the same',
  async (_, make) => {
    const before = await stateOf(site.dataDir)
    const file = await make()
    expect(await refusalOf(await upload(file))).toEqual([422, 'active-content-stays'])
    for (const time of ['once', 'twice'])
      expect(await refusalOf(await upload(file, REMOVE)), time).toEqual([422, 'active-content-stays'])
    expect(await stateOf(site.dataDir)).toEqual(before)
  },
)

test('a script next to an attached program does not take the program in with it', async () => {
  const before = await stateOf(site.dataDir)
  expect((await upload(ATTACHED, REMOVE)).status).toBe(422)
  expect(await stateOf(site.dataDir)).toEqual(before)
})

test('what is no PDF, or broken, is refused as before, whatever is asked for', async () => {
  const before = await stateOf(site.dataDir)
  for (const file of [Buffer.from('no PDF'), plainPdf({ pages: 9 }).subarray(0, 60), Buffer.alloc(0)])
    for (const time of ['once', 'twice']) expect((await upload(file, REMOVE)).status, time).toBe(422)
  expect((await upload(plainPdf(), { withoutScripts: false })).status).toBe(201)
  expect(filesIn(site.dataDir).filter((name) => name.endsWith('.without'))).toEqual([])
  expect(await stateOf(site.dataDir)).not.toEqual(before)
})

test('a harmless PDF that is to be without scripts is published as it is to be seen', async () => {
  const answer = await upload(plainPdf({ pages: 3 }), REMOVE)
  expect([answer.status, (await answer.json()).pages]).toEqual([201, 3])
})
