import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanguage, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { SUBJECTS } from '#domain/paper/paper.ts'
import { SPELLINGS } from '#domain/paper/spellings.ts'
import { toBrotliBody } from '#server/page-cache/send-answer.ts'
import { withoutPictures } from '../support/deterministic-html.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const KB = 1000

let site: Site
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  await publish(site, admin, { title: 'அரையாண்டுத் தேர்வு: கணிதம்', referenceLink: 'https://answers.example/a' })
  for (const subject of ['Physics', 'Chemistry', 'Mathematics'])
    await publish(site, admin, { subject, title: `${subject}: model “A” – 3 hours, ₹0` })
}, 300_000)
afterAll(() => site?.end())

test('in every language pages weigh as little, and ask for the same scripts before the first tap', async () => {
  const { papers } = await (await fetch(`${site.origin}/api/papers/latest`)).json()
  const scriptsOf = (html: string) => [...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path)
  const paper = `/papers/${papers[0].id}`
  for (const path of [
    '/',
    '/practice',
    '/resources/cbse/12/',
    paper,
    '/pricing',
    '/contact',
    '/about',
    '/why-us',
  ]) {
    const [english = '', ...others] = await Promise.all(
      SHOWN_LANGUAGES.map(async (each) => await (await fetch(site.origin + inLanguage(path, each))).text()),
    )
    for (const html of others) {
      expect(new Set(scriptsOf(html)), path).toEqual(new Set(scriptsOf(english)))
      const page = Buffer.from(withoutPictures(html))
      expect((await toBrotliBody(page)).length, path).toBeLessThanOrEqual(25 * KB)
    }
  }
})

test('no page of the visitors asks for what only the admin area uses', async () => {
  const { papers } = await (await fetch(`${site.origin}/api/papers/latest`)).json()
  const ofPages = async (path: string) => {
    const html = await (await fetch(site.origin + path)).text()
    return [...html.matchAll(/\/assets\/(admin-[\w-]+\.js)/g)].map(([, name]) => `${path} ${name}`)
  }
  const paths = ['/', '/about', '/why-us', '/pricing', '/contact', '/practice', '/resources', '/search?q=a']
  const asked = await Promise.all([...paths, `/papers/${papers[0].id}`].map(ofPages))
  expect(asked.flat()).toEqual([])
  const practice = await (await fetch(`${site.origin}/practice`)).text()
  const scripts = [...new Set(practice.match(/\/assets\/[\w-]+\.js/g))]
  expect(scripts.length).toBeGreaterThan(5)
  const texts = await Promise.all(scripts.map(async (path) => (await fetch(site.origin + path)).text()))
  const words = [SUBJECTS.at(-1), SPELLINGS[0]?.words] as string[]
  expect(words.map((word) => texts.join().includes(word))).toEqual([true, false])
})

test('what wakes a page brings no sheet of its own: before the others it would move the page', async () => {
  const practice = await (await fetch(`${site.origin}/practice`)).text()
  const [entry] = practice.match(/\/assets\/entry\.client-[\w-]+\.js/) ?? []
  const script = await (await fetch(site.origin + entry)).text()
  // Named after one or the other module that has it.
  const sheets = [...new Set([...script.matchAll(/assets\/[\w-]+\.css/g)].map(([path]) => path))]
  const texts = await Promise.all(
    sheets.map(async (path) => await (await fetch(`${site.origin}/${path}`)).text()),
  )
  expect(texts).toEqual([expect.stringContaining('.slideshow')])
})

test('all pages of the visitors ask for one sheet, and for letters before any script', async () => {
  const { papers } = await (await fetch(`${site.origin}/api/papers/latest`)).json()
  const paths = ['/', '/about', '/why-us', '/pricing', '/contact', '/practice', '/resources', '/search?q=a']
  const sheets = new Set<string>()
  for (const path of [...paths, '/ta/practice', '/kept', '/nowhere', `/papers/${papers[0].id}`]) {
    const page = await (await fetch(site.origin + path)).text()
    const linked = page.match(/<link [^>]*rel="stylesheet"[^>]*>/g) ?? []
    expect(linked.length, path).toBe(1)
    for (const link of linked) sheets.add(link)
  }
  expect(sheets.size).toBe(1)
  const [path = ''] = /\/assets\/[\w.-]+/.exec([...sheets].join()) ?? []
  const css = await (await fetch(site.origin + path)).text()
  const set = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
  const read = [...css.matchAll(/var\((--(?!tw-)[\w-]+)\)/g)].map(([, name]) => name)
  expect(read).toContain('--font-sans')
  expect([...new Set(read)].filter((name) => !set.has(name))).toEqual([])
  const head = (await (await fetch(`${site.origin}/practice`)).text()).split('</head>')[0] ?? ''
  const parts = head.match(/<(link|script|style)[^>]*>/g) ?? []
  const scripts = parts.filter((part) => /^<script|rel="modulepreload"/.test(part))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.every((part) => part.includes('fetchpriority="low"'))).toBe(true)
  expect(parts.slice(-scripts.length)).toEqual(scripts)
  expect(parts.filter((part) => part.startsWith('<style'))).toEqual([])
  expect(parts.filter((part) => part.includes('as="font"')).length).toBe(1)
})

test('a page of another version gets the sheet of this one, which nobody keeps', async () => {
  const page = await (await fetch(`${site.origin}/practice`)).text()
  const [path = ''] = page.match(/\/assets\/root-[\w-]+\.css/) ?? []
  const [own, other, none] = await Promise.all(
    [path, '/assets/root-Anothr01.css', '/assets/home-Anothr01.css'].map((each) => fetch(site.origin + each)),
  )
  expect([own, other, none].map((each) => each?.status)).toEqual([200, 200, 404])
  expect([own, other].map((each) => each?.headers.get('cache-control'))).toEqual([
    'public, max-age=31536000, immutable',
    'no-store',
  ])
  expect(await other?.text()).toBe(await own?.text())
})

test('the admin area has its sheets and scripts at once', async () => {
  const head = (await (await fetch(`${site.origin}/login`)).text()).split('</head>')[0] ?? ''
  const sheets = head.match(/<link [^>]*rel="stylesheet"[^>]*>/g) ?? []
  const scripts = head.match(/<link [^>]*rel="modulepreload"[^>]*>/g) ?? []
  expect(sheets.length).toBeGreaterThan(0)
  expect(scripts.length).toBeGreaterThan(5)
  expect(head.lastIndexOf(sheets.at(-1) as string)).toBeLessThan(head.indexOf(scripts[0] as string))
})
