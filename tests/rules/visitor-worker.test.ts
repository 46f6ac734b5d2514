import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import {
  insteadOf,
  kindOf,
  mayBeStored,
  messagesFor,
  neededBy,
  pageOfData,
} from '#web/worker/request-kinds.ts'
import { fakeCaches } from '../support/fake-caches.ts'

const ORIGIN = 'https://papers.example'

function ask(path: string, { from = '/practice', method = 'GET', isNavigation = true } = {}) {
  return kindOf({ method, url: new URL(path, ORIGIN), isNavigation, from: new URL(from, ORIGIN) }, ORIGIN)
}

test('the worker leaves the admin area, the API, other sites and all that writes to the browser', () => {
  const left = ['/admin', '/admin/upload', '/login', '/login.data', '/ta/login', '/api/papers', '/robots.txt']
  expect(left.map((path) => ask(path))).toEqual(left.map(() => null))
  expect(ask('https://elsewhere.example/practice')).toBeNull()
  expect(ask('/practice', { method: 'POST' })).toBeNull()
  expect(ask('/?sw=off')).toBeNull()
  expect(ask('/assets/admin-1.js', { from: '/admin', isNavigation: false })).toBeNull()
})

test('the worker knows what is asked for, in each language', () => {
  expect(['/', '/practice', '/ta/practice', '/ta', '/papers/a/b'].map((path) => ask(path))).toEqual(
    Array(5).fill('page'),
  )
  const ofDevice = ['/kept', '/ta/kept?paper=a', '/hi/kept', '/practice/mine', '/ta/practice/mine']
  expect(ofDevice.map((path) => ask(path))).toEqual(ofDevice.map(() => 'offline-page'))
  const part = { isNavigation: false }
  expect(ask('/assets/core-1.js', part)).toBe('asset')
  expect(ask('/content/abc.json', part)).toBe('asset')
  expect(ask('/papers/a/b.data?_routes=x', part)).toBe('data')
  expect(ask('/papers/a/pages/tag/1-720.webp', part)).toBe('file')
  expect(ask('/files/jee/a.pdf')).toBe('file')
})

test('a page that cannot be reached leads to the saved paper, to its words, or to what is saved', () => {
  const lead = (path: string, saved: string | null = null, from?: string) =>
    insteadOf(new URL(path, ORIGIN), saved, from)
  expect(lead('/papers/ab1/matrices', 'ab1')).toBe('/kept?paper=ab1')
  expect(lead('/papers/ab1/matrices')).toBe('/kept?unreached=%2Fpapers%2Fab1%2Fmatrices')
  expect(lead('/ta/search?q=inverse')).toBe('/ta/kept?q=inverse')
  // What this device knows of a sitting is shown wherever its paper is.
  expect(lead('/papers/ab1/sit', 'ab1')).toBe('/kept?paper=ab1&sit=')
  expect(lead('/ta/papers/ab1/sit?sitting=s1')).toBe('/ta/kept?paper=ab1&sit=s1')
  expect(lead('/worksheet/aB-1w/sit?set=B&seed=3&sitting=s1')).toBe('/kept?paper=aB-1w.B3&sit=s1')
  expect(lead('/hi/worksheet/aB-1w/sit?class=xc')).toBe('/hi/kept?paper=aB-1w&sit=')
  // A file has no language of its own.
  expect(lead('/files/12th-cbse/ab1.pdf', 'ab1', '/ta/practice')).toBe('/ta/kept?paper=ab1')
})

test('data that cannot be had belongs to a page, which is loaded as a document instead', () => {
  const page = (path: string) => pageOfData(new URL(path, ORIGIN)).href.slice(ORIGIN.length)
  expect(page('/practice.data?q=a&_routes=b')).toBe('/practice?q=a')
  expect(page('/_.data')).toBe('/')
  expect(page('/ta/resources/cbse/12/_.data')).toBe('/ta/resources/cbse/12/')
})

test('only public answers are stored', () => {
  const answer = (status: number, control: string) =>
    mayBeStored({ status, headers: new Headers({ 'Cache-Control': control }) })
  expect([answer(200, 'no-cache'), answer(200, 'public, max-age=60')]).toEqual([true, true])
  expect([answer(200, 'no-store'), answer(200, 'private'), answer(503, 'no-cache')]).toEqual([
    false,
    false,
    false,
  ])
})

test('a page is remembered with its code and with what the centre says of itself', () => {
  const digest = 'abcdefghijklmnopqrstuv'
  const html = `<html lang="en-IN" data-content="${digest}"><link href="/assets/a-1.woff2"><script src="/assets/b-2.js"></script>"/assets/b-2.js"`
  expect(neededBy(html)).toEqual(['/assets/a-1.woff2', '/assets/b-2.js', `/content/${digest}.json`])
  expect(neededBy(html.replace('en-IN', 'ta')).at(-1)).toBe(`/content/${digest}.json?language=ta`)
  const messages = ['/assets/en-1.js', '/assets/hi-2.js', '/assets/ta-3.js']
  expect(['/kept', '/ta/kept'].map((path) => messagesFor(path, messages))).toEqual([
    ['/assets/en-1.js'],
    ['/assets/ta-3.js'],
  ])
})

