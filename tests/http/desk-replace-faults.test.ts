import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { deskOf } from '../support/desk.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { plainPicture } from '../support/made-photos.ts'
import { openSite, publish } from '../support/site.ts'
import { expectWhole, filesIn, stateOf } from '../support/stored.ts'

test('a paper that is binned while its new file arrives stays in the bin, as it was', async () => {
  let meanwhile = async () => {}
  const parts = ({ files }: App) => ({
    files: {
      ...files,
      async put(...[key, source]: Parameters<typeof files.put>) {
        await meanwhile()
        return await files.put(key, source)
      },
    },
  })
  const other = await openSite({ parts })
  const signedIn = await other.signIn()
  const paper = await publish(other, signedIn)
  const itsDesk = deskOf(other, signedIn)
  meanwhile = async () => {
    meanwhile = async () => {}
    await itsDesk.bin(paper.id)
  }
  expect((await itsDesk.replace(paper.id, 'file', plainPdf({ text: 'late' }))).status).toBe(404)
  await expectWhole(other.dataDir)
  expect((await itsDesk.restore(paper.id)).body.link).toBe(paper.link)
  await other.end()
})

test('a failure at any step of a replacement leaves the old state', async () => {
  const broken = { put: Number.POSITIVE_INFINITY, remove: false }
  const parts = ({ files }: App) => ({
    files: {
      ...files,
      async put(...[key, source]: Parameters<typeof files.put>) {
        if (broken.put-- > 0) return await files.put(key, source)
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
      async remove(key: string) {
        if (broken.remove) throw Object.assign(new Error('input/output error'), { code: 'EIO' })
        return await files.remove(key)
      },
    },
  })
  const other = await openSite({ parts })
  const signedIn = await other.signIn()
  const paper = await publish(other, signedIn)
  const itsDesk = deskOf(other, signedIn)
  const before = await stateOf(other.dataDir)
  for (const files of [0, 1]) {
    broken.put = files
    expect((await itsDesk.replace(paper.id, 'file', plainPdf({ text: 'new' }))).status).toBe(507)
    expect(await stateOf(other.dataDir)).toEqual(before)
    await expectWhole(other.dataDir)
  }
  broken.put = Number.POSITIVE_INFINITY
  broken.remove = true
  expect((await itsDesk.replace(paper.id, 'file', plainPdf({ text: 'new' }))).status).toBe(200)
  expect(filesIn(join(other.dataDir, 'files')).length).toBe(4)
  expect((await other.fetch(paper.link)).status).toBe(302)
  await other.end({ keepData: true })
  const again = await openSite({ dataDir: other.dataDir })
  await expectWhole(other.dataDir)
  await again.end()
})

test('page 1 of a PDF that is missing cannot stand in, which is told', async () => {
  const other = await openSite()
  const signedIn = await other.signIn()
  const paper = await publish(other, signedIn)
  const itsDesk = deskOf(other, signedIn)
  await itsDesk.replace(paper.id, 'thumbnail', await plainPicture('#393'))
  rmSync(join(other.dataDir, paper.link))
  const answer = await itsDesk.takeAway(paper.id, 'thumbnail')
  expect([answer.status, answer.body.code]).toEqual([409, 'file-missing'])
  await other.end()
})
