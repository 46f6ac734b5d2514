import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { RouterContextProvider } from 'react-router'
import type { App } from '#domain/app.ts'
import { languageOf } from '#domain/language/languages.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { type DrawnPage, pageContext } from '#web/context.ts'
import { createPageHandler } from './page-handler.ts'
import { DEV_POLICY, hashInline, pagePolicy } from './page-policy.ts'
import { withoutRouterHeaders } from './router-headers.ts'
import { answerInParts } from './whole-body.ts'

/** Answers without scripts get a policy without hashes. */
const NO_PAGE_POLICY = pagePolicy()

/** Answers with the site's pages. */
export function drawPages(app: App, development = false) {
  const handle = createPageHandler(development)
  return async (c: Context<HttpEnv>, request = c.req.raw) => {
    // Of random bytes that are fetched for many at once: fetching 16 takes 1 % of a page.
    const nonce = randomUUID()
    const language = languageOf(new URL(request.url).pathname)
    const context = new RouterContextProvider()
    let isWhole = true
    let drawn: DrawnPage | undefined
    context.set(pageContext, {
      app,
      nonce,
      cookie: c.req.header('cookie') ?? null,
      siteOrigin: c.var.siteOrigin,
      language,
      searched: c.var.searched,
      failed(error, message) {
        isWhole = false
        app.log.error({ err: error }, message)
      },
      show(page) {
        drawn = page
      },
    })
    const response = await handle(withoutRouterHeaders(request), context, language)
    const isHtml = response.headers.get('content-type')?.startsWith('text/html')
    // One that failed after it was drawn is not shown.
    const page = isHtml ? drawn : undefined
    const { answer, policy } = page
      ? compose(response, page, nonce)
      : { answer: response, policy: NO_PAGE_POLICY }
    answer.headers.set('Content-Security-Policy', development ? DEV_POLICY : policy)
    // Here and not by the compression, which makes the answer anew for it, with its text turned into a stream.
    if (page) answer.headers.append('Vary', 'Accept-Encoding')
    if (!isWhole) answer.headers.set('Cache-Control', 'no-store')
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-cache')
    return answer
  }

  function compose({ status, headers }: Response, drawn: DrawnPage, nonce: string) {
    // In development scripts keep their nonces, which its policy does not ask for.
    const { page, policy } = development ? { page: drawn, policy: DEV_POLICY } : hashInline(drawn, nonce)
    return { answer: answerInParts(page, { status, headers }), policy }
  }
}
