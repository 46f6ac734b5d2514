import { createServer } from 'vite'
import { checkSite } from '#server/process/prepare-site.ts'
import { ConfigError, readConfig } from '../src/server/config.ts'
import { serveSite } from '../src/server/process/serve-site.ts'

type HttpModule = typeof import('../src/server/create-http.ts')

/** Serves the sources; browser and server follow each change. */
async function develop() {
  checkSite()
  const config = readConfig()
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'warn' })
  let known: {
    module: HttpModule
    fetch: (request: Request, env?: unknown) => Response | Promise<Response>
  } | null = null
  const site = await serveSite(
    config,
    (app, options) => async (request, env) => {
      const module = (await vite.ssrLoadModule('/src/server/create-http.ts')) as HttpModule
      if (known?.module !== module) {
        const http = module.createHttp(app, { ...options, clientDir: null, development: true })
        known = { module, fetch: (incoming, bindings) => http.fetch(incoming, bindings as never) }
      }
      return await known.fetch(request, env)
    },
    { before: vite.middlewares },
  )
  console.log(
    `Thervu is open at ${site.origin} and follows every change. Administrator: ${site.administrator.email}`,
  )
  if (site.administrator.password) console.log(`Password (shown this once): ${site.administrator.password}`)
  // Warms up; errors are shown with the first page.
  vite.ssrLoadModule('/src/server/create-http.ts').catch(() => {})
  const stop = async () => {
    await vite.close()
    await site.close()
    process.exit(0)
  }
  // Vite's own listener would end the process before the site is closed.
  process.removeAllListeners('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

develop().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
