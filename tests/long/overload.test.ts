import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { postPaper } from '../support/uploads.ts'

/** One answer is made at a time and three may wait, as long as a test takes. */
const SMALL = { atOnce: 1, waiting: 3, patienceMs: 60_000 }

let site: Site
let admin: SignedIn
let paper: Paper
/** Lets the searches that were held up go on. */
let goOn: (() => void)[] = []
let isHeldUp = false
let arrived = 0
let searches = 0
/** Statuses of the answers that were logged. */
const logged: number[] = []

beforeAll(async () => {
  site = await openSite({
    env: { TRUSTED_PROXY: '127.0.0.1' },
    http: { admission: SMALL },
    parts: ({ search, clock }) => ({
      // Asked when a request arrives.
      clock: { ...clock, monotonic: () => clock.monotonic() + 0 * ++arrived },
      logRequest: ({ status }) => void logged.push(status),
      search: {
        ...search,
        async match(...asked) {
          if (isHeldUp) await new Promise<void>((resolve) => goOn.push(resolve))
          return await search.match(...asked)
        },
      },
    }),
  })
  admin = await site.signIn()
  paper = await publish(site, admin)
})
afterAll(() => site.end())
beforeEach(() => {
  isHeldUp = true
})
afterEach(letGoOn)

function letGoOn() {
  isHeldUp = false
  for (const each of goOn) each()
  goOn = []
}

/** A search that was not made before: what an earlier one found may be known. */
function search(path = '/search') {
  searches += 1
  return `${path}?q=alpha${'bcdfghjklmnpqrstvwxz'.charAt(searches % 20)}${'bcdfghjklmnpqrstvwxz'.charAt(searches / 20)}`
}

function ask(path: string, from = '203.0.113.1') {
  return site.fetch(path, { headers: { 'X-Forwarded-For': from } })
}

/** Takes all places: one search that is held up and three that wait. */
async function fill(from = '203.0.113.1') {
  arrived = 0
  const answers = [1, 2, 3, 4].map(() => ask(search(), from))
  await expect.poll(() => arrived).toBe(4)
  await site.fetch('/healthz')
  return answers
}

async function statusesOf(answers: Promise<Response>[]) {
  return await Promise.all(answers.map(async (answer) => (await answer).status))
}

test('what does not fit is refused with 503 and a time to come back; what waits is answered', async () => {
  const waiting = await fill()
  for (const path of [search(), search('/practice.data'), search('/api/papers'), '/nowhere']) {
    const refused = await ask(path)
    expect([path, refused.status, refused.headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect([refused.headers.get('cache-control'), (await refused.json()).code]).toEqual([
      'no-store',
      'overloaded',
    ])
  }
  const unreadable = await site.fetch('/%E0%A4%A', {
    headers: { Accept: 'text/html', 'X-Forwarded-For': '203.0.113.1' },
  })
  expect(unreadable.status).toBe(503)
  const seen = await site.fetch(search(), {
    headers: { Accept: 'text/html', 'X-Forwarded-For': '203.0.113.1' },
  })
  expect([seen.status, await seen.text()]).toEqual([
    503,
    expect.stringContaining('try again in a few seconds'),
  ])
  letGoOn()
  expect(await statusesOf(waiting)).toEqual([200, 200, 200, 200])
  expect((await ask(search())).status).toBe(200)
})

test('another address is still served when one has taken all places', async () => {
  const waiting = await fill()
  const other = ask(search('/practice'), '203.0.113.2')
  const refused = await Promise.race(waiting)
  expect(refused.status).toBe(503)
  letGoOn()
  expect((await other).status).toBe(200)
  expect((await statusesOf(waiting)).toSorted()).toEqual([200, 200, 200, 503])
})

test('whoever breaks off while waiting leaves the queue', async () => {
  const { hostname, port } = new URL(site.origin)
  arrived = 0
  const first = ask(search())
  await expect.poll(() => goOn.length).toBe(1)
  const left = [1, 2, 3].map(() => {
    const sent = request({ hostname, port, path: search(), agent: false })
    sent.on('error', () => {}).end()
    return sent
  })
  await expect.poll(() => arrived).toBe(4)
  expect((await ask(search(), '127.0.0.1')).status).toBe(503)
  logged.length = 0
  for (const sent of left) sent.destroy()
  await expect.poll(() => logged.filter((status) => status === 499)).toHaveLength(3)
  arrived = 0
  const after = [1, 2, 3].map(() => ask(search()))
  await expect.poll(() => arrived).toBe(3)
  letGoOn()
  expect(await statusesOf([first, ...after])).toEqual([200, 200, 200, 200])
})

test('files, assets, health, sign-in and the admin area are answered while every place is taken', async () => {
  const waiting = await fill('127.0.0.1')
  expect((await site.fetch(search())).status).toBe(503)
  const asset = /\/assets\/[\w-]+\.js/.exec(await (await site.fetch('/login')).text())?.[0]
  for (const path of [
    '/healthz',
    '/readyz',
    '/favicon.svg',
    '/robots.txt',
    '/login',
    '/login.data',
    paper.link,
    String(paper.thumbnail),
    String(asset),
  ]) {
    expect([path, (await site.fetch(path)).status]).toEqual([path, 200])
  }
  const again = await site.signIn()
  for (const path of [
    '/admin',
    '/admin/upload',
    '/api/auth/session',
    '/api/admin/papers',
    '/api/admin/account',
  ]) {
    const answer = await site.fetch(path, { headers: { ...again.headers, 'Sec-Fetch-Site': 'same-origin' } })
    expect([path, answer.status]).toEqual([path, 200])
  }
  const json = { ...again.headers, 'Content-Type': 'application/json' }
  const price = await site.fetch('/api/admin/prices', { method: 'PUT', headers: json, body: '{"jee-mon":7}' })
  const upload = await postPaper(
    site,
    again.headers,
    uploadBody({ ...FIELDS, title: 'Sent while the site is full' }),
  )
  const view = await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
  const out = await site.fetch('/api/auth/logout', { method: 'POST', headers: again.headers })
  expect([price.status, upload.status, view.status, out.status]).toEqual([200, 201, 200, 204])
  letGoOn()
  expect(await statusesOf(waiting)).toEqual([200, 200, 200, 200])
})

test('16 and 200 connections of one address are all answered, also while papers are rendered', async () => {
  isHeldUp = false
  const busy = await openSite({ renders: true })
  const signedIn = await busy.signIn()
  const long = plainPdf({ pages: 40, text: 'Find the inverse of A.' })
  await Promise.all(
    ['Mathematics', 'Physics'].map((subject) => publish(busy, signedIn, { subject, title: subject }, long)),
  )
  const paths = ['/', '/practice', '/search?q=matrices', '/resources/cbse/12/', '/api/papers']
  for (const connections of [16, 200]) {
    const statuses = await Promise.all(
      Array.from({ length: connections }, async (_, at) => {
        const answer = await busy.fetch(paths[at % paths.length] as string)
        await answer.arrayBuffer()
        return answer.status
      }),
    )
    expect(statuses).toEqual(statuses.map(() => 200))
  }
  await busy.end()
})
