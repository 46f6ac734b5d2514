import { readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { bigPdf, plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { rawRequest } from '../support/raw-http.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

const file = bigPdf(3 * 1024 * 1024)
const size = file.byteLength
let site: Site
let paper: Paper
const logged: Record<string, unknown>[] = []
beforeAll(async () => {
  site = await openSite({ parts: () => ({ logRequest: (line) => void logged.push(line) }) })
  paper = await publish(site, await site.signIn(), { title: 'Maths: vectors' }, file)
})
afterAll(() => site.end())

function get(headers: Record<string, string> = {}, method = 'GET') {
  return site.fetch(paper.link, { method, headers })
}

test('a file is served whole, with the headers that keep it harmless', async () => {
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `inline; filename="CBSE Class 12 Mathematics, December 2024 - Maths vectors.pdf"; filename*=UTF-8''CBSE%20Class%2012%20Mathematics%2C%20December%202024%20-%20Maths%20vectors.pdf`,
    'content-length': String(size),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/pdf',
    'cross-origin-resource-policy': 'same-origin',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    'last-modified': expect.stringMatching(/ GMT$/),
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.has('content-encoding')).toBe(false)
  expect(answer.headers.has('set-cookie')).toBe(false)
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
})

test('HEAD answers with the headers of GET and no body, also when a range is asked', async () => {
  const whole = await get()
  await whole.arrayBuffer()
  for (const headers of [{}, { Range: 'bytes=0-9' }] as Record<string, string>[]) {
    const answer = await get(headers, 'HEAD')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
    for (const name of ['content-length', 'etag', 'content-type', 'accept-ranges', 'last-modified']) {
      expect([name, answer.headers.get(name)]).toEqual([name, whole.headers.get(name)])
    }
  }
})

test.each([
  ['0-0', 0, 0],
  ['0-99', 0, 99],
  ['1000-', 1000, size - 1],
  [`${size - 1}-`, size - 1, size - 1],
  ['-1', size - 1, size - 1],
  ['-500', size - 500, size - 1],
  [`-${size * 2}`, 0, size - 1],
  [`100-${size * 2}`, 100, size - 1],
  ['70000-2000000', 70_000, 2_000_000],
])('bytes=%s are served as 206', async (range, start, end) => {
  const answer = await get({ Range: `bytes=${range}` })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
  expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
  expect(Buffer.from(await answer.arrayBuffer()).equals(file.subarray(start, end + 1))).toBe(true)
})

test.each([
  'bytes=5-2',
  'bytes=-',
  'bytes=a-b',
  'bytes=0-1,4-5',
  'lines=0-9',
  'bytes 0-9',
  'bytes=0x0-9',
  'bytes=+1-9',
])('a range of “%s” is no single range of bytes, so the whole file is served', async (range) => {
  const answer = await get({ Range: range })
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(size)])
  await answer.body?.cancel()
})

