import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAllMessages } from '#domain/language/all-messages.server.ts'
import { inLanguage, LANGUAGES, type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const TRANSLATED = SHOWN_LANGUAGES.filter((language) => language !== 'en')

let site: Site
let pages: string[]
beforeAll(async () => {
  registerAllMessages()
  site = await openSite()
  const paper = await publish(site, await site.signIn(), { degree: '10th-state', month: 'March' })
  pages = ['/', '/about', '/why-us', '/pricing', '/contact', '/practice', '/practice?grade=10']
  pages.push('/resources/state/10/', '/search?q=maths', paperPath(paper))
})
afterAll(() => site.end())

const read = async (path: string) => {
  const answer = await site.fetch(path)
  const html = await answer.text()
  return { status: answer.status, head: html.slice(0, html.indexOf('</head>')), html }
}
const address = (path: string, language: Language) => site.origin + inLanguage(path, language)
const linksOf = (head: string, rel: string) =>
  [...head.matchAll(/<link [^>]*>/g)].map(([link]) => link).filter((link) => link.includes(`rel="${rel}"`))
const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1]

test('every page says its language, its one address and those of the same page in others', async () => {
  for (const path of pages.filter((each) => !each.includes('?'))) {
    for (const language of SHOWN_LANGUAGES) {
      const { status, head } = await read(inLanguage(path, language))
      const what = `${language} ${path}`
      expect([what, status]).toEqual([what, 200])
      expect(attribute(head, 'lang'), what).toBe(LANGUAGES[language].tag)
      const canonical = linksOf(head, 'canonical').map((link) => attribute(link, 'href') ?? '')
      expect(canonical.length, what).toBe(1)
      const plain = (canonical[0] ?? '').slice(address('', language).length) || '/'
      const others = linksOf(head, 'alternate').filter((link) => attribute(link, 'hreflang'))
      expect(others.map((link) => [attribute(link, 'hreflang'), attribute(link, 'href')])).toEqual([
        ...SHOWN_LANGUAGES.map((each) => [each, address(plain, each)]),
        ['x-default', address(plain, 'en')],
      ])
      for (const file of ['manifest.webmanifest', 'feed.xml'])
        expect(head, what).toContain(`href="${inLanguage(`/${file}`, language)}"`)
    }
  }
})

test('links, forms and redirects stay in the language, and the switch keeps page, filters and search', async () => {
  for (const language of TRANSLATED) {
    for (const path of pages) {
      const { html } = await read(inLanguage(path, language))
      const ways = [...html.matchAll(/<(?:a|form) [^>]*>/g)].map(([tag]) => tag)
      const left = ways.filter((tag) => {
        const to = attribute(tag, 'href') ?? attribute(tag, 'action') ?? '#'
        const isPage =
          to.startsWith('/') && !/^\/(?:(?:api|files|papers\/[^/]+\/pages)\/|papers\.pdf$)/.test(to)
        return (
          isPage &&
          !tag.includes('data-language') &&
          !`${to}/`.startsWith(`/${language}/`) &&
          !to.startsWith(`/${language}?`)
        )
      })
      expect(left, `${language} ${path}`).toEqual([])
      for (const each of SHOWN_LANGUAGES)
        expect(html, `${language} ${path}`).toContain(
          `href="${inLanguage(path, each).replace('&', '&amp;')}"`,
        )
    }
    const moved = await site.fetch(`/${language}/resources/CBSE/12?q=a`)
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      `/${language}/resources/cbse/12/?q=a`,
    ])
    for (const path of ['/login', '/admin']) {
      const sent = await site.fetch(`/${language}${path}`)
      expect([sent.status, sent.headers.get('location')]).toEqual([301, path])
    }
  }
})

test('no English sentence is left on a page of another language', async () => {
  const english = messagesOf('en')
  const sentences = (language: Language) => Object.entries(messagesOf(language))
  for (const language of TRANSLATED) {
    const same = new Set(
      sentences(language).flatMap(([key, say]) => {
        const inEnglish = english[key as keyof typeof english] as (inputs: object) => string
        return (say as (inputs: object) => string)({}) === inEnglish({}) ? [key] : []
      }),
    )
    // Whole sentences: a word may be in a title, or in what the centre says of itself.
    const known = sentences('en')
      .filter(([key]) => !same.has(key))
      .map(([, say]) => (say as (inputs: object) => string)({}))
      .filter((text) => /^[A-Z].*\s.*\s.*[a-z.?!]$/.test(text) && !text.includes('undefined'))
    expect(known.length).toBeGreaterThan(5)
    for (const path of [...pages, '/nothing-here']) {
      const { html } = await read(inLanguage(path, language))
      const text = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replaceAll('&#x27;', "'")
      expect(
        known.filter((sentence) => text.includes(sentence)),
        `${language} ${path}`,
      ).toEqual([])
    }
  }
})

