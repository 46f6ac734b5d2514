import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sizeLabel } from '#domain/language/formats.ts'
import { messagesOf } from '#domain/language/messages.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { bigPdf, plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { readZip } from '../support/read-zip.ts'
import { sharedJobs } from '../support/shared-jobs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { filesIn, rowsOf, until } from '../support/stored.ts'

let site: Site
let admin: SignedIn
let physics: Paper
let tamil: Paper
let big: Paper
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  const answers = { referenceLink: 'https://answers.example/a' }
  physics = await publish(site, admin, { subject: 'Physics', title: 'Waves: part 1/2', ...answers }, pdfOf(3))
  tamil = await publish(site, admin, { degree: '10th-state', title: 'அரையாண்டுத் தேர்வு' }, pdfOf(2))
  big = await publish(site, admin, { title: 'A heavy scan' }, bigPdf(12 * 1024 * 1024))
}, 60_000)
afterAll(() => site.end())

const pdfOf = (pages: number) => plainPdf({ pages, text: `Paper of ${pages}` })
const of = (...papers: { id: string }[]) => papers.map(({ id }) => id).join(',')
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const views = async () => (await rowsOf(site.dataDir, 'select sum(views) as views from papers'))[0]?.views
const quarantine = () => filesIn(join(site.dataDir, 'quarantine'))

