import { text } from 'node:stream/consumers'
import styles from 'virtual:first-styles'
import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { type DrawnPage, pageContext, type SharedPart } from './context.ts'
import { completePage } from './drawn/complete-page.ts'
import { bringFirstPicture } from './drawn/first-picture.server.ts'
import { sheetFor } from './drawn/first-sheet.ts'
import { FirstStyles } from './first-styles.ts'
import { LanguageContext } from './language/use-messages.ts'
import { NonceContext } from './nonce.ts'
import { isOnDesk } from './on-desk.ts'

/** What React draws in the place of the styles: they are as long as the page, and always the same. */
const STYLES_PLACE = '/* styles */'

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
  const choose = sheets.get(router.staticHandlerContext.matches.at(-1)?.route.id ?? '')
  const isDeferred = !import.meta.env.DEV && !isOnDesk(new URL(request.url).pathname)
  const html = renderToString(
    <NonceContext value={nonce}>
      <LanguageContext value={language}>
        <FirstStyles value={choose ? STYLES_PLACE : ''}>
          <ServerRouter
            context={{ ...router, serverHandoffStream: undefined }}
            url={request.url}
            nonce={nonce}
          />
        </FirstStyles>
      </LanguageContext>
    </NonceContext>,
  )
  const { head, body } = completePage(html, router, { loaded, nonce, isDeferred })
  const parts = isDeferred ? await bringFirstPicture(head, body, app) : [head, body]
  show(choose ? withStyles(parts, choose(html), nonce) : parts)
  return new Response(null, { status, headers })
}

const sheets = new Map(Object.entries(styles).map(([id, sheet]) => [id, sheetFor(sheet)]))

/** Whoever writes the place's name into a title does not know the nonce. The desk's pages have no such place. */
function withStyles(page: DrawnPage, sheet: SharedPart, nonce: string): DrawnPage {
  const [head = '', ...rest] = page
  const [before, after] = String(head).split(`<style nonce="${nonce}">${STYLES_PLACE}`)
  return after === undefined ? page : [`${before}<style>`, sheet, after, ...rest]
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
