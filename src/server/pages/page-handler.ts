import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

export const loadBuild = () => import('virtual:react-router/server-build') as Promise<ServerBuild>

/** In production made once: with a function the router would rank all routes anew for each request. */
export function createPageHandler(development = false): RequestHandler {
  if (development) return createRequestHandler(loadBuild, 'development')
  let made: Promise<RequestHandler> | undefined
  return async (request, context) => {
    made ??= loadBuild().then((build) => createRequestHandler(build, 'production'))
    return await (await made)(request, context)
  }
}
