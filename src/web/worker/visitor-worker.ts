import { ExpirationPlugin } from 'workbox-expiration'
import { createPartialResponse } from 'workbox-range-requests'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { ASSETS_CACHE, markOf, markOfFile, PAGES_CACHE, SAVED_CACHE } from './caches.ts'
import { cacheReader, forgetOldShells, installShell, showOfflinePage } from './offline-page.ts'
import {
  insteadOf,
  isFile,
  type Kind,
  kindOf,
  mayBeStored,
  neededBy,
  pageOfData,
  paperOf,
} from './request-kinds.ts'

type Extended = { waitUntil(work: Promise<unknown>): void }
type FetchEvent = Extended & { request: Request; respondWith(answer: Promise<Response>): void }
type MessageEvent = Extended & {
  data: unknown
  ports: readonly MessagePort[]
  source: { url?: string } | null
}
/** What is used of a service worker: the types of pages and of workers exclude each other. */
type Worker = {
  addEventListener(name: 'install' | 'activate', run: (event: Extended) => void): void
  addEventListener(name: 'fetch', run: (event: FetchEvent) => void): void
  addEventListener(name: 'message', run: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

const worker = globalThis as unknown as Worker
/** Then what is remembered is shown. */
const PATIENCE_SECONDS = 3
/** For what is not remembered. */
const MOST_PATIENCE_MS = 30_000

const publicOnly = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (mayBeStored(response) ? response : null),
}
const assets = new CacheFirst({
  cacheName: ASSETS_CACHE,
  plugins: [publicOnly, new ExpirationPlugin({ maxEntries: 120, purgeOnQuotaError: true })],
})
/** A page that is shown from memory needs its sheet, also when the site has had another for long. */
const withSheets = {
  async cacheDidUpdate({ newResponse, event }: { newResponse: Response; event: unknown }) {
    const sheets = neededBy(await newResponse.text()).filter((path) => path.endsWith('.css'))
    for (const path of sheets) await assets.handle({ event: event as never, request: new Request(path) })
  },
}
const pages = new NetworkFirst({
  cacheName: PAGES_CACHE,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  plugins: [publicOnly, withSheets, new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })],
})

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), forgetOldShells()])),
)
worker.addEventListener('message', (event) => {
  const [port] = event.ports
  if (event.data !== 'keep-reader') return
  const filled = cacheReader(event.source?.url).then(
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
  'offline-page': (event, url) => {
    const { answer, fetched } = showOfflinePage(url)
    event.waitUntil(fetched.catch(() => {}))
    return answer
  },
  page: async (event, url) => await askSite(event).catch(() => redirectToSaved(event, url)),
  data: async (event, url) => await askSite(event).catch((error) => loadDocument(event, url, error)),
  asset: async (event) =>
    (await caches.match(event.request, { ignoreVary: true })) ??
    (await assets.handle({ event: event as never, request: event.request })),
  file: showFile,
}

/** The newest, or what is remembered; rejects offline, and where nothing comes over it. */
async function askSite(event: FetchEvent): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('Nothing came')), MOST_PATIENCE_MS)
  })
  const answer = pages.handle({ event: event as never, request: event.request })
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The router then loads the page as a document, which may be remembered; where that is open already it stays as it is. */
function loadDocument({ request }: FetchEvent, url: URL, error: unknown): Response {
  const page = pageOfData(url)
  const isOpen = request.referrer !== '' && new URL(request.referrer).pathname === page.pathname
  if (isOpen) throw error
  // Of React Router: how its server says that another document is to be loaded.
  const headers = { 'X-Remix-Redirect': page.href, 'X-Remix-Reload-Document': 'true' }
  return new Response(null, { status: 204, headers })
}

async function showFile(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event
  const saved = await caches.match(url.pathname, { cacheName: SAVED_CACHE, ignoreVary: true })
  if (saved) return request.headers.has('range') ? await createPartialResponse(request, saved) : saved
  return await fetch(request).catch((error: unknown) => {
    if (request.mode === 'navigate') return redirectToSaved(event, url)
    throw error
  })
}

async function redirectToSaved({ request }: FetchEvent, url: URL): Promise<Response> {
  const find = (mark: string) => caches.match(mark, { cacheName: SAVED_CACHE })
  const paper = paperOf(url.pathname)
  const mark = await find(paper ? markOf(paper) : markOfFile(url.pathname))
  const saved = mark && (paper ?? (await mark.text()))
  // A file has no language: that of the page which leads to it.
  const from = isFile(url.pathname) && request.referrer ? new URL(request.referrer) : url
  return Response.redirect(insteadOf(url, saved ?? null, from.pathname), 302)
}

async function install() {
  await installShell()
  await worker.skipWaiting()
}
