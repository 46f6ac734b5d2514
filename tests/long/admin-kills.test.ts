import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { blockInserts } from '../support/block-inserts.ts'
import { openDataDir, startChild } from '../support/child-site.ts'
import { bigPdf, hangingPdf, plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { FIELDS, uploadBody } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, until } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

test('a server killed at any step of a replacement starts again with the old file or the new one, whole', async () => {
  await using data = await openDataDir()
  const start = async () => {
    const site = await startChild(data.path)
    await expectWhole(data.path)
    const admin = await site.signIn()
    return { site, admin, client: paperClient(site, admin) }
  }
  const first = await start()
  const paper = (await (await postPaper(first.site, first.admin.headers, uploadBody(FIELDS))).json()) as Paper
  const quarantine = join(data.path, 'quarantine')
  const judging = first.client.replace(paper.id, 'file', hangingPdf()).catch(() => null)
  await until('it is being judged', () => filesIn(quarantine).length > 0)
  await first.site.end()
  await judging

  const second = await start()
  expect((await second.site.fetch(paper.link)).status).toBe(200)
  const file = bigPdf(1024 * 1024)
  const letGo = await blockInserts(data.path, 'stored_files')
  const swapping = second.client.replace(paper.id, 'file', file).catch(() => null)
  await until('the new files are stored', () => filesIn(join(data.path, 'files')).length === 4)
  await second.site.end()
  await swapping
  await letGo()

  const third = await start()
  expect((await third.site.fetch(paper.link)).status).toBe(200)
  const versions = async () => Number((await rowsOf(data.path, 'select version from papers'))[0]?.version)
  expect(await versions()).toBe(1)
  await third.site.end()

  for (let round = 0; round < 4; round++) {
    const { site, client } = await start()
    const before = await versions()
    const sending = client.replace(paper.id, 'file', plainPdf({ text: `round ${round}` })).catch(() => null)
    await until('it is swapped', async () => (await versions()) > before)
    await site.end()
    await sending
  }
  const last = await start()
  expect(await versions()).toBe(5)
  const old = await last.site.fetch(paper.link)
  const now = (await last.client.get(paper.id)).body
  expect([old.status, old.headers.get('location')]).toEqual([302, now.link])
  expect((await last.site.fetch(now.link)).status).toBe(200)
  await last.site.end()
})

test('a server killed while papers are binned and restored keeps each of them whole, here or there', async () => {
  await using data = await openDataDir()
  const begin = await startChild(data.path)
  const { headers } = await begin.signIn()
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    ids.push((await (await postPaper(begin, headers, uploadBody(FIELDS))).json()).id)
  }
  await begin.end()
  for (let round = 0; round < 4; round++) {
    const site = await startChild(data.path)
    await expectWhole(data.path)
    const client = paperClient(site, await site.signIn())
    let alive = true
    let done = 0
    const move = async (id: string) => {
      while (alive) {
        const moved = await client
          .bin(id)
          .then(
            () => client.restore(id),
            () => null,
          )
          .catch(() => null)
        if (!moved) return
        done += 1
      }
    }
    const moving = ids.map(move)
    await until('some have moved', () => done > 3 + round)
    alive = false
    await site.end()
    await Promise.all(moving)
    const kept = await rowsOf(data.path, 'select id from papers union all select id from binned_papers')
    expect(kept.map((row) => row.id).sort()).toEqual([...ids].sort())
  }
  const site = await startChild(data.path)
  await expectWhole(data.path)
  await site.end()
})
