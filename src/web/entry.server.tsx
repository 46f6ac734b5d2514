import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { pageContext } from './context.ts'
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
  const { nonce } = context.get(pageContext)
  const loaded = await readLoaded(router)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const html = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={{ ...router, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
    </NonceContext>,
  )
  return new Response(complete(html, loadedScript(loaded, nonce)), { status, headers })
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
function complete(html: string, scripts: string): string {
  const [headEnd, bodyEnd] = [html.indexOf('</head>'), html.lastIndexOf('</body>')]
  let preloads = ''
  const head = html.slice(0, headEnd).replace(SCRIPT_PRELOADS, (link) => {
    preloads += link.replace('<link ', '<link fetchpriority="low" ')
    return ''
  })
  return `<!DOCTYPE html>${head}${preloads}${html.slice(headEnd, bodyEnd)}${scripts}${html.slice(bodyEnd)}`
}

/** A thrown 404 is an answer; only the unexpected is logged. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageContext).app.log.error({ err: error, path: new URL(request.url).pathname }, 'page failed')
}
