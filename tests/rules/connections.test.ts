import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { identifyClient } from '#server/middleware/client.ts'
import { limitTime } from '#server/middleware/limit-concurrency.ts'
import { withoutRouterHeaders } from '#server/pages/render-html.ts'
import { guardConnections } from '#server/process/guard-connections.ts'
import { limitConnections } from '#server/process/serve-site.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { openInTime } from '#server/stored-files/file-routes.ts'

/** Connections in the order in which they come, each named by its network: "a", or "A" while it is being answered. */
function limited(most: number) {
  const server = createServer()
  limitConnections(server, most)
  const sockets: { name: string; socket: Socket }[] = []
  onTestFinished(() => sockets.forEach(({ socket }) => void socket.destroy()))
  return (names: string) => {
    for (const name of names) {
      const socket = new Socket()
      const address = `192.0.2.${name.toLowerCase().charCodeAt(0)}`
      Object.defineProperty(socket, 'remoteAddress', { value: address })
      sockets.push({ name, socket })
      server.emit('connection', socket)
      const asked = { socket, headers: {}, complete: true, method: 'GET' } as never
      if (name !== name.toLowerCase()) guardConnections(() => {})(asked, new EventEmitter() as never)
    }
    return sockets.flatMap(({ name, socket }) => (socket.destroyed ? [] : [name])).join('')
  }
}

test.each([
  ['the oldest of whoever holds most goes, and no single visitor', 'bacaa', 'd', 'bcaad'],
  ['also for one of those who hold most', 'bacaa', 'a', 'bcaaa'],
  ['also where many come in one turn', 'bcdeaaaaaa', 'ffffff', 'bcdeaaffff'],
  ['one that is being answered stays', 'bAcaa', 'd', 'bAcad'],
  ['where all that holds most is being answered, the next go', 'AAAbb', 'c', 'AAAbc'],
  ['but nobody of a network that holds fewer than the newcomer’s', 'AAAbb', 'a', 'AAAbb'],
  ['where all are being answered the newcomer goes', 'AB', 'c', 'AB'],
  ['of single visitors the oldest goes', 'abc', 'd', 'bcd'],
])('at the limit %s', (_, before, come, after) => {
  const open = limited(before.length)
  expect(open(before)).toBe(before)
  expect(open(come)).toBe(after)
})

test('what has closed leaves its place', async () => {
  const open = limited(2)
  open('a')
  expect(open('b')).toBe('ab')
})

type Request = {
  peer?: string
  local?: string
  proxies?: string[]
  siteUrl?: string
  headers?: Record<string, string>
  method?: string
}

async function ask({
  peer = '203.0.113.9',
  local = '192.0.2.1',
  proxies = [],
  siteUrl,
  headers = {},
  method = 'GET',
}: Request) {
  const http = new Hono<HttpEnv>()
  http.use(identifyClient({ siteUrl: siteUrl ? new URL(siteUrl) : null, trustedProxy: proxies }))
  http.all('*', (c) => c.json({ address: c.var.address, origin: c.var.siteOrigin }))
  const incoming = { rawHeaders: [], socket: { remoteAddress: peer, localAddress: local } }
  const answer = await http.request(
    'http://localhost/',
    { method, headers: { host: 'localhost', ...headers } },
    { incoming } as never,
  )
  return {
    status: answer.status,
    ...((await answer.json()) as { address?: string; origin?: string; code?: string }),
  }
}

const addressOf = async (request: Request) => (await ask(request)).address

test('without a trusted proxy the socket’s address counts, whatever a client claims', async () => {
  expect(await addressOf({ headers: { 'x-forwarded-for': '1.2.3.4' } })).toBe('203.0.113.9')
  expect(await addressOf({ peer: '::ffff:203.0.113.9' })).toBe('203.0.113.9')
  expect(await addressOf({ peer: '2001:db8::1' })).toBe('2001:db8::1')
})

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['9.9.9.9, 1.2.3.4', '1.2.3.4'],
  ['9.9.9.9, 1.2.3.4, 10.0.0.7', '1.2.3.4'],
  ['10.0.0.7', '10.0.0.1'],
  ['2001:db8::7', '2001:db8::7'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['9.9.9.9:1, 1.2.3.4:5678, 10.0.0.7:443', '1.2.3.4'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
  ['1.2.3.4:', '10.0.0.1'],
  ['1.2.3.4:http', '10.0.0.1'],
  ['[1.2.3.4', '10.0.0.1'],
  ['1.2.3.4, garbage', '10.0.0.1'],
  ['', '10.0.0.1'],
  ['<script>', '10.0.0.1'],
])('behind a trusted proxy “%s” means %s', async (forwarded, address) => {
  const request = { proxies: ['10.0.0.0/8'], headers: { 'x-forwarded-for': forwarded } }
  expect(await addressOf({ ...request, peer: '10.0.0.1' })).toBe(address)
  expect(await addressOf({ ...request, peer: '::ffff:10.0.0.1' })).toBe(address)
})

