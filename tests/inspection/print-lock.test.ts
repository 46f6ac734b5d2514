import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { lockedRc4Pdf, ownerPasswordPdf, passwordPdf, plainPdf } from '#tests/support/made-pdfs.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'thervu-lock-'))
const inspector = createInspector({}, sharedJobs())
const path = join(folder, 'upload.pdf')

afterAll(async () => {
  await inspector.close()
  rmSync(folder, { recursive: true })
})

async function inspected(bytes?: Uint8Array) {
  if (bytes) writeFileSync(path, bytes)
  const result = await inspector.inspectPdf(path)
  if (!result.accepted) throw new Error(result.sentence)
  const { thumbnail: _, ...said } = result
  return said
}

test.each([
  ['AES-256', 3, async () => await ownerPasswordPdf(plainPdf({ pages: 3 }))],
  ['RC4', 1, async () => lockedRc4Pdf()],
])('a lock on printing by %s is told, and gone from what is written without it', async (_, pages, make) => {
  const locked = await inspected(await make())
  expect(locked).toMatchObject({ pages, isLocked: true })
  const result = await inspector.removeLock(path)
  const bytes = readFileSync(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(result).toMatchObject({ removed: true, size: bytes.length, sha256 })
  expect(bytes.includes('/Encrypt')).toBe(false)
  expect(await inspected()).toEqual({ ...locked, isLocked: false })
  expect(readdirSync(folder)).toEqual(['upload.pdf'])
})

test('a PDF that is not encrypted, or lets its readers print, is not locked', async () => {
  expect(await inspected(plainPdf())).toMatchObject({ isLocked: false })
  for (const printing of ['lowResolution', 'highResolution'] as const)
    expect(await inspected(await ownerPasswordPdf(plainPdf(), { printing }))).toMatchObject({
      isLocked: false,
    })
})

test.each([
  ['asks for a password', 'password', async () => passwordPdf()],
  ['is damaged', 'broken', async () => (await ownerPasswordPdf(plainPdf())).subarray(0, 80)],
])('a file that %s is left as it was', async (_, reason, make) => {
  const bytes = await make()
  writeFileSync(path, bytes)
  expect(await inspector.removeLock(path)).toMatchObject({ accepted: false, reason })
  expect(readFileSync(path).equals(Buffer.from(bytes))).toBe(true)
  expect(readdirSync(folder)).toEqual(['upload.pdf'])
})
