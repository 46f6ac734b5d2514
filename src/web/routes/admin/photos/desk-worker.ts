import { keepShared } from './kept-files.ts'

/**
 * The desk's service worker. It does one thing: a file that another app shares arrives as a form sent to /admin/shared,
 * and is kept here in the browser, without a network and without a session, until the desk takes it. It caches nothing.
 */
const worker = globalThis as unknown as Worker

/** As much of a service worker as is used; the types of pages and of workers do not go into one program. */
type Worker = {
  addEventListener(
    name: 'install' | 'activate',
    run: (event: { waitUntil(work: Promise<void>): void }) => void,
  ): void
  addEventListener(
    name: 'fetch',
    run: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const isShared = request.method === 'POST' && new URL(request.url).pathname === '/admin/shared'
  if (isShared) event.respondWith(take(request))
})

async function take(request: Request): Promise<Response> {
  try {
    const files = await filesOf(request)
    await keepShared(files)
    return Response.redirect(files.length > 0 ? '/admin/upload?shared' : '/admin/upload?shared=nothing', 303)
  } catch {
    return Response.redirect('/admin/upload?shared=lost', 303)
  }
}

/** The files of a form. Chromium cannot read a form without a single field, which is what sharing a mere text makes. */
async function filesOf(request: Request): Promise<File[]> {
  const body = await request.blob()
  const form = await new Response(body, { headers: request.headers }).formData().catch(async (fault) => {
    if ((await body.slice(0, 1024).text()).includes('filename=')) throw fault
    return new FormData()
  })
  return form.getAll('files').filter((part) => part instanceof File)
}
