import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { toBrotliBody } from '#server/page-cache/send-answer.ts'
import { openDataDir } from '../support/child-site.ts'
import { deterministicHtml } from '../support/deterministic-html.ts'
import { paperClient } from '../support/paper-client.ts'
import { ADMIN, openSite, publish, type Site } from '../support/site.ts'
import { expectWhole, rowsOf, stateOf } from '../support/stored.ts'

/** Styles of other languages' letters; the switch and each page's addresses once there are others. */
const WAYS_TO_LANGUAGES = SHOWN_LANGUAGES.length > 1 ? 750 : 300
/** Privacy, terms, accessibility and licences, in the footer of every page. */
const WAYS_TO_POLICIES = 130
/** Random names of files in the lists that React reads compress better or worse by so many bytes. */
const RANDOM_BYTES = 20
const FILLED = { SAMPLE_PAPERS: 'on' }

/** With the samples, whose papers take seconds to judge: filled once, and cleared by the second test. */
let site: Site
beforeAll(async () => {
  site = await openSite({ env: FILLED })
}, 600_000)
afterAll(() => site?.end())

test('the pages with the samples and their one sheet weigh little, and five pages of a visit 63 KB together', async () => {
  const { papers } = await (await fetch(`${site.origin}/api/papers/latest`)).json()
  const most: Record<string, number> = {
    '/': 8_640,
    // Lists with 150 to 180 for the way to questions, the line that chooses a class, and for what brings it into the address;
    // Practice with 20 for the way to My practice.
    '/practice': 6_570,
    '/resources/cbse/12/': 4_880,
    '/search?q=maths': 6_660,
    '/pricing': 4_040,
    // Without the 705 of its QR code; 100 more for the link that skips the pages and for page 1 before the others.
    // 140 for the form that takes some of its pages, 60 for what is said of its syllabus and kind.
    [`/papers/${papers[0].id}`]: 5_210,
    '/about': 5_045,
    '/contact': 4_220,
    '/why-us': 4_550,
  }
  const weights = new Map<string, number>()
  for (const [path, bytes] of Object.entries(most)) {
    const html = deterministicHtml(await (await fetch(site.origin + path)).text())
    const { length } = await toBrotliBody(Buffer.from(html))
    expect(length, path).toBeLessThanOrEqual(bytes + WAYS_TO_LANGUAGES + WAYS_TO_POLICIES + RANDOM_BYTES)
    weights.set(path, length)
  }
  const [sheet] = (await (await fetch(site.origin)).text()).match(/\/assets\/root-[\w-]+\.css/) ?? []
  const headers = { 'Accept-Encoding': 'br' }
  const answer = await fetch(site.origin + sheet, { method: 'HEAD', headers })
  const weight = Number(answer.headers.get('content-length'))
  expect(weight).toBeGreaterThan(20_000)
  // 350 for marks by chapter, drafts of tests, worksheets, answers and policies.
  expect(weight).toBeLessThanOrEqual(27_900)
  const visit = ['/', '/practice', '/search?q=maths', '/contact', `/papers/${papers[0].id}`]
  const html = visit.reduce((sum, path) => sum + (weights.get(path) ?? Number.NaN), 0)
  // 260 for the ways to ask for a missing paper, for changes of a syllabus and for kinds of material.
  expect(html + weight).toBeLessThanOrEqual(63_460)
})

test('samples fill an empty catalogue once; one call removes all of them, those in the bin, too, and nothing else', async () => {
  const first = site
  const signedIn = await first.signIn()
  const listed = async (at: Site) => (await (await at.fetch('/api/papers')).json()).total as number
  expect(first.samples).toBeGreaterThanOrEqual(36)
  expect(await listed(first)).toBe(first.samples)
  await expectWhole(first.dataDir)
  const answered = await rowsOf(
    first.dataDir,
    'select reference_link, answers_key from papers where answers_key is not null',
  )
  expect(answered.length).toBeGreaterThan(0)
  const own = await publish(first, signedIn, { title: 'Our own' })
  const binned = await publish(first, signedIn, { title: 'Our own in the bin' })
  const client = paperClient(first, signedIn)
  await client.bin(binned.id)
  const list = async () =>
    await (await first.fetch('/api/admin/papers', { headers: signedIn.headers })).json()
  expect(await list()).toMatchObject({ samples: true, total: first.samples + 1 })
  const some = (await (await first.fetch('/api/papers?type=cbse')).json()).papers.find(
    (paper: Paper) => paper.referenceLink,
  ) as Paper
  expect((await first.fetch(String(some.referenceLink))).headers.get('content-type')).toBe('application/pdf')
  await client.bin(some.id)
  const cleared = await first.fetch('/api/admin/samples', { method: 'DELETE', headers: signedIn.headers })
  expect([cleared.status, await cleared.json()]).toEqual([200, { removed: first.samples }])
  expect(await list()).toMatchObject({ samples: false, total: 1, binned: 1, papers: [{ id: own.id }] })
  const subject = `${first.samples} sample papers`
  expect(
    await rowsOf(first.dataDir, `select author, action, subject from journal where kind = 'samples'`),
  ).toEqual([
    { author: 'the site', action: 'published', subject },
    { author: ADMIN.email, action: 'deleted', subject },
  ])
  expect((await client.call('DELETE', '/samples')).body).toEqual({ removed: 0 })
  await expectWhole(first.dataDir)
  await first.fetch(`/api/admin/papers/${own.id}`, { method: 'DELETE', headers: signedIn.headers })
  await first.end({ keepData: true })
  site = await openSite({ dataDir: first.dataDir, env: FILLED })
  expect([site.samples, await listed(site)]).toEqual([0, 0])
})

test('SAMPLE_PAPERS=off and a catalogue with papers stay as they are', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  expect(first.samples).toBe(0)
  await publish(first, await first.signIn())
  await first.end({ keepData: true })
  const before = await stateOf(data.path)
  const second = await openSite({ dataDir: data.path, env: { SAMPLE_PAPERS: 'on' } })
  expect(second.samples).toBe(0)
  expect(await stateOf(data.path)).toEqual(before)
  await second.end({ keepData: true })
})
