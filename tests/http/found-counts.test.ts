import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  const { id } = await publish(site, await site.signIn(), { title: 'The first', year: '1995' })
  await addPapers(id, [
    ['Estuary', 2024, 2_000],
    ['Estuary', 2001, 20],
    ['Estuary', 2002, 21],
    ['Lagoon', 2010, 600],
    ['Mangrove', 2011, 100],
    ['Seagrass', 2012, 73],
  ])
  await reindexPapers(site.app)
})
afterAll(() => site.end())

/** Papers like one that is there, so many of a title and a year. */
async function addPapers(id: string, added: [title: string, year: number, papers: number][]) {
  const { db } = site.app
  const row = await db.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { serial, position, answered, ...paper } = row
  const stored = db.selectFrom('storedFiles').selectAll().where('fullPath', '=', row.fileKey)
  const file = await stored.executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    for (const [title, year, papers] of added) {
      const all = Array.from({ length: papers }, (_, at) => `${title}-${year}-${at}`.toLowerCase())
      for (let at = 0; at < papers; at += 100) {
        const some = all.slice(at, at + 100)
        await tx
          .insertInto('storedFiles')
          .values(some.map((name) => ({ ...file, fullPath: `copies/${name}.pdf` })))
          .execute()
        const like = { ...paper, title, year, thumbnailKey: null, uploadId: null }
        await tx
          .insertInto('papers')
          .values(some.map((name) => ({ ...like, id: name, fileKey: `copies/${name}.pdf` })))
          .execute()
      }
    }
  })
}

const find = async (query: string): Promise<FoundPapers> => (await site.fetch(`/api/papers?${query}`)).json()

test('of a value far beyond the newest papers up to twenty are counted, and more only where there are', async () => {
  for (const q of ['estuary', 'estuar']) {
    const { facets, more } = await find(`q=${q}`)
    const ofYear = (value: string) => facets.year.find((count) => count.value === value)
    expect([q, more, ofYear('2001'), ofYear('2002')]).toEqual([
      ...[q, true],
      { value: '2001', papers: 20 },
      { value: '2002', papers: 20, more: true },
    ])
  }
})

test('six hundred papers are all there are, with one more there are more', async () => {
  const { total, more, facets } = await find('q=lagoon')
  expect([total, more, facets.year]).toEqual([600, false, [{ value: '2010', papers: 600 }]])
  expect(await (await site.fetch('/search?q=lagoon')).text()).not.toContain('More than')
  const one = await find('q=seagrass')
  await addPapers(one.papers[0]?.id ?? '', [['Lagoon', 2009, 1]])
  await reindexPapers(site.app)
  const now = await find('q=lagoon')
  expect([now.total, now.more]).toEqual([600, true])
})

test.each([
  ['mangrove', 1, ['1', '2', '…', '9']],
  ['mangrove', 2, ['1', '2', '3', '…', '9']],
  ['mangrove', 5, ['1', '…', '4', '5', '6', '…', '9']],
  ['mangrove', 9, ['1', '…', '8', '9']],
  ['seagrass', 1, ['1', '2', '3', '4', '5', '6', '7']],
])('the pages of a search for %s beside page %d are %j', async (q, page, shown) => {
  const answer = await (await site.fetch(`/search?q=${q}&page=${page}`)).text()
  const pages = answer.slice(answer.indexOf('<nav aria-label="Pages"'))
  const items = [...pages.slice(0, pages.indexOf('</nav>')).matchAll(/>([\d…]+)</g)]
  expect(items.map(([, text]) => text)).toEqual(shown)
})
