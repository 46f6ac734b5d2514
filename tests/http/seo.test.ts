import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullTitle } from '#domain/language/labels.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { childrenOf, type Element, readXml } from '../support/read-xml.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { rowsOf } from '../support/stored.ts'

const AWKWARD = `"Sets" & <relations>: A ∩ B's paper ]]> 𝛼`
let site: Site
let tamil: Paper
let awkward: Paper
let old: Paper
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  tamil = await publish(site, admin, {
    title: 'கணிதம்: அரையாண்டுத் தேர்வு',
    degree: '10th-state',
    referenceLink: 'https://answers.example.in/1',
  })
  awkward = await publish(site, admin, { title: AWKWARD })
  old = await publish(site, admin, {
    title: 'Added last, of long ago',
    degree: 'neet',
    subject: 'all',
    year: '1999',
  })
})
afterAll(() => site.end())

const text = async (path: string, init?: RequestInit) => await (await site.fetch(path, init)).text()
const only = (element: Element, name: string) => {
  const found = childrenOf(element, name)
  expect([name, found.length]).toEqual([name, 1])
  return found[0] as Element
}

describe('the sitemap', () => {
  test('names the pages, the lists that hold papers and every paper, by the addresses they have', async () => {
    const root = readXml(await text('/sitemap.xml'))
    expect([root.name, root.attributes.xmlns]).toEqual([
      'urlset',
      'http://www.sitemaps.org/schemas/sitemap/0.9',
    ])
    const urls = childrenOf(root, 'url')
    const paths = urls.map((url) => only(url, 'loc').text.replace(site.origin, ''))
    expect(paths).toEqual([
      ...['/', '/practice', '/questions', '/questions/weightage', '/pricing', '/about', '/why-us'],
      ...['/contact', '/privacy', '/terms', '/accessibility'],
      ...['/resources/cbse/12/', '/resources/state/10/', '/resources/neet/previous-years/'],
      ...[tamil, awkward, old].map(paperPath),
    ])
    for (const path of paths) expect([path, (await site.fetch(path)).status]).toEqual([path, 200])
  })

  test('says of each paper when it was last changed', async () => {
    const urls = childrenOf(readXml(await text('/sitemap.xml')), 'url').slice(-3)
    const changed = await rowsOf(site.dataDir, 'select updated_at from papers order by serial')
    expect(urls.map((url) => only(url, 'lastmod').text)).toEqual(changed.map((row) => row.updated_at))
  })

  test('has its parts also under names of their own, and no others', async () => {
    const pages = childrenOf(readXml(await text('/sitemaps/pages.xml')), 'url')
    const papers = childrenOf(readXml(await text('/sitemaps/papers-1.xml')), 'url')
    expect([pages.length, papers.length]).toEqual([14, 3])
    for (const name of [
      'papers-2.xml',
      'papers-0.xml',
      'papers-01.xml',
      'papers-9999999999.xml',
      'x.xml',
      '..%2f',
    ]) {
      expect([name, (await site.fetch(`/sitemaps/${name}`)).status]).toEqual([name, 404])
    }
  })
})

test('robots may read all but the admin area, the sign-in and the API, and are told of the sitemap', async () => {
  expect((await text('/robots.txt')).trim().split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /login',
    'Disallow: /api/',
    '',
    `Sitemap: ${site.origin}/sitemap.xml`,
  ])
})

