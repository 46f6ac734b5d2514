import type { MiddlewareHandler } from 'hono'
import type { ServerBuild } from 'react-router'
import type { App } from '#domain/app.ts'
import { offeredLanguages } from '#domain/centre/translations/offered-languages.ts'
import { inLanguage, languageOf, withoutLanguage } from '#domain/language/languages.ts'
import { GRADES, PAPER_TYPES } from '#domain/paper/paper.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

/** English alone. */
const HAS_ONE_LANGUAGE = /^\/(?:admin|login|handbook)(?:\/|$)/

const RESOURCES = /^\/resources\/([^/]+)\/([^/]+)$/

/** Redirects (301) other spellings of a path, such as "/Practice" or "/resources/CBSE/12", to the canonical one. */
export function canonicalPath(routesOf: () => Promise<ServerBuild['routes']>): MiddlewareHandler<HttpEnv> {
  let pages: Set<string> | undefined
  return async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method)) return await next()
    const { pathname: asked, search } = new URL(c.req.url)
    const language = languageOf(asked)
    const pathname = withoutLanguage(asked)
    if (language !== 'en' && HAS_ONE_LANGUAGE.test(pathname)) return c.redirect(`${pathname}${search}`, 301)
    const plain = pathname.toLowerCase().replace(/\/+$/, '') || '/'
    pages ??= staticPathsOf(await routesOf())
    const path = listPathOf(plain) ?? (pages.has(plain) ? plain : pathname)
    // The specification's links lack the final slash: they get their page without another round trip.
    if (path === pathname || path === `${pathname}/`) return await next()
    return c.redirect(`${inLanguage(path, language)}${search}`, 301)
  }
}

/** Pages in a language that the centre leaves off lead to the English ones, as long as it does (302). */
export function offeredLanguage(app: Pick<App, 'centre'>): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const language = languageOf(pathname)
    if (language === 'en' || offeredLanguages((await app.centre.read()).centre).includes(language))
      return await next()
    c.header('Cache-Control', 'no-store')
    return c.redirect(`${withoutLanguage(pathname)}${search}`, 302)
  }
}

function staticPathsOf(routes: ServerBuild['routes']): Set<string> {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  const paths = Object.keys(routes).map((id) => pathOf(id) || '/')
  return new Set(paths.filter((path) => !/[:*]/.test(path)))
}

function listPathOf(plain: string): string | undefined {
  const [, type = '', grade = ''] = RESOURCES.exec(plain) ?? []
  const isList = PAPER_TYPES.some((known) => known === type) && ['all', ...GRADES].includes(grade)
  return isList ? `/resources/${type}/${grade}/` : undefined
}
