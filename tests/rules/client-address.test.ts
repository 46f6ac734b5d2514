import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { identifyClient } from '#server/middleware/client.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

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