test.each([`bytes=${size}-`, 'bytes=-0', `bytes=${'9'.repeat(40)}-`])(
  'a range of %s is outside: 416',
  async (range) => {
    const answer = await get({ Range: range })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${size}`)
    expect((await answer.json()).code).toBe('range-not-satisfiable')
  },
)

test('the ETag, any of several, or * is answered 304 without a body', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get({ 'If-None-Match': known })
    expect([known, answer.status, await answer.text()]).toEqual([known, 304, ''])
    expect(answer.headers.get('etag')).toBe(etag)
    expect(answer.headers.get('cache-control')).toContain('immutable')
  }
  const answer = await get({
    'If-None-Match': '"other"',
    'If-Modified-Since': new Date(Date.now() + 1e6).toUTCString(),
  })
  expect(answer.status).toBe(200)
  await answer.body?.cancel()
})

test('a date not before the storing is answered 304; an earlier one and nonsense get the file', async () => {
  const stored = (await get({}, 'HEAD')).headers.get('last-modified') ?? ''
  expect((await get({ 'If-Modified-Since': stored })).status).toBe(304)
  for (const since of [new Date(Date.parse(stored) - 1000).toUTCString(), 'yesterday', '']) {
    const answer = await get({ 'If-Modified-Since': since })
    expect([since, answer.status]).toEqual([since, 200])
    await answer.body?.cancel()
  }
})

test('If-Range gives a range of the same file, and the whole of any other', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
  const same = await get({ Range: 'bytes=0-9', 'If-Range': etag })
  expect(same.status).toBe(206)
  await same.arrayBuffer()
  for (const condition of ['"other"', `W/${etag}`, new Date(0).toUTCString()]) {
    const answer = await get({ Range: 'bytes=0-9', 'If-Range': condition })
    expect([condition, answer.status]).toEqual([condition, 200])
    await answer.body?.cancel()
  }
})

test.each([
  '/files/12th-cbse/unknown_20260101T000000000Z-abcdefgh.pdf',
  '/files/12th-cbse/..%2f..%2fthervu.db',
  '/files/..%2f/thervu.db',
  '/files/..%2fserver.lock/x.pdf',
  '/files/12th-cbse/%00.pdf',
  '/files/quarantine/x',
  "/files/a/x'%20or%201=1.pdf",
])('%s is nobody’s file: 404', async (path) => {
  const answer = await rawRequest(site.origin, path)
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json'])
  expect(JSON.parse(answer.body).code).toBe('file-not-found')
})

test.each(['/files/../data/thervu.db', '/files/12th-cbse', '/files/', '/files/a/b/c.pdf'])(
  '%s is no file either',
  async (path) => {
    expect((await rawRequest(site.origin, path)).status).toBe(404)
  },
)

test('whole, in part and unchanged, a file carries the headers that every answer has, and is logged', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
  for (const [headers, status] of [
    [{}, 200],
    [{ Range: 'bytes=0-9' }, 206],
    [{ 'If-None-Match': etag }, 304],
  ] as [Record<string, string>, number][]) {
    logged.length = 0
    const answer = await site.fetch(`${paper.link}?utm_source=x`, { headers })
    await answer.arrayBuffer()
    const requestId = answer.headers.get('x-request-id')
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      status,
      {
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ])
    expect(logged).toMatchObject([
      { requestId, method: 'GET', path: paper.link, status, ms: expect.any(Number), address: '127.0.0.1' },
    ])
  }
})

test('a small file that is asked for again comes from memory as it does from the disk', async () => {
  const small = plainPdf({ text: 'Asked for by many' })
  const { link } = await publish(site, await site.signIn(), { title: 'Asked for by many' }, small)
  const [start, end] = [10, small.byteLength - 20]
  for (let nth = 0; nth < 3; nth += 1) {
    const whole = await site.fetch(link)
    expect(Buffer.from(await whole.arrayBuffer()).equals(small)).toBe(true)
    const part = await site.fetch(link, { headers: { Range: `bytes=${start}-${end}` } })
    expect([part.status, part.headers.get('content-length')]).toEqual([206, String(end - start + 1)])
    expect(Buffer.from(await part.arrayBuffer()).equals(small.subarray(start, end + 1))).toBe(true)
  }
})

test('what happens to a paper happens to its file with the next request, however often it was read', async () => {
  const admin = await site.signIn()
  const client = paperClient(site, admin)
  const moved = await publish(site, admin, { title: 'Before' })
  const read = async () => {
    const answer = await site.fetch(moved.link)
    await answer.arrayBuffer()
    return [answer.status, answer.headers.get('content-disposition')?.includes('Before.pdf') ?? null]
  }
  expect([await read(), await read(), await read()]).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ])
  await client.revise(moved.id, { title: 'After' })
  expect(await read()).toEqual([200, false])
  await client.bin(moved.id)
  expect(await read()).toEqual([404, null])
  await client.restore(moved.id)
  expect(await read()).toEqual([200, false])
  await client.replace(moved.id, 'file', plainPdf({ text: 'Another' }))
  expect((await site.fetch(moved.link)).status).toBe(302)
})

test('under another name than its own the site sends no file', async () => {
  const answer = await rawRequest(site.origin, paper.link, { headers: { Host: 'papers.example' } })
  expect(answer.status).toBe(421)
})

test('a file that is not there, or whose folder is gone, is a 404; pages and lists go on', async () => {
  const lost = await publish(site, await site.signIn(), { title: 'Lost' })
  rmSync(join(site.dataDir, lost.link))
  const answer = await site.fetch(lost.link)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  renameSync(join(site.dataDir, 'files'), join(site.dataDir, 'away'))
  try {
    expect((await site.fetch(paper.link)).status).toBe(404)
    for (const path of [
      '/practice',
      '/resources/cbse/12/',
      '/api/papers',
      '/api/papers?q=vectors',
      '/healthz',
    ]) {
      const page = await site.fetch(path)
      expect([path, page.status]).toEqual([path, 200])
      if (path !== '/healthz') expect(await page.text()).toContain('Maths: vectors')
    }
    const ready = await site.fetch('/readyz')
    expect([ready.status, (await ready.json()).detail]).toEqual([503, 'The file store does not answer.'])
  } finally {
    renameSync(join(site.dataDir, 'away'), join(site.dataDir, 'files'))
  }
  expect((await site.fetch('/readyz')).status).toBe(200)
})

test('readers who go away in the middle leave no file open', async () => {
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith('.pdf')
      } catch {
        return false
      }
    }).length
  for (let round = 0; round < 20; round++) {
    const stop = new AbortController()
    const answer = await site.fetch(paper.link, { signal: stop.signal })
    const reader = answer.body?.getReader()
    await reader?.read()
    stop.abort()
    await reader?.read().catch(() => {})
  }
  await until('all files are closed', () => openFiles() === 0)
})

describe('of public/', () => {
  const BUILT = join(import.meta.dirname, '../../build/client')
  let site: Site
  let clientDir: string
  beforeAll(async () => {
    clientDir = await mkdtemp(join(tmpdir(), 'thervu-client-'))
    await cp(BUILT, clientDir, { recursive: true })
    await mkdir(join(clientDir, 'slides'))
    await mkdir(join(clientDir, '.vite'))
    await mkdir(join(clientDir, '.well-known'))
    await writeFile(join(clientDir, 'slides/first hall.webp'), 'a picture of the hall')
    await writeFile(join(clientDir, 'தேர்வு.txt'), 'exam '.repeat(1000))
    await writeFile(join(clientDir, '.well-known/security.txt'), 'Contact: mailto:priya@centre.example')
    await writeFile(join(clientDir, 'slides/.DS_Store'), 'names of other folders')
    await writeFile(join(clientDir, 'robots.txt'), 'User-agent: *\nDisallow: /\n')
    await writeFile(join(clientDir, '.vite/manifest.json'), '{}')
    await symlink('/etc/hostname', join(clientDir, 'host'))
    site = await openSite({ http: { clientDir } })
    await writeFile(join(clientDir, 'late.txt'), 'came after the start')
  })
  afterAll(async () => {
    await site.end()
    await rm(clientDir, { recursive: true })
  })

  test('every file of public/ is served, with its type, for an hour', async () => {
    for (const [path, type] of [
      ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
      ['/slides/first%20hall.webp', 'image/webp'],
      ['/%E0%AE%A4%E0%AF%87%E0%AE%B0%E0%AF%8D%E0%AE%B5%E0%AF%81.txt', 'text/plain; charset=utf-8'],
    ] as const) {
      const answer = await site.fetch(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
      expect((await answer.text()).length).toBeGreaterThan(20)
      const etag = answer.headers.get('etag') ?? ''
      const again = await site.fetch(path, { headers: { 'If-None-Match': etag } })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
      expect((await site.fetch(path, { method: 'HEAD' })).status).toBe(200)
    }
  })

  test('a text is compressed', async () => {
    const answer = await site.fetch('/தேர்வு.txt', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect((await answer.text()).length).toBe(5000)
  })

  test('a file of the centre’s own takes the place of what the site would make', async () => {
    expect(await (await site.fetch('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
  })

  test.each([
    '/late.txt',
    '/host',
    '/slides',
    '/slides/',
    '/.vite/manifest.json',
    '/slides/.DS_Store',
    '/slides/../../package.json',
    '/slides/..%2f..%2fpackage.json',
    '/..%5cpackage.json',
    '/assets/..%2frobots.txt',
    '//robots.txt',
    '/robots.txt%00',
    '/__proto__',
    '/constructor',
  ])('%s is no file of public/', async (path) => {
    expect((await rawRequest(site.origin, path)).status).toBe(404)
  })

  test('a file of public/ is sent also while the site is full, as part of a page that was answered', async () => {
    const busy = await openSite({ http: { clientDir, admission: { atOnce: 0, waiting: 0, patienceMs: 0 } } })
    try {
      const statuses = [
        '/practice',
        '/robots.txt',
        '/slides/first%20hall.webp',
        '/share.png',
        '/ta/share.png',
      ].map(async (path) => (await busy.fetch(path)).status)
      expect(await Promise.all(statuses)).toEqual([503, 200, 200, 200, 200])
    } finally {
      await busy.end()
    }
  })
})
