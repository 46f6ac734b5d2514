import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest, rawText } from '../support/raw-http.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { stateOf } from '../support/stored.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(() => site.end())

test('a host that is not this site is answered 421, also by an address that would change something', async () => {
  const before = await stateOf(site.dataDir)
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
  expect(await stateOf(site.dataDir)).toEqual(before)
})

test('two Host headers are answered 400 wherever they come to, though they name the same', async () => {
  const { link } = await publish(site, admin)
  const { host } = new URL(site.origin)
  const before = await stateOf(site.dataDir)
  for (const [method, path] of [
    ['GET', '/practice'],
    ['GET', link],
    ['GET', '/api/papers'],
    ['GET', '/healthz'],
    ['POST', '/api/visits'],
  ] as const) {
    if (method === 'GET') expect((await (await site.fetch(path)).bytes()).length).toBeGreaterThan(0)
    for (const second of [`Host: ${host}`, 'hOST: evil.example'])
      for (const hosts of [
        [`Host: ${host}`, second],
        [second, `Host: ${host}`],
      ]) {
        const head = `${method} ${path} HTTP/1.1\r\n${hosts.join('\r\n')}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
        for (const asked of [head, head.replace('Content-Length: 0\r\n', '')]) {
          const answer = await rawText(site.origin, asked)
          expect([path, second, answer.slice(0, 12)]).toEqual([path, second, 'HTTP/1.1 400'])
          expect(answer).toContain('"code":"two-hosts"')
        }
      }
  }
  expect(await stateOf(site.dataDir)).toEqual(before)
})

test('a write from another origin is answered 403 before anything happens', async () => {
  const before = await stateOf(site.dataDir)
  for (const Origin of ['https://evil.example', 'null', site.origin.replace('http', 'https')]) {
    for (const path of [
      '/api/visits',
      '/api/papers/x/views',
      '/api/auth/login',
      '/practice',
      '/api/admin/inbox',
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
  expect(await stateOf(site.dataDir)).toEqual(before)
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

type Operation = { summary?: string; responses: Record<string, { content?: Record<string, unknown> }> }
type Document = {
  openapi: string
  info: { title: string }
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

test('the OpenAPI document is 3.1, whole, and describes every public route and none of the admin area', async () => {
  const document = (await (await site.fetch('/api/openapi.json')).json()) as Document
  expect([document.openapi, document.info.title]).toEqual(['3.1.0', 'Thervu'])
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
  expect(routes.map(({ name }) => name).sort()).toEqual(
    [
      'get /papers',
      'get /papers/found',
      'get /papers/keepable',
      'get /papers/latest',
      'get /papers/{id}',
      'get /papers/{id}/questions',
      'get /papers/{id}/{of}/{question}/picture',
      'get /questions',
      'get /questions/suggest',
      'post /papers/{id}/views',
      'get /suggestions',
      'get /papers.pdf',
      'get /papers.zip',
      'get /worksheet.pdf',
      'get /worksheet.docx',
      'post /lists',
      'get /pricing',
      'get /visits',
      'post /visits',
      'post /taps/{target}',
      'post /auth/login',
      'post /auth/login/code',
      'post /auth/login/passkey',
      'post /auth/login/passkey/options',
      'post /auth/password-reset',
      'post /auth/password-reset/password',
      'post /auth/logout',
      'get /auth/token',
      'get /auth/session',
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
})

test('the API is readable at /api/docs without scripts, each operation and schema of the document', async () => {
  const page = await site.fetch('/api/docs')
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; style-src 'self'")
  expect(html).not.toContain('<script')
  const document = (await (await site.fetch('/api/openapi.json')).json()) as Document
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { summary = '' }] of Object.entries(methods))
      expect(html).toContain(
        `<strong>${method.toUpperCase()}</strong> <code>${path}</code> ${summary.replaceAll('"', '&quot;')}`,
      )
  for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`)
  const addresses = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => String(match[1]))
  expect(addresses).toContain('/api/docs/docs.css')
  for (const address of addresses) {
    const asset = await site.fetch(address)
    expect([address, asset.status]).toEqual([address, 200])
  }
})
