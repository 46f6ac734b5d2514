import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type ChildSite, startChild as startAnyChild } from '../support/child-site.ts'
import { isPostgres } from '../support/engine.ts'
import { bigPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { codeAt, STEP } from '../support/second-factor.ts'
import { ADMIN, publish, uploadBody } from '../support/site.ts'
import { mountDisk } from '../support/small-disk.ts'
import { expectWhole } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

const MIB = 1024 * 1024
const RESERVE = 16 * MIB
/** More than an upload needs to be free. */
const ROOMY = '2g'

const onSqlite = isPostgres ? test.skip : test

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

async function startChild(dataDir: string) {
  const site = await startAnyChild(dataDir)
  onTestFinished(async () => void (await site.end()))
  return site
}

/** Not even the database's log has room for another page. */
function fillWhole(disk: { folder: string; fill(): void }) {
  disk.fill()
  const sqlite = new DatabaseSync(join(disk.folder, 'thervu.db'), { timeout: 5000 })
  sqlite.exec('pragma wal_autocheckpoint = 0')
  try {
    expect(() => {
      while (true) sqlite.exec('update visit_count set value = value')
    }).toThrow('database or disk is full')
  } finally {
    sqlite.close()
  }
}

async function statusesOf(site: ChildSite, paths: string[]) {
  return await Promise.all(paths.map(async (path) => [path, (await site.fetch(path)).status]))
}

onSqlite('a site that was killed on a full disk opens, and is freed from its admin area', async (context) => {
  using disk = mountDisk(ROOMY)
  if (!disk) return context.skip('mounting a small disk needs root')
  const reserve = join(disk.folder, 'thervu.db-reserve')
  const before = await startChild(disk.folder)
  expect(sizeOf(reserve)).toBe(RESERVE)
  const admin = await before.signIn()
  const kept = await publish(before, admin)
  const [binned, ...others] = [
    await publish(before, admin, {}, bigPdf(3 * MIB)),
    await publish(before, admin, {}, bigPdf(2 * MIB)),
    await publish(before, admin, {}, bigPdf(2 * MIB)),
  ]
  await paperClient(before, admin).bin(binned.id)
  fillWhole(disk)
  await before.end('SIGKILL')
  disk.fill()

  const site = await startChild(disk.folder)
  const paths = ['/', '/practice', '/api/papers', '/api/papers?q=matrices', kept.link]
  expect(await statusesOf(site, paths)).toEqual(paths.map((path) => [path, 200]))
  const ready = await site.fetch('/readyz')
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('less room than')])
  fillWhole(disk)
  const signedIn = await site.signIn()
  const client = paperClient(site, signedIn)
  const warnings = async () => (await client.call('GET', '/warnings')).body as unknown
  expect(await warnings()).toEqual({
    warnings: [
      { kind: 'disk-full', since: null, sentence: expect.stringContaining('delete papers for good') },
    ],
  })
  fillWhole(disk)
  expect((await site.fetch(`/api/papers/${kept.id}/views`, { method: 'POST' })).status).toBe(507)
  expect((await postPaper(site, signedIn.headers, uploadBody())).status).toBe(507)
  fillWhole(disk)
  expect((await client.deleteForGood(binned.id)).status).toBe(204)
  expect(sizeOf(reserve) + disk.free()).toBeGreaterThan(RESERVE)
  const ids = others.map(({ id }) => id)
  for (const action of ['bin', 'delete']) {
    fillWhole(disk)
    expect([action, (await client.together({ action, ids })).body]).toMatchObject([action, { done: ids }])
  }
  expect(sizeOf(reserve)).toBe(RESERVE)

  disk.resize(ROOMY)
  expect((await postPaper(site, signedIn.headers, uploadBody())).status).toBe(201)
  expect(await warnings()).toEqual({ warnings: [] })
  expect((await site.fetch('/readyz')).status).toBe(200)
  await site.end('SIGTERM')
  await expectWhole(disk.folder)
})

onSqlite('a site that was stopped opens when the disk has filled up since', async (context) => {
  using disk = mountDisk(ROOMY)
  if (!disk) return context.skip('mounting a small disk needs root')
  const before = await startChild(disk.folder)
  const paper = await publish(before, await before.signIn())
  await before.end('SIGTERM')
  disk.fill()
  const site = await startChild(disk.folder)
  expect((await site.fetch(paper.link)).status).toBe(200)
  await site.signIn()
})

onSqlite('without a reserve, for which uploads leave no room, the site opens as well', async (context) => {
  using disk = mountDisk('1g')
  if (!disk) return context.skip('mounting a small disk needs root')
  const before = await startChild(disk.folder)
  fillWhole(disk)
  await before.end('SIGKILL')
  disk.fill()
  const site = await startChild(disk.folder)
  expect((await site.fetch('/')).status).toBe(200)
  expect((await site.fetch('/api/visits', { method: 'POST' })).status).toBe(507)
  expect(existsSync(join(disk.folder, 'thervu.db-reserve'))).toBe(false)
})

onSqlite(
  'on a full disk the second step of a sign-in works, and sessions are used and end',
  async (context) => {
    using disk = mountDisk(ROOMY)
    if (!disk) return context.skip('mounting a small disk needs root')
    const site = await startChild(disk.folder)
    const admin = await site.signIn()
    const client = paperClient(site, admin)
    const { body } = await client.call('POST', '/account/second-factor')
    const { key } = body as unknown as { key: string }
    const json = (fields: object) => ({
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    })
    expect((await client.call('PUT', '/account/second-factor', json({ code: codeAt(key) }))).status).toBe(200)
    const signIn = async (step: string, fields: object, Cookie = '') => {
      const { headers, body } = json(fields)
      const sent = { ...headers, Origin: site.origin, Cookie }
      const answer = await site.fetch(`/api/auth/login${step}`, { method: 'POST', headers: sent, body })
      const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
      return { status: answer.status, cookie: cookies.join('; ') }
    }
    const usedAt = (minutes: number) => {
      disk.resize(ROOMY)
      const sqlite = new DatabaseSync(join(disk.folder, 'thervu.db'), { timeout: 5000 })
      const time = new Date(Date.now() - minutes * 60_000).toISOString()
      sqlite.prepare('update sessions set used_at = ?, noted_day = null').run(time)
      sqlite.close()
      fillWhole(disk)
    }
    usedAt(5)
    expect((await client.call('GET', '/papers')).status).toBe(200)
    const first = await signIn('', ADMIN)
    expect(first.status).toBe(202)
    fillWhole(disk)
    expect((await signIn('/code', { code: codeAt(key, Date.now() + STEP) }, first.cookie)).status).toBe(200)
    usedAt(120)
    expect((await client.call('GET', '/papers')).status).toBe(401)
  },
)
