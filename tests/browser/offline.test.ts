import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hydratePage, openBrowser, openPage } from '../support/chromium.ts'
import { openSite, publish, type Site } from '../support/site.ts'

/** As version 0.5.0 served it: the admin area's, and the only one there was. */
const DESK_WORKER_0_5_0 = readFileSync(join(import.meta.dirname, '../support/former-workers/desk-0.5.0.txt'))
const BROKEN = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(new Response('Broken', { headers: { 'Content-Type': 'text/html' } }))
})`

let site: Site
let browser: Browser
let proxy: Server
let origin: string
/** What is in the place of a file of the site. */
const instead = new Map<string, string | Buffer>()
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  await publish(site, await site.signIn(), { title: 'Matrices' })
  proxy = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const script = instead.get(path)
    if (script) {
      const allowed = path.startsWith('/assets/') ? '/admin' : '/'
      const headers = { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': allowed }
      return void outgoing.writeHead(200, headers).end(script)
    }
    const answer = await site.fetch(path, { method: incoming.method })
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^(content-(enc|len)|transfer|connection|keep)/.test(name)),
    )
    outgoing.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser?.close()
  proxy?.close()
  await site?.end()
})

beforeEach(() => instead.clear())

async function open(path = '/practice') {
  const page = await openPage(browser, { serviceWorkers: 'allow' })
  await page.goto(origin + path)
  return page
}

const workers = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations())
      .map(
        ({ scope, active }) => `${new URL(scope).pathname} ${new URL(active?.scriptURL ?? scope).pathname}`,
      )
      .sort(),
  )
const hasWorker = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true))

test('a worker that breaks every page is replaced by the next visit, and removed by ?sw=off until ?sw=on', async () => {
  instead.set('/worker.js', BROKEN)
  const page = await open()
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js')
    await navigator.serviceWorker.ready
  })
  await expect.poll(async () => (await page.goto(`${origin}/practice`))?.text()).toBe('Broken')
  instead.delete('/worker.js')
  // Each visit looks for another one by itself, a second after the page was asked for.
  await page.addInitScript(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      document.documentElement.dataset.worker = 'another'
    })
  })
  const visit = await page.goto(`${origin}/practice`)
  if ((await visit?.text()) === 'Broken') await page.locator('[data-worker]').waitFor()
  await page.goto(`${origin}/practice`)
  await page.getByRole('heading', { name: 'Free Practice', level: 1 }).waitFor()
  await page.goto(`${origin}/?sw=off`)
  await hydratePage(page)
  await page.waitForURL(`${origin}/`)
  await hydratePage(page)
  await expect.poll(() => workers(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await page.goto(`${origin}/practice`)
  await hydratePage(page)
  await page.goto(`${origin}/?sw=on`)
  await hydratePage(page)
  await hasWorker(page)
  await expect.poll(() => workers(page)).toEqual(['/ /worker.js'])
  await page.context().close()
})

test("the admin area's worker of version 0.5.0 stays the admin area's, next to that of visitors", async () => {
  instead.set('/assets/desk-worker-0.5.0.js', DESK_WORKER_0_5_0)
  const page = await open('/login')
  await page.evaluate(() =>
    navigator.serviceWorker.register('/assets/desk-worker-0.5.0.js', { scope: '/admin', type: 'module' }),
  )
  await page.goto(`${origin}/practice`)
  await hydratePage(page)
  await hasWorker(page)
  // One of them may still be installing, and what it remembers on its way.
  await expect.poll(() => workers(page)).toEqual(['/ /worker.js', '/admin /assets/desk-worker-0.5.0.js'])
  const remembered = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return all.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(remembered).toContain('/kept')
  expect((await remembered()).filter((path) => /^\/(admin|login|api)/.test(path))).toEqual([])
  await page.context().close()
})

test('a new version takes over while somebody reads, without a reload, and the shell weighs 120 KB at most', async () => {
  const page = await open()
  await hydratePage(page)
  await hasWorker(page)
  await page.evaluate(() => {
    Object.assign(window, { isSame: true })
  })
  const worker = await (await site.fetch('/worker.js')).text()
  instead.set('/worker.js', `${worker}\n// Another version.`)
  const changed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
      }),
  )
  await page.evaluate(async () => void (await navigator.serviceWorker.ready.then((each) => each.update())))
  await changed
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  const shell = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('thervu-shell-'))
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  // What is remembered needs its sheet when the shells of its time are gone.
  await page.reload()
  const isStylesheetCached = () =>
    page.evaluate(async () => {
      const sheet = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
      return (await (await caches.open('thervu-assets')).match(String(sheet?.href))) !== undefined
    })
  await expect.poll(isStylesheetCached).toBe(true)
  const weights = await Promise.all(['/kept', '/worker.js', ...shell].map(weigh))
  expect(weights.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(120_000)
  expect(page.errors).toEqual([])
  await page.context().close()
})

/** Bytes on the wire. */
async function weigh(path: string) {
  const [answer] = await once(
    get(site.origin + path, { headers: { 'Accept-Encoding': 'br, gzip' } }),
    'response',
  )
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  return bytes
}

/** Every file that a visitors' page is made of. */
function isAllCodeThere() {
  type Code = { module: string; imports?: string[]; css?: string[] }
  const { routes } = (window as unknown as { __reactRouterManifest: { routes: Record<string, Code> } })
    .__reactRouterManifest
  const wanted = Object.entries(routes)
    .filter(([id]) => id.startsWith('routes/visitor/'))
    .flatMap(([, { module, imports = [], css = [] }]) => [module, ...imports, ...css])
    .map((path) => new URL(path, location.href).pathname)
  const there = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return wanted.length > 8 && wanted.every((path) => there.includes(path))
}

test('offline every page still opens, and says what it could not read', async () => {
  const page = await openPage(browser)
  await page.goto(`${site.origin}/practice`)
  await hydratePage(page)
  await page.keyboard.press('Shift')
  await page.waitForFunction(isAllCodeThere)
  await page.context().setOffline(true)
  for (const [link, heading, sentence] of [
    ['Matrices', 'This paper could not be read just now', ''],
    ['Home', 'One stop destination for', 'The papers could not be read just now.'],
    ['About', 'About', ''],
    ['Why Us', 'Why Us', ''],
    ['Pricing', 'Plans We Offer', 'The prices could not be read just now.'],
    ['Contact Us', 'Contact Us', ''],
    ['Free Question paper', 'Free Practice', 'The papers could not be read just now.'],
  ] as const) {
    const links = link === 'Matrices' ? page : page.getByRole('navigation', { name: 'Main' })
    await links.getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { name: heading }).first().waitFor()
    if (sentence) await page.getByText(sentence).first().waitFor()
  }
  await page.context().close()
})

test('who saves data fetches no pages that may never be opened', async () => {
  const page = await openPage(browser)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${site.origin}/practice`)
  await hydratePage(page)
  await page.keyboard.press('Shift')
  // Asked for after whatever the key would have asked for.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  expect(asked.filter((address) => address.includes('/assets/pricing-'))).toEqual([])
  await page.context().close()
})
