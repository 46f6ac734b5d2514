import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearOldBin } from '#domain/bin/bin.server.ts'
import { showDue } from '#domain/bin/hide.server.ts'
import { findPages } from '#domain/page-images/find-pages.server.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { linesPdf, plainPdf } from '../support/made-pdfs.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, rowsOf, until } from '../support/stored.ts'
import { newUploadId, postPaper } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
beforeAll(async () => {
  site = await openSite({ renders: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 } })
  admin = await site.signIn()
  client = paperClient(site, admin)
})
afterAll(() => site.end())

/** Longer than rendering and recognising take on a busy machine. */
const BUSY_MS = 60_000
const SOON_MS = 1_500

const setVisibility = (id: string, body: unknown) =>
  client.call('PUT', `/papers/${id}/visibility`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
const hide = (id: string, showAt: string | null = null) => setVisibility(id, { hidden: true, showAt })
const show = (id: string) => setVisibility(id, { hidden: false })
const soon = (ms = SOON_MS) => new Date(Date.now() + ms).toISOString()
const inAnHour = () => soon(3_600_000)

async function publishHidden(
  fields: Record<string, unknown>,
  file: Uint8Array,
  options: { uploadId?: string } = {},
) {
  const body = uploadBody(FIELDS, { file })
  return await postPaper(
    site,
    admin.headers,
    { ...body, fields: { ...FIELDS, hidden: true, ...fields } },
    options,
  )
}

async function untilRendered(paper: Pick<Paper, 'id' | 'pages'>) {
  await until('pages are rendered', async () => (await findPages(site.app, paper)).isDone, BUSY_MS)
  return await findPages(site.app, paper)
}

const bodyOf = async (path: string) => {
  const answer = await site.fetch(path)
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

/** Pages that show many papers: each address with the words by which a paper would be there. */
const LISTS = [
  ...['/', '/practice', '/practice?q=zeppelin', '/search?q=zeppelin', '/resources/cbse/12/', '/sitemap.xml'],
  ...[
    '/feed.xml',
    '/questions?q=zeppelin',
    '/questions/weightage?q=zeppelin',
    '/api/papers',
    '/api/papers?q=zeppelin',
  ],
  ...['/api/questions?q=zeppelin', '/api/suggestions?q=zeppelin'],
]

test('a hidden paper is to visitors what a missing one is, at every address that it ever had, and comes back with all', async () => {
  const pdf = linesPdf([
    [
      [72, 700, '1. How long does the zeppelin fly? (5 marks)'],
      [72, 640, '2. Draw the zeppelin from above. (3 marks)'],
    ],
  ])
  const neighbour = await publish(site, admin, { title: 'Neighbour' }, plainPdf({ text: 'next to it' }))
  const first = await publish(site, admin, { title: 'Zeppelin' }, plainPdf({ text: 'first file' }))
  await client.replace(first.id, 'file', pdf)
  await client.replace(first.id, 'answers', plainPdf({ text: 'its answers' }))
  const { body: paper } = await client.get(first.id)
  const { base } = await untilRendered(paper)
  await until(
    'its questions are found',
    async () => (await bodyOf('/api/questions?q=zeppelin')).text.includes('fly'),
    BUSY_MS,
  )
  await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
  const before = (await client.get(paper.id)).body
  const list = await site.fetch('/api/lists', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.origin },
    body: JSON.stringify({ ids: [paper.id, neighbour.id] }),
  })
  const listed = (await list.json()) as { path: string }
  const own = [
    paperPath(paper),
    `/papers/${paper.id}`,
    `/papers/${paper.id}/share.png`,
    `/papers/${paper.id}/sit`,
    `/api/papers/${paper.id}`,
    `/api/papers/${paper.id}/questions`,
    ...[paper.link, String(paper.thumbnail), String(paper.referenceLink), first.link],
    `${base}/1-720.webp`,
    `/papers.zip?ids=${paper.id}`,
  ]
  const were = await Promise.all(own.map(bodyOf))
  const counts = async () => (await (await site.fetch('/api/papers?year=2024')).json()).total
  const of = await counts()
  expect((await hide(paper.id)).body).toMatchObject({ hiddenAt: expect.any(String), showAt: null })
  for (const path of own) {
    // As of one that never was: in the same words, too.
    const missing = path
      .replaceAll(paper.id, 'zzzzzzzzzzzz')
      .replace(/^\/files\/[^/]+\/.*/, '/files/12th-cbse/none.pdf')
    const [hidden, never] = [
      await bodyOf(path),
      await bodyOf(missing.includes('zzzz') || missing.startsWith('/files') ? missing : path),
    ]
    expect([path, hidden.status, hidden.location]).toEqual([path, never.status, never.location])
    expect([path, [200, 302].includes(hidden.status)]).toEqual([path, false])
    expect(hidden.text).not.toContain('Zeppelin')
  }
  for (const path of LISTS) {
    const { text } = await bodyOf(path)
    expect([path, text.includes(paper.id), text.includes('Zeppelin')]).toEqual([path, false, false])
  }
  expect((await bodyOf(listed.path)).text).not.toContain('Zeppelin')
  expect((await bodyOf(`/papers.zip?ids=${paper.id},${neighbour.id}`)).text).not.toContain('Zeppelin')
  expect(await counts()).toBe(of - 1)
  expect((await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })).status).toBe(404)
  await expectWhole(site.dataDir)
  expect((await show(paper.id)).body).toEqual({
    ...before,
    version: before.version + 1,
    changedAt: expect.any(String),
  })
  const are = await Promise.all(own.map(bodyOf))
  expect(are.map(({ status, location }) => [status, location])).toEqual(
    were.map(({ status, location }) => [status, location]),
  )
  expect((await bodyOf('/api/questions?q=zeppelin')).text).toContain('fly')
  expect((await bodyOf('/practice?q=zeppelin')).text).toContain(paper.id)
  expect(await counts()).toBe(of)
  await expectWhole(site.dataDir)
  const entries = await client.journal(paper.id)
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'shown' },
    { action: 'hidden', after: { showAt: null } },
  ])
})

