import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { randomName } from '#domain/files/file-key.ts'
import { sweepFiles } from '#domain/files/sweep.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { openDataDir, startChild } from '../support/child-site.ts'
import { isPostgres } from '../support/engine.ts'
import { bigPdf, plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, openSite, publish, uploadBody } from '../support/site.ts'
import { mountDisk } from '../support/small-disk.ts'
import { expectWhole, rowsOf } from '../support/stored.ts'
import { postPaper, type SentPaper } from '../support/uploads.ts'

/** In a database of one writer. */
const onSqlite = isPostgres ? test.skip : test.concurrent

async function openLockable(dataDir: string) {
  const site = await startChild(dataDir)
  const { headers } = await site.signIn()
  const send = (body: SentPaper) => postPaper(site, headers, body)
  const kept = (await (await send(uploadBody())).json()) as Paper
  const doomed = (await (await send(uploadBody())).json()) as Paper
  const writes = () => [
    ...Array.from({ length: 10 }, () => site.fetch(`/api/papers/${kept.id}/views`, { method: 'POST' })),
    site.fetch('/api/visits', { method: 'POST' }),
    send(uploadBody({ ...FIELDS, title: 'Sent while it was locked' })),
    site.fetch(`/api/admin/papers/${doomed.id}`, { method: 'DELETE', headers }),
    site.fetch('/api/admin/prices', {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ 'jee-mon': 999 }),
    }),
  ]
  const paths = ['/api/papers', '/api/papers?q=matrices', '/practice', '/api/visits', kept.link]
  const read = async (path: string) => {
    const answer = await site.fetch(path)
    expect([path, answer.status]).toEqual([path, 200])
    await answer.arrayBuffer()
  }
  const readAll = async () => {
    for (const path of paths) await read(path)
  }
  await readAll()
  return { site, kept, writes, readAll }
}

function lock(dataDir: string) {
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { timeout: 5000 })
  sqlite.exec('begin immediate')
  return () => {
    sqlite.exec('rollback')
    sqlite.close()
  }
}

onSqlite(
  'another process holds the write lock for a second: every write succeeds, and reads go on',
  async () => {
    await using data = await openDataDir()
    const { site, kept, writes, readAll } = await openLockable(data.path)
    const unlock = lock(data.path)
    const answers = Promise.all(writes())
    // All are answered while it is locked.
    await Promise.all([readAll(), pause(1000)])
    unlock()
    expect((await answers).map((answer) => answer.status)).toEqual([
      ...Array.from({ length: 11 }, () => 200),
      201,
      204,
      200,
    ])
    expect(await rowsOf(data.path, 'select views from papers where id = ?', kept.id)).toEqual([{ views: 10 }])
    await site.end('SIGTERM')
    await expectWhole(data.path)
  },
)

onSqlite(
  'another process holds the write lock for longer: 503 after 5 s, nothing is half done, and reads go on',
  async () => {
    await using data = await openDataDir()
    const { site, kept, writes, readAll } = await openLockable(data.path)
    const unlock = lock(data.path)
    const begun = performance.now()
    const answers = Promise.all(writes())
    await readAll()
    await answers
    // Writes that waited one after another would take twenty seconds.
    const took = performance.now() - begun
    expect(took).toBeGreaterThan(4900)
    expect(took).toBeLessThan(15_000)
    for (const answer of await answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await answer.json()).code).toBe('database-busy')
    }
    unlock()
    await expectWhole(data.path)
    expect(await rowsOf(data.path, 'select views from papers where id = ?', kept.id)).toEqual([{ views: 0 }])
    expect((await Promise.all(writes())).every((answer) => answer.ok)).toBe(true)
    await site.end('SIGTERM')
  },
)

async function expectDiskFull(answer: Response) {
  expect([answer.status, (await answer.json()).code]).toEqual([507, 'disk-full'])
}

test('a disk without room takes no upload in', async () => {
  const quarantine = { newPath: () => '/nowhere', uploadsDir: '/nowhere', isFull: async () => true }
  const site = await openSite({ http: { quarantine } })
  const { headers } = await site.signIn()
  await expectDiskFull(await postPaper(site, headers, uploadBody()))
  await expectWhole(site.dataDir)
  await site.end()
})

