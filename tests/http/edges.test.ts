import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest } from '../support/raw-http.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { stateOf } from '../support/stored.ts'

let site: Site
let admin: SignedIn
let delay = 0
beforeAll(async () => {
  site = await openSite({ http: { loopDelay: () => delay } })
  admin = await site.signIn()
  await publish(site, admin, { title: 'Paper <b>bold</b>' })
})
afterAll(() => site.end())

test('a host that is not this site is answered 421, also by an address that would change something', async () => {
  const before = stateOf(site.dataDir)
  for (const Host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io']) {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/practice'],
      ['GET', '/api/papers'],
      ['POST', '/api/visits'],
    ] as const) {
      const answer = await rawRequest(site.origin, path, { method, headers: { Host } })
      expect([Host, path, answer.status, JSON.parse(answer.body).code]).toEqual([
        Host,
        path,
        421,
        'wrong-site',
      ])
    }
  }
  expect((await rawRequest(site.origin, '/healthz', { headers: { Host: '10.1.2.3' } })).status).toBe(200)
  expect(stateOf(site.dataDir)).toEqual(before)
})

test('a write from another origin is answered 403 before anything happens', async () => {
  const before = stateOf(site.dataDir)
  for (const Origin of ['https://evil.example', 'null', site.origin.replace('http', 'https')]) {
    for (const path of [
      '/api/visits',
      '/api/papers/x/views',
      '/api/auth/login',
      '/practice',
      '/api/admin/papers',
    ]) {
      const answer = await site.fetch(path, { method: 'POST', headers: { ...admin.headers, Origin } })
      expect([Origin, path, answer.status, (await answer.json()).code]).toEqual([
        Origin,
        path,
        403,
        'foreign-origin',
      ])
    }
  }
  expect(stateOf(site.dataDir)).toEqual(before)
})

test('an address of more than 2 KiB is answered 414, one of 2 KiB is read', async () => {
  const path = (length: number) => `/practice?q=${'a'.repeat(length - '/practice?q='.length)}`
  const long = await site.fetch(path(2049))
  expect([long.status, (await long.json()).code]).toEqual([414, 'address-too-long'])
  expect((await site.fetch(path(2048))).status).toBe(200)
})

test('a body of more than 16 KiB is answered 413, whether its length is told or not', async () => {
  const headers = { ...admin.headers, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ 'jee-mon': 5, pad: 'x'.repeat(17_000) })
  const stream = new Blob([body]).stream()
  const bodies = [{ body }, { body: stream, duplex: 'half' }] as RequestInit[]
  for (const init of bodies) {
    const answer = await site.fetch('/api/admin/prices', { method: 'PUT', headers, ...init })
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'body-too-large'])
  }
  const small = { body: new Blob(['{"jee-mon":5}']).stream(), duplex: 'half' } as RequestInit
  expect((await site.fetch('/api/admin/prices', { method: 'PUT', headers, ...small })).status).toBe(200)
})

test('the router’s own headers are dropped at the door', async () => {
  const plain = await (await site.fetch('/practice')).text()
  const headers = { 'X-React-Router-SPA-Mode': 'yes', 'X-React-Router-Prerender-Data': '"x"' }
  const answer = await site.fetch('/practice', { headers })
  const withoutNonce = (html: string) => html.replace(/nonce="[^"]*"/g, '')
  expect(answer.status).toBe(200)
  expect(withoutNonce(await answer.text())).toBe(withoutNonce(plain))
  const post = await site.fetch('/practice', {
    method: 'POST',
    headers: { ...headers, Origin: site.origin },
    body: 'x',
  })
  expect(post.status).toBe(405)
})

test('a page allows scripts by a nonce of its own only, and nothing inline besides', async () => {
  const nonces = new Set<string>()
  for (const path of ['/', '/practice', '/resources/cbse/12/', '/login', '/no-such-page']) {
    const answer = await site.fetch(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const html = await answer.text()
    const nonce = /script-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})'(;|$)/.exec(policy)?.[1] ?? ''
    expect([path, nonce]).not.toEqual([path, ''])
    nonces.add(nonce)
    expect(policy).toMatch(/^default-src 'none';/)
    for (const part of [
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "style-src 'self'",
    ]) {
      expect(policy.split('; ')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|\*|http:/)
    // Structured data is read and never run.
    const scripts = (html.match(/<script\b[^>]*>/g) ?? []).filter((tag) => !tag.includes('ld+json'))
    expect(
      scripts.filter((script) => !script.includes(`nonce="${nonce}"`) && !script.includes('src="/')),
    ).toEqual([])
    expect(html).not.toMatch(/\son[a-z]+="|<[^>]+\sstyle="|<style|javascript:/)
    expect(html).not.toContain('<b>bold</b>')
  }
  expect(nonces.size).toBe(5)
})

