import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { pageContext } from './context.ts'
import { NonceContext } from './nonce.ts'

const RENDER_LIMIT_MS = 5_000

/** No streaming: nothing here waits for late data, and a whole page can be compressed and measured. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const html = await render(router, request.url, context.get(pageContext).nonce)
  return new Response(scriptsLast(html), { status, headers })
}

function render(router: EntryContext, url: string, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = new PassThrough()
    const late = setTimeout(() => abort(new Error('The page took too long to render')), RENDER_LIMIT_MS)
    const page = (
      <NonceContext value={nonce}>
        <ServerRouter context={router} url={url} nonce={nonce} />
      </NonceContext>
    )
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(late)
        text(body).then(resolve, reject)
        pipe(body)
      },
      onShellError: reject,
      onError: reject,
    })
  })
}

const SCRIPT_PRELOADS = /<link rel="modulepreload" [^>]*>/g

/** React preloads scripts before style sheets: on a slow connection the page would stay white. */
function scriptsLast(html: string): string {
  const preloads =
    html.match(SCRIPT_PRELOADS)?.join('').replaceAll('<link ', '<link fetchpriority="low" ') ?? ''
  return html.replace(SCRIPT_PRELOADS, '').replace('</head>', () => `${preloads}</head>`)
}

/** A thrown 404 is an answer; only the unexpected is logged. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(pageContext).app.log.error({ err: error, path: new URL(request.url).pathname }, 'page failed')
}
