import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isContentPending, publishPending } from '#domain/content-version.server.ts'
import { selectJobOf } from '#domain/page-images/store.server.ts'
import { storeTexts } from '#domain/page-images/store-pages.server.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { setPrices } from '#domain/pricing/prices.server.ts'
import { revisePaper } from '#domain/publishing/revise.server.ts'
import { fillWithSamples } from '#domain/samples.server.ts'
import { readConfig } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { databaseEnv, isPostgres } from '../support/engine.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { oneSample } from '../support/one-sample.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { freePort, rawRequest } from '../support/raw-http.ts'
import { noteRendered } from '../support/rendered-pages.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const LISTS = [
  '/',
  '/practice',
  '/practice.data',
  '/resources/cbse/12/',
  '/search?q=cachewords',
  '/api/papers',
  '/api/papers/latest',
  '/feed.xml',
  '/sitemap.xml',
]

let site: Site
let admin: SignedIn
let client: PaperClient
/** Another process on the same database. */
let other: RunningApp
/** Searches that were really made. */
let searches = 0
let holdUp: (() => Promise<void>) | undefined
const logged: { path: string; status: number }[] = []

beforeAll(async () => {
  site = await openSite({
    parts: ({ search }) => ({
      logRequest: (line) => void logged.push(line),
      search: {
        ...search,
        async match(...asked) {
          searches += 1
          await holdUp?.()
          return await search.match(...asked)
        },
      },
    }),
  })
  admin = await site.signIn()
  client = paperClient(site, admin)
  other = await createApp(
    readConfig({ DATA_DIR: site.dataDir, LOG_LEVEL: 'silent', ...(await databaseEnv(site.dataDir)) }),
  )
})
afterAll(async () => {
  await other.close()
  await site.end()
})

const textOf = async (path: string) => await (await site.fetch(path)).text()
const shown = async (paths: string[], text: string) =>
  await Promise.all(paths.map(async (path) => [path, (await textOf(path)).includes(text)]))
const all = (paths: string[], is: boolean) => paths.map((path) => [path, is])
/** Puts the pages into the cache. */
const warm = async (paths: string[]) => void (await Promise.all(paths.map(textOf)))

test('whatever an administrator changes is on the next page that anybody opens', async () => {
  await warm(LISTS)
  const paper = await publish(site, admin, { title: 'Cachewords first', year: '2026' })
  const page = paperPath(paper)
  expect(await shown(LISTS, paper.id)).toEqual(all(LISTS, true))

  await warm([page, ...LISTS])
  await client.revise(paper.id, { title: 'Cachewords second' })
  const titled = LISTS.filter((path) => path !== '/sitemap.xml')
  expect(await shown(titled, 'Cachewords second')).toEqual(all(titled, true))
  expect((await site.fetch(page)).status).toBe(301)
  const second = paperPath({ ...paper, title: 'Cachewords second' })
  await warm([second])

  await client.replace(paper.id, 'file', plainPdf({ pages: 7, text: 'Seven pages' }))
  expect(await textOf(second)).toContain('7 pages')
  await client.replace(paper.id, 'answers', plainPdf({ text: 'Answers' }))
  expect(await textOf('/api/papers')).toMatch(/"referenceLink":"\/files/)

  await warm([second, ...LISTS])
  await client.bin(paper.id)
  expect(await shown(LISTS, paper.id)).toEqual(all(LISTS, false))
  expect((await site.fetch(second)).status).toBe(404)
  await client.restore(paper.id)
  expect(await shown(LISTS, paper.id)).toEqual(all(LISTS, true))
  expect((await site.fetch(second)).status).toBe(200)

  await warm(['/pricing', '/api/pricing'])
  await client.call('PUT', '/prices', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-mon': 4321 }),
  })
  expect(await textOf('/api/pricing')).toContain('4321')
  expect(await textOf('/pricing')).toMatch(/4,?321/)
})

test('so is what is changed in bulk, and a paper that is deleted for good', async () => {
  const papers = [
    await publish(site, admin, { title: 'Cachewords of many, one' }),
    await publish(site, admin, { title: 'Cachewords of many, two' }),
  ]
  const ids = papers.map(({ id }) => id)
  const pages = papers.map((paper) => paperPath(paper))
  const statuses = () => Promise.all(pages.map(async (page) => (await site.fetch(page)).status))
  const countOf = async (query: string) => (await (await site.fetch(`/api/papers?${query}`)).json()).total
  const [school, degree] = ['grade=12&q=many', 'grade=9&q=many']
  expect([await countOf(school), await countOf(degree)]).toEqual([2, 0])
  await client.together({ action: 'change', ids, change: { degree: '9th-cbse' } })
  expect([await countOf(school), await countOf(degree)]).toEqual([0, 2])

  expect(await statuses()).toEqual([200, 200])
  await client.together({ action: 'bin', ids })
  expect([await statuses(), await countOf(degree)]).toEqual([[404, 404], 0])
  await client.together({ action: 'restore', ids })
  expect([await statuses(), await countOf(degree)]).toEqual([[200, 200], 2])

  await client.together({ action: 'bin', ids })
  expect(await statuses()).toEqual([404, 404])
  expect((await client.deleteForGood(String(ids[0]))).status).toBe(204)
  await client.restore(String(ids[1]))
  expect([await statuses(), await countOf(degree)]).toEqual([[404, 200], 1])
})

