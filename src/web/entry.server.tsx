import { text } from 'node:stream/consumers'
import styles from 'virtual:first-styles'
import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { pageContext } from './context.ts'
import { bringFirstPicture } from './first-picture.server.ts'
import { FirstStyles } from './first-styles.ts'
import { NonceContext } from './nonce.ts'
import { isOnDesk } from './on-desk.ts'
import { PAGE_MODULES, type PageModules } from './start/page-modules.ts'

/** Nothing here waits for late data, and a string costs half of what a stream does. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { nonce, app } = context.get(pageContext)
  const loaded = await readLoaded(router)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const html = renderToString(
    <NonceContext value={nonce}>
      <FirstStyles value={stylesOf(router)}>
        <ServerRouter
          context={{ ...router, serverHandoffStream: undefined }}
          url={request.url}
          nonce={nonce}
        />
      </FirstStyles>
    </NonceContext>,
  )
  const isDeferred = !import.meta.env.DEV && !isOnDesk(new URL(request.url).pathname)
  const whole = complete(html, loadedScript(loaded, nonce), isDeferred ? startOf(router) : null)
  if (!isDeferred) return new Response(whole, { status, headers })
  return new Response(await bringFirstPicture(deferModules(whole, router), app), { status, headers })
}

function stylesOf({ staticHandlerContext: { matches } }: EntryContext) {
  return styles[matches.at(-1)?.route.id ?? ''] ?? ''
}

/** What the loaders gave, as the router in the browser decodes it. */
async function readLoaded({ serverHandoffStream }: EntryContext): Promise<string> {
  return serverHandoffStream ? await text(serverHandoffStream) : ''
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

const SCRIPT_PRELOADS = /<link rel="modulepreload" [^>]*>/g

/** React preloads scripts before style sheets: on a slow connection the page would stay white. */
function complete(html: string, scripts: string, start: string | null): string {
  const [headEnd, bodyEnd] = [html.indexOf('</head>'), html.lastIndexOf('</body>')]
  let preloads = ''
  const head = html.slice(0, headEnd).replace(SCRIPT_PRELOADS, (link) => {
    preloads += link.replace('<link ', '<link fetchpriority="low" ')
    return ''
  })
  const first = start ?? preloads
  return `<!DOCTYPE html>${head}${first}${html.slice(headEnd, bodyEnd)}${scripts}${html.slice(bodyEnd)}`
}

/** The few scripts that start without React; not `async`, for they look for parts at the end of the page. */
function startOf({ manifest: { entry } }: EntryContext): string {
  const imports = entry.imports.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`)
  return `${imports.join('')}<script type="module" fetchpriority="low" src="${entry.module}"></script>`
}

/** Instead of the router's script, which loads the page's code at once, come the names of what it loads. */
function deferModules(html: string, router: EntryContext): string {
  const from = html.lastIndexOf('<script', html.lastIndexOf(' type="module"'))
  const to = html.indexOf('</script>', from) + '</script>'.length
  const modules = JSON.stringify(modulesOf(router))
  return `${html.slice(0, from)}<script type="application/json" id="${PAGE_MODULES}">${modules}</script>${html.slice(to)}`
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

/** A thrown 404 is an answer; only the unexpected is logged. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageContext).app.log.error({ err: error, path: new URL(request.url).pathname }, 'page failed')
}
