import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { latestNews, listAddresses, listParts, papersAddedLast } from '#domain/lists/browse.server.ts'
import {
  type ClassPreference,
  matchesPreference,
  readPreference,
  writePreference,
} from '#domain/paper/class-preference.ts'
import type { FacetCounts } from '#domain/paper/filters.ts'
import type { FoundPaper } from '#domain/search/finding/find.server.ts'
import { readConfig } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { sitemap, sitemapFile } from '#server/pages/sitemap.ts'
import { FAILED_LIST } from '#web/routes/visitor/lists/failed-list.ts'
import { packFound, unpackFound } from '#web/routes/visitor/lists/list-dto.ts'
import { packPaper, unpackPaper } from '#web/routes/visitor/paper-card/paper-dto.ts'
import { fillCatalogue } from '../support/made-catalogue.ts'
import { childrenOf, readXml } from '../support/read-xml.ts'

describe('list all', () => {
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
})

describe('news', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000
  const NOW = new Date('2026-07-31T12:00:00.000Z')
  let app: RunningApp
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'thervu-news-'))
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    app = await createApp(config)
    await fillCatalogue(config.database, app, 40)
  })
  afterAll(async () => {
    await app.close()
    await rm(dataDir, { recursive: true })
  })

  const newsOf = (now: Date) => latestNews({ ...app, clock: { ...app.clock, now: () => now } })
  const daysBefore = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString()

  test('what was added within seven days is new, whatever month it is of; samples and older papers are not', async () => {
    await app.db
      .updateTable('papers')
      .set({ createdAt: daysBefore(8), isSample: 0 })
      .execute()
    const none = await newsOf(NOW)
    expect(none.papers).toHaveLength(5)
    expect([none.newIds, none.newInWeek]).toEqual([[], 0])

    const [first, second, third] = none.papers.map(({ id }) => id) as [string, string, string]
    await app.db
      .updateTable('papers')
      .set({ createdAt: daysBefore(7) })
      .where('id', '=', first)
      .execute()
    await app.db
      .updateTable('papers')
      .set({ createdAt: daysBefore(1), isSample: 1 })
      .where('id', '=', second)
      .execute()
    await app.db
      .updateTable('papers')
      .set({ createdAt: daysBefore(0) })
      .where('id', '=', third)
      .execute()
    const oldest = await app.db
      .selectFrom('papers')
      .select('id')
      .orderBy('position')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('papers')
      .set({ createdAt: daysBefore(2) })
      .where('id', '=', oldest.id)
      .execute()

    const some = await newsOf(NOW)
    expect(some.papers.map(({ id }) => id)).toEqual(none.papers.map(({ id }) => id))
    expect(some.newIds).toEqual([first, third])
    expect(some.newInWeek).toBe(3)
    expect((await newsOf(new Date(NOW.getTime() + 1))).newInWeek).toBe(2)

    // All of them are new: the number would tell nobody where to look.
    await app.db
      .updateTable('papers')
      .set({ createdAt: daysBefore(1) })
      .where('isSample', '=', 0)
      .execute()
    const all = await newsOf(NOW)
    expect(all.newIds).toHaveLength(4)
    expect(all.newInWeek).toBe(0)
  })
})

const PAPER: FoundPaper = {
  id: 'a1',
  title: 'Matrices | vectors, "half-yearly"',
  link: '/files/12th-cbse/matrices_20260101T000123000Z-22abcdef.pdf',
  thumbnail: '/files/thumbnail/matrices_20260101T000123000Z-22xyzxyz.webp',
  referenceLink: null,
  type: 'cbse',
  grade: '12',
  subject: 'Social Science',
  month: 'February',
  year: 2026,
  views: 7,
  pages: 3,
  size: 4_096,
  sample: false,
  variant: 'Set 2',
  medium: '',
  kind: '',
  board: '',
  syllabus: '',
}

test.each<[string, Partial<FoundPaper>]>([
  ['with a picture named as its file', {}],
  ['without a picture', { thumbnail: null }],
  ['with a picture of another name', { thumbnail: '/files/thumbnail/cover-12:3.webp' }],
  ['with a picture in another folder', { thumbnail: '/files/12th-cbse/matrices_2.webp' }],
  ['found by its text', { inside: { page: 2, line: 'the inverse', marks: [[4, 11]] }, sample: true }],
])('a paper %s comes out of the page as it went in', (_how, different) => {
  const paper = { ...PAPER, ...different }
  expect(unpackPaper(structuredClone(packPaper(paper)))).toEqual(paper)
  expect(unpackPaper(packPaper(paper))).toEqual(paper)
})

test('counts, years and nearest papers come out of the page as they went in', () => {
  const facets: FacetCounts = {
    type: [{ value: 'cbse', papers: 600, more: true }],
    grade: [{ value: 'previous-years', papers: 1 }],
    subject: [
      { value: 'Social Science', papers: 305 },
      { value: 'all', papers: 12_000 },
    ],
    year: [{ value: '2026', papers: 132 }],
    month: [],
    answered: [{ value: 'yes', papers: 3 }],
    board: [{ value: 'Tamil Nadu', papers: 9 }],
  }
  const list = { ...FAILED_LIST, facets, years: [2026, 1990], papers: [PAPER], nearest: [PAPER], q: 'x' }
  for (const each of [list, FAILED_LIST]) {
    expect(unpackFound(structuredClone(packFound(each)))).toEqual(each)
    expect(unpackFound(packFound(each))).toEqual(each)
  }
})

test('what a visitor said of their class is read as it was written, and rubbish is none', () => {
  for (const text of ['10.Tamil Nadu.Tamil', '12.cbse.', '6.Bihar.Hindi'])
    expect(writePreference(readPreference(text) as ClassPreference)).toBe(text)
  for (const text of ['', '10', '13.cbse.', '10.Atlantis.', '10.cbse.Latin', '10.cbse..', '10.state.'])
    expect([text, readPreference(text)]).toEqual([text, null])
})

test('a paper is of the class and board that were said; one that names no state is the centre’s own', () => {
  const matches = (paper: string, said: string) => {
    const [type = '', grade = '', board = ''] = paper.split(' ')
    return matchesPreference({ type, grade, board }, readPreference(said) as ClassPreference, 'Tamil Nadu')
  }
  expect(matches('cbse 10', '10.cbse')).toBe(true)
  expect(matches('cbse 9', '10.cbse')).toBe(false)
  expect(matches('state 10', '10.cbse')).toBe(false)
  expect(matches('state 10', '10.Tamil Nadu')).toBe(true)
  expect(matches('state 10 Bihar', '10.Tamil Nadu')).toBe(false)
  expect(matches('state 10 Bihar', '10.Bihar')).toBe(true)
  expect(matches('cbse 10', '10.Bihar')).toBe(false)
})
