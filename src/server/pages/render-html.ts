import { hash, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { RouterContextProvider } from 'react-router'
import type { App } from '#domain/app.ts'
import type { Centre } from '#domain/centre/centre.ts'
import { inLanguage, type Language, languageOf } from '#domain/language/languages.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { pageContext } from '#web/context.ts'
import { createPageHandler } from './page-handler.ts'

/** In development Vite adds inline scripts and styles. */
const DEV_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:"

type Kind = 'script' | 'style'
type Hashes = Record<Kind, Set<string>>

/**
 * The page without its nonce, and a policy with the hashes of the inline scripts and styles that bore it:
 * unlike a nonce, they stay right when the page is sent again from a cache. What a stranger smuggles into a page
 * cannot know the nonce.
 */
export function hashInline(page: string, nonce: string): { page: string; policy: string } {
  const hashes: Hashes = { script: new Set(), style: new Set() }
  return { page: withoutNonce(page, nonce, hashes), policy: pagePolicy(hashes) }
}

function withoutNonce(html: string, nonce: string, hashes: Hashes): string {
  const pieces = html.split(` nonce="${nonce}"`)
  for (const [at, piece] of pieces.entries()) {
    const kind = kindOf(pieces[at - 1] ?? '')
    if (!kind) continue
    const begin = piece.indexOf('>') + 1
    const text = piece.slice(begin, piece.indexOf(`</${kind}>`, begin))
    if (text) hashes[kind].add(hashOf(text))
  }
  return pieces.join('')
}

function hashOf(text: string) {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** Of the tag that is open at the end. */
function kindOf(before: string): Kind | null {
  const tag = before.slice(before.lastIndexOf('<'))
  return /^<script\b/.test(tag) ? 'script' : /^<style\b/.test(tag) ? 'style' : null
}

function pagePolicy({ script, style }: Hashes = { script: new Set(), style: new Set() }): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Contact's map, and the admin area's preview. On every page, since client-side navigation keeps the policy of the first.
    "frame-src 'self' https://www.openstreetmap.org",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Answers without scripts get a policy without hashes. */
const NO_PAGE_POLICY = pagePolicy()

/** Answers with the site's pages. */
export function renderHtml(app: App, development = false) {
  const handle = createPageHandler(development)
  return async (c: Context<HttpEnv>, request = c.req.raw) => {
    // Of random bytes that are fetched for many at once: fetching 16 takes 1 % of a page.
    const nonce = randomUUID()
    const language = languageOf(new URL(request.url).pathname)
    const context = new RouterContextProvider()
    let isWhole = true
    let rendered: string | undefined
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
        rendered = page
      },
    })
    const response = await handle(withoutRouterHeaders(request), context, language)
    const isHtml = response.headers.get('content-type')?.startsWith('text/html')
    // One that failed after it was rendered is not shown.
    const page = isHtml ? rendered : undefined
    const { answer, policy } = page
      ? compose(response, page, nonce)
      : { answer: response, policy: NO_PAGE_POLICY }
    answer.headers.set('Content-Security-Policy', development ? DEV_POLICY : policy)
    // Here and not by the compression, which makes the answer again for it, with its text turned into a stream.
    if (page) answer.headers.append('Vary', 'Accept-Encoding')
    if (!isWhole) answer.headers.set('Cache-Control', 'no-store')
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-cache')
    return answer
  }

  function compose({ status, headers }: Response, rendered: string, nonce: string) {
    // In development scripts keep their nonces, which its policy does not ask for.
    const { page, policy } = development
      ? { page: rendered, policy: DEV_POLICY }
      : hashInline(rendered, nonce)
    const answer = new Response(page, { status, headers })
    // Nothing is painted without it; a proxy may send it on before the page.
    const sheet = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(page)?.[1]
    if (sheet) answer.headers.set('Link', `<${sheet}>; rel=preload; as=style`)
    return { answer, policy }
  }
}

/** Removes the headers that the router trusts: only its own build step may send them. */
export function withoutRouterHeaders(request: Request): Request {
  const names = [...request.headers.keys()].filter((name) => name.startsWith('x-react-router-'))
  if (names.length === 0) return request
  const headers = new Headers(request.headers)
  for (const name of names) headers.delete(name)
  return new Request(request, { headers })
}

/** A page as it would be with this document: rendered for who asks, and never cached. */
export async function renderPreview(
  app: App,
  c: Context<HttpEnv>,
  { path, language, centre }: { path: string; language: Language; centre: Centre },
): Promise<string> {
  const present = await app.centre.read()
  const draft: App = { ...app, centre: { ...app.centre, read: async () => ({ ...present, centre }) } }
  return await (await renderHtml(draft)(c, new Request(c.var.siteOrigin + inLanguage(path, language)))).text()
}

const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Holds no secret: the admin area puts the page into it. */
export function showPreviewFrame(c: Context<HttpEnv>) {
  return c.body('<!doctype html><title>Preview</title>', 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': FRAME_POLICY,
    'Cache-Control': 'no-store',
  })
}
