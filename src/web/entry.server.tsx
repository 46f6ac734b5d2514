import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { pageContext } from './context.ts'
import { LanguageContext } from './language/use-messages.ts'
import { NonceContext } from './nonce.ts'
import { isOnDesk } from './on-desk.ts'
import { completePage } from './rendered/complete-page.ts'
import { inlineLcpImage } from './rendered/inline-lcp-image.server.ts'

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
  const isDeferred = !import.meta.env.DEV && !isOnDesk(new URL(request.url).pathname)
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
  show(isDeferred ? await inlineLcpImage(head, body, app) : [head, body])
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