test('at its time it is on the site without anybody writing, cached pages included, and once on whichever server', async () => {
  const paper = await publish(site, admin, { title: 'Quokka test' }, plainPdf({ text: 'quokka' }))
  await hide(paper.id, inAnHour())
  // Kept by the page cache while it is hidden.
  const cached = ['/practice?q=quokka', '/', paperPath(paper)]
  for (const path of cached) expect((await bodyOf(path)).text).not.toContain('Quokka test')
  expect((await hide(paper.id, soon(7_200_000))).body.showAt).toMatch(/Z$/)
  for (const path of cached) expect((await bodyOf(path)).text).not.toContain('Quokka test')
  // Only now, for on a busy machine pages take longer.
  const showAt = soon()
  await site.app.db.updateTable('binnedPapers').set({ showAt }).where('id', '=', paper.id).execute()
  await until('it is there', async () => (await site.fetch(`/api/papers/${paper.id}`)).status === 200)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(showAt))
  for (const path of cached) expect((await bodyOf(path)).text).toContain('Quokka test')
  // Whoever else looks finds nothing to do.
  await Promise.all(Array.from({ length: 5 }, () => showDue(site.app)))
  const actions = (await client.journal(paper.id)).map(({ action, author }) => [action, author])
  expect(actions.slice(0, 3)).toEqual([
    ['shown', 'the site'],
    ['scheduled', 'priya@centre.example'],
    ['hidden', 'priya@centre.example'],
  ])
})

test('five servers that look at once show a paper once', async () => {
  const paper = await publish(site, admin, { title: 'Okapi test' }, plainPdf({ text: 'okapi' }))
  await hide(paper.id, inAnHour())
  const later = { ...site.app, clock: { ...site.app.clock, now: () => new Date(Date.now() + 7_200_000) } }
  await Promise.all(Array.from({ length: 5 }, () => showDue(later)))
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(200)
  const actions = (await client.journal(paper.id)).map(({ action }) => action)
  expect(actions).toEqual(['shown', 'hidden', 'published'])
  await expectWhole(site.dataDir)
})

