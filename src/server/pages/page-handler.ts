import type { Context } from 'hono'
import {
  createRequestHandler,
  type RequestHandler,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { App } from '#domain/app.ts'
import { publicContent } from '#domain/centre/versions/content-cache.server.ts'
import { inLanguage, type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import type { HttpEnv } from '../serving/http-env.ts'

export const loadBuild = () => import('virtual:react-router/server-build') as Promise<ServerBuild>

type PageHandler = (
  request: Request,
  context: RouterContextProvider,
  language: Language,
) => ReturnType<RequestHandler>

/**
 * A handler for each language, whose addresses the router takes for its own: links and redirects stay in the language.
 * In production each is made once: with a function the router would rank all routes again for each request.
 */
export function createPageHandler(development = false): PageHandler {
  const made = new Map<Language, Promise<RequestHandler>>()
  return async (request, context, language) => {
    const load = async () => ({ ...(await loadBuild()), basename: inLanguage('/', language) })
    if (development) return await createRequestHandler(load, 'development')(request, context)
    const make = async () => createRequestHandler(await load(), 'production')
    return await (await made.getOrInsertComputed(language, make))(request, context)
  }
}

export const CONTENT_PATH = '/content/:name{[\\w-]{22}\\.json}'

/** What a page's code needs of the centre, by its digest; a page that is older than the present version gets that. */
export function showContent(app: Pick<App, 'centre'>) {
  return async (c: Context<HttpEnv>) => {
    const language = SHOWN_LANGUAGES.find((each) => each === c.req.query('language')) ?? 'en'
    const { digest, json } = publicContent((await app.centre.read()).centre, language)
    const isPresent = c.req.path === `/content/${digest}.json`
    return c.body(json, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': isPresent ? 'public, max-age=31536000, immutable' : 'no-store',
    })
  }
}
