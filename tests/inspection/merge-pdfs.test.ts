import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createInspector, type InspectorOptions } from '#server/adapters/pdf/inspector.ts'
import { bigPdf, ownerPasswordPdf, passwordPdf, plainPdf } from '#tests/support/made-pdfs.ts'
import { FIFTEEN_PAPERS } from '#tests/support/real-papers.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'thervu-merge-'))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
function file(bytes: Uint8Array | string): string {
  made += 1
  const path = join(folder, `${made}.pdf`)
  writeFileSync(path, bytes)
  return path
}

function merging(options?: InspectorOptions) {
  const inspector = options ? createInspector(options) : createInspector({}, sharedJobs())
  onTestFinished(() => inspector.close())
  const to = join(folder, 'merged.pdf')
  rmSync(to, { force: true })
  return { inspector, to, merge: (paths: string[]) => inspector.mergePdfs(paths, to) }
}

test('papers become one PDF with their pages in order, turned and sized as they were', async () => {
  const { inspector, to, merge } = merging()
  const turned = await PDFDocument.load(plainPdf({ pages: 2 }))
  turned.getPage(1).setRotation({ type: 'degrees', angle: 90 } as never)
  turned.getPage(0).setSize(300, 400)
  const locked = await ownerPasswordPdf(plainPdf({ pages: 3, before: 'True' }))
  const result = await merge([file(plainPdf()), file(await turned.save()), file(locked)])
  expect(result).toEqual({ merged: true, pages: 6, size: statSync(to).size })
  const merged = await PDFDocument.load(readFileSync(to))
  expect(merged.getPages().map((page) => [page.getWidth(), page.getRotation().angle])).toEqual([
    [595, 0],
    [300, 0],
    [595, 90],
    [595, 0],
    [595, 0],
    [595, 0],
  ])
  expect(await inspector.inspectPdf(to)).toMatchObject({ accepted: true, pages: 6, text: 'Question paper' })
})

test.each([
  ['a password', () => passwordPdf(), 'password'],
  ['no end', () => '%PDF-1.7 rubbish', 'broken'],
])('a paper with %s is told, and no file is left', async (_, bytes, reason) => {
  const { to, merge } = merging()
  const result = await merge([file(plainPdf()), file(bytes())])
  expect(result).toMatchObject({ merged: false, reason, sentence: expect.stringMatching(/as a zip\.$/) })
  expect(existsSync(to)).toBe(false)
})

test('papers beyond the memory or the time are refused without a file, and the next are merged', async () => {
  const large = file(bigPdf(40 * 2 ** 20))
  const { to, merge } = merging({ memoryMiB: 64 })
  expect(await merge([large, large])).toMatchObject({ merged: false, reason: 'too-much-memory' })
  expect(existsSync(to)).toBe(false)
  expect(await merge([file(plainPdf())])).toMatchObject({ merged: true })
  const hasty = merging({ mergeDeadlineMs: 50 })
  expect(await hasty.merge([large])).toMatchObject({ merged: false, reason: 'took-too-long' })
  expect(existsSync(hasty.to)).toBe(false)
})

test('fifteen papers become one that holds all of their pages and weighs no more than they do', async () => {
  const { inspector, to, merge } = merging()
  const bytes = FIFTEEN_PAPERS.map(({ path }) => readFileSync(path))
  const counts = await Promise.all(
    bytes.map(async (each) => (await PDFDocument.load(each, { ignoreEncryption: true })).getPageCount()),
  )
  const pages = counts.reduce((sum, count) => sum + count)
  expect(await merge(FIFTEEN_PAPERS.map(({ path }) => path))).toMatchObject({ merged: true, pages })
  expect(statSync(to).size).toBeLessThan(bytes.reduce((sum, each) => sum + each.length, 0))
  expect(await inspector.inspectPdf(to)).toMatchObject({ accepted: true, pages })
})
