import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { adminApi } from '#server/api/admin/admin.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { stateOf } from '../support/stored.ts'

type Route = { method: string; path: string }

let site: Site
let paper: Paper
let routes: Route[]
let before: Awaited<ReturnType<typeof stateOf>>
beforeAll(async () => {
  site = await openSite()
  paper = await publish(site, await site.signIn())
  routes = adminRoutes()
  before = await stateOf(site.dataDir)
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => site.end())

/** Every route below /admin as the server has it, and some that are none. */
function adminRoutes(): Route[] {
  const lines = adminApi(site.app, {} as Quarantine)
    .routes.filter(({ method }) => method !== 'ALL')
    .flatMap(({ method, path }) => {
      const [whole, names = ''] = /:\w+\{([\w|]+)\}/.exec(path) ?? []
      return names.split('|').map((name) => `${method} /admin${whole ? path.replace(whole, name) : path}`)
    })
  const none = [
    'GET /admin',
    'GET /admin/none',
    'POST /admin/papers/x',
    'PATCH /admin/prices',
    'PUT /admin/papers',
  ]
  return [...new Set([...lines, ...none])].map((line) => {
    const [method = '', path = ''] = line.split(' ')
    return { method, path: `/api${path.replace(':id', paper.id).replace(':uploadId', 'some-upload-id')}` }
  })
}

function call({ method, path }: Route, headers: Record<string, string>) {
  const json: Record<string, string> = method === 'PUT' ? { 'Content-Type': 'application/json' } : {}
  const body = method === 'PUT' ? JSON.stringify({ 'jee-mon': 1 }) : undefined
  return site.fetch(path, { method, headers: { ...headers, ...json }, body })
}

async function expectRefused(headers: Record<string, string>, statuses: number[]) {
  for (const route of routes) {
    const answer = await call(route, headers)
    const problem = await answer.json()
    expect([route, statuses.includes(answer.status), answer.status]).toEqual([route, true, answer.status])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(problem.code).toMatch(/^(not-signed-in|user-token-expired|user-disabled|foreign-origin)$/)
  }
  expect(await stateOf(site.dataDir)).toEqual(before)
}

test('the routes of the administration are all there to be tried', () => {
  const described = routes.map(({ method, path }) => `${method} ${path.replace(paper.id, '{id}')}`)
  expect(described).toEqual(
    expect.arrayContaining([
      'GET /api/admin/papers',
      'GET /api/admin/papers/{id}',
      'PATCH /api/admin/papers/{id}',
      'DELETE /api/admin/papers/{id}',
      'POST /api/admin/papers/{id}/restoration',
      'PUT /api/admin/papers/{id}/file',
      'PUT /api/admin/papers/{id}/thumbnail',
      'DELETE /api/admin/papers/{id}/thumbnail',
      'PUT /api/admin/papers/{id}/answers',
      'DELETE /api/admin/papers/{id}/answers',
      'DELETE /api/admin/bin/{id}',
      'POST /api/admin/bulk',
      'GET /api/admin/uploads/some-upload-id',
      'PATCH /api/admin/uploads/some-upload-id',
      'POST /api/admin/inbox',
      'POST /api/admin/inbox/some-upload-id/publication',
      'POST /api/admin/first-pages',
      'POST /api/admin/first-pages/hints',
      'DELETE /api/admin/samples',
      'PUT /api/admin/prices',
      'PUT /api/admin/account/password',
      'POST /api/admin/administrators',
    ]),
  )
})

type Change = (admin: SignedIn) => Record<string, string> | Promise<Record<string, string>>

const without =
  (name: string): Change =>
  ({ headers }) => {
    const { [name]: _, ...rest } = headers
    return rest
  }
const withToken =
  (make: (token: string) => string): Change =>
  ({ headers, token }) => ({
    ...headers,
    Authorization: `Bearer ${make(token)}`,
  })
const refusals: [string, Change, number[]][] = [
  ['nothing at all', () => ({}), [401, 403]],
  ['only the site’s Origin', () => ({ Origin: site.origin }), [401]],
  ['the cookie but no token', without('Authorization'), [401]],
  ['the token but no cookie', without('Cookie'), [401]],
  ['a token with another signature', withToken((token) => `${token.slice(0, -6)}AAAAAA`), [401]],
  [
    'a token that says none needs to sign',
    withToken((token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`),
    [401],
  ],
  [
    'the cookie’s value as its token',
    ({ headers, cookie }) => ({ ...headers, Authorization: `Bearer ${cookie.split('=')[1]}` }),
    [401],
  ],
  ['a made-up cookie', ({ headers }) => ({ ...headers, Cookie: 'session=abcdefgh.ijklmnop' }), [401]],
  [
    'the token of another session',
    async ({ headers }) => ({ ...headers, Authorization: `Bearer ${(await site.signIn()).token}` }),
    [401],
  ],
  ['a foreign Origin', ({ headers }) => ({ ...headers, Origin: 'https://elsewhere.example' }), [403]],
  ['the Origin “null”', ({ headers }) => ({ ...headers, Origin: 'null' }), [403]],
  ['no Origin', without('Origin'), [403]],
]

test.each(refusals)('with %s every route refuses and nothing changes', async (_what, change, statuses) => {
  await expectRefused(await change(await site.signIn()), statuses)
})

test('with an expired token every route refuses and nothing changes', async () => {
  const admin = await site.signIn()
  vi.setSystemTime(Date.now() + 15 * 60_000 + 1000)
  await expectRefused(admin.headers, [401])
})

test('with an expired session every route refuses and nothing changes', async () => {
  const admin = await site.signIn()
  vi.setSystemTime(Date.now() + 61 * 60_000)
  await expectRefused(admin.headers, [401])
})

test('after signing out every route refuses and nothing changes', async () => {
  const admin = await site.signIn()
  const { Cookie = '', Origin = '' } = admin.headers
  expect((await site.fetch('/api/auth/logout', { method: 'POST', headers: { Cookie, Origin } })).status).toBe(
    204,
  )
  await expectRefused(admin.headers, [401])
})

test('with all three every route lets the administrator in', async () => {
  const admin = await site.signIn()
  for (const route of routes) {
    const answer = await call(route, admin.headers)
    expect([route, [401, 403].includes(answer.status)]).toEqual([route, false])
    await answer.body?.cancel()
  }
  expect(await stateOf(site.dataDir)).not.toEqual(before)
})
