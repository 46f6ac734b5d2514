import { ExpirationPlugin } from 'workbox-expiration'
import { createPartialResponse } from 'workbox-range-requests'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { ASSETS_CACHE, KEPT_CACHE, markOf, PAGES_CACHE, SHELL_CACHE, SHELL_PAGES_CACHE } from './caches.ts'
import { insteadOf, type Kind, kindOf, mayBeStored, messagesFor, neededBy, paperOf } from './request-kinds.ts'

/** Written by scripts/support/build-worker.ts, so that each version of the site has a worker of its own. */
declare const SHELL: { version: string; starts: string[]; reads: string[]; messages: string[] }
const { version, starts, reads, messages } = SHELL

type Extended = { waitUntil(work: Promise<unknown>): void }
type FetchEvent = Extended & { request: Request; respondWith(answer: Promise<Response>): void }
type MessageEvent = Extended & { data: unknown; ports: readonly MessagePort[] }
/** What is used of a service worker: the types of pages and of workers exclude each other. */
type Worker = {
  addEventListener(name: 'install' | 'activate', run: (event: Extended) => void): void
  addEventListener(name: 'fetch', run: (event: FetchEvent) => void): void
  addEventListener(name: 'message', run: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

const worker = globalThis as unknown as Worker
const SHELL_NOW = SHELL_CACHE + version
/** Then what is remembered is shown. */
const PATIENCE_SECONDS = 3

const publicOnly = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (mayBeStored(response) ? response : null),
}
const assets = new CacheFirst({
  cacheName: ASSETS_CACHE,
  plugins: [publicOnly, new ExpirationPlugin({ maxEntries: 120, purgeOnQuotaError: true })],
})
const pages = new NetworkFirst({
  cacheName: PAGES_CACHE,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  plugins: [publicOnly, new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })],
})

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), forgetOldShells()])),
)
worker.addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.data !== 'keep-reader') return
  const filled = keepReader().then(
    () => port?.postMessage('kept'),
    () => port?.postMessage('failed'),
  )
  event.waitUntil(filled)
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const from = request.referrer ? new URL(request.referrer) : null
  const asked = {
    method: request.method,
    url: new URL(request.url),
    isNavigation: request.mode === 'navigate',
    from,
  }
  const kind = kindOf(asked, location.origin)
  if (kind) event.respondWith(ANSWERS[kind](event, asked.url))
})

const ANSWERS: Record<Kind, (event: FetchEvent, url: URL) => Promise<Response>> = {
  'kept-page': showKeptPage,
  page: async (event, url) =>
    pages.handle({ event: event as never, request: event.request }).catch(() => leadToKept(url)),
  data: async (event) => await pages.handle({ event: event as never, request: event.request }),
  asset: async (event) =>
    (await caches.match(event.request, { ignoreVary: true })) ??
    (await assets.handle({ event: event as never, request: event.request })),
  file: showFile,
}

/** At once from memory, and fetched anew for the next time. */
async function showKeptPage(event: FetchEvent, { pathname }: URL): Promise<Response> {
  const cache = await caches.open(SHELL_PAGES_CACHE)
  const remembered = await cache.match(pathname)
  const fetched = fetchKeptPage(pathname)
  event.waitUntil(fetched.catch(() => {}))
  return remembered ?? (await fetched.catch(() => cache.match('/kept'))) ?? Response.error()
}

/** A page is remembered together with all that it starts with, or not at all. */
async function fetchKeptPage(path: string): Promise<Response> {
  const answer = await fetch(path)
  if (!mayBeStored(answer)) return answer
  const copy = answer.clone()
  await fillShell([...neededBy(await answer.clone().text()), ...messagesFor(path, messages)])
  await rememberPage(path, copy)
  return answer
}

async function rememberPage(path: string, answer: Response) {
  if (!mayBeStored(answer)) throw new TypeError(`The server answered ${answer.status}`)
  await (await caches.open(SHELL_PAGES_CACHE)).put(path, answer)
}

/** In each language in which the page was seen. */
async function keepReader() {
  await fillShell(reads)
  const seen = await (await caches.open(SHELL_PAGES_CACHE)).keys()
  const paths = new Set(['/kept', ...seen.map(({ url }) => new URL(url).pathname)])
  await Promise.all([...paths].map(fetchKeptPage))
}

async function showFile({ request }: FetchEvent, url: URL): Promise<Response> {
  const kept = await caches.match(url.pathname, { cacheName: KEPT_CACHE, ignoreVary: true })
  if (kept) return request.headers.has('range') ? await createPartialResponse(request, kept) : kept
  return await fetch(request).catch((error: unknown) => {
    if (request.mode === 'navigate') return leadToKept(url)
    throw error
  })
}

async function leadToKept(url: URL): Promise<Response> {
  const paper = paperOf(url.pathname)
  const isKept =
    paper !== null && (await caches.match(markOf(paper), { cacheName: KEPT_CACHE })) !== undefined
  return Response.redirect(insteadOf(url, isKept), 302)
}

async function install() {
  await fillShell(starts)
  // Who has kept papers must be able to open them with the new version, too; others need not pay for the reader.
  if (await caches.has(KEPT_CACHE)) await keepReader()
  else await rememberPage('/kept', await fetch('/kept'))
  await worker.skipWaiting()
}

/** Only what no cache holds yet; the browser's own cache gives what the page has loaded before. */
async function fillShell(paths: string[]) {
  const shell = await caches.open(SHELL_NOW)
  const missing = await Promise.all(paths.map(async (path) => ((await shell.match(path)) ? [] : [path])))
  await Promise.all(missing.flat().map((path) => copyInto(shell, path)))
}

async function copyInto(shell: Cache, path: string) {
  const known = await caches.match(path, { ignoreVary: true })
  await (known ? shell.put(path, known) : shell.add(path))
}

/** Pages of the version before are still open: theirs stays until the next. */
async function forgetOldShells() {
  const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL_CACHE) && name !== SHELL_NOW)
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)))
}