/** Asks for a bundle and takes it whole. */
async function take(path: string) {
  const answer = await site.fetch(path)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('papers come as one zip, byte for byte, under names that say what they are', async () => {
  const before = await views()
  const zip = await take(`/papers.zip?ids=${of(tamil, physics)}`)
  expect(zip.status).toBe(200)
  expect(zip.headers.get('content-type')).toBe('application/zip')
  expect(zip.headers.get('content-length')).toBe(String(zip.bytes.length))
  expect(zip.headers.get('content-disposition')).toBe(
    `attachment; filename="2 papers.zip"; filename*=UTF-8''2%20papers.zip`,
  )
  const entries = readZip(zip.bytes)
  expect(entries.map(({ name }) => name)).toEqual([
    'Class 10 State Board Mathematics December 2024 - அரையாண்டுத் தேர்வு.pdf',
    'Class 12 CBSE Physics December 2024 - Waves part 1 2.pdf',
    'papers.txt',
  ])
  expect(entries.every(({ isUtf8 }) => isUtf8)).toBe(true)
  for (const [at, paper] of [tamil, physics].entries()) {
    const file = await take(paper.link)
    expect(sumOf(entries[at]?.bytes as Buffer)).toBe(sumOf(file.bytes))
  }
  const list = String(entries[2]?.bytes)
  expect(list).toContain(`${site.origin}/papers/${physics.id}/waves-part-1-2`)
  expect(list).toContain('Answers: https://answers.example/a')
  expect(list).not.toContain('No longer here')
  expect(await views()).toBe(before)
})

test('papers come as one PDF whose pages are theirs, and nothing of it stays on the disk', async () => {
  const before = await views()
  const pdf = await take(`/papers.pdf?ids=${of(tamil, physics)}`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(pdf.headers.get('content-length')).toBe(String(pdf.bytes.length))
  expect(pdf.headers.get('content-disposition')).toContain('attachment; filename="2 papers.pdf"')
  const folder = await mkdtemp(join(tmpdir(), 'thervu-merged-'))
  const inspector = createInspector({}, sharedJobs())
  writeFileSync(join(folder, 'merged'), pdf.bytes)
  const seen = await inspector.inspectPdf(join(folder, 'merged'))
  await inspector.close()
  await rm(folder, { recursive: true })
  expect(seen).toMatchObject({ accepted: true, pages: 5, text: expect.stringContaining('Paper of 2') })
  expect(quarantine()).toEqual([])
  expect(await views()).toBe(before)
})

test('a paper that is gone is left out and named; when none is left, there is no file', async () => {
  const gone = await publish(site, admin, { title: 'Soon gone' })
  expect((await paperClient(site, admin).bin(gone.id)).status).toBe(204)
  const lost = await publish(site, admin, { title: 'A row without its file' })
  rmSync(join(site.dataDir, lost.link))
  const entries = readZip((await take(`/papers.zip?ids=${of(gone, physics, lost)},nosuchpaper`)).bytes)
  expect(entries.map(({ name }) => name)).toEqual([expect.stringContaining('Waves'), 'papers.txt'])
  const list = String(entries[1]?.bytes)
  for (const id of [gone.id, lost.id, 'nosuchpaper'])
    expect(list.split('No longer here')[1]).toContain(`${site.origin}/papers/${id}`)
  expect(list).not.toContain('Soon gone')
  expect((await take(`/papers.pdf?ids=${of(gone, physics)}`)).status).toBe(200)
  for (const kind of ['zip', 'pdf']) {
    const none = await site.fetch(`/papers.${kind}?ids=${of(gone)}`)
    expect([none.status, (await none.json()).code]).toEqual([404, 'papers-not-found'])
  }
  await paperClient(site, admin).bin(lost.id)
})

test('ids that cannot be are refused by a sentence, and so is more than one file may hold', async () => {
  const many = Array.from({ length: 51 }, (_, n) => `paper${n}`).join(',')
  for (const query of [
    '',
    '?ids=',
    '?ids=a,,b',
    '?ids=A%20B',
    '?ids=../x',
    `?ids=${many}`,
    '?ids=a&as=zip',
  ]) {
    for (const kind of ['zip', 'pdf']) {
      const answer = await site.fetch(`/papers.${kind}${query}`)
      expect([query.slice(0, 20), answer.status]).toEqual([query.slice(0, 20), 422])
      expect((await answer.json()).detail).toMatch(/\.$/)
    }
  }
  const long = await publish(site, admin, { title: 'A whole book' }, pdfOf(499))
  const tooMuch = await site.fetch(`/papers.pdf?ids=${of(long, physics)}`, {
    headers: { Accept: 'text/html' },
  })
  expect(tooMuch.status).toBe(413)
  expect(await tooMuch.text()).toContain('One PDF holds at most 500 pages. Take the zip instead.')
  // The address says no language; the page from which it was opened does.
  const fromTamil = await site.fetch(`/papers.pdf?ids=${of(long, physics)}`, {
    headers: { Accept: 'text/html', Referer: `${site.origin}/ta/list/picked` },
  })
  expect(await fromTamil.text()).toContain(messagesOf('ta').picked_pdf_too_long({ count: 500 }))
  const head = await site.fetch(`/papers.zip?ids=${of(long, physics)}`, { method: 'HEAD' })
  expect([head.status, Number(head.headers.get('content-length')) > long.size]).toEqual([200, true])
})

test('whoever goes away frees the place, and one address cannot take them all', async () => {
  const open = () => leaveHanging(`/papers.zip?ids=${of(big, physics)}`)
  for (let round = 0; round < 3; round++) {
    const hanging = await Promise.all([open(), open(), open(), open()])
    expect(hanging.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const fifth = await site.fetch(`/papers.zip?ids=${of(physics)}`)
    expect([fifth.status, (await fifth.json()).code]).toEqual([429, 'too-many-downloads'])
    for (const { goAway } of hanging) goAway()
    await until('a place is free', async () => {
      const answer = await site.fetch(`/papers.zip?ids=${of(physics)}`)
      await answer.arrayBuffer()
      return answer.status === 200
    })
  }
})

test('a merged PDF whose reader goes away at any moment leaves nothing behind', async () => {
  for (const wait of [0, 5, 20, 80, 200]) {
    const stop = new AbortController()
    const asked = site.fetch(`/papers.pdf?ids=${of(big, physics)}`, { signal: stop.signal })
    setTimeout(() => stop.abort(), wait)
    await asked.then((answer) => answer.body?.cancel()).catch(() => {})
  }
  await until('the quarantine is empty', () => quarantine().length === 0)
  await until('a place is free', async () => (await take(`/papers.pdf?ids=${of(physics)}`)).status === 200)
})

test('at most two PDFs are put together at once; who waits too long is told to come again', async () => {
  let running = 0
  let most = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = await openSite({
    parts: (app) => ({
      inspector: {
        ...app.inspector,
        // The turns alone are tried: to put six together may take longer than one waits for its turn.
        async mergePdfs([path = ''], to) {
          most = Math.max(most, ++running)
          await held
          await copyFile(path, to)
          running--
          return { merged: true, pages: 1, size: (await stat(to)).size }
        },
      },
    }),
    env: { TRUSTED_PROXY: '127.0.0.1' },
  })
  const paper = await publish(slow, await slow.signIn(), {})
  const ask = (n: number) =>
    slow.fetch(`/papers.pdf?ids=${paper.id}`, { headers: { 'X-Forwarded-For': `10.0.${n}.1` } })
  const asked = Array.from({ length: 9 }, (_, n) => ask(n))
  const first = await Promise.race(asked)
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '10'])
  expect((await first.json()).detail).toContain('take the zip')
  await expect.poll(() => running).toBe(2)
  release()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(8)
  expect(most).toBe(2)
  await slow.end()
})

test('a list has an address that holds it, and shows its papers in their order', async () => {
  const made = await post({ ids: [tamil.id, 'nosuchpaper', physics.id] })
  expect(made.status).toBe(200)
  const { path, missing } = (await made.json()) as { path: string; missing: string[] }
  expect(path).toMatch(/^\/list\/[A-Za-z0-9_-]{4,16}$/)
  expect(missing).toEqual(['nosuchpaper'])
  const page = await site.fetch(path)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html.indexOf('அரையாண்டுத் தேர்வு')).toBeGreaterThan(0)
  expect(html).toContain('name="robots" content="noindex')
  expect(html).toContain(`href="/papers.zip?ids=${tamil.id},${physics.id}"`)
  expect(html).toContain(`href="/papers.pdf?ids=${tamil.id},${physics.id}"`)
  const redirected = await site.fetch(`/list/picked?ids=${of(tamil, physics)}`)
  expect([redirected.status, redirected.headers.get('location')]).toEqual([302, path])
})

