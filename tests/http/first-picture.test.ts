import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('lists and papers come with the picture that they ask for first, and ask for the others', async () => {
  const bytes = Buffer.from(await (await site.fetch(String(paper.thumbnail))).arrayBuffer())
  const address = `data:image/webp;base64,${bytes.toString('base64')}`
  for (const path of ['/practice', '/resources/cbse/12/', `/papers/${paper.id}/matrices`])
    expect(await firstPicture(path), path).toEqual({ address, isPreloaded: false })
})

test('a picture of more than 20 KB, and one that is lost, is asked for as before', async () => {
  await site.app.db.updateTable('storedFiles').set({ size: 20_001 }).execute()
  const asked = { address: String(paper.thumbnail), isPreloaded: true }
  expect(await firstPicture('/practice?type=cbse')).toEqual(asked)
  const newer = await publish(site, await site.signIn(), { title: 'Vectors', year: '2026' })
  await rm(join(site.dataDir, String(newer.thumbnail)))
  expect(await firstPicture('/practice')).toEqual({ address: newer.thumbnail, isPreloaded: true })
})

test('a page does not wait for a store that does not answer, or fails', async () => {
  const { files } = site.app
  const { open } = files
  const newest = await publish(site, await site.signIn(), {
    title: 'Integrals',
    year: '2026',
    month: 'December',
  })
  for (const [path, faulty] of [
    ['/resources/cbse/12/', () => new Promise<null>(() => {})],
    ['/practice', () => Promise.reject(new Error('out of order'))],
  ] as const) {
    files.open = faulty
    expect(await firstPicture(path), path).toEqual({ address: newest.thumbnail, isPreloaded: true })
  }
  files.open = open
})
