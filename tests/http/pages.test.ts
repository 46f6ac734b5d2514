import { afterAll, beforeAll, expect, test } from 'vitest'
import { sayingsOf } from '#domain/centre/testimonial.ts'
import { DEGREES, findDegree } from '#domain/paper/paper.ts'
import { site as centre } from '#site'
import { openSite, publish, type Site } from '../support/site.ts'

const PAGES = ['/pricing', '/about', '/why-us', '/contact']

let site: Site
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  for (const { slug } of DEGREES.filter(({ type, grade }) => type !== 'state' || grade === '9'))
    await publish(site, admin, { degree: slug, title: `Paper of ${slug}` })
}, 120_000)
afterAll(() => site?.end())

const read = async (path: string) => plain(await (await site.fetch(path)).text())

/** As a reader sees its texts. */
function plain(html: string) {
  const marks = { '&#x27;': "'", '&quot;': '"', '&amp;': '&' }
  return html
    .replaceAll('<!-- -->', '')
    .replace(/&(#x27|quot|amp);/g, (mark) => marks[mark as keyof typeof marks])
}

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found ?? '')
const linksOf = (html: string) => all(html, /<a [^>]*href="([^"]*)"/g)
const bodyOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
const textOf = (html: string) =>
  html.replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '')
const structuredData = (html: string) =>
  all(html, /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g).map((text) => JSON.parse(text))

test('each page has its own title, description, address and breadcrumbs, one first heading, and sets no cookie', async () => {
  const seen = { titles: new Set(), descriptions: new Set() }
  for (const path of PAGES) {
    const answer = await site.fetch(path)
    expect(answer.headers.getSetCookie(), path).toEqual([])
    const html = await answer.text()
    const [description = ''] = all(html, /<meta name="description" content="([^"]*)"/g)
    expect(description.length, path).toBeGreaterThan(60)
    seen.descriptions.add(description)
    seen.titles.add(all(html, /<title>([^<]*)/g)[0])
    expect(all(html, /<link rel="canonical" href="([^"]*)"/g)).toEqual([site.origin + path])
    expect(html.match(/<h1[ >]/g), path).toHaveLength(1)
    const types = structuredData(html).map((each) => each['@type'])
    expect(types, path).toContain('BreadcrumbList')
    if (path === '/contact') expect(types).toContain('EducationalOrganization')
    // Without JavaScript there is no button that does nothing.
    expect(bodyOf(html).replace(/<[^>]*hidden=""[^>]*>/g, ''), path).not.toMatch(/<button(?![^>]*\shidden)/)
  }
  expect([seen.titles.size, seen.descriptions.size]).toEqual([4, 4])
})

test('About and Why Us say what is claimed, and every bubble leads to papers', async () => {
  const about = await read('/about')
  expect(textOf(about)).toContain('over 25 years')
  expect(textOf(about)).toContain('Trusted by over 15000 educators and learners')
  const expected = [
    ...['cbse', 'state'].flatMap((type) =>
      [6, 7, 8, 9, 10, 11, 12].map((grade) => `/resources/${type}/${grade}`),
    ),
    ...['jee', 'neet', 'tnpsc'].map((type) => `/resources/${type}/previous-years`),
  ]
  expect(linksOf(bodyOf(about))).toEqual(expect.arrayContaining(expected))
  const reasons = all(await read('/why-us'), /<h2[^>]*>([\s\S]*?)<\/h2>/g).map(textOf)
  expect(reasons.slice(0, 4)).toEqual(['Expertise', 'Quality', 'Convenience', 'Success-Oriented'])
})

test('search engines read no question and no answer that is not on the page', async () => {
  const about = await read('/about')
  const faq = structuredData(about).find((each) => each['@type'] === 'FAQPage')
  expect(faq.mainEntity).toHaveLength(about.match(/<details/g)?.length ?? 0)
  const said = textOf(about)
  for (const { name, acceptedAnswer } of faq.mainEntity) {
    expect(said).toContain(name)
    expect(said).toContain(acceptedAnswer.text)
  }
})

test('every page without a search of its own has one in its header, and every other page one alone', async () => {
  for (const path of ['/', ...PAGES, '/login', '/nowhere', '/practice', '/search', '/resources/cbse/12/']) {
    const html = await read(path)
    const [header = ''] = /<header[\s\S]*?<\/header>/.exec(html) ?? []
    const isOwn = /^\/(practice|search|resources)/.test(path)
    expect([path, header.includes('role="search"')]).toEqual([path, !isOwn])
    if (isOwn) expect([path, html.match(/role="search"/g)?.length]).toEqual([path, 1])
  }
})

test('every class, board and exam is a bubble on Home, and leads to papers of it alone', async () => {
  const [, bubbles = ''] =
    /<nav[^>]*aria-label="Papers by class, board and exam"[^>]*>([\s\S]*?)<\/nav>/.exec(await read('/')) ?? []
  const names = all(bubbles, /<a [^>]*>([\s\S]*?)<\/a>/g).map(textOf)
  expect(names).toEqual([
    ...['12', '11', '10', '9', '8', '7', '6'].map((grade) => `Class ${grade}`),
    ...['CBSE', 'State', 'JEE', 'NEET', 'TNPSC'],
  ])
  for (const [at, path] of linksOf(bubbles).entries()) {
    const slugs = new Set(all(await read(path), /View Paper: Paper of ([\w-]+)/g))
    expect(slugs.size, path).toBeGreaterThan(0)
    for (const degree of [...slugs].map((slug) => findDegree(slug))) {
      const words = [`CLASS ${degree?.grade}`, degree?.type.toUpperCase()]
      expect(words, path).toContain(names[at]?.toUpperCase())
    }
  }
})

test('on Home only what leads to papers is a filled button', async () => {
  const filled = all(bodyOf(await read('/')), /(<a [^>]*class="[^"]*\bbutton\b[^>]*>)/g).filter(
    (link) => !link.includes('button-line'),
  )
  const addresses = filled.flatMap(linksOf)
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((path) => path !== '/practice' && !/^\/(resources|files)/.test(path))).toEqual([])
})

test('the testimonials tell who said it and when, and a sample says that it is one', async () => {
  const slips = all(await read('/'), /<li[^>]*class="[^"]*\bslip\b[^>]*>([\s\S]*?)<\/li>/g)
  const expected = sayingsOf(centre.testimonials, new Date())
  expect(slips).toHaveLength(6)
  for (const [at, { text, name, ago, date, sample }] of expected.entries()) {
    const slip = slips[at] ?? ''
    for (const said of [text, name, ago]) expect(textOf(slip)).toContain(said)
    expect(slip).toContain(`dateTime="${date}"`)
    expect(slip.includes('SAMPLE')).toBe(Boolean(sample))
  }
})
