import { buffer, text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { App } from '#domain/app.ts'
import { findFile, openFile } from '#domain/files/read.server.ts'
import { LanguageContext } from '#web/language/use-messages.ts'
import { PAGE_MODULES, type PageModules } from '#web/start/page-modules.ts'
import { pageContext } from './context.ts'
import { isAdminPath } from './is-admin-path.ts'
import { NonceContext } from './nonce.ts'

/** Nothing here waits for late data, and a string costs half of what a stream does. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { nonce, app, language, show } = context.get(pageContext)
  const loaded = await readLoaded(router)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const isDeferred = !import.meta.env.DEV && !isAdminPath(new URL(request.url).pathname)
  const html = renderToString(
    <NonceContext value={nonce}>
      <LanguageContext value={language}>
        <ServerRouter
          context={{ ...router, serverHandoffStream: undefined }}
          url={request.url}
          nonce={nonce}
        />
      </LanguageContext>
    </NonceContext>,
  )
  const { head, body } = completePage(html, router, { loaded, nonce, isDeferred })
  show(isDeferred ? await inlineLcpImage(head, body, app) : head + body)
  return new Response(null, { status, headers })
}

/** What the loaders gave, as the router in the browser decodes it. */
async function readLoaded({ serverHandoffStream }: EntryContext): Promise<string> {
  return serverHandoffStream ? await text(serverHandoffStream) : ''
}

/** A thrown 404 is an answer; only the unexpected is logged. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageContext).app.log.error({ err: error, path: new URL(request.url).pathname }, 'page failed')
}

const SCRIPT_PRELOADS = /<link rel="modulepreload" [^>]*>/g

/** The page in two pieces, its head and what follows, with what its loaders gave and with what starts it. */
function completePage(
  html: string,
  router: EntryContext,
  { loaded, nonce, isDeferred }: { loaded: string; nonce: string; isDeferred: boolean },
): { head: string; body: string } {
  const headEnd = html.indexOf('</head>')
  let preloads = ''
  const head = html.slice(0, headEnd).replace(SCRIPT_PRELOADS, (link) => {
    preloads += link.replace('<link ', '<link fetchpriority="low" ')
    return ''
  })
  const bodyEnd = html.lastIndexOf('</body>')
  const shown = html.slice(headEnd, bodyEnd)
  const body = `${isDeferred ? deferModules(shown, router) : shown}${loadedScript(loaded, nonce)}${html.slice(bodyEnd)}`
  // React preloads scripts before style sheets: on a slow connection the page would stay white.
  return { head: `<!DOCTYPE html>${head}${isDeferred ? startOf(router) : preloads}`, body }
}

/** As the router's own component would write it, which needs a streamed page. */
function loadedScript(loaded: string, nonce: string): string {
  const escaped = loaded.replace(UNSAFE, (letter) => ESCAPED[letter] ?? letter)
  const controller = 'window.__reactRouterContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue('${escaped}');${controller}.close();</script>`
}

/** In single quotes, since the text itself is full of double ones; "<" could end the script. */
const UNSAFE = /['\\<\n\r\u2028\u2029]/g
const ESCAPED: Record<string, string> = {
  "'": "\\'",
  '\\': '\\\\',
  '<': '\\u003c',
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** The few scripts that start without React; not `async`, for they look for parts at the end of the page. */
function startOf({ manifest: { entry } }: EntryContext): string {
  const imports = entry.imports.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`)
  return `${imports.join('')}<script type="module" fetchpriority="low" src="${entry.module}"></script>`
}

/** Instead of the router's script, which loads the page's code at once, come the names of what it loads. */
function deferModules(body: string, router: EntryContext): string {
  const from = body.lastIndexOf('<script', body.lastIndexOf(' type="module"'))
  const to = body.indexOf('</script>', from) + '</script>'.length
  const modules = JSON.stringify(modulesOf(router))
  return `${body.slice(0, from)}<script type="application/json" id="${PAGE_MODULES}">${modules}</script>${body.slice(to)}`
}

function modulesOf({ manifest, staticHandlerContext: { matches } }: EntryContext): PageModules {
  const routes = matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? [])
  const started = new Set([manifest.entry.module, ...manifest.entry.imports])
  const imported = routes.flatMap(({ module, imports = [] }) => [module, ...imports])
  return {
    manifest: manifest.url,
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    imports: [...new Set([manifest.url, ...imported])].filter((href) => !started.has(href)),
  }
}

/** Above this a picture of its own costs a slow phone less than a page that is as much longer. */
const MOST_BYTES = 20_000
/** A page waits no longer for it: a store that is far away, or ill, has it in memory for a later page or never. */
const WAIT_MS = 500
/** Some 27 KB each. */
const KEPT_PICTURES = 100
const PRELOADED = /<link rel="preload" as="image" href="(\/files\/([^"]+))" fetchPriority="high"\/>/

type Needs = Pick<App, 'readDb' | 'files' | 'log' | 'checks'>

/** By key, under which nothing ever changes; lists of the same papers begin with the same picture. */
const pictures = new LRUCache<string, string>({ max: KEPT_PICTURES })

/** The page with the thumbnail that it asks for first in it: it is what is painted largest, and needs no second way. */
async function inlineLcpImage(head: string, body: string, app: Needs): Promise<string> {
  const asked = head + body
  const [preload = '', address, key = ''] = PRELOADED.exec(head) ?? []
  const image = `<img src="${address}"`
  const at = body.indexOf(image)
  if (!preload || at < 0) return asked
  const picture = await Promise.race([findPicture(app, key), after(WAIT_MS, null, { ref: false })])
  if (!picture) return asked
  const before = body.slice(0, at + '<img src="'.length)
  return head.replace(preload, '') + before + picture + body.slice(at + image.length - 1)
}

/** Null when there is none, or it is too large or cannot be read. */
async function findPicture(app: Needs, key: string) {
  try {
    const file = await findFile(app, key)
    if (!file || file.size > MOST_BYTES) return null
    const known = pictures.get(key)
    if (known) return known
    const bytes = await openFile(app, file)
    if (typeof bytes === 'string') return null
    const picture = `data:${file.contentType};base64,${(await buffer(bytes)).toString('base64')}`
    pictures.set(key, picture)
    return picture
  } catch (err) {
    app.log.warn({ err, key }, 'a page comes without its picture')
    return null
  }
}