test('so is what another process on the same database changes', async () => {
  const paper = await publish(site, admin, { title: 'Cachewords of two processes' })
  await warm([...LISTS, '/api/pricing'])
  await revisePaper(other, paper.id, { title: 'Cachewords from elsewhere' }, null, {})
  const lists = ['/practice', '/api/papers']
  const listed = () => shown(lists, 'Cachewords from elsewhere')
  // In SQLite at once; PostgreSQL is asked four times a second.
  if (isPostgres) await expect.poll(listed).toEqual(all(lists, true))
  expect(await listed()).toEqual(all(lists, true))
  await setPrices(other, { 'jee-ann': 8765 }, null)
  if (isPostgres) await expect.poll(() => textOf('/api/pricing')).toContain('8765')
  expect(await textOf('/api/pricing')).toContain('8765')
})

test('the samples are gone from every page the moment they are removed', async () => {
  const filled = await openSite()
  await fillWithSamples(filled.app, () => oneSample(filled.dataDir))
  const signedIn = await filled.signIn()
  const [sample] = (await (await filled.fetch('/api/papers')).json()).papers as Paper[]
  const has = async (path: string) => (await (await filled.fetch(path)).text()).includes(String(sample?.id))
  expect([await has('/'), await has('/practice')]).toContain(true)
  await filled.fetch('/api/admin/samples', { method: 'DELETE', headers: signedIn.headers })
  expect([await has('/'), await has('/practice'), await has('/sitemap.xml')]).toEqual([false, false, false])
  await filled.end()
})

test('views and visits arrive on cached pages by themselves', async () => {
  const paper = await publish(site, admin, { title: 'Cachewords counted' })
  await warm(['/api/papers?q=counted', '/contact'])
  await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
  await site.fetch('/api/visits', { method: 'POST' })
  const viewsOf = async () => (await (await site.fetch('/api/papers?q=counted')).json()).papers[0].views
  await expect.poll(viewsOf).toBe(1)
  const contact = async () => (await textOf('/contact')).replaceAll('<!-- -->', '')
  await expect.poll(contact).toContain('1 visit so far.')
})

test('a page is made once, by its known parameters, for everybody who asks; each is logged', async () => {
  searches = 0
  await textOf('/search?q=alone')
  const ofOnePage = searches
  searches = 0
  logged.length = 0
  const asked = ['', '&utm_source=whatsapp', '&fbclid=1', '&x=%3Cscript%3E']
  const answers = await Promise.all(asked.map(async (more) => await textOf(`/search?q=once${more}`)))
  expect(new Set(answers).size).toBe(1)
  expect([ofOnePage > 0, searches]).toEqual([true, ofOnePage])
  expect(logged.filter(({ path }) => path === '/search')).toHaveLength(4)
})