test('One PDF says its pages and weight before it is made, in the language of the page', async () => {
  const { path } = (await (await post({ ids: [tamil.id, physics.id] })).json()) as { path: string }
  const size = sizeLabel(tamil.size + physics.size)
  for (const [address, said] of [
    [path, `5 pages, about ${size}`],
    [`/ta${path}`, `5 பக்கங்கள், சுமார் ${size}`],
    [`/hi${path}`, `5 पेज, लगभग ${size}`],
  ] as const) {
    const html = await (await site.fetch(address)).text()
    expect(/<a [^>]*href="\/papers\.pdf[^>]*>(.*?)<\/a>/s.exec(html)?.[1]).toContain(said)
  }
})

test('a list tells how many of its papers are gone, and is a 404 when all are or the link is mistyped', async () => {
  const gone = await publish(site, admin, { title: 'Gone from a list' })
  const { path } = (await (await post({ ids: [gone.id, physics.id] })).json()) as { path: string }
  const { path: alone } = (await (await post({ ids: [gone.id] })).json()) as { path: string }
  await paperClient(site, admin).bin(gone.id)
  const html = await (await site.fetch(path)).text()
  expect(html).toContain('1 paper of this list is no longer here.')
  expect(html).not.toContain('Gone from a list')
  for (const address of [alone, `${path}x`, path.slice(0, -2), '/list/picked', '/list/picked?ids=x,y']) {
    const answer = await site.fetch(address)
    expect([address, answer.status]).toEqual([address, 404])
    expect(await answer.text()).toContain('list')
  }
})

test('an address for a list is made of ids of papers alone', async () => {
  for (const body of [{}, { ids: [] }, { ids: ['A B'] }, { ids: 'x' }, { ids: [physics.id], name: 'x' }]) {
    const answer = await post(body)
    expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 422])
  }
  expect((await post({ ids: Array.from({ length: 51 }, (_, n) => `p${n}`) })).status).toBe(422)
  const none = await post({ ids: ['nosuchpaper'] })
  expect([none.status, (await none.json()).code]).toEqual([404, 'papers-not-found'])
})

const post = (body: unknown) =>
  site.fetch('/api/lists', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.origin },
    body: JSON.stringify(body),
  })

/** A download of which only the beginning is read. */
function leaveHanging(path: string): Promise<{ status: number; goAway: () => void }> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, site.origin), { agent: false }, (answer) => {
      answer.pause()
      resolve({ status: answer.statusCode ?? 0, goAway: () => asked.destroy() })
    })
    asked.on('error', () => {})
    asked.once('error', reject)
    asked.end()
  })
}
