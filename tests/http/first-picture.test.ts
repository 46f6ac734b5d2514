import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewContent } from '#domain/content-version.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let paper: Paper
beforeAll(async () => {
  site = await openSite()
  paper = await publish(site, await site.signIn(), { title: 'Matrices' })
})
afterAll(() => site.end())

const ASKED = / src="([^"]+)"[^>]* fetchPriority="high"/

async function firstPicture(path: string) {
  const page = await (await site.fetch(path)).text()
  const [, address = ''] = ASKED.exec(page) ?? []
  return { address, isPreloaded: page.includes(`rel="preload" as="image"`) }
}

test('a paper comes with its picture; lists, where words are painted largest, ask for theirs', async () => {
  const bytes = Buffer.from(await (await site.fetch(String(paper.thumbnail))).arrayBuffer())
  const address = `data:image/webp;base64,${bytes.toString('base64')}`
  // A page waits half a second for a picture that is not in memory.
  await firstPicture(`/papers/${paper.id}/matrices`)
  await renewContent(site.app.db)
  expect(await firstPicture(`/papers/${paper.id}/matrices`)).toEqual({ address, isPreloaded: false })
  for (const path of ['/practice', '/resources/cbse/12/']) {
    const page = await (await site.fetch(path)).text()
    expect([path, page.includes(`src="${paper.thumbnail}"`), page.includes(address)]).toEqual([
      path,
      true,
      false,
    ])
  }
})

test('a picture of more than 20 KB, and one that is lost, is asked for as before', async () => {
  const large = await publish(site, await site.signIn(), { title: 'Conics' })
  await site.app.db.updateTable('storedFiles').set({ size: 20_001 }).execute()
  const lost = await publish(site, await site.signIn(), { title: 'Vectors' })
  await rm(join(site.dataDir, String(lost.thumbnail)))
  for (const { id, title, thumbnail } of [large, lost])
    expect(await firstPicture(`/papers/${id}/${title.toLowerCase()}`)).toEqual({
      address: thumbnail,
      isPreloaded: true,
    })
})

test('a page does not wait for a store that does not answer, or fails', async () => {
  const { files } = site.app
  const { open } = files
  for (const faulty of [() => new Promise<null>(() => {}), () => Promise.reject(new Error('out of order'))]) {
    const { id, thumbnail } = await publish(site, await site.signIn(), { title: 'Integrals' })
    files.open = faulty
    expect(await firstPicture(`/papers/${id}/integrals`)).toEqual({ address: thumbnail, isPreloaded: true })
    files.open = open
  }
})