test('a title that the site made, and the stamp of the slideshow, are in the language of the page', async () => {
  const admin = await site.signIn()
  const made = await publish(site, admin, { title: 'Question paper, First Sitting' })
  const typed = await publish(site, admin, { title: 'Ravi’s paper, First Sitting' })
  for (const [language, title, stamp] of [
    ['en', 'Question paper, First Sitting', 'ANSWERS'],
    ['ta', 'வினாத்தாள், முதல் அமர்வு', 'விடைகள்'],
    ['hi', 'प्रश्न पत्र, पहली पाली', 'उत्तर'],
  ] as const) {
    const heading = async (paper: typeof made) => {
      const { html } = await read(inLanguage(paperPath(paper), language))
      const [, attributes = '', text] = /<h1 ([^>]*)>(.*?)<\/h1>/s.exec(html) ?? []
      return [text, attribute(` ${attributes}`, 'lang')]
    }
    expect(await heading(made)).toEqual([title, undefined])
    expect(await heading(typed)).toEqual([typed.title, language === 'en' ? undefined : 'en-IN'])
    const { html } = await read(inLanguage('/practice', language))
    expect([...html.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text)).toContain(stamp)
  }
})

test('a prefix that nobody knows is a 404 in English, and a page that is not there one in its language', async () => {
  const french = await read('/fr/practice')
  expect([french.status, attribute(french.head, 'lang')]).toEqual([404, 'en-IN'])
  for (const language of SHOWN_LANGUAGES) {
    const { status, head, html } = await read(inLanguage('/nothing-here', language))
    expect([status, attribute(head, 'lang')]).toEqual([404, LANGUAGES[language].tag])
    expect(html).toContain(messagesOf(language).missing_no_page())
    for (const each of SHOWN_LANGUAGES.slice(1)) expect(french.html).toContain(`hrefLang="${each}"`)
  }
})

test('what the server refuses by itself is said in the language of the address, to people and to programs', async () => {
  const refusals = [
    { method: 'POST', path: '/practice', status: 405, said: 'refused_read_only' },
    { method: 'PUT', path: '/practice', status: 403, said: 'refused_foreign' },
    {
      method: 'GET',
      path: `/practice?q=${'a'.repeat(3_000)}`,
      status: 414,
      said: 'refused_address_too_long',
    },
    { method: 'GET', path: '/papers/nobody/share.png', status: 404, said: 'refused_no_paper' },
  ] as const
  for (const language of SHOWN_LANGUAGES) {
    const m = messagesOf(language)
    for (const { method, path, status, said } of refusals) {
      const Origin = status === 403 ? 'https://other.example' : site.origin
      const detail = m[said]({ limit: 2048 })
      const ask = (Accept: string) =>
        site.fetch(inLanguage(path, language), { method, headers: { Accept, Origin } })
      const page = await ask('text/html')
      const html = await page.text()
      expect([page.status, attribute(html, 'lang')]).toEqual([status, LANGUAGES[language].tag])
      for (const part of [m.failed_heading(), detail, `href="${inLanguage('/practice', language)}"`])
        expect(html, `${language} ${path.slice(0, 40)}`).toContain(part)
      const problem = await (await ask('*/*')).json()
      expect([problem.status, problem.detail]).toEqual([status, detail])
    }
  }
})

test('the feed, the manifest and the sitemap speak the languages, and pages of all of them are kept in memory', async () => {
  const sitemap = await (await site.fetch('/sitemap.xml')).text()
  for (const language of SHOWN_LANGUAGES) {
    const feed = await (await site.fetch(inLanguage('/feed.xml', language))).text()
    expect(feed).toContain(`<title>${messagesOf(language).feed_title()} · `)
    expect(feed).toContain(`rel="self" type="application/atom+xml" href="${address('/feed.xml', language)}"`)
    const manifest = await (await site.fetch(inLanguage('/manifest.webmanifest', language))).json()
    expect(manifest.shortcuts).toEqual([
      { name: messagesOf(language).offline_title(), url: inLanguage('/kept', language) },
    ])
    expect([manifest.lang, manifest.start_url]).toEqual([
      LANGUAGES[language].tag,
      inLanguage('/practice', language),
    ])
    for (const path of pages.slice(0, 2)) {
      if (SHOWN_LANGUAGES.length > 1)
        expect(sitemap).toContain(`hreflang="${language}" href="${address(path, language)}"`)
      const [first, second] = [
        await site.fetch(inLanguage(path, language)),
        await site.fetch(inLanguage(path, language)),
      ]
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
      const data = await site.fetch(`${inLanguage(path, language).replace(/^\/$/, '/_')}.data`)
      expect([path, data.status, data.headers.get('content-type')]).toEqual([path, 200, 'text/x-script'])
    }
  }
})