describe('the feed', () => {
  test('is Atom as RFC 4287 has it', async () => {
    const root = readXml(await text('/feed.xml'))
    expect([root.name, root.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
    const entries = childrenOf(root, 'entry')
    expect(entries).toHaveLength(3)
    expect(only(only(root, 'author'), 'name').text).not.toBe('')
    for (const element of [root, ...entries]) {
      expect(URL.canParse(only(element, 'id').text)).toBe(true)
      expect(only(element, 'title').text).not.toBe('')
      expect(only(element, 'updated').text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
      const links = childrenOf(element, 'link').map(({ attributes }) => attributes)
      expect(links.filter(({ rel }) => rel === 'alternate')).toHaveLength(1)
      for (const { href = '' } of links) expect([href, (await fetch(href)).status]).toEqual([href, 200])
    }
    const ids = [root, ...entries].map((element) => only(element, 'id').text)
    expect(new Set(ids).size).toBe(ids.length)
    const self = childrenOf(root, 'link').find(({ attributes }) => attributes.rel === 'self')
    expect(self?.attributes.href).toBe(`${site.origin}/feed.xml`)
    expect(only(root, 'updated').text).toBe(
      entries
        .map((entry) => only(entry, 'updated').text)
        .sort()
        .at(-1),
    )
  })

  test('begins with the paper that was added last, whatever year it is of', async () => {
    const [first, second, third] = childrenOf(readXml(await text('/feed.xml')), 'entry') as Element[]
    expect([first, second, third].map((entry) => only(entry as Element, 'title').text)).toEqual(
      [old, awkward, tamil].map((paper) => fullTitle(paper)),
    )
    expect(only(third as Element, 'summary').text).toBe(
      `State Board Class 10, Mathematics, December 2024. PDF · 2 pages · 1 KB. With answers.`,
    )
    const file = childrenOf(third as Element, 'link').find(({ attributes }) => attributes.rel === 'enclosure')
    expect(file?.attributes).toEqual({
      rel: 'enclosure',
      type: 'application/pdf',
      length: String(tamil.size),
      href: site.origin + tamil.link,
    })
  })

  test('of an empty catalogue is whole too', async () => {
    const empty = await openSite()
    try {
      const root = readXml(await (await empty.fetch('/feed.xml')).text())
      expect([childrenOf(root, 'entry').length, childrenOf(root, 'updated').length]).toEqual([0, 1])
      const urls = childrenOf(readXml(await (await empty.fetch('/sitemap.xml')).text()), 'url')
      expect(urls).toHaveLength(11)
    } finally {
      await empty.end()
    }
  })
})

test('the head of a page leads to the manifest, the icons and the feed', async () => {
  const page = await text('/practice')
  const links = [...page.matchAll(/<link ([^>]*)>/g)].map(([, attributes = '']) => attributes)
  for (const [rel, href] of [
    ['manifest', '/manifest.webmanifest'],
    ['icon', '/favicon.ico'],
    ['icon', '/favicon.svg'],
    ['apple-touch-icon', '/apple-touch-icon.png'],
    ['alternate', '/feed.xml'],
  ] as const) {
    const link = links.find((each) => each.includes(`rel="${rel}"`) && each.includes(`href="${href}"`))
    expect([href, link === undefined]).toEqual([href, false])
    expect((await site.fetch(href)).status).toBe(200)
  }
})

describe('these documents', () => {
  const TYPES = {
    '/sitemap.xml': 'application/xml; charset=utf-8',
    '/sitemaps/papers-1.xml': 'application/xml; charset=utf-8',
    '/feed.xml': 'application/atom+xml; charset=utf-8',
    '/robots.txt': 'text/plain; charset=utf-8',
    '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
    '/share.png': 'image/png',
    '/icon-192.png': 'image/png',
    '/favicon.ico': 'image/x-icon',
    '/favicon.svg': 'image/svg+xml; charset=utf-8',
  }
  test.each(Object.entries(TYPES))('%s is %s, kept a while, and not sent twice', async (path, type) => {
    const answer = await site.fetch(path)
    const headers = answer.headers
    expect([answer.status, headers.get('content-type')]).toEqual([200, type])
    expect(headers.get('cache-control')).toMatch(/^public, max-age=(3600|86400)$/)
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50)
    const again = await site.fetch(path, { headers: { 'If-None-Match': headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await site.fetch(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, type, ''])
    const posted = await site.fetch(path, { method: 'POST', headers: { Origin: site.origin } })
    expect(posted.status).toBeGreaterThanOrEqual(400)
  })

  test('are compressed where that saves something', async () => {
    for (const path of ['/sitemap.xml', '/feed.xml', '/manifest.webmanifest']) {
      const answer = await site.fetch(path, { headers: { 'Accept-Encoding': 'gzip' } })
      expect([path, answer.headers.get('content-encoding')]).toEqual([path, 'gzip'])
    }
    expect((await site.fetch('/share.png')).headers.has('content-encoding')).toBe(false)
  })
})
