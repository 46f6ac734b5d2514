import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import {
  fieldPdf,
  MARK_BOX,
  markedPdf,
  scriptedFieldPdf,
  seenMarks,
  unseenMarks,
} from '#tests/support/annotated-pdfs.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'thervu-annotations-'))
const inspector = createInspector({}, sharedJobs())

afterAll(async () => {
  await inspector.close()
  rmSync(folder, { recursive: true })
})

const PAGE = { width: 595, height: 842 }

/** The darkest value within the mark's place, of the thumbnail and of the page's two pictures. */
async function darkest(bytes: Uint8Array) {
  const made = await pictures(bytes)
  const found = Object.entries(made).map(async ([name, picture]) => [name, await darkestOf(picture)])
  return Object.fromEntries(await Promise.all(found)) as Record<keyof typeof made, number>
}

async function pictures(bytes: Uint8Array) {
  const path = join(folder, 'marked.pdf')
  writeFileSync(path, bytes)
  const inspected = await inspector.inspectPdf(path)
  const pages = await inspector.readPages(path, { from: 1, to: 1 })
  if (!inspected.accepted) throw new Error(inspected.sentence)
  if ('reason' in pages) throw new Error(pages.sentence)
  const [page] = pages.read
  if (!page) throw new Error('not drawn')
  return { thumbnail: inspected.thumbnail, small: page.small, large: page.large }
}

async function darkestOf(picture: Uint8Array): Promise<number> {
  const image = sharp(picture)
  const { width } = await image.metadata()
  const scale = width / PAGE.width
  const area = {
    left: Math.round(MARK_BOX.left * scale),
    top: Math.round((PAGE.height - MARK_BOX.top) * scale),
    width: Math.round((MARK_BOX.right - MARK_BOX.left) * scale),
    height: Math.round((MARK_BOX.top - MARK_BOX.bottom) * scale),
  }
  const { channels } = await sharp(await image.extract(area).png().toBuffer()).stats()
  return Math.min(...channels.map(({ min }) => min))
}

test.each(seenMarks)('%s is in the thumbnail and in the pictures of its page', async (kind) => {
  const { thumbnail, small, large } = await darkest(markedPdf(kind))
  expect({ thumbnail: thumbnail < 100, small: small < 100, large: large < 100 }).toEqual({
    thumbnail: true,
    small: true,
    large: true,
  })
})

test.each(unseenMarks)('%s leaves its place white, without a tint', async (kind) => {
  expect(await darkest(markedPdf(kind))).toEqual({ thumbnail: 255, small: 255, large: 255 })
})

test('a filled field is drawn once: it looks as a stamp with the same look does', async () => {
  const [field, stamp] = [
    await pictures(markedPdf('a filled text field')),
    await pictures(markedPdf('a stamp')),
  ]
  for (const name of ['thumbnail', 'small', 'large'] as const) {
    expect(Buffer.from(field[name]).equals(Buffer.from(stamp[name])), name).toBe(true)
  }
})

test('scripts of a form do not run when its page is drawn', async () => {
  const path = join(folder, 'scripted.pdf')
  writeFileSync(path, scriptedFieldPdf())
  const pages = await inspector.readPages(path, { from: 1, to: 1 })
  if ('reason' in pages) throw new Error(pages.sentence)
  expect(await darkestOf(pages.read[0]?.large ?? new Uint8Array())).toBeLessThan(100)
})

test('a page that names itself as its own field, and fields without end, are drawn all the same', async () => {
  const ring = {
    annotation: '/Type/Annot/Subtype/Widget/Kids[10 0 R]/Parent 10 0 R/FT/Tx/V(HHHH)/Rect[0 0 9 9]',
  }
  expect((await pictures(fieldPdf(ring.annotation))).thumbnail.length).toBeGreaterThan(0)
  expect((await pictures(fieldPdf('/Rect(none)/FT 7/V[1 2]'))).thumbnail.length).toBeGreaterThan(0)
})
