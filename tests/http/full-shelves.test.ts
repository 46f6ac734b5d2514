import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listShelves } from '#domain/lists/browse.server.ts'
import { readPracticePage } from '#web/routes/visitor/lists/practice/practice-page.server.ts'
import { fillCatalogue } from '../../bench/support/made-catalogue.ts'
import { openSite, type Site } from '../support/site.ts'

const PAPERS = 5_000
const WEIGHT_LIMIT = 60_000
const COMPRESSED_LIMIT = 26_000
/** The same on every such page, whatever is in the catalogue. */
const STYLES_AND_SLIDES = /<(style|dialog)\b.*?<\/\1>/gs
let site: Site
beforeAll(async () => {
  site = await openSite()
  await fillCatalogue(site.database, site.app, PAPERS)
})
afterAll(() => site.end())

test('Practice weighs at most 60 KB besides its styles, however full its shelves are, and 26 KB compressed', async () => {
  for (const path of ['/practice', '/practice?page=2', '/practice?type=cbse']) {
    const answer = await site.fetch(path, { headers: { 'Accept-Encoding': 'identity' } })
    const page = await answer.text()
    expect(page.match(/<article/g)?.length, path).toBeGreaterThanOrEqual(12)
    expect(Buffer.byteLength(page.replace(STYLES_AND_SLIDES, '')), path).toBeLessThanOrEqual(WEIGHT_LIMIT)
    expect(gzipSync(page).length, path).toBeLessThanOrEqual(COMPRESSED_LIMIT)
  }
})

test('its pages show every shelf once, whole and in order, and no page more papers than it can carry', async () => {
  const asked = { filter: {}, q: '' }
  const reader = {
    app: site.app,
    failed(error: unknown) {
      throw error
    },
  }
  const first = await readPracticePage(reader, { ...asked, page: 1 })
  const shown = []
  for (let page = 1; page <= first.pages; page++) {
    const { shelves } = await readPracticePage(reader, { ...asked, page })
    const papers = shelves.reduce((sum, each) => sum + each.papers.length, 0)
    expect([shelves.length > 0, shelves.length <= 6, papers <= 24]).toEqual([true, true, true])
    for (const { shelf, papers } of shelves) expect(papers).toHaveLength(Math.min(12, shelf.papers))
    shown.push(...shelves.map(({ shelf }) => shelf))
  }
  expect(shown).toEqual(await listShelves(site.app))
})

test('what the loaders gave stands in the page so that no text of it can end the script', async () => {
  await site.app.db.updateTable('papers').set({ title: "It's </script><b> \\ \u2028" }).execute()
  const page = await (await site.fetch('/resources/cbse/12/')).text()
  const [, loaded = ''] = /streamController\.enqueue\(('.*?')\);window/s.exec(page) ?? []
  expect(loaded).not.toContain('</script')
  expect(runInNewContext(loaded)).toContain(JSON.stringify("It's </script><b> \\ \u2028"))
})