test('what came due while the server was off is shown when it starts', async () => {
  const own = await openSite()
  const signedIn = await own.signIn()
  const theirs = paperClient(own, signedIn)
  const paper = await publish(own, signedIn, { title: 'Tapir test' })
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ hidden: true, showAt: inAnHour() })
  await theirs.call('PUT', `/papers/${paper.id}/visibility`, { headers, body })
  const showAt = new Date(Date.now() - 3_600_000).toISOString()
  await own.app.db.updateTable('binnedPapers').set({ showAt }).execute()
  await own.end({ keepData: true })
  const again = await openSite({ dataDir: own.dataDir })
  await until('it is there', async () => (await again.fetch(`/api/papers/${paper.id}`)).status === 200)
  await again.end()
})

test('a time that has passed shows at once; what is no time, or years ahead, is refused in a sentence', async () => {
  const paper = await publish(site, admin, { title: 'Ibex test' }, plainPdf({ text: 'ibex' }))
  expect((await hide(paper.id, soon(-60_000))).body).toMatchObject({ hiddenAt: null, showAt: null })
  await hide(paper.id)
  expect((await hide(paper.id, soon(-60_000))).body).toMatchObject({ hiddenAt: null })
  for (const showAt of ['tomorrow', '2026-12-01T09:00', '2226-12-01T09:00:00Z', 5]) {
    const refused = await setVisibility(paper.id, { hidden: true, showAt })
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringContaining('must be a time such as 2026-12-01T09:00:00+05:30, at most two years ahead'),
    ])
  }
  expect((await hide('zzzzzzzzzzzz')).status).toBe(404)
  expect((await show('zzzzzzzzzzzz')).status).toBe(404)
})

test('published hidden it was never on the site; its pages are ready when it comes, as new as if it came then', async () => {
  const uploadId = newUploadId()
  const pdf = plainPdf({ text: 'wombat', pages: 2 })
  const answer = await publishHidden({ title: 'Wombat test', showAt: inAnHour() }, pdf, { uploadId })
  const paper = (await answer.json()) as AdminPaper
  expect(answer.status).toBe(201)
  const again = await publishHidden({ title: 'Wombat test', showAt: inAnHour() }, pdf, { uploadId })
  expect([again.status, (await again.json()).id]).toEqual([200, paper.id])
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(404)
  expect((await site.fetch(paper.link)).status).toBe(404)
  const key = paper.link.slice('/files/'.length)
  const isRendered = async () => {
    const [job] = await rowsOf(site.dataDir, 'select state from drawing_jobs where file_key = ?', key)
    return job?.state === 'done'
  }
  await until('its pages are rendered', isRendered, BUSY_MS)
  expect((await bodyOf('/search?q=wombat')).text).not.toContain(paper.id)
  const later = await publish(site, admin, { title: 'Later one' }, plainPdf({ text: 'later' }))
  const shown = await show(paper.id)
  expect(shown.body.publishedAt > (await client.get(later.id)).body.publishedAt).toBe(true)
  const feed = (await bodyOf('/feed.xml')).text
  expect(feed.indexOf(paper.id)).toBeGreaterThan(-1)
  expect(feed.indexOf(paper.id)).toBeLessThan(feed.indexOf(later.id))
  expect((await findPages(site.app, paper)).isDone).toBe(true)
  expect((await bodyOf('/search?q=wombat')).text).toContain(paper.id)
  const atOnce = await publishHidden({ title: 'Passed', showAt: soon(-60_000) }, plainPdf({ text: 'passed' }))
  expect((await site.fetch(`/api/papers/${(await atOnce.json()).id}`)).status).toBe(200)
  await expectWhole(site.dataDir)
})

