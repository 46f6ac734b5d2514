import { existsSync } from 'node:fs'
import { type Agent, get } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { childrenOf, JOB_PROCESS } from '../support/child-processes.ts'
import { type ChildSite, openDataDir, startChild, startRefused } from '../support/child-site.ts'
import { deskOf } from '../support/desk.ts'
import { isPostgres } from '../support/engine.ts'
import { openPost } from '../support/raw-http.ts'
import { publish, type SignedIn } from '../support/site.ts'
import { expectWhole, rowsOf } from '../support/stored.ts'

const PROCESSES = 3

let data: Awaited<ReturnType<typeof openDataDir>>
let site: ChildSite
let admin: SignedIn
let paper: Paper
beforeAll(async () => {
  data = await openDataDir()
  site = await startChild(data.path, { WORKERS: String(PROCESSES) })
  admin = await site.signIn()
  paper = await publish(site, admin, { title: 'Shared by three' })
})
afterAll(async () => {
  expect(await site.end('SIGTERM')).toBe(0)
  await expectWhole(data.path)
  await data[Symbol.asyncDispose]()
})

/** Everything that comes back for these bytes, over connections that the system gives to any of the processes. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = await openPost(site.origin, '/healthz', { 'Content-Length': '0' }, 'GET')
  socket.write(bytes)
  return await readText(socket).catch(() => '')
}

/** Over a connection of its own, which the system gives to any of the processes. */
function ask(path: string, method = 'GET'): Promise<{ status?: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(new URL(path, site.origin), { agent: false as unknown as Agent, method }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode, text }))
    }).on('error', reject)
  })
}

const times = <Value>(count: number, make: () => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, make))

const workers = () => childrenOf('page-worker', site.pid)

test('every process shows at once what an administrator has changed', async () => {
  expect(workers()).toHaveLength(PROCESSES - 1)
  for (const title of ['Renamed once', 'Renamed twice', 'Renamed again']) {
    await times(12, () => ask('/practice'))
    expect((await deskOf(site, admin).revise(paper.id, { title })).status).toBe(200)
    const outdated = async () =>
      (await times(12, () => ask('/practice'))).filter(({ text }) => !text.includes(title))
    // In SQLite at once; of PostgreSQL other processes than the one that wrote ask four times a second.
    if (isPostgres) await expect.poll(outdated).toEqual([])
    expect(await outdated()).toEqual([])
  }
})

test('what is published of the centre is shown by every process with its next page', async () => {
  const headers = { ...admin.headers, 'Content-Type': 'application/json' }
  for (const name of ['Named once', 'Named twice']) {
    const { version, centre } = await (await site.fetch('/api/admin/site', { headers })).json()
    await times(12, () => ask('/contact'))
    const body = JSON.stringify({ basedOn: version, centre: { ...centre, name } })
    expect((await site.fetch('/api/admin/site', { method: 'PUT', headers, body })).status).toBe(200)
    const outdated = async () =>
      (await times(12, () => ask('/contact'))).filter(({ text }) => !text.includes(`· ${name}</title>`))
    if (isPostgres) await expect.poll(outdated).toEqual([])
    expect(await outdated()).toEqual([])
  }
})

test('whichever is asked for a picture, one process draws for all', async () => {
  const answers = await times(12, () => ask(`/papers/${paper.id}/share.png`))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect(childrenOf(JOB_PROCESS, site.pid)).toHaveLength(1)
  for (const worker of workers()) expect(childrenOf(JOB_PROCESS, worker)).toEqual([])
})

test('views that arrive at all of them are counted once each, and limited together', async () => {
  const answers = await times(150, () => ask(`/api/papers/${paper.id}/views`, 'POST'))
  const counted = answers.filter(({ status }) => status === 200)
  expect(counted).toHaveLength(120)
  expect(new Set(counted.map(({ text }) => text)).size).toBe(120)
  expect(await rowsOf(data.path, 'select views from papers where id = ?', paper.id)).toEqual([{ views: 120 }])
})

test('pages, files, the desk and what needs the owner are answered by whichever is asked', async () => {
  for (const path of [
    '/',
    '/login',
    '/api/papers',
    `/api/papers/${paper.id}`,
    '/api/visits',
    '/healthz',
    '/readyz',
    '/robots.txt',
    paper.link,
    String(paper.thumbnail),
    `/papers.zip?ids=${paper.id}`,
  ]) {
    const statuses = (await times(6, () => ask(path))).map(({ status }) => status)
    // One address may take four zips at a time.
    expect([path, statuses.filter((status) => status !== 429)]).toEqual([
      path,
      statuses.filter((status) => status === 200),
    ])
  }
  expect((await ask('/no-such-page')).status).toBe(404)
  expect((await ask('/practice', 'DELETE')).status).toBe(405)
})

test('no request ends a process, however it is written', async () => {
  const before = workers()
  const { host } = new URL(site.origin)
  const end = (more: string) => `Host: ${host}\r\nContent-Length: 0\r\n${more}\r\n`
  const trailing = `POST /practice HTTP/1.1\r\n${end('Trailer: x\r\nConnection: close\r\n')}`
  const answers = await times(12, () => sendRaw(trailing))
  expect(answers.filter((answer) => !answer.includes(' 405 '))).toEqual([])
  const pipelined = `POST /practice HTTP/1.1\r\n${end('')}`.repeat(40)
  await times(12, () => sendRaw(pipelined))
  for (const path of ['/practice', '/admin', '/api/visits']) {
    const twice = await times(12, () =>
      sendRaw(`GET ${path} HTTP/1.1\r\n${end(`Host: ${host}\r\nConnection: close\r\n`)}`),
    )
    expect(twice.filter((answer) => !answer.includes(' 400 '))).toEqual([])
  }
  expect((await times(12, () => ask('/healthz'))).map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect(workers()).toEqual(before)
})

test('another site cannot take half of the port by mistake', async () => {
  await using elsewhere = await openDataDir()
  const { port } = new URL(site.origin)
  const { code, complaint } = await startRefused(elsewhere.path, { WORKERS: '2', PORT: port })
  expect([code, complaint]).toEqual([1, expect.stringContaining('PORT is in use by another program')])
})

test('when the owner is killed all processes end, and a new server may have the port', async () => {
  await using elsewhere = await openDataDir()
  const first = await startChild(elsewhere.path, { WORKERS: '2' })
  await first.end('SIGKILL')
  const second = await startChild(elsewhere.path, { WORKERS: '2', PORT: new URL(first.origin).port })
  expect((await second.fetch('/healthz')).status).toBe(200)
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a process that dies is replaced, and the others answer meanwhile', async () => {
  const [doomed] = workers()
  process.kill(Number(doomed), 'SIGKILL')
  // Its name goes before its sockets: it is gone when the owner has waited for it.
  await expect.poll(() => existsSync(`/proc/${doomed}`)).toBe(false)
  // Whoever was with the dead one asks again, as browsers do.
  const again = await times(20, () => ask('/practice').catch(() => ask('/practice')))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  await expect.poll(() => workers().length, { timeout: 10_000 }).toBe(PROCESSES - 1)
})

test('a search that finds nothing is counted, wherever it was answered', async () => {
  await times(3, () => ask('/search?q=trigonometrical'))
  const found = async () => await rowsOf(data.path, 'select term from searches_without_hits')
  await expect.poll(found, { timeout: 10_000 }).toEqual([{ term: 'trigonometrical' }])
})
