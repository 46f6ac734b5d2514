import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { listShelves } from '#domain/lists/browse.server.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { readPracticePage } from '#web/routes/visitor/lists/practice-page.server.ts'
import { fillCatalogue } from '../support/made-catalogue.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { unreadable } from '../support/unreadable.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  const add = (title: string, subject: string, month: string, year: string, degree = '12th-cbse') =>
    publish(site, admin, { title, subject, month, year, degree })
  await add('Optics', 'Physics', 'June', '2020')
  await add('Waves', 'Physics', 'March', '2024')
  await add('Botany', 'Biology', 'May', '2022')
  await add('Sets', 'Mathematics', 'May', '2023', '9th-state')
})
afterAll(() => site.end())

type Options = Record<string, { text: string; none: boolean }[]>

/** The choices of a page as its HTML has them, without "All". */
async function choicesOf(path: string): Promise<Options> {
  const page = await (await site.fetch(path)).text()
  return Object.fromEntries(
    [...page.matchAll(/<select class="input" name="(\w+)">(.*?)<\/select>/g)].map(
      ([, name, options = '']) => [
        name,
        [...options.matchAll(/<option([^>]*)>([^<]*)<\/option>/g)]
          .map(([, attributes = '', text = '']) => ({ text, none: /\sdisabled/.test(attributes) }))
          .filter(({ text }) => text !== 'All'),
      ],
    ),
  )
}

test.each(['/practice?subject=Physics', '/search?q=physics', '/resources/cbse/12/?subject=Physics'])(
  'choices of %s that leave no paper come after the others, each group in its order',
  async (path) => {
    const choices = await choicesOf(path)
    expect(Object.keys(choices).length).toBeGreaterThanOrEqual(3)
    for (const [name, options] of Object.entries(choices)) {
      const firstNone = options.findIndex(({ none }) => none)
      expect([name, firstNone > 0, options.slice(firstNone).every(({ none }) => none)]).toEqual([
        ...[name, true, true],
      ])
      expect(options.every(({ text, none }) => none === text.endsWith('(0)'))).toBe(true)
    }
    expect(choices.month?.slice(0, 3).map(({ text }) => text)).toEqual([
      ...['March (1)', 'June (1)', 'January (0)'],
    ])
    expect(choices.year?.map(({ text }) => text.slice(0, 4))).toEqual(['2024', '2020', '2023', '2022'])
  },
)

test('what is chosen stays among the others, though it leaves nothing', async () => {
  const { subject, year } = await choicesOf('/practice?subject=History&year=2020')
  expect(subject?.slice(0, 2).map(({ text }) => text)).toEqual(['Physics (1)', 'History (0)'])
  expect(year?.[0]?.text).toBe('2020 (0)')
})

test('every shelf says how many papers it has', async () => {
  const page = await (await site.fetch('/practice')).text()
  const headings = [...page.matchAll(/<h3[^>]*data-subject="([^"]+)".*?<\/h3>/g)]
  const counted = Object.fromEntries(
    headings.map(([html, subject]) => [
      subject,
      /\d+ papers?/.exec(html.replaceAll(/<.*?>/g, ''))?.[0] ?? null,
    ]),
  )
  expect(counted).toEqual({ Physics: '2 papers', Biology: '1 paper', Mathematics: '1 paper' })
  expect(page.replaceAll(/<.*?>/g, '')).toContain('[1 paper]')
})