test('HEAD, 304 and every encoding come from the same page', async () => {
  const plain = await site.fetch('/practice', { headers: { 'Accept-Encoding': 'identity' } })
  const body = await plain.text()
  const etag = String(plain.headers.get('etag'))
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect(plain.headers.get('cache-control')).toBe('no-cache')
  for (const encoding of ['br', 'gzip']) {
    const answer = await site.fetch('/practice', { headers: { 'Accept-Encoding': encoding } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(await answer.text()).toBe(body)
  }
  const head = await site.fetch('/practice', { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
  expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(body))
  for (const known of [etag, `"other", ${etag}`, '*', etag.slice(2)]) {
    const same = await site.fetch('/practice', { headers: { 'If-None-Match': known } })
    expect([known, same.status, await same.text(), same.headers.get('etag')]).toEqual([known, 304, '', etag])
    expect(same.headers.get('cache-status')).toBe('thervu; hit')
  }
  for (const wrong of ['"other"', 'W/""', 'nonsense', `${etag}x`]) {
    const whole = await site.fetch('/practice', { headers: { 'If-None-Match': wrong } })
    expect([wrong, whole.status, (await whole.text()).length]).toEqual([wrong, 200, body.length])
  }
})

test('rendered pages are there when the cache is renewed; a reader who saves data gets a page of their own, and nobody else gets it', async () => {
  const paper = await publish(site, admin, { title: 'Cachewords light' })
  const page = paperPath(paper)
  await warm([page])
  await noteRendered(site, paper.id, { rendered: 2 })
  const hasLargePictures: boolean[] = []
  for (const saveData of ['on', 'off', 'on', 'off']) {
    const answer = await site.fetch(page, { headers: { 'Save-Data': saveData } })
    expect(answer.headers.get('vary')).toBe('Save-Data, Accept-Encoding')
    hasLargePictures.push((await answer.text()).includes('-1440.webp'))
  }
  expect(hasLargePictures).toEqual([false, true, false, true])
})

test('questions found in texts that come after the pictures make what is cached stale', async () => {
  const { db } = site.app
  const paper = await publish(site, admin, { title: 'Cachewords with questions' })
  await noteRendered(site, paper.id, { rendered: 1, pages: 2, state: 'waiting' })
  const job = await selectJobOf(db, paper.id)
  if (!job) throw new Error('The paper waits for nothing.')
  await publishPending(db)
  const line = (at: number): TextLine => [100, 200 * at, 800, 24, `${at}. Cachewords of question ${at}`]
  const lines = [1, 2, 3].map(line)
  const page = { text: lines.map(([, , , , text]) => text).join('\n'), lines }
  await storeTexts(site.app, job, [{ page: 2, ...page, isUnread: false }], { from: 2, to: 2 })
  expect(await isContentPending(db)).toBe(true)
  const asked = `/api/papers/${paper.id}/questions`
  await publishPending(db)
  expect((await (await site.fetch(asked)).json()).questions).toHaveLength(3)
})

test('under another name than its own the site answers 421, also what is in the cache', async () => {
  const port = await freePort()
  const named = await openSite({ env: { SITE_URL: 'http://localhost:1234', PORT: String(port) } })
  const origin = `http://127.0.0.1:${port}`
  for (const [host, status] of [
    ['localhost:1234', 200],
    ['papers.example', 421],
    ['localhost:1234', 200],
  ] as const)
    expect([host, (await rawRequest(origin, '/practice', { headers: { Host: host } })).status]).toEqual([
      host,
      status,
    ])
  await named.end()
  for (const host of ['papers.example', 'a@localhost'])
    expect((await rawRequest(site.origin, '/practice', { headers: { Host: host } })).status).not.toBe(200)
})

test('pages are made again while nobody can say whether those in memory are still right', async () => {
  let isBroken = false
  const broken = await openSite({
    parts: ({ versions }) => ({
      versions(isAnew) {
        if (isBroken) throw new Error('disk I/O error')
        return versions(isAnew)
      },
    }),
  })
  await (await broken.fetch('/about')).text()
  isBroken = true
  const answer = await broken.fetch('/about')
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, null])
  expect(await answer.text()).toContain('</html>')
  await broken.end()
})

test('the sign-in and the admin area are never cached, nor is what could not be read', async () => {
  for (const path of ['/login', '/admin', '/api/auth/session']) {
    const answer = await site.fetch(path)
    expect([path, answer.headers.get('etag'), answer.headers.get('cache-status')]).toEqual([path, null, null])
    await answer.text()
  }
  holdUp = () => Promise.reject(new Error('the index is broken'))
  for (const _ of [1, 2]) {
    const broken = await site.fetch('/search?q=broken')
    expect(broken.headers.get('cache-control')).toBe('no-store')
    expect(broken.headers.get('cache-status')).toBe('thervu; fwd=miss')
    expect(await broken.text()).toContain('Searching does not work just now')
  }
  holdUp = undefined
  expect(await textOf('/search?q=broken')).not.toContain('Searching does not work just now')
})

test('a page that changes while it is rendered is not kept, and whoever breaks off is logged as 499', async () => {
  const paper = await publish(site, admin, { title: 'Cachewords raced' })
  const held: (() => void)[] = []
  holdUp = () => new Promise((resolve) => held.push(resolve))
  logged.length = 0
  const early = textOf('/search?q=raced')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const { hostname, port } = new URL(site.origin)
  const left = request({ hostname, port, path: '/search?q=raced', agent: false })
  left.on('error', () => {}).end()
  await once(left, 'finish')
  // By the end of these calls, the server has heard of the request, and then of its end.
  await textOf('/readyz')
  left.destroy()
  await client.revise(paper.id, { title: 'Cachewords raced and renamed' })
  holdUp = undefined
  for (const goOn of held) goOn()
  await early
  expect(await textOf('/search?q=raced')).toContain('raced and renamed')
  const ofSearch = () => logged.filter(({ path }) => path === '/search').map(({ status }) => status)
  await expect.poll(() => ofSearch().toSorted()).toEqual([200, 200, 499])
})

test('a cache in front of the server may keep pages for as long as it is told, browsers never', async () => {
  const behind = await openSite({ env: { SHARED_CACHE_SECONDS: '30' } })
  const kept = 'public, max-age=0, must-revalidate, s-maxage=30, stale-while-revalidate=30'
  for (const [path, expected] of [
    ['/practice', kept],
    ['/api/papers', kept],
    ['/no-such-page', 'no-cache'],
    ['/sitemap.xml', 'public, max-age=3600'],
    ['/login', 'no-store'],
  ])
    expect([path, (await behind.fetch(String(path))).headers.get('cache-control')]).toEqual([path, expected])
  await behind.end()
})

test('without the cache every page is made again and says the same', async () => {
  const without = await openSite({ env: { PAGE_CACHE_MIB: '0' } })
  const answer = await without.fetch('/practice')
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, null])
  expect(await answer.text()).toContain('Free Practice')
  await without.end()
})
