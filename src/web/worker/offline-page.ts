import { SAVED_CACHE, SHELL_CACHE, SHELL_PAGES_CACHE } from './caches.ts'
import { DEVICE_PAGES, devicePagesFor, mayBeStored, messagesFor, neededBy } from './request-kinds.ts'

/** Written by scripts/support/build-worker.ts, so that each version of the site has a worker of its own. */
declare const SHELL: { version: string; starts: string[]; reads: string[]; messages: string[] }
const { version, starts, reads, messages } = SHELL

const SHELL_NOW = SHELL_CACHE + version
const OFFLINE_PAGE = '/kept'
/** As routes/visitor/offline/offline.tsx is rendered on the server. */
const FIRST_VIEW_PLACE = '<div class="kept-first"></div>'

/** Who has saved papers must be able to open them with the new version, too; others need not pay for the reader. */
export async function installShell(): Promise<void> {
  await fillShell(starts)
  if (await caches.has(SAVED_CACHE)) await cacheReader()
  else await rememberPage(OFFLINE_PAGE, await fetch(OFFLINE_PAGE))
}

/** In each language in which the page was seen, and in that of the page at `from`, whose visitor keeps papers. */
export async function cacheReader(from?: string): Promise<void> {
  await fillShell(reads)
  const seen = await (await caches.open(SHELL_PAGES_CACHE)).keys()
  const paths = seen.map(({ url }) => new URL(url).pathname)
  if (from) paths.push(...devicePagesFor(new URL(from).pathname))
  await Promise.all([...new Set([...DEVICE_PAGES, ...paths])].map(fetchOfflinePage))
}

/** At once from memory, with the paper's first view where it has one. `fetched` is the page for the next time. */
export function showOfflinePage({ pathname, search }: URL): {
  answer: Promise<Response>
  fetched: Promise<unknown>
} {
  const fetched = fetchOfflinePage(pathname)
  return {
    answer: rememberedPage(pathname, search).then((page) => page ?? fetched.catch(inEnglish)),
    fetched,
  }
  function inEnglish(error: unknown) {
    if (pathname === OFFLINE_PAGE) throw error
    // A page of one language does not start at the address of another.
    const page = DEVICE_PAGES.find((path) => pathname.endsWith(path) && pathname !== path)
    return Response.redirect(page ? page + search : OFFLINE_PAGE, 302)
  }
}

async function rememberedPage(pathname: string, search: string): Promise<Response | undefined> {
  const cache = await caches.open(SHELL_PAGES_CACHE)
  const [page, firstView] = await Promise.all([
    cache.match(pathname),
    search ? cache.match(pathname + search) : undefined,
  ])
  return page && firstView ? await withFirstView(page, firstView) : page
}

/** The paper is read before the page is React's. */
async function withFirstView(page: Response, firstView: Response): Promise<Response> {
  const [html, view] = await Promise.all([page.text(), firstView.text()])
  const { headers } = page
  const filled = html.replace(FIRST_VIEW_PLACE, () => `<div class="kept-first">${view}</div>`)
  return new Response(filled, { headers })
}

/** A page is remembered together with all that it starts with, or not at all. */
async function fetchOfflinePage(path: string): Promise<Response> {
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
export async function forgetOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL_CACHE) && name !== SHELL_NOW)
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)))
}
