import { expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { openDataDir } from '../support/child-site.ts'
import { deskOf } from '../support/desk.ts'
import { ADMIN, openSite, publish, type Site } from '../support/site.ts'
import { expectWhole, rowsOf, stateOf } from '../support/stored.ts'

test('samples fill an empty catalogue once; one call removes all of them, those in the bin, too, and nothing else', {
  timeout: 120_000,
}, async () => {
  await using data = await openDataDir()
  const env = { SAMPLE_PAPERS: 'on' }
  const first = await openSite({ dataDir: data.path, env })
  const signedIn = await first.signIn()
  const listed = async (at: Site) => (await (await at.fetch('/api/papers')).json()).total as number
  expect(first.samples).toBeGreaterThanOrEqual(36)
  expect(await listed(first)).toBe(first.samples)
  await expectWhole(data.path)
  const answered = await rowsOf(
    data.path,
    'select reference_link, answers_key from papers where answers_key is not null',
  )
  expect(answered.length).toBeGreaterThan(0)
  const own = await publish(first, signedIn, { title: 'Our own' })
  const binned = await publish(first, signedIn, { title: 'Our own in the bin' })
  const desk = deskOf(first, signedIn)
  await desk.bin(binned.id)
  const list = async () =>
    await (await first.fetch('/api/admin/papers', { headers: signedIn.headers })).json()
  expect(await list()).toMatchObject({ samples: true, total: first.samples + 1 })
  const some = (await (await first.fetch('/api/papers?type=cbse')).json()).papers.find(
    (paper: Paper) => paper.referenceLink,
  ) as Paper
  expect((await first.fetch(String(some.referenceLink))).headers.get('content-type')).toBe('application/pdf')
  await desk.bin(some.id)
  const cleared = await first.fetch('/api/admin/samples', { method: 'DELETE', headers: signedIn.headers })
  expect([cleared.status, await cleared.json()]).toEqual([200, { removed: first.samples }])
  expect(await list()).toMatchObject({ samples: false, total: 1, binned: 1, papers: [{ id: own.id }] })
  const subject = `${first.samples} sample papers`
  expect(
    await rowsOf(data.path, `select author, action, subject from journal where kind = 'samples'`),
  ).toEqual([
    { author: 'the site', action: 'published', subject },
    { author: ADMIN.email, action: 'deleted', subject },
  ])
  expect((await desk.call('DELETE', '/samples')).body).toEqual({ removed: 0 })
  await expectWhole(data.path)
  await first.fetch(`/api/admin/papers/${own.id}`, { method: 'DELETE', headers: signedIn.headers })
  await first.end({ keepData: true })
  const second = await openSite({ dataDir: data.path, env })
  expect([second.samples, await listed(second)]).toEqual([0, 0])
  await second.end({ keepData: true })
})

test('SAMPLE_PAPERS=off and a catalogue with papers stay as they are', async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  expect(first.samples).toBe(0)
  await publish(first, await first.signIn())
  await first.end({ keepData: true })
  const before = await stateOf(data.path)
  const second = await openSite({ dataDir: data.path, env: { SAMPLE_PAPERS: 'on' } })
  expect(second.samples).toBe(0)
  expect(await stateOf(data.path)).toEqual(before)
  await second.end({ keepData: true })
})
