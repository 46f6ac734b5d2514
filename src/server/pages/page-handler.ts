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
import type { RenderedPage } from '#web/context.ts'
import type { HttpEnv } from '../serving/http-env.ts'

/** A body in memory, in the order in which it is sent; what is shared is the same buffer in many bodies. */
export type WholeBody = { bytes: Buffer; isShared: boolean }[]

const bodies = new WeakMap<Response, WholeBody>()

/** A response whose body stays known in its parts. */
export function answerInParts(page: RenderedPage, init: ResponseInit): Response {
  const body = page.map((part) =>
    typeof part === 'string'
      ? { bytes: Buffer.from(part), isShared: false }
      : { bytes: part.bytes, isShared: true },
  )
  const answer = new Response(Buffer.concat(body.map(({ bytes }) => bytes)), init)
  bodies.set(answer, body)
  return answer
}

/** Reads a response to its end; one that was made in parts needs no reading. */
export async function wholeBodyOf(response: Response): Promise<WholeBody> {
  return bodies.get(response) ?? [{ bytes: Buffer.from(await response.arrayBuffer()), isShared: false }]
}

export const loadBuild = () => import('virtual:react-router/server-build') as Promise<ServerBuild>

type PageHandler = (
  request: Request,
  context: RouterContextProvider,
  language: Language,
) => ReturnType<RequestHandler>

/**
 * A handler for each language, whose addresses the router takes for its own: links and redirects stay in the language.
 * In production each is made once: with a function the router would rank all routes anew for each request. It knows only
 * the routes that addresses with such a first part can have, since the router goes through all it knows for each request.
 */
export function createPageHandler(development = false): PageHandler {
  const made = new Map<string, Promise<RequestHandler>>()
  return async (request, context, language) => {
    const basename = inLanguage('/', language)
    if (development) {
      const load = async () => ({ ...(await loadBuild()), basename })
      return await createRequestHandler(load, 'development')(request, context)
    }
    const part = firstPart(new URL(request.url).pathname, basename)
    const builds = await loadBuilds()
    const key = builds.has(part) ? `${basename} ${part}` : basename
    const make = async () =>
      createRequestHandler({ ...(builds.get(part) ?? (await loadBuild())), basename }, 'production')
    const handle = made.get(key) ?? make()
    made.set(key, handle)
    return await (await handle)(request, context)
  }
}

let builds: Promise<Map<string, ServerBuild>> | undefined

async function loadBuilds() {
  builds ??= loadBuild().then(buildsByFirstPart)
  return await builds
}

function firstPart(pathname: string, basename: string): string {
  const own = basename === '/' ? pathname : pathname.slice(basename.length)
  return own.split('/', 2)[1] ?? ''
}

/** By the first part of the addresses, a build with their routes and those that any address can have. */
export function buildsByFirstPart(build: ServerBuild): Map<string, ServerBuild> {
  const all = Object.values(build.routes).filter((route) => route !== undefined)
  const byPart = Map.groupBy(all, (route) => firstOf(route, build.routes))
  const always = byPart.get(null) ?? []
  const parts = [...byPart].filter(([part]) => part !== null)
  return new Map(parts.map(([part, routes]) => [String(part), withRoutes(build, [...always, ...routes])]))
}

type Route = NonNullable<ServerBuild['routes'][string]>

/** Null for a route that stands for no part, or for any. */
function firstOf(route: Route, routes: ServerBuild['routes']): string | null {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  const above = parent && firstOf(parent, routes)
  if (typeof above === 'string') return above
  const part = route.index ? '' : route.path?.split('/', 1)[0]
  return part === undefined || /^[:*]/.test(part) || isRoot(route) ? null : part
}

const isRoot = ({ parentId }: Route) => parentId === undefined

function withRoutes(build: ServerBuild, routes: Route[]): ServerBuild {
  const ids = new Set(routes.map(({ id }) => id))
  const those = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: those(build.routes),
    assets: { ...build.assets, routes: those(build.assets.routes) },
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