test('a server whose disk has no room for an upload says so at /readyz until there is room again', async () => {
  let isFull = true
  const quarantine = { newPath: () => '/nowhere', uploadsDir: '/nowhere', isFull: async () => isFull }
  const site = await openSite({ http: { quarantine } })
  for (const Accept of ['*/*', 'text/html']) {
    const answer = await site.fetch('/readyz', { headers: { Accept } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect(await answer.text()).toContain('less room than an upload needs: under 1 GiB or 5 % is free')
  }
  expect((await site.fetch('/healthz')).status).toBe(200)
  isFull = false
  expect(await (await site.fetch('/readyz')).text()).toBe('ready')
  await site.end()
})

test('a disk that fills up while files are moved gives 507 and leaves nothing', async () => {
  let room = 0
  const parts = ({ files }: App) => ({
    files: {
      ...files,
      async put(...[key, source]: Parameters<typeof files.put>) {
        if (room-- > 0) return await files.put(key, source)
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
    },
  })
  const site = await openSite({ parts })
  const { headers } = await site.signIn()
  for (const files of [0, 1]) {
    room = files
    await expectDiskFull(await postPaper(site, headers, uploadBody()))
    await expectWhole(site.dataDir)
  }
  room = 2
  expect((await postPaper(site, headers, uploadBody())).status).toBe(201)
  await site.end()
})

test.skipIf(isPostgres)(
  'a database that cannot grow gives 507, leaves nothing, and works again afterwards',
  async () => {
    const site = await openSite()
    const { headers } = await site.signIn()
    const paper = await publish(site, await site.signIn())
    const [{ page_count: pages = 0 } = {}] = await rowsOf(site.dataDir, 'pragma page_count')
    await sql.raw(`pragma max_page_count = ${pages}`).execute(site.app.db)
    let answer: Response
    do {
      answer = await postPaper(site, headers, uploadBody())
    } while (answer.status === 201)
    await expectDiskFull(answer)
    await expectWhole(site.dataDir)
    expect((await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })).status).toBe(200)
    await sql.raw('pragma max_page_count = 1073741823').execute(site.app.db)
    expect((await postPaper(site, headers, uploadBody())).status).toBe(201)
    await expectWhole(site.dataDir)
    await site.end()
  },
)

test('a quarantine that fills up while a file arrives gives 507 and is empty again', async (context) => {
  using disk = mountDisk('1m')
  if (!disk) return context.skip('mounting a small disk needs root')
  const small = {
    newPath: () => join(disk.folder, randomName(24)),
    uploadsDir: disk.folder,
    isFull: async () => false,
  }
  const site = await openSite({ http: { quarantine: small } })
  const { headers } = await site.signIn()
  const body = uploadBody(FIELDS, { file: bigPdf(3 * 1024 * 1024) })
  await expectDiskFull(await postPaper(site, headers, body))
  await expectWhole(site.dataDir)
  // Another disk than the files': what fits is copied.
  const fits = await postPaper(site, headers, uploadBody())
  expect(fits.status).toBe(201)
  expect(readdirSync(disk.folder)).toEqual([])
  await expectWhole(site.dataDir)
  await site.end()
})

test('a clock that jumps backwards changes neither the order of uploads nor the newness of keys', async () => {
  const times = [
    '2025-06-01T10:00:00Z',
    '2025-05-01T10:00:00Z',
    '2025-05-01T10:00:00Z',
    '2025-04-01T10:00:00Z',
  ]
  let at = 0
  const clock = { now: () => new Date(String(times[at])), monotonic: () => performance.now() }
  const site = await openSite({ parts: () => ({ clock }) })
  const admin = await site.signIn()
  const papers: Paper[] = []
  for (at = 0; at < times.length; at++) papers.push(await publish(site, admin, {}, plainPdf()))
  const listed = (await (await site.fetch('/api/papers')).json()).papers as Paper[]
  expect(listed.map((paper) => paper.id)).toEqual(papers.map((paper) => paper.id).reverse())
  expect(new Set(papers.map((paper) => paper.link)).size).toBe(papers.length)
  await sweepFiles({ ...site.app, clock: { ...clock, now: () => new Date('2020-01-01') } }, { age: 0 })
  await sweepFiles(
    { ...site.app, clock: { ...clock, now: () => new Date('2040-01-01') } },
    { age: 3_600_000 },
  )
  await expectWhole(site.dataDir)
  await site.end()
})