describe('counts of long lists', () => {
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

  const find = async (query: string): Promise<FoundPapers> =>
    (await site.fetch(`/api/papers?${query}`)).json()

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

  test('all that a list found can be picked across its pages, up to as many as can be picked', async () => {
    const picked = async (query: string) => (await site.fetch(`/api/papers/found?${query}`)).json()
    const { papers, more } = await picked('q=estuary&year=2001')
    const pages = [await find('q=estuary&year=2001'), await find('q=estuary&year=2001&page=2')]
    expect(more).toBe(false)
    expect(papers).toEqual(
      pages.flatMap(({ papers: some }) =>
        some.map(({ id, title, pages, size }) => ({ id, title, pages, size })),
      ),
    )
    expect(papers.length).toBe(20)
    const long = await picked('year=2010&type=cbse&level=Basic&sets=one&answered=yes')
    expect(long).toEqual({ papers: [], more: false })
    const lagoon = await picked('q=lagoon')
    expect([lagoon.papers.length, lagoon.more]).toEqual([PICK_LIMIT, true])
    expect((await site.fetch('/api/papers/found?page=2')).status).toBe(422)
    for (const path of ['/search', '/practice', '/resources/cbse/12/']) {
      const few = await (await site.fetch(`${path}?q=estuary&year=2001`)).text()
      expect([path, few.includes('Pick all 20 found')]).toEqual([path, true])
      const many = await (await site.fetch(`/ta${path}?q=lagoon`)).text()
      expect([path, many.includes(messagesOf('ta').picked_at_most_found({ count: PICK_LIMIT }))]).toEqual([
        ...[path, true],
      ])
    }
  })

  test.each([
    ['mangrove', 1, ['1', '2', '…', '9']],
    ['mangrove', 2, ['1', '2', '3', '…', '9']],
    ['mangrove', 5, ['1', '…', '4', '5', '6', '…', '9']],
    ['mangrove', 9, ['1', '…', '8', '9']],
    ['seagrass', 1, ['1', '2', '3', '4', '5', '6', '7']],
  ])('the pages of a search for %s next to page %d are %j', async (q, page, shown) => {
    const answer = await (await site.fetch(`/search?q=${q}&page=${page}`)).text()
    const pages = answer.slice(answer.indexOf('<nav aria-label="Pages"'))
    const items = [...pages.slice(0, pages.indexOf('</nav>')).matchAll(/>([\d…]+)</g)]
    expect(items.map(([, text]) => text)).toEqual(shown)
  })
})

describe('full shelves', () => {
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

  test('what the loaders gave is in the page so that no text of it can end the script', async () => {
    await site.app.db.updateTable('papers').set({ title: "It's </script><b> \\ \u2028" }).execute()
    const page = await (await site.fetch('/resources/cbse/12/')).text()
    const [, loaded = ''] = /streamController\.enqueue\(('.*?')\);window/s.exec(page) ?? []
    expect(loaded).not.toContain('</script')
    expect(runInNewContext(loaded)).toContain(JSON.stringify("It's </script><b> \\ \u2028"))
  })
})

describe('unreadable lists', () => {
  let site: Site
  const logged: string[] = []
  beforeAll(async () => {
    site = await openSite({ parts: (app) => unreadable(app, ['papers', 'paperCountsAge'], logged) })
  })
  afterAll(() => site.end())

  test('a list that cannot be read is shown empty with a sentence, and no search engine takes it for the list', async () => {
    for (const [path, status] of [
      ['/practice', 503],
      ['/practice?q=maths', 200],
      ['/resources/cbse/12/', 503],
    ] as const) {
      const answer = await site.fetch(path)
      const html = await answer.text()
      expect(answer.status, path).toBe(status)
      expect(html).toContain('The papers could not be read just now.')
      expect(html).toContain('<meta name="robots" content="noindex, follow"')
    }
    expect(logged).toEqual([
      'Practice could not be read',
      'Practice could not be read',
      'Resources could not be read',
    ])
  })
})

