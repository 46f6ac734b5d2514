import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blockInserts } from '../support/block-inserts.ts'
import { type ChildSite, openDataDir, startChild } from '../support/child-site.ts'
import { bigPdf, hangingPdf, plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, uploadBody } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, until } from '../support/stored.ts'
import { openUpload, postPaper } from '../support/uploads.ts'

const LEAST_KILLS = 8
const KILLS = 50
const KILLING_MS = 5_000

async function upload(site: ChildSite, file: Uint8Array, headers: Record<string, string>) {
  return await postPaper(site, headers, uploadBody(FIELDS, { file }))
}

test('views that were acknowledged are kept through up to fifty kills', { timeout: 120_000 }, async () => {
  await using data = await openDataDir()
  const env = { TRUSTED_PROXY: '127.0.0.1' }
  const first = await startChild(data.path, env)
  const { id } = await (await upload(first, plainPdf(), (await first.signIn()).headers)).json()
  await first.end()
  let sent = 0
  let acknowledged = 0
  const end = performance.now() + KILLING_MS
  let kills = 0
  for (; kills < LEAST_KILLS || (kills < KILLS && performance.now() < end); kills++) {
    const site = await startChild(data.path, env)
    const target = acknowledged + 1 + ((kills * 7) % 40)
    let alive = true
    const clicker = async () => {
      while (alive) {
        const headers = { 'X-Forwarded-For': `10.${kills}.${sent >> 8}.${sent & 255}` }
        sent += 1
        const answer = await site
          .fetch(`/api/papers/${id}/views`, { method: 'POST', headers })
          .catch(() => null)
        if (!answer?.ok) return
        acknowledged += 1
        if (acknowledged >= target && alive) {
          alive = false
          await site.end()
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, clicker))
    const stored = Number((await rowsOf(data.path, 'select views from papers'))[0]?.views)
    expect(stored).toBeGreaterThanOrEqual(acknowledged)
    expect(stored).toBeLessThanOrEqual(sent)
  }
  expect(acknowledged).toBeGreaterThan(LEAST_KILLS)
  await expectWhole(data.path)
})

test('a server killed at any step of an upload starts again without leftovers', async () => {
  await using data = await openDataDir()
  const quarantine = join(data.path, 'quarantine')
  // Whole ones: a draft has a name that begins with a dot.
  const stored = () => filesIn(join(data.path, 'files')).filter((name) => !name.startsWith('.'))
  const uploads = join(data.path, 'uploads')
  const big = bigPdf(1024 * 1024)
  const start = async () => {
    const site = await startChild(data.path)
    await expectWhole(data.path)
    return { site, headers: (await site.signIn()).headers }
  }
  for (const share of [0.1, 0.5, 0.9]) {
    const { site, headers } = await start()
    const { socket } = await openUpload(site, headers, `cut-at-${share * 10}-tenths`, { length: big.length })
    socket.write(big.subarray(0, Math.floor(big.length * share)))
    await until('it arrives', () => filesIn(uploads).length > 0)
    await site.end()
    expect(filesIn(uploads).length).toBe(1)
    rmSync(join(uploads, String(filesIn(uploads)[0])))
  }
  const judging = await start()
  const hanging = upload(judging.site, hangingPdf(), judging.headers).catch(() => null)
  await until('it is being judged', () => filesIn(quarantine).length > 0)
  await judging.site.end()
  await hanging
  const moved = await start()
  const letGo = await blockInserts(data.path, 'stored_files')
  const moving = upload(moved.site, big, moved.headers).catch(() => null)
  await until('its files are stored', () => stored().length === 2)
  await moved.site.end()
  await moving
  await letGo()
  expect(stored().length).toBe(2)
  const last = await start()
  expect(await rowsOf(data.path, 'select id from papers')).toEqual([])
  expect((await upload(last.site, big, last.headers)).status).toBe(201)
  await last.site.end()
  const kept = await start()
  expect((await rowsOf(data.path, 'select id from papers')).length).toBe(1)
  await kept.site.end()
})

test('servers killed while several uploads are stored leave whole papers or none', async () => {
  await using data = await openDataDir()
  const papers = async () => (await rowsOf(data.path, 'select id from papers')).length
  let acknowledged = 0
  for (let round = 1; round <= 4; round++) {
    const site = await startChild(data.path)
    await expectWhole(data.path)
    const { headers } = await site.signIn()
    let alive = true
    const sender = async () => {
      while (alive) {
        const answer = await upload(site, plainPdf({ pages: 2 }), headers).catch(() => null)
        if (answer?.status === 201) acknowledged += 1
        else return
      }
    }
    const sending = [sender(), sender()]
    // More than two, both papers stored and neither acknowledged, is a moment that hundreds of uploads may not meet.
    const unacknowledged = Math.min(round, 2)
    const stored = () => filesIn(join(data.path, 'files')).length
    await until('some are stored', () => stored() >= acknowledged * 2 + unacknowledged)
    alive = false
    await site.end()
    await Promise.all(sending)
    expect(await papers()).toBeGreaterThanOrEqual(acknowledged)
    expect(await papers()).toBeLessThanOrEqual(acknowledged + 2 * round)
  }
  const site = await startChild(data.path)
  await expectWhole(data.path)
  await site.end()
})
