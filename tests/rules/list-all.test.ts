import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAddresses, listParts, papersAddedLast } from '#domain/lists/list-all.server.ts'
import { readConfig } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { sitemap, sitemapFile } from '#server/seo/sitemap.ts'
import { fillCatalogue } from '../../bench/support/made-catalogue.ts'
import { childrenOf, readXml } from '../support/read-xml.ts'

const ORIGIN = 'https://papers.example.in'
const PAPERS = 950
const SIZE = 100
let app: RunningApp
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'thervu-parts-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  app = await createApp(config)
  await fillCatalogue(config.database, app, PAPERS)
  await app.db.deleteFrom('papers').where('serial', '>', 200).where('serial', '<=', 400).execute()
  await app.db.deleteFrom('papers').where('serial', '=', 100).execute()
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})

const locations = (text: string) =>
  readXml(text).children.map((entry) => childrenOf(entry, 'loc').map((loc) => loc.text)[0] ?? '')

test('parts that hold no papers are left out, and the others hold each paper once', async () => {
  const parts = await listParts(app, SIZE)
  expect(parts).toEqual([1, 2, 5, 6, 7, 8, 9, 10])
  const addresses = (await Promise.all(parts.map((part) => listAddresses(app, part, SIZE)))).map((part) =>
    part.map(({ path }) => path),
  )
  expect(addresses.map((part) => part.length)).toEqual([99, 100, 100, 100, 100, 100, 100, 50])
  expect(new Set(addresses.flat()).size).toBe(PAPERS - 201)
  expect(await listAddresses(app, 3, SIZE)).toEqual([])
})

test('a sitemap of several parts is an index of files that are there', async () => {
  const index = await sitemap(app, ORIGIN, SIZE)
  expect(readXml(index).name).toBe('sitemapindex')
  const files = locations(index)
  expect(files[0]).toBe(`${ORIGIN}/sitemaps/pages.xml`)
  expect(files.at(-1)).toBe(`${ORIGIN}/sitemaps/papers-10.xml`)
  const found: string[] = []
  for (const file of files) {
    const text = await sitemapFile(app, ORIGIN, file.replace(`${ORIGIN}/sitemaps/`, ''), SIZE)
    found.push(...locations(text ?? ''))
  }
  expect(found.filter((address) => address.includes('/papers/'))).toHaveLength(PAPERS - 201)
  expect(new Set(found).size).toBe(found.length)
  expect(found.every((address) => URL.canParse(address) && address.startsWith(`${ORIGIN}/`))).toBe(true)
})

test('parts and papers added last are found by the primary key, without a walk through all papers', async () => {
  const { DatabaseSync } = await import('node:sqlite')
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true })
  const planOf = (query: string) =>
    sqlite
      .prepare(`explain query plan ${query}`)
      .all()
      .map(({ detail }) => String(detail))
  expect(planOf('select min(serial) from papers where serial > 5000')).toEqual([
    'SEARCH papers USING INTEGER PRIMARY KEY (rowid>?)',
  ])
  expect(planOf('select id from papers where serial > 1 and serial <= 5 order by serial')).toEqual([
    'SEARCH papers USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
  ])
  sqlite.close()
  const added = await papersAddedLast(app, 30)
  expect(added).toHaveLength(30)
  const last = await app.db.selectFrom('papers').select('id').orderBy('serial', 'desc').limit(30).execute()
  expect(added.map(({ id }) => id)).toEqual(last.map(({ id }) => id))
})