test('words that say a class or an exam shade its bubble, and a press takes these words out, or leaves what an exam ignores', async () => {
  const bubblesAt = async (path: string) => {
    const page = await (await site.fetch(path)).text()
    const links = [...page.matchAll(/<a class="answer-bubble[^>]*>.*?<\/a>/g)].map(([link]) => link)
    return {
      shaded: links
        .filter((link) => link.includes('aria-current'))
        .map((link) => link.replaceAll(/<.*?>/g, '')),
      to: (name: string) =>
        links
          .filter((link) => link.replaceAll(/<.*?>/g, '') === name)
          .map((link) => /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&'))[0],
    }
  }
  const words = await bubblesAt('/practice?q=10th+state+maths')
  expect(words.shaded).toEqual(['Class 10', 'State'])
  expect([words.to('Class 10'), words.to('CBSE')]).toEqual([
    ...['/practice?q=state+maths', '/practice?q=10th+maths&type=cbse'],
  ])
  const exam = await bubblesAt('/practice?q=10th+state')
  expect(exam.to('JEE')).toBe('/practice?q=10th&type=jee')
  expect((await bubblesAt('/practice?q=10th&type=jee')).shaded).toEqual(['JEE'])
})

test('nothing found is said, with a way on', async () => {
  const page = await (await site.fetch('/practice?q=xylophone')).text()
  expect(page.replaceAll(/<.*?>/g, '')).toContain('No paper matches “xylophone”.')
  expect(/<a [^>]*href="([^"]*)"[^>]*>(?:<[^a][^>]*>)*Show all papers/.exec(page)?.[1]).toBe('/practice')
})

describe('papers of several states', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
    const admin = await site.signIn()
    const add = (title: string, more: Record<string, string>) =>
      publish(site, admin, { title, subject: 'Mathematics', degree: '10th-state', ...more })
    await add('Algebra of Tamil Nadu', { year: '2021' })
    await add('Algebra of Karnataka', { year: '2023', board: 'Karnataka' })
    await add('Algebra of all', { year: '2024', degree: '10th-cbse' })
  })
  afterAll(() => site.end())

  const titlesAt = async (path: string) => {
    const page = await (await site.fetch(path)).text()
    return ['Tamil Nadu', 'Karnataka', 'all']
      .map((of) => ({ of, at: page.indexOf(`Algebra of ${of}`) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)
      .map(({ of }) => of)
  }
  const stateOptions = async (path: string) => {
    const page = await (await site.fetch(path)).text()
    const options = /<select class="input" name="board">(.*?)<\/select>/.exec(page)?.[1] ?? ''
    return [...options.matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, text]) => text)
  }

  test.each(['/practice', '/search?q=algebra', '/resources/state/10/'])(
    '%s can be narrowed to one of them by a form, with counts',
    async (path) => {
      expect(await stateOptions(path)).toEqual(['All', 'Tamil Nadu (1)', 'Karnataka (1)'])
      const narrowed = `${path}${path.includes('?') ? '&' : '?'}board=Karnataka`
      expect(await titlesAt(narrowed)).toEqual(['Karnataka'])
    },
  )

  test('a list of one state’s papers, or of none, has no such filter', async () => {
    expect(await stateOptions('/resources/cbse/10/')).toEqual([])
    expect(await stateOptions('/search?q=tamil+algebra')).toEqual([])
  })

  test('the centre’s own state goes first in its classes, and words mean a state', async () => {
    expect(await titlesAt('/resources/state/10/')).toEqual(['Tamil Nadu', 'Karnataka'])
    expect(await titlesAt('/search?q=samacheer')).toEqual(['Tamil Nadu'])
    expect(await titlesAt('/search?q=karnataka+board+10')).toEqual(['Karnataka'])
  })

  test('a state that is not on the site is spelt as it was, and one in other letters is found', async () => {
    const unknown = await site.fetch('/search?board=Atlantis')
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('“Atlantis”')])
    const spelt = await site.fetch('/search?board=tamil-nadu', { redirect: 'manual' })
    expect(spelt.headers.get('location')).toBe('/search?board=Tamil+Nadu')
  })

  test('the API filters by state and counts them, and suggestions name their lists', async () => {
    const ask = async (path: string) => await (await site.fetch(path)).json()
    const found = await ask('/api/papers?board=Karnataka&type=state')
    expect(found.papers.map(({ title }: { title: string }) => title)).toEqual(['Algebra of Karnataka'])
    expect(found.facets.board).toEqual([
      { value: 'Tamil Nadu', papers: 1 },
      { value: 'Karnataka', papers: 1 },
    ])
    expect((await site.fetch('/api/papers?board=Atlantis')).status).toBe(422)
    const { suggestions } = await ask('/api/suggestions?q=karnataka+board&lang=en')
    expect(suggestions[0]).toMatchObject({ label: 'Karnataka Board', path: '/search?board=Karnataka' })
  })

  test('what a visitor said goes first is said on the page, and search engines do not hear of it', async () => {
    const first = 'first=10.Karnataka.'
    for (const path of ['/practice', '/search?q=algebra', '/resources/state/10/']) {
      const said = `${path}${path.includes('?') ? '&' : '?'}${first}`
      expect([path, (await titlesAt(said))[0]]).toEqual([path, 'Karnataka'])
      const page = await (await site.fetch(said)).text()
      expect(page).toContain('First: Class 10, Karnataka.')
      expect(/<link rel="canonical" href="([^"]+)"/.exec(page)?.[1] ?? '').not.toContain('first=')
    }
    const paged = await (await site.fetch(`/search?q=algebra&${first}`)).text()
    expect(paged).toMatch(/<input[^>]*name="first"[^>]*value="10.Karnataka."/)
    expect(await titlesAt('/search?q=algebra&first=nonsense')).toEqual(['all', 'Karnataka', 'Tamil Nadu'])
  })
})
