import type { MiddlewareHandler } from 'hono'
import type { ServerBuild } from 'react-router'
import { GRADES, PAPER_TYPES } from '#domain/paper/paper.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

const RESOURCES = /^\/resources\/([^/]+)\/([^/]+)$/

/**
 * Sends whoever writes a page's path in another way ("/Practice", "/practice/", "/resources/CBSE/12") to the one that
 * the site uses, for good and with all parameters. Paths of no page, and those with ids, are passed on as they are.
 */
export function canonicalPath(routesOf: () => Promise<ServerBuild['routes']>): MiddlewareHandler<HttpEnv> {
  let pages: Set<string> | undefined
  return async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method)) return await next()
    const { pathname, search } = new URL(c.req.url)
    const plain = pathname.toLowerCase().replace(/\/+$/, '') || '/'
    pages ??= pagesOf(await routesOf())
    const path = listPathOf(plain) ?? (pages.has(plain) ? plain : pathname)
    // The links of the specification come without the slash at the end; its page is there, without another round trip.
    if (path === pathname || path === `${pathname}/`) return await next()
    return c.redirect(`${path}${search}`, 301)
  }
}

/** The paths of all pages that have no part of their own in them, such as an id. */
function pagesOf(routes: ServerBuild['routes']): Set<string> {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  const paths = Object.keys(routes).map((id) => pathOf(id) || '/')
  return new Set(paths.filter((path) => !/[:*]/.test(path)))
}

/** A list's path, with the slash at its end that the site writes; undefined for no list's. */
function listPathOf(plain: string): string | undefined {
  const [, type = '', grade = ''] = RESOURCES.exec(plain) ?? []
  const isList = PAPER_TYPES.some((known) => known === type) && ['all', ...GRADES].includes(grade)
  return isList ? `/resources/${type}/${grade}/` : undefined
}
