import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashInline } from '#server/pages/render-html.ts'
import { freePort, rawRequest } from '../support/raw-http.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await publish(site, await site.signIn(), { title: 'Paper <b>bold</b>' })
})
afterAll(() => site.end())

test('a page allows its own inline scripts by their hashes, and nothing inline besides', async () => {
  const styleLike = `/search?q=${encodeURIComponent('<style>/* styles */')}`
  for (const path of ['/', '/practice', '/resources/cbse/12/', styleLike, '/login', '/no-such-page']) {
    const answer = await site.fetch(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const html = await answer.text()
    expect(policy).toMatch(/^default-src 'none';/)
    for (const part of ["base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      expect(policy.split('; ')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|\*|http:/)
    // Data is read and never run.
    const inline = [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)]
      .filter(([, , attributes]) => !/json"|src="\//.test(attributes ?? ''))
      .map(([, kind, , text = '']) => `${kind} ${createHash('sha256').update(text).digest('base64')}`)
    const allowed = ['script', 'style'].flatMap((kind) =>
      [...(partOf(policy, `${kind}-src`)?.matchAll(/'sha256-([^']+)'/g) ?? [])].map(
        ([, hash]) => `${kind} ${hash}`,
      ),
    )
    expect(inline.length).toBeGreaterThan(2)
    expect([path, new Set(inline)]).toEqual([path, new Set(allowed)])
    expect(partOf(policy, 'script-src')).toMatch(/^script-src 'self'( 'sha256-[\w+/=]{44}')+$/)
    expect(partOf(policy, 'style-src')).toMatch(/^style-src 'self'( 'sha256-[\w+/=]{44}')*$/)
    expect(html).not.toMatch(/\son[a-z]+="|<[^>]+\sstyle="|javascript:|nonce/)
    expect(html).not.toContain('<b>bold</b>')
  }
})

test('a page names the sheet that it is painted with before its HTML, also from memory, and nothing else does', async () => {
  for (const path of ['/', '/', '/ta/practice', '/login', '/no-such-page']) {
    const answer = await site.fetch(path)
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(await answer.text()) ?? []
    expect([path, answer.headers.get('link')]).toEqual([path, `<${sheet}>; rel=preload; as=style`])
    expect((await site.fetch(sheet)).headers.get('content-type')).toMatch(/^text\/css/)
  }
  for (const path of ['/api/papers', '/feed.xml', '/healthz'])
    expect([path, (await site.fetch(path)).headers.get('link')]).toEqual([path, null])
})

function partOf(policy: string, name: string) {
  return policy.split('; ').find((part) => part.startsWith(`${name} `))
}

test('a script that a stranger smuggles into a page gets no hash, whatever it bears', () => {
  const own = '<script nonce="n0nce+/=">own()</script>'
  const foreign =
    '<script>foreign()</script><script nonce="">foreign()</script><script nonce="n0nce">foreign()</script>'
  const { page, policy } = hashInline(`<p>${foreign}</p>${own}`, 'n0nce+/=')
  const hash = createHash('sha256').update('own()').digest('base64')
  expect(partOf(policy, 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`)
  expect(page).toBe(`<p>${foreign}</p><script>own()</script>`)
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
    ['/healthz', /^ok\nversion \d+\.\d+\.\d+(\ncommit [0-9a-f]+)?$/],
    ['/readyz', /^ready$/],
  ] as const) {
    const answer = await site.fetch(path)
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      200,
      expect.stringMatching(text),
      'no-store',
    ])
  }
})