test('a network of IPv6 proxies is trusted, and no other', async () => {
  const request = { proxies: ['fd00::/8'], headers: { 'x-forwarded-for': '1.2.3.4' } }
  expect(await addressOf({ ...request, peer: 'fd00::5' })).toBe('1.2.3.4')
  expect(await addressOf({ ...request, peer: 'fe00::5' })).toBe('fe00::5')
})

test('only a trusted proxy may say that the site was reached by https', async () => {
  const headers = { 'x-forwarded-proto': 'https' }
  expect((await ask({ headers })).origin).toBe('http://localhost')
  expect((await ask({ headers, peer: '10.0.0.1', proxies: ['10.0.0.1'] })).origin).toBe('https://localhost')
})

test('without SITE_URL localhost names and the address that was reached are the site', async () => {
  for (const host of [
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1:80',
    '[::1]:3000',
    '192.0.2.1',
    '192.0.2.1:3000',
  ]) {
    expect([host, (await ask({ headers: { host } })).status]).toEqual([host, 200])
  }
  for (const host of ['evil.example', 'localhost.evil.example', '192.0.2.2', '127.0.0.1.evil.example', '']) {
    expect([host, (await ask({ headers: { host } })).status]).toEqual([host, 421])
  }
})

test('with SITE_URL only its host is the site', async () => {
  const siteUrl = 'https://papers.example.in'
  expect(await ask({ siteUrl, headers: { host: 'Papers.Example.IN' } })).toMatchObject({
    status: 200,
    origin: siteUrl,
  })
  for (const host of [
    'localhost',
    'evil.example',
    'papers.example.in.evil.example',
    'papers.example.in:8080',
    '192.0.2.1',
  ]) {
    expect([host, (await ask({ siteUrl, headers: { host } })).code]).toEqual([host, 'wrong-site'])
  }
})

test('a foreign Origin may read and may not write', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost:81', 'https://localhost']) {
    expect((await ask({ headers: { origin } })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect(await ask({ method, headers: { origin } })).toMatchObject({
        status: 403,
        code: 'foreign-origin',
      })
    }
  }
  expect((await ask({ method: 'POST', headers: { origin: 'http://localhost' } })).status).toBe(200)
})

test('a file that is found after the answer that it took too long is closed', async () => {
  const [opened, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const files = new Hono<HttpEnv>().get('/:name', async (c) => {
    await opened.promise
    return c.body(new ReadableStream({ cancel: () => closed.resolve('closed') }, { highWaterMark: 0 }))
  })
  const site = new Hono<HttpEnv>()
  site.use(limitTime({ except: () => false, limitMs: 0 }))
  site.route('/files', files)
  const answer = await site.request('/files/paper.pdf')
  expect([answer.status, await answer.json()]).toMatchObject([408, { code: 'too-slow' }])
  opened.resolve()
  expect(await closed.promise).toBe('closed')
})

test('a file whose store answers too late is nobody’s, and is closed when it comes', async () => {
  const [opened, closed] = [
    Promise.withResolvers<ReadableStream<Uint8Array>>(),
    Promise.withResolvers<string>(),
  ]
  expect(await openInTime(opened.promise, 0)).toBeNull()
  opened.resolve(new ReadableStream({ cancel: () => closed.resolve('closed') }, { highWaterMark: 0 }))
  expect(await closed.promise).toBe('closed')
  const early = new ReadableStream<Uint8Array>()
  expect(await openInTime(Promise.resolve(early), 60_000)).toBe(early)
})

test('headers that only the router’s build may send are dropped; all else of the request stays', async () => {
  const request = new Request('http://localhost/practice?q=a', {
    method: 'POST',
    body: 'text',
    headers: { 'X-React-Router-SPA-Mode': 'yes', 'x-react-router-prerender-data': '[]', Accept: 'text/html' },
  })
  const passed = withoutRouterHeaders(request)
  expect([...passed.headers.keys()].filter((name) => name.startsWith('x-'))).toEqual([])
  expect([passed.method, passed.url, passed.headers.get('accept'), await passed.text()]).toEqual([
    'POST',
    'http://localhost/practice?q=a',
    'text/html',
    'text',
  ])
})
