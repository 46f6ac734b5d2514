import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { openDataDir } from '../support/child-site.ts'
import { isPostgres } from '../support/engine.ts'
import { openSite, publish } from '../support/site.ts'
import { expectWhole, until } from '../support/stored.ts'
import { addTexts } from '../support/texts.ts'

test('a search index that goes while the site runs leaves every list readable, and is made again by itself', async () => {
  await using data = await openDataDir()
  let made = 0
  const info = (_: object, message: string) => {
    if (message === 'the search index is made') made += 1
  }
  const parts = () => ({ log: { info, warn() {}, error() {} } })
  const site = await openSite({ dataDir: data.path, parts })
  const paper = await publish(site, await site.signIn(), { title: 'Findable parabola' })
  await addTexts(site, paper, ['Find the eccentricity of the ellipse.'])
  for (const [at, { table, also }] of [
    { table: 'paper_search', also: '' },
    { table: 'page_search', also: '&year=2024' },
    { table: 'search_words', also: '&month=December' },
    { table: 'search_state', also: '&subject=Mathematics' },
  ].entries()) {
    await sql`drop table ${sql.table(table)}`.execute(site.app.db)
    // Asked for the first time each, so that no answer comes from memory.
    const gone = await site.fetch(`/api/papers?q=parabola${also}`)
    expect([table, gone.status, (await gone.json()).papers.length <= 1]).toEqual([table, 200, true])
    for (const path of [
      '/practice',
      '/practice?q=parabola',
      '/resources/cbse/12/?q=parabola',
      '/api/papers?q=cbse',
    ]) {
      expect([table, path, (await site.fetch(path)).status]).toEqual([table, path, 200])
    }
    await until(`${table} is there again`, () => made === at + 1)
    const found = async (q: string) => (await (await site.fetch(`/api/papers?q=${q}${also}`)).json()).total
    expect([table, await found('parabola'), await found('eccentricity')]).toEqual([table, 1, 1])
  }
  if (isPostgres) return await site.end({ keepData: true })
  await sql`drop table paper_search`.execute(site.app.db)
  await publish(site, await site.signIn(), { title: 'Published meanwhile' })
  await until('both are found', async () => {
    const answer = await (await site.fetch('/api/papers?q=meanwhile')).json()
    return answer.total === 1 && !answer.isBeingMade
  })
  await expectWhole(data.path)
  await site.end({ keepData: true })
})

test.skipIf(isPostgres)(
  'a search index that is damaged keeps no paper from being found, and no site from starting',
  async () => {
    await using data = await openDataDir()
    const first = await openSite({ dataDir: data.path })
    const signedIn = await first.signIn()
    const found = async (site: typeof first) =>
      (await (await site.fetch('/api/papers?q=parabola')).json()).papers.length
    for (const [at, damage] of [
      'drop table search_words',
      'drop table paper_search_data',
      'drop table paper_search_config',
      'delete from page_search_config',
      'update paper_search_data set block = zeroblob(60)',
    ].entries()) {
      expect(await found(first)).toBe(at)
      await sql.raw(damage).execute(first.app.db)
      await publish(first, signedIn, { title: `Findable parabola ${at}` })
      await until(`it is found after: ${damage}`, async () => (await found(first)) === at + 1)
    }
    await sql`drop table paper_search_config`.execute(first.app.db)
    await first.end({ keepData: true })
    const second = await openSite({ dataDir: data.path })
    await until('all are found', async () => (await found(second)) === 5)
    await expectWhole(data.path)
    await second.end({ keepData: true })
  },
)

test('a rebuilding of the search index that broke off is done again at the next start', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  await publish(first, await first.signIn(), { title: 'Findable parabola' })
  const search = {
    ...first.app.search,
    addMany: () => Promise.reject(new Error('the power went')),
  }
  await expect(reindexPapers({ ...first.app, search })).rejects.toThrow('the power went')
  await first.end({ keepData: true })
  const second = await openSite({ dataDir: data.path })
  expect((await (await second.fetch('/api/papers?q=parabola')).json()).total).toBe(1)
  await expectWhole(data.path)
  expect(await reindexPapers(second.app)).toEqual({ done: 1, all: 1 })
  await expectWhole(data.path)
  await second.end({ keepData: true })
})
