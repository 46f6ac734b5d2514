import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaperLists } from '#domain/lists/paper-lists.ts'
import { endStuckConnections, guardConnections } from '#server/process/guard-connections.ts'
import { limitConnections } from '#server/process/serve-site.ts'
import { openDataDir } from '../support/child-site.ts'
import { isPostgres } from '../support/engine.ts'
import { openSite, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, rowsOf, until } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.end())

async function open(): Promise<{ socket: Socket; received: () => string; closed: Promise<unknown> }> {
  const { hostname, port } = new URL(site.origin)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  // Not by `once`, which fails where the server's end comes as a reset.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, received: () => text, closed }
}

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(site.origin).host}\r\n${headers}\r\n`

test('a connection that pipes in a thousand requests is ended, and others are served', async () => {
  const { socket, received, closed } = await open()
  socket.write(get('/practice').repeat(1_000))
  await closed
  expect(received().split('HTTP/1.1 200').length - 1).toBeLessThan(20)
  expect((await site.fetch('/practice')).status).toBe(200)
})

test('hundreds who come at once are answered, nobody else may have the port, and none is taken after the end', async () => {
  const own = await openSite()
  const { port } = new URL(own.origin)
  const answers = await Promise.all(Array.from({ length: 300 }, () => fetch(`${own.origin}/healthz`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await expect(openSite({ env: { PORT: port } })).rejects.toThrow('EADDRINUSE')
  await own.end()
  for (let attempt = 0; attempt < 20; attempt += 1)
    await expect(fetch(`${own.origin}/healthz`)).rejects.toThrow('fetch failed')
})

test('a connection may send many requests one after the other', async () => {
  const { socket, received } = await open()
  for (let sent = 1; sent <= 40; sent += 1) {
    socket.write(get('/healthz'))
    while (received().split('HTTP/1.1 200').length - 1 < sent) await once(socket, 'data')
  }
  socket.destroy()
})

test('a body that goes on after the answer ends the connection, which the answer says', async () => {
  for (const path of ['/healthz', '/practice']) {
    const { socket, received, closed } = await open()
    socket.write(get(path, 'Content-Length: 100000\r\n'))
    const drip = setInterval(() => socket.write('x'), 100)
    await closed
    clearInterval(drip)
    expect(received()).toContain('HTTP/1.1 200')
    expect(received()).toMatch(/^connection: close\r$/im)
  }
})

test('an upload that is refused before its end takes no later request of its connection with it', async () => {
  const { headers } = await site.signIn()
  const { hostname, port } = new URL(site.origin)
  const ask = async (agent: Agent, method: string, path: string, more: object = {}, body?: Buffer) => {
    const asked = request({ hostname, port, agent, method, path, headers: { ...headers, ...more } })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  }
  const agents: Agent[] = []
  for (const size of [10_000, 100_000, 200_000, 300_000, 1_000_000]) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const range = { 'Upload-Offset': '1', 'Upload-Length': String(size + 1) }
    const path = `/api/admin/uploads/refused-at-once-${size}`
    expect(await ask(agent, 'PATCH', path, range, Buffer.alloc(size))).toBe(409)
    agents.push(agent)
  }
  for (const end = performance.now() + 1_000; performance.now() < end; await wait(40))
    for (const agent of agents) expect(await ask(agent, 'GET', '/healthz')).toBe(200)
  for (const agent of agents) agent.destroy()
})

test('an address that cannot be decoded is refused before the pages see it', async () => {
  const answer = await site.fetch('/%E0%A4%A')
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'bad-address'])
})

test.skipIf(isPostgres)(
  'the database is for its own account alone, also in a folder that others may read',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'thervu-open-'))
    const other = await openSite({ dataDir })
    expect(statSync(join(dataDir, 'thervu.db')).mode & 0o777).toBe(0o600)
    await other.end()
  },
)

test('a reader who takes nothing is ended, one who reads slowly but above the floor is not', async () => {
  const server = createServer((_request, answer) => answer.end(Buffer.alloc(64 * 1024 * 1024)))
  endStuckConnections(server, { windowMs: 1_500, floor: 1024 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reader = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return socket
  }
  const stalled = await Promise.all([1, 2, 3].map(reader))
  for (const socket of stalled) socket.pause()
  const slow = await reader()
  let received = 0
  slow.on('data', (chunk) => {
    received += chunk.length
    slow.pause()
    setTimeout(() => slow.resume(), 2)
  })
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections, { timeout: 10_000 }).toBe(1)
  const before = received
  await expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(before + 1024 * 1024)
  expect(await connections()).toBe(1)
  for (const socket of [slow, ...stalled]) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

test('a body that stops arriving ends its connection, one that goes on slowly does not', async () => {
  const server = createServer((request) => request.resume())
  endStuckConnections(server, { windowMs: 600, silenceMs: 500 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const send = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nbegun')
    return socket
  }
  const [silent, slow] = [await send(), await send()]
  const drip = setInterval(() => slow.write('x'), 100)
  await once(silent, 'close')
  expect(slow.destroyed).toBe(false)
  clearInterval(drip)
  await once(slow, 'close')
  await new Promise((resolve) => server.close(resolve))
})

test('many who come in one turn each take another place, so that the limit holds', () => {
  const server = createServer()
  limitConnections(server, 10)
  const come = () => {
    const socket = new Socket()
    server.emit('connection', socket)
    return socket
  }
  const all = Array.from({ length: 40 }, come)
  expect(all.filter(({ destroyed }) => !destroyed)).toHaveLength(10)
  for (const socket of all) socket.destroy()
})

test('at the limit, newcomers take the places of those who hold most and ask nothing', async () => {
  const answers: ServerResponse[] = []
  const server = createServer(
    guardConnections((request, answer) => {
      if (request.url === '/slow') answers.push(answer)
      else answer.end('here')
    }),
  )
  limitConnections(server, 50)
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  const { port } = server.address() as AddressInfo
  const from = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const asked = await from('127.0.0.1')
  asked.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => answers.length).toBe(1)
  const idle = await Promise.all(Array.from({ length: 200 }, () => from('127.0.0.1')))
  const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded
  for (const socket of idle) socket.resume()
  await expect.poll(() => idle.filter(isOpen).length).toBeLessThan(50)

  const other = await from('127.0.0.2')
  other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(String((await once(other, 'data'))[0])).toContain('here')
  answers[0]?.end('late, but there')
  expect(String((await once(asked, 'data'))[0])).toContain('late, but there')
  server.closeAllConnections()
  server.close()
})

describe('with a queue', () => {
  let site: Site
  beforeAll(async () => {
    const admission = { atOnce: 2, waiting: 100, patienceMs: 60_000 }
    const slow = (lists: PaperLists): PaperLists => ({
      ...lists,
      async newest(...asked) {
        for (let turn = 0; turn < 20; turn++) await nextTurn()
        return await lists.newest(...asked)
      },
    })
    site = await openSite({
      env: { PAGE_CACHE_MIB: '0' },
      http: { admission },
      parts: (app) => ({ lists: slow(app.lists) }),
    })
  })
  afterAll(() => site.end())

  test('a call of the API takes one place of the queue, so that many at once are all answered', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => site.fetch('/api/papers')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})

test('a site is closed when the publication of somebody who has left has ended, and not before', async () => {
  await using data = await openDataDir()
  const left = new AbortController()
  const { promise: gate, resolve: goOn } = Promise.withResolvers<void>()
  let isPlaced = false
  const site = await openSite({
    dataDir: data.path,
    parts: ({ files }) => ({
      files: {
        ...files,
        async put(...args) {
          await files.put(...args)
          isPlaced = true
          await gate
        },
      },
    }),
  })
  const { headers } = await site.signIn()
  const sender = {
    fetch: (path: string, init?: RequestInit) => site.fetch(path, { ...init, signal: left.signal }),
  }
  const sending = postPaper(sender, headers, uploadBody())
  await until('its file has reached its place', () => isPlaced)
  left.abort()
  await expect(sending).rejects.toThrow()
  const ended = site.end({ keepData: true })
  await until('nobody is let in', () =>
    site.fetch('/healthz').then(
      () => false,
      () => true,
    ),
  )
  goOn()
  await ended
  expect(await rowsOf(data.path, 'select title from papers')).toHaveLength(1)
  await expectWhole(data.path)
})
