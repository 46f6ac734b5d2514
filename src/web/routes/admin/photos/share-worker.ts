import { storeShared } from './stored-photos.ts'

/** Stores files that other apps share, offline and signed out too, until the admin area takes them. It caches nothing. */
const worker = globalThis as unknown as Worker

/** What is used of a service worker: the types of pages and of workers exclude each other. */
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
    await storeShared(files)
    return Response.redirect(`/admin/upload?shared=${kindOfFiles(files)}`, 303)
  } catch {
    return Response.redirect('/admin/upload?shared=lost', 303)
  }
}

function kindOfFiles(files: File[]): 'nothing' | 'photos' | 'papers' {
  if (files.length === 0) return 'nothing'
  return files.some((file) => file.type.startsWith('image/')) ? 'photos' : 'papers'
}

/** Chromium fails on a form without any field, which sharing only a text produces. */
async function filesOf(request: Request): Promise<File[]> {
  const body = await request.blob()
  const form = await new Response(body, { headers: request.headers }).formData().catch(async (fault) => {
    if ((await body.slice(0, 1024).text()).includes('filename=')) throw fault
    return new FormData()
  })
  return form.getAll('files').filter((part) => part instanceof File)
}
