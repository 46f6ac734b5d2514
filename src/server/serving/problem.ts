import type { Context, TypedResponse } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { isBusy } from '#database/faults.ts'
import type { App } from '#domain/app.ts'
import { isFileStoreFault } from '#domain/files/file-store.ts'
import { inLanguage, LANGUAGES, type Language, languageOf } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import { isDiskFull } from '../uploading/write-file.ts'
import type { HttpEnv } from './http-env.ts'

/** The shape of every error of the API (RFC 9457), with a `code` that programs may rely on. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
  field: z.string().optional(),
  retryAfter: z.number().int().optional(),
})
export type Problem = z.infer<typeof problemSchema>
type More = { field?: string; retryAfter?: number; [member: string]: unknown }
/** Typed by status, so that clients see which answers carry no data. */
type Refusal<Status extends ContentfulStatusCode> = Response & TypedResponse<Problem, Status, 'json'>

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request took too long',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  421: 'Wrong site',
  422: 'Cannot be accepted',
  428: 'Version needed',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Busy',
  507: 'No space left',
}

/**
 * A problem document, or a plain page for a person; `retryAfter` (seconds) is also sent as a header. A detail that is a
 * message is said in the language of the address.
 */
export function problem<Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  code: string,
  said: string | ((m: Messages) => string),
  extra: More = {},
): Refusal<Status> {
  const language = languageFor(c)
  const detail = typeof said === 'string' ? said : said(messagesOf(language))
  const title = TITLES[status] ?? 'Error'
  const body: Problem = { type: 'about:blank', title, status, code, detail, ...extra }
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (extra.retryAfter !== undefined) headers['Retry-After'] = String(extra.retryAfter)
  const answer: Response = wantsHtml(c)
    ? c.html(pageOf(`${status} ${detail}`, title, language) as string, status, headers)
    : c.body(JSON.stringify(body), status, { ...headers, 'Content-Type': 'application/problem+json' })
  return answer as Refusal<Status>
}

/** Downloads have one address for all languages: who came from a page of ours reads on in its language. */
const DOWNLOAD = /^\/(?:papers\.(?:zip|pdf)|worksheet\.(?:pdf|docx))$/

function languageFor(c: Context): Language {
  const from = c.req.header('referer') ?? ''
  if (!DOWNLOAD.test(c.req.path) || !wantsHtml(c) || !URL.canParse(from)) return languageOf(c.req.path)
  const { origin, pathname } = new URL(from)
  return origin === c.get('siteOrigin') ? languageOf(pathname) : 'en'
}

export function wantsHtml(c: Context): boolean {
  return /\btext\/html\b/.test(c.req.header('accept') ?? '') && !c.req.path.startsWith('/api/')
}

/** Without styles and scripts, which may be what is failing. */
function pageOf(said: string, title: string, language: Language) {
  const m = messagesOf(language)
  return html`<!doctype html>
    <html lang="${LANGUAGES[language].tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${language === 'en' ? title : m.failed_heading()}</title>
      </head>
      <body>
        <main>
          <h1>${m.failed_heading()}</h1>
          <p>${said}</p>
          <p><a href="${inLanguage('/practice', language)}">${m.failed_papers()}</a></p>
        </main>
      </body>
    </html>`
}

/** The answer to an exception, which is logged unless the request itself was wrong. */
export function answerError(app: Pick<App, 'log'>, error: Error, c: Context<HttpEnv>) {
  if (error instanceof HTTPException && error.status < 500) {
    return problem(
      c,
      error.status,
      'bad-request',
      `${error.message || 'The request could not be read'}.`.replace('..', '.'),
    )
  }
  app.log.error({ err: error, requestId: c.var.requestId, path: c.req.path }, 'request failed')
  if (isBusy(error)) {
    return problem(c, 503, 'database-busy', (m) => m.refused_database_busy(), {
      retryAfter: 5,
    })
  }
  if (isFileStoreFault(error)) {
    return problem(c, 503, 'file-store-away', (m) => m.refused_no_files(), { retryAfter: 30 })
  }
  if (isDiskFull(error)) {
    return problem(c, 507, 'disk-full', (m) => m.refused_disk_full())
  }
  return problem(c, 500, 'internal-error', (m) => m.refused_internal())
}

/** The same for a paper that is missing or hidden: nobody learns which. */
export function paperNotFound(c: Context) {
  return problem(c, 404, 'paper-not-found', (m) => m.refused_no_paper())
}

export function papersNotFound(c: Context) {
  return problem(c, 404, 'papers-not-found', (m) => m.refused_no_papers())
}
