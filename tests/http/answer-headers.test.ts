import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest } from '../support/raw-http.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await publish(site, await site.signIn(), { title: 'Paper <b>bold</b>' })
})
afterAll(() => site.end())

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