test.each([
  '/',
  '/practice',
  '/login',
  '/api/papers',
  '/api/none',
  '/healthz',
  '/favicon.svg',
  '/files/a/b.pdf',
])('%s carries the headers that protect it', async (path) => {
  const answer = await site.fetch(path)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(answer.headers.has('x-powered-by')).toBe(false)
  expect(answer.headers.has('server')).toBe(false)
  expect(answer.headers.has('strict-transport-security')).toBe(false)
  await answer.body?.cancel()
})

test('a site with an https address tells browsers to stay with it, and knows no other host', async () => {
  const port = await freePort()
  const secure = await openSite({ env: { SITE_URL: 'https://papers.example.in', PORT: String(port) } })
  const ask = (headers: Record<string, string>, method = 'GET') =>
    rawRequest(`http://127.0.0.1:${port}`, '/api/visits', { method, headers })
  const own = await ask({ Host: 'papers.example.in' })
  expect([own.status, own.headers['strict-transport-security']]).toEqual([
    200,
    'max-age=63072000; includeSubDomains',
  ])
  expect((await ask({ Host: `127.0.0.1:${port}` })).status).toBe(421)
  const Host = 'papers.example.in'
  expect((await ask({ Host, Origin: 'https://papers.example.in' }, 'POST')).status).toBe(200)
  expect((await ask({ Host, Origin: 'http://papers.example.in' }, 'POST')).status).toBe(403)
  await secure.end()
})

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('answers are compressed for those who ask, the same bytes inside, and vary by it', async () => {
  for (const path of ['/practice', '/api/openapi.json']) {
    const answer = await rawRequest(site.origin, path, { headers: { 'Accept-Encoding': 'gzip' } })
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
    const head = await rawRequest(site.origin, path, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect([head.status, head.body]).toEqual([200, ''])
    const plain = await rawRequest(site.origin, path, { headers: { 'Accept-Encoding': 'identity' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
  }
})

test('an overloaded server turns new work away with 503 and still says that it lives', async () => {
  delay = 201
  try {
    for (const path of ['/practice', '/api/papers']) {
      const answer = await site.fetch(path)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await answer.json()).code).toBe('overloaded')
    }
    for (const path of ['/healthz', '/readyz', '/favicon.svg'])
      expect((await site.fetch(path)).status).toBe(200)
  } finally {
    delay = 0
  }
  expect((await site.fetch('/practice')).status).toBe(200)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s to a page is refused without a word of its routes',
  async (method) => {
    for (const path of ['/', '/practice', '/login', '/practice.data', '/share.png', '/nowhere']) {
      const answer = await site.fetch(path, { method, headers: { Origin: site.origin } })
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
      expect(await answer.text()).not.toMatch(/routes\/|action/)
    }
    const seen = await site.fetch('/login', { method, headers: { Origin: site.origin, Accept: 'text/html' } })
    expect(await seen.text()).toContain('Unexpected Application Error!')
  },
)

test('health and readiness are never cached', async () => {
  for (const [path, text] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    const answer = await site.fetch(path)
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      200,
      text,
      'no-store',
    ])
  }
})

type Operation = { summary?: string; responses: Record<string, { content?: Record<string, unknown> }> }
type Document = {
  openapi: string
  info: { title: string }
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

test('the OpenAPI document is 3.1, whole, and describes every route', async () => {
  const document = (await (await site.fetch('/api/openapi.json')).json()) as Document
  expect([document.openapi, document.info.title]).toEqual(['3.1.0', 'Thervu'])
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
  expect(routes.map(({ name }) => name).sort()).toEqual(
    [
      'get /papers',
      'get /papers/latest',
      'get /papers/{id}',
      'post /papers/{id}/views',
      'get /suggestions',
      'get /papers.pdf',
      'get /papers.zip',
      'post /lists',
      'get /pricing',
      'get /visits',
      'post /visits',
      'post /auth/login',
      'post /auth/login/code',
      'post /auth/logout',
      'get /auth/token',
      'get /auth/session',
      'get /admin/papers',
      'post /admin/papers',
      'get /admin/papers/{id}',
      'patch /admin/papers/{id}',
      'delete /admin/papers/{id}',
      'post /admin/papers/{id}/restoration',
      'put /admin/papers/{id}/file',
      'put /admin/papers/{id}/thumbnail',
      'delete /admin/papers/{id}/thumbnail',
      'put /admin/papers/{id}/answers',
      'delete /admin/papers/{id}/answers',
      'delete /admin/bin/{id}',
      'post /admin/together',
      'get /admin/journal',
      'get /admin/uploads/{uploadId}',
      'delete /admin/samples',
      'put /admin/prices',
      'get /admin/account',
      'post /admin/account/confirmation',
      'put /admin/account/password',
      'delete /admin/account/sessions',
      'delete /admin/account/sessions/{sid}',
      'post /admin/account/second-factor',
      'put /admin/account/second-factor',
      'post /admin/account/second-factor/removal',
      'post /admin/account/recovery-codes',
      'post /admin/administrators',
      'post /admin/administrators/{id}/disablement',
      'post /admin/administrators/{id}/restoration',
      'post /admin/tray',
      'get /admin/tray',
      'get /admin/tray/{uploadId}',
      'delete /admin/tray/{uploadId}',
      'get /admin/tray/{uploadId}/thumbnail',
      'post /admin/tray/{uploadId}/publication',
      'post /admin/twins',
      'post /admin/answer-matches',
      'get /admin/readings',
      'post /admin/readings',
      'get /admin/activity',
      'get /admin/activity/searches',
      'get /admin/activity/coverage',
      'get /admin/activity/papers/{id}',
    ].sort(),
  )
  for (const { name, operation } of routes) {
    expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z]/)])
    expect(Object.keys(operation.responses).every((status) => /^[2-5]\d\d$/.test(status))).toBe(true)
  }
  const references = JSON.stringify(document).match(/"#\/components\/[^"]+"/g) ?? []
  for (const reference of references) {
    const [, , kind = '', name = ''] = JSON.parse(reference).split('/')
    expect([reference, document.components[kind]?.[name]]).not.toEqual([reference, undefined])
  }
  for (const { name, operation } of routes.filter((route) => route.name.includes('/admin/'))) {
    expect([name, (operation as { security?: unknown }).security]).toEqual([
      name,
      [{ session: [], storedToken: [] }],
    ])
  }
})