const VERSION = 'now'
const OLD_SHELLS = ['thervu-shell-first', 'thervu-shell-before']
/** Written into the worker when it is built. */
vi.stubGlobal('SHELL', {
  version: VERSION,
  starts: ['/assets/entry-1.js'],
  reads: ['/assets/viewer-1.js'],
  messages: ['/assets/en-1.js', '/assets/ta-1.js'],
})
const worker = await import('#web/worker/offline-page.ts')

const PAGE = '<html lang="en"><script src="/assets/kept-1.js"></script><div class="kept-first"></div>'
let cached: ReturnType<typeof fakeCaches>
/** What the site answers. */
let answer: (path: string) => Response
beforeEach(() => {
  cached = fakeCaches()
  answer = (path) => new Response(/\/(kept|mine)$/.test(path) ? PAGE : path)
  vi.stubGlobal('caches', cached)
  vi.stubGlobal('fetch', async (path: string) => answer(path))
})
afterAll(() => void vi.unstubAllGlobals())

const remember = async (name: string, path: string, text = path) =>
  await (await cached.open(name)).put(path, new Response(text))

test('at an update the shell of pages that are still open stays, and those before it go', async () => {
  for (const name of ['thervu-kept', ...OLD_SHELLS]) await remember(name, '/a')
  await worker.installShell()
  await worker.forgetOldShells()
  expect(Object.keys(cached.held()).sort()).toEqual([
    ...['thervu-kept', 'thervu-kept-page', 'thervu-shell-before', 'thervu-shell-now'],
  ])
})

test('who saves nothing fetches what a page starts with; who saves papers, what opens them, in each language seen', async () => {
  await worker.installShell()
  expect(cached.held()).toEqual({
    'thervu-shell-now': ['/assets/entry-1.js'],
    'thervu-kept-page': ['/kept'],
  })
  await remember('thervu-kept', '/kept/a')
  await worker.installShell()
  await worker.cacheReader('https://papers.example/ta/search?grade=12')
  const { 'thervu-shell-now': shell, 'thervu-kept-page': pages } = cached.held()
  expect(shell).toEqual(['en-1', 'entry-1', 'kept-1', 'ta-1', 'viewer-1'].map((name) => `/assets/${name}.js`))
  expect(pages?.toSorted()).toEqual(['/kept', '/practice/mine', '/ta/kept', '/ta/practice/mine'])
})

test('what an older version has loaded is not fetched again', async () => {
  await remember('thervu-assets', '/assets/entry-1.js', 'as loaded')
  await worker.installShell()
  const shell = await cached.open('thervu-shell-now')
  expect(await (await shell.match('/assets/entry-1.js'))?.text()).toBe('as loaded')
})

test('a page is remembered with all that it starts with, or not at all', async () => {
  answer = (path) =>
    /^\/(kept|practice\/mine)$/.test(path)
      ? new Response(PAGE)
      : new Response('', { status: path.includes('kept-1') ? 503 : 200 })
  await expect(worker.cacheReader()).rejects.toThrow('503')
  expect(cached.held()['thervu-kept-page'] ?? []).toEqual([])
  answer = () => new Response('Busy', { status: 503 })
  expect((await worker.showOfflinePage(new URL('https://papers.example/kept')).answer).status).toBe(503)
  expect(cached.held()['thervu-kept-page'] ?? []).toEqual([])
})

test('the page of what is saved comes from memory, with the first view of its paper, and in English where its language was never seen', async () => {
  await remember('thervu-kept-page', '/kept', PAGE)
  await remember('thervu-kept-page', '/kept?paper=a', 'Costs $& more')
  answer = () => {
    throw new TypeError('No line')
  }
  const show = (path: string) => {
    const { answer, fetched } = worker.showOfflinePage(new URL(path, 'https://papers.example'))
    fetched.catch(() => {})
    return answer
  }
  expect(await (await show('/kept?paper=a')).text()).toContain('<div class="kept-first">Costs $& more</div>')
  for (const path of ['/kept', '/kept?paper=b', '/kept?q=a'])
    expect(await (await show(path)).text(), path).toBe(PAGE)
  // That of Node takes whole addresses alone.
  const redirect = vi.spyOn(Response, 'redirect')
  redirect.mockImplementation(
    (to, status) => new Response(null, { status, headers: { Location: String(to) } }),
  )
  const others = await Promise.all(['/hi/kept?paper=a', '/hi/practice/mine', '/practice/mine'].map(show))
  redirect.mockRestore()
  expect(others.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
    [302, '/kept?paper=a'],
    [302, '/practice/mine'],
    [302, '/kept'],
  ])
  await cached.delete('thervu-kept-page')
  await expect(show('/kept')).rejects.toThrow('No line')
})