test('while it is hidden the admin area finds it, changes it and looks at it; nobody else gets its files', async () => {
  const paper = await publish(site, admin, { title: 'Numbat test' }, plainPdf({ text: 'numbat' }))
  await hide(paper.id, inAnHour())
  expect((await client.list('show=hidden&q=numbat')).papers.map(({ id }) => id)).toEqual([paper.id])
  expect(await client.list('q=numbat')).toMatchObject({ papers: [], hidden: 1 })
  const revised = await client.revise(paper.id, { title: 'Numbat, corrected', year: '2023' }, 1)
  expect(revised.body).toMatchObject({ version: 2, title: 'Numbat, corrected', hiddenAt: expect.any(String) })
  expect((await client.revise(paper.id, { title: 'Too late' }, 1)).status).toBe(412)
  const pdf = plainPdf({ text: 'numbat again', pages: 3 })
  const replaced = await client.replace(paper.id, 'file', pdf)
  expect(replaced.body).toMatchObject({ pages: 3, version: 3 })
  const answered = await client.replace(paper.id, 'answers', plainPdf({ text: 'numbat answers' }))
  const { link, thumbnail, referenceLink } = answered.body
  for (const path of [link, String(thumbnail), String(referenceLink), paper.link])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404])
  const file = (part: string, headers: HeadersInit = admin.headers) =>
    site.fetch(`/api/admin/papers/${paper.id}/files/${part}`, { headers })
  expect(Buffer.from(await (await file('file')).arrayBuffer()).equals(pdf)).toBe(true)
  expect((await file('thumbnail')).headers.get('content-type')).toMatch(/^image\//)
  expect((await file('answers', { Origin: site.origin })).status).toBe(401)
  expect((await file('cover')).status).toBe(404)
  await expectWhole(site.dataDir)
  const shown = await show(paper.id)
  expect(shown.body).toMatchObject({ title: 'Numbat, corrected', pages: 3, answers: 'file' })
  expect((await site.fetch(link)).status).toBe(200)
  expect((await bodyOf('/practice?q=numbat')).text).toContain('Numbat, corrected')
  await expectWhole(site.dataDir)
})

test('a hidden paper that is binned comes back hidden, and is never deleted for being old', async () => {
  const paper = await publish(site, admin, { title: 'Dugong test' }, plainPdf({ text: 'dugong' }))
  await hide(paper.id)
  expect((await client.deleteForGood(paper.id)).status).toBe(404)
  await clearOldBin(site.app, new Date(Date.now() + 90 * 86_400_000))
  expect((await client.get(paper.id)).body.hiddenAt).not.toBeNull()
  expect((await client.bin(paper.id)).status).toBe(204)
  expect((await client.list('show=hidden&q=dugong')).papers).toEqual([])
  expect((await client.list('show=binned&q=dugong')).papers).toHaveLength(1)
  expect((await client.restore(paper.id)).body).toMatchObject({
    binnedAt: null,
    hiddenAt: expect.any(String),
  })
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(404)
  await client.bin(paper.id)
  expect((await client.deleteForGood(paper.id)).status).toBe(204)
  await expectWhole(site.dataDir)
})

test('many are hidden and shown together', async () => {
  const made: Paper[] = []
  for (const at of [1, 2, 3])
    made.push(await publish(site, admin, { title: `Gaur ${at}` }, plainPdf({ text: `gaur ${at}` })))
  const ids = made.map(({ id }) => id)
  const showAt = inAnHour()
  const hidden = await client.together({ action: 'hide', ids: [...ids, 'zzzz'], showAt })
  expect(hidden.body).toMatchObject({ done: ids, missing: ['zzzz'], refused: [] })
  expect((await client.list('show=hidden&q=gaur')).papers.map((paper) => paper.showAt)).toEqual([
    showAt,
    showAt,
    showAt,
  ])
  const found = (await client.call('GET', '/found?show=hidden&q=gaur')).body as unknown as {
    papers: AdminPaper[]
  }
  expect(found.papers).toMatchObject(ids.map(() => ({ showAt })))
  expect((await client.together({ action: 'show', ids })).body).toMatchObject({ done: ids })
  expect((await client.list('q=gaur')).total).toBe(3)
})

test('a paper whose file is lost stays hidden at its time, and the admin area is told', async () => {
  const paper = await publish(site, admin, { title: 'Saiga test' }, plainPdf({ text: 'saiga' }))
  await hide(paper.id, inAnHour())
  const row = await client.get(paper.id)
  await rm(join(site.dataDir, row.body.link))
  await site.app.db
    .updateTable('binnedPapers')
    .set({ showAt: new Date(Date.now() - 1_000).toISOString() })
    .where('id', '=', paper.id)
    .execute()
  const warned = async () =>
    JSON.stringify((await client.call('GET', '/warnings')).body).includes('Saiga test')
  await until('the admin area warns', warned)
  expect((await site.fetch(`/api/papers/${paper.id}`)).status).toBe(404)
  expect((await show(paper.id)).status).toBe(409)
  await client.bin(paper.id)
  await until('the warning is gone', async () => !(await warned()))
  await client.deleteForGood(paper.id)
})
