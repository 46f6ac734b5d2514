import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
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
