import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { renewContent } from '#domain/content-version.server.ts'
import { listSimilar } from '#domain/lists/browse.server.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { failingReads } from '../support/unreadable.ts'

const TITLE = 'Half-yearly: </script> & "vectors"'
const TAMIL = 'அரையாண்டுத் தேர்வு: கணிதம்'
const PERSON = { headers: { Accept: 'text/html,application/xhtml+xml' } }

let site: Site
let admin: SignedIn
let paper: Paper
let tamil: Paper
/** How many more queries the database answers before it fails. */
let answersLeft = Infinity

beforeAll(async () => {
  site = await openSite({
    parts: (app) => ({ readDb: failingReads(app.readDb, () => answersLeft-- <= 0) }),
  })
  admin = await site.signIn()
  paper = await publish(site, admin, { title: TITLE, referenceLink: 'https://answers.example/a' })
  tamil = await publish(site, admin, { title: TAMIL, degree: '10th-state' })
})
afterAll(() => site.end())

async function head(path: string) {
  const answer = await site.fetch(path, PERSON)
  const html = await answer.text()
  const contentOf = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  return {
    status: answer.status,
    html,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    description: contentOf('description'),
    picture: contentOf('og:image'),
    robots: contentOf('robots'),
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((match) =>
      JSON.parse(String(match[1])),
    ),
  }
}

test('a missing, old or wrong title in the address leads to the right one, without its parameters', async () => {
  const path = paperPath(paper)
  expect(path).toBe(`/papers/${paper.id}/half-yearly-script-vectors`)
  for (const old of [
    `/papers/${paper.id}`,
    `/papers/${paper.id}/old-title`,
    `/papers/${paper.id}/x?from=chat`,
  ]) {
    const answer = await site.fetch(old)
    expect([old, answer.status, answer.headers.get('location')]).toEqual([old, 301, path])
    // A title may change back: no browser may keep the way.
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  }
  expect((await site.fetch(`${path}?from=chat`)).status).toBe(200)
  const inTamil = await site.fetch(`/papers/${tamil.id}/`)
  expect(inTamil.headers.get('location')).toBe(`/papers/${tamil.id}/state-10-mathematics-december-2024`)
})

test('the head says what the paper is, to people who share it and to search engines', async () => {
  const { title, description, canonical, picture, robots, data } = await head(paperPath(paper))
  expect(title).toBe(
    'CBSE Class 12 Mathematics, December 2024: Half-yearly: &lt;/script&gt; &amp; &quot;vectors&quot; · Thervu',
  )
  expect(description).toMatch(
    /^CBSE class 12 Mathematics question paper of December 2024: PDF, 2 pages, \d+ KB, with a free answer\./,
  )
  expect(canonical).toBe(site.origin + paperPath(paper))
  expect(picture).toBe(`${site.origin}/papers/${paper.id}/share.png`)
  expect(robots).toBeUndefined()
  const [resource, steps] = data
  expect(resource).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name: `CBSE Class 12 Mathematics, December 2024: ${TITLE}`,
    url: site.origin + paperPath(paper),
    educationalLevel: 'CBSE Class 12',
    about: 'Mathematics',
    learningResourceType: 'Question paper',
    inLanguage: 'en',
    isAccessibleForFree: true,
    provider: { '@type': 'EducationalOrganization', name: 'Thervu' },
    thumbnailUrl: site.origin + paper.thumbnail,
    encoding: {
      '@type': 'MediaObject',
      contentUrl: site.origin + paper.link,
      encodingFormat: 'application/pdf',
      contentSize: expect.stringMatching(/^\d+ KB$/),
    },
  })
  expect(Date.now() - Date.parse(resource.datePublished)).toBeLessThan(10 * 60_000)
  expect(steps.itemListElement.map((step: { name: string; item: string }) => [step.name, step.item])).toEqual(
    [
      ['Home', `${site.origin}/`],
      ['CBSE class 12', `${site.origin}/resources/cbse/12/`],
      ['Mathematics', `${site.origin}/resources/cbse/12/?subject=Mathematics`],
      [TITLE, site.origin + paperPath(paper)],
    ],
  )
  expect((await head(paperPath(tamil))).data[0].inLanguage).toBe('ta')
})

