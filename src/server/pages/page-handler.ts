import {
  createRequestHandler,
  type RequestHandler,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { inLanguage, type Language } from '#domain/language/languages.ts'

export const loadBuild = () => import('virtual:react-router/server-build') as Promise<ServerBuild>

type PageHandler = (
  request: Request,
  context: RouterContextProvider,
  language: Language,
) => ReturnType<RequestHandler>

/**
 * A handler for each language, whose addresses the router takes for its own: links and redirects stay in the language.
 * In production each is made once: with a function the router would rank all routes anew for each request.
 */
export function createPageHandler(development = false): PageHandler {
  const made = new Map<Language, Promise<RequestHandler>>()
  return async (request, context, language) => {
    const load = async () => ({ ...(await loadBuild()), basename: inLanguage('/', language) })
    if (development) return await createRequestHandler(load, 'development')(request, context)
    const handle = made.get(language) ?? load().then((build) => createRequestHandler(build, 'production'))
    made.set(language, handle)
    return await (await handle)(request, context)
  }
}
