import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest } from '../support/raw-http.ts'
import { openSite, type Site } from '../support/site.ts'

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
