import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SUBJECTS } from '#domain/paper/paper.ts'
import { SPELLINGS } from '#domain/paper/spellings.ts'
import { openBrowser } from '../support/chromium.ts'
import { type FirstView, measureFirstView, measureShift } from '../support/first-view.ts'
import { openSite, publish, type Site } from '../support/site.ts'

const KB = 1000

let site: Site
let browser: Browser
let practice: FirstView
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  const admin = await site.signIn()
  await publish(site, admin, { title: 'அரையாண்டுத் தேர்வு: கணிதம்', referenceLink: 'https://answers.example/a' })
  for (const subject of ['Physics', 'Chemistry', 'Mathematics'])
    await publish(site, admin, { subject, title: `${subject}: model “A” – 3 hours, ₹0` })
  practice = await measureFirstView(browser, `${site.origin}/practice`)
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

test('Practice weighs little enough for a thin line', () => {
  expect(practice.bytes.js).toBeGreaterThan(0)
  expect(practice.bytes.js).toBeLessThanOrEqual(130 * KB)
  expect(practice.bytesWithoutThumbnails).toBeLessThanOrEqual(250 * KB)
})

test('Latin and Tamil letters together weigh at most 60 KB', () => {
  expect(practice.bytes.fonts).toBeGreaterThan(40 * KB)
  expect(practice.bytes.fonts).toBeLessThanOrEqual(60 * KB)
})

test('nothing is asked of others', () => {
  expect(practice.elsewhere).toEqual([])
})

test('nothing moves', async () => {
  expect(await measureShift(browser, `${site.origin}/practice`)).toBe(0)
})

test('no page of the visitors asks for what only the desk uses', async () => {
  const { papers } = await (await fetch(`${site.origin}/api/papers/latest`)).json()
  const ofPages = async (path: string) => {
    const html = await (await fetch(site.origin + path)).text()
    return [...html.matchAll(/\/assets\/(desk-[\w-]+\.js)/g)].map(([, name]) => `${path} ${name}`)
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

test('sheets and letters are asked for before any script', async () => {
  const head = (await (await fetch(`${site.origin}/practice`)).text()).split('</head>')[0] ?? ''
  const links = head.match(/<link [^>]*>/g) ?? []
  const scripts = links.filter((link) => link.includes('rel="modulepreload"'))
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.every((link) => link.includes('fetchpriority="low"'))).toBe(true)
  expect(links.slice(-scripts.length)).toEqual(scripts)
  expect(links.filter((link) => link.includes('rel="stylesheet"')).length).toBeGreaterThan(0)
})