test('the page says the facts of its paper, and of which subjects the papers like it are', async () => {
  const text = (html: string) =>
    html
      .replaceAll('<!-- -->', '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s/g, ' ')
  const factsOf = (html: string) =>
    [...html.matchAll(/<dt>(.*?)<\/dt>.*?<dd>(.*?)<\/dd>/g)].map(([, name = '', value = '']) =>
      text(`${name} ${value}`),
    )
  const alone = await publish(site, admin, { title: 'Waves', subject: 'Physics', degree: '11th-cbse' })
  await publish(site, admin, { title: 'Sets', degree: '11th-cbse' })
  const { html } = await head(paperPath(alone))
  expect(factsOf(html)).toEqual([
    ...['Class: 11', 'Board: CBSE', 'Subject: Physics', 'Exam: December 2024', 'Length: 2 pages'],
    ...[expect.stringMatching(/^File: PDF · \d+ KB$/), 'Views: 00 views', expect.stringMatching(/^Added: /)],
    expect.stringMatching(/^Answers: /),
  ])
  expect(html).toContain(
    'There is no other Physics paper of CBSE class 11 yet. These are of its other subjects.',
  )
  await publish(site, admin, { title: 'Optics', subject: 'Physics', degree: '11th-cbse' })
  expect((await head(paperPath(alone))).html).toContain(
    'Physics first, then other subjects of CBSE class 11.',
  )
  expect((await head(paperPath(paper))).html).toContain('href="https://answers.example/a"')
})

test('a title in Tamil brings its letters from the start, and no other title does', async () => {
  const preloads = async (of: Paper) =>
    (await head(paperPath(of))).html.match(/<link[^>]*rel="preload"[^>]*tamil[^>]*>/g)?.length ?? 0
  expect([await preloads(tamil), await preloads(paper)]).toEqual([1, 0])
  expect((await head(paperPath(tamil))).html).toMatch(/<h1 [^>]*lang="ta"/)
})

test('the lists have heads of their own, and a search is left out of search engines', async () => {
  const all = await head('/practice?type=cbse&grade=12&from=chat')
  expect(all.canonical).toBe(`${site.origin}/practice?type=cbse&amp;grade=12`)
  expect(all.robots).toBeUndefined()
  expect((await head('/practice?q=vectors')).robots).toBe('noindex, follow')
  const list = await head('/resources/cbse/12?subject=Mathematics&page=1&x=y')
  expect(list.title).toBe('CBSE 12 Mathematics Practice Papers · Thervu')
  expect(list.description).toMatch(/^Free CBSE class 12 Mathematics question papers, newest first/)
  expect(list.canonical).toBe(`${site.origin}/resources/cbse/12/?subject=Mathematics`)
  expect(list.data[0].itemListElement).toHaveLength(3)
  expect((await head('/resources/cbse/12/?q=vectors')).robots).toBe('noindex, follow')
})

test('a paper that is not there, or no longer, is a 404 with ways on', async () => {
  const goes = await publish(site, admin, { title: 'Goes again' })
  await site.fetch(`/api/admin/papers/${goes.id}`, { method: 'DELETE', headers: admin.headers })
  for (const path of [
    paperPath(goes),
    '/papers/unknown00000',
    '/papers/unknown00000/x',
    '/papers/__proto__',
  ]) {
    const { status, html, title, robots } = await head(path)
    expect([path, status, title, robots]).toEqual([path, 404, '404 · Thervu', 'noindex'])
    expect(html).toContain('Unexpected Application Error!')
    expect(html).toContain('This paper is no longer here.')
    for (const way of ['action="/practice"', 'href="/"', 'href="/resources/state/all/"'])
      expect(html).toContain(way)
  }
  const file = await site.fetch(goes.link, PERSON)
  expect([file.status, file.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await file.text()).toContain('This paper is no longer here')
  const data = await site.fetch(goes.link)
  expect([data.status, data.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

test('an address that stops short leads on; one that is wrong is offered what there is', async () => {
  for (const [path, to] of [
    ['/resources', '/practice'],
    ['/resources/state', '/resources/state/all/'],
  ] as const) {
    const answer = await site.fetch(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 301, to])
  }
  const type = await head('/resources/icse/12/')
  expect([type.status, type.robots]).toEqual([404, 'noindex'])
  expect(type.html).toContain('href="/resources/tnpsc/all/"')
  const grade = await head('/resources/cbse/13/')
  for (const known of ['12', '6', 'all']) expect(grade.html).toContain(`href="/resources/cbse/${known}/"`)
  expect(grade.html).not.toContain('/resources/cbse/previous-years/')
  expect((await head('/resources/jee/12/')).html).toContain('href="/resources/jee/previous-years/"')
})

test('what cannot be read is said, and does not cost the rest of the page', async () => {
  answersLeft = 1
  const part = await head(paperPath(paper))
  answersLeft = 0
  const nothing = await head(paperPath(paper))
  answersLeft = Infinity
  expect([part.status, part.robots]).toEqual([200, undefined])
  expect(part.html).toContain('They could not be read just now.')
  expect(part.html).toContain('View Paper')
  expect([nothing.status, nothing.robots]).toEqual([503, 'noindex'])
  expect(nothing.html).toContain('This paper could not be read just now')
  expect(nothing.html).toContain('Try again')
})

describe('its picture', () => {
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
    for (const faulty of [
      () => new Promise<null>(() => {}),
      () => Promise.reject(new Error('out of order')),
    ]) {
      const { id, thumbnail } = await publish(site, await site.signIn(), { title: 'Integrals' })
      files.open = faulty
      expect(await firstPicture(`/papers/${id}/integrals`)).toEqual({ address: thumbnail, isPreloaded: true })
      files.open = open
    }
  })
})

test('papers like it: of its subject first, then of its class, newest first, at most six, without itself', async () => {
  let app = {} as Pick<App, 'readDb' | 'lists'>
  const site = await openSite({
    parts: (whole) => {
      app = whole
      return {}
    },
  })
  const admin = await site.signIn()
  const more = async (title: string, subject: string, year: string, degree = '9th-cbse') =>
    await publish(site, admin, { title, subject, year, degree })
  const own = await more('own', 'Science', '2020')
  expect(await listSimilar(app, own)).toEqual([])
  await more('other class', 'Science', '2024', '8th-cbse')
  await more('other board', 'Science', '2024', '9th-state')
  for (const [at, subject] of [
    'Tamil',
    'Science',
    'English',
    'Science',
    'Tamil',
    'History',
    'Tamil',
  ].entries())
    await more(`${subject} ${2014 + at}`, subject, String(2014 + at))
  const titles = async () => (await listSimilar(app, own)).map((like) => like.title)
  expect(await titles()).toEqual([
    'Science 2017',
    'Science 2015',
    'Tamil 2020',
    'History 2019',
    'Tamil 2018',
    'English 2016',
  ])
  for (const year of [2001, 2002, 2003, 2004, 2005]) await more(`Science ${year}`, 'Science', String(year))
  expect(await titles()).toEqual([2017, 2015, 2005, 2004, 2003, 2002].map((year) => `Science ${year}`))
  const old = await more('Science 1999', 'Science', '1999')
  const newest = ['own', ...[2017, 2015, 2005, 2004, 2003].map((year) => `Science ${year}`)]
  expect((await listSimilar(app, old)).map((like) => like.title)).toEqual(newest)
  const ofSix = await more('History 2010', 'History', '2010')
  for (const year of [2011, 2012, 2013, 2014, 2015]) await more(`History ${year}`, 'History', String(year))
  expect((await listSimilar(app, ofSix)).map((like) => like.title)).toEqual(
    [2019, 2015, 2014, 2013, 2012, 2011].map((year) => `History ${year}`),
  )
  const alone = await more('Sanskrit 2021', 'Sanskrit', '2021')
  expect(await listSimilar(app, alone)).toHaveLength(6)
  await site.end()
})