test('the API is readable at /api/docs with assets of this site only', async () => {
  const page = await site.fetch('/api/docs')
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'")
  expect(policy).not.toContain('unsafe')
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => String(match[1]))
  expect(addresses.length).toBeGreaterThanOrEqual(4)
  for (const address of addresses) {
    expect(address).toMatch(/^\/(api\/|favicon\.svg$)/)
    const asset = await site.fetch(address)
    expect([address, asset.status]).toEqual([address, 200])
    expect((await asset.text()).length).toBeGreaterThan(50)
  }
  expect(html).not.toMatch(/<script>/)
})

test('a person who opens an address that is refused reads a page, a program a problem document', async () => {
  const path = '/files/12th-cbse/gone_20260101T000000000Z-abcdefgh.pdf'
  const page = await site.fetch(path, { headers: { Accept: 'text/html,application/xhtml+xml' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.headers.get('cache-control')).toBe('no-store')
  const html = await page.text()
  expect(html).toContain('This paper is no longer here')
  expect(html).toContain('href="/practice"')
  const document = await site.fetch(path)
  expect(document.headers.get('content-type')).toBe('application/problem+json')
})

test('a parameter is refused by its name on routes that take none', async () => {
  for (const path of ['/api/papers/latest?page=2', '/api/pricing?currency=usd', '/api/visits?since=1']) {
    const answer = await site.fetch(path)
    expect([path, answer.status]).toEqual([path, 422])
    expect((await answer.json()).field).toBe(new URL(path, site.origin).search.slice(1).split('=')[0])
  }
})
