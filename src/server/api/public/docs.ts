import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'

const ASSETS = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Thervu API</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><main id="api"><noscript><p>This page needs JavaScript; the description itself is at
<a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/show.js"></script></body></html>`

const SHOW = `SwaggerUIBundle({ url: '/api/openapi.json', domNode: document.getElementById('api'), tryItOutEnabled: true, validatorUrl: null })`

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

export function docsRoutes() {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return new Hono<HttpEnv>()
    .get('/docs', (c) => c.html(PAGE, 200, { 'Content-Security-Policy': POLICY }))
    .get('/docs/show.js', (c) => c.body(SHOW, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
    .get('/docs/:asset', async (c, next) => {
      const type = ASSETS.get(c.req.param('asset'))
      if (!type) return await next()
      const bytes = await readFile(join(folder, c.req.param('asset')))
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=86400',
      })
    })
}
