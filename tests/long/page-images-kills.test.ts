import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { childrenOf, commandOf, JOB_PROCESS } from '../support/child-processes.ts'
import { openDataDir, startChild } from '../support/child-site.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { uploadBody } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, until } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

const PAGES = 12
/** Rendering takes its time on a busy machine. */
const BUSY_MS = 60_000

test('a server killed again and again while it renders goes on where it was', {
  timeout: 180_000,
}, async () => {
  await using data = await openDataDir()
  const folder = join(data.path, 'pages')
  const pictures = () => (existsSync(folder) ? filesIn(folder).filter((name) => name.endsWith('.webp')) : [])
  const kept = async () => {
    const [row] = await rowsOf(data.path, 'select state, images from drawing_jobs')
    return { state: row?.state, pages: JSON.parse(String(row?.images ?? '[]')).length as number }
  }
  let site = await startChild(data.path)
  const { headers } = await site.signIn()
  const body = uploadBody(undefined, { file: plainPdf({ pages: PAGES }) })
  const paper = (await (await postPaper(site, headers, body)).json()) as Paper
  for (const some of [1, 5]) {
    await until('some pages are rendered', async () => (await kept()).pages >= some, BUSY_MS)
    await site.end()
    const before = (await kept()).pages
    const renderedAt = pictures().map((name) => [name, statSync(join(folder, name)).mtimeMs] as const)
    site = await startChild(data.path)
    await until(
      'it goes on',
      async () => (await kept()).pages > before || (await kept()).state === 'done',
      BUSY_MS,
    )
    for (const [name, time] of renderedAt) {
      // What was stored and not yet kept when the server was killed may be rendered again.
      const page = Number(/(\d+)-\d+\.webp$/.exec(name)?.[1])
      if (page <= before) expect([name, statSync(join(folder, name)).mtimeMs]).toEqual([name, time])
    }
  }
  await until('all pages are rendered', async () => (await kept()).state === 'done', BUSY_MS)
  expect((await kept()).pages).toBe(PAGES)
  expect(pictures().length).toBe(2 * PAGES)
  expect(await rowsOf(data.path, 'select count(*) as pages from page_texts')).toEqual([{ pages: PAGES }])
  const page = await site.fetch(`/papers/${paper.id}`)
  expect(page.status).toBe(301)
  expect(await site.end('SIGTERM')).toBe(0)
  expect(filesIn(join(data.path, 'drawing'))).toEqual([])
  await expectWhole(data.path)
})

test('a rendering process that is killed costs no picture, and none outlives its server', {
  timeout: 180_000,
}, async () => {
  await using data = await openDataDir()
  const secret = 'a-secret-that-strangers-must-not-read'
  const site = await startChild(data.path, { AUTH_SECRET: secret })
  const { headers } = await site.signIn()
  const jobs = () => childrenOf(JOB_PROCESS, site.pid)
  const rendered = async () => {
    const [row] = await rowsOf(data.path, 'select images from drawing_jobs')
    return JSON.parse(String(row?.images ?? '[]')) as unknown[]
  }
  expect(jobs()).toEqual([])
  const body = uploadBody(undefined, { file: plainPdf({ pages: PAGES }) })
  expect((await postPaper(site, headers, body)).status).toBe(201)
  await until('some pages are rendered', async () => (await rendered()).length > 0, BUSY_MS)
  const [killed] = jobs()
  expect(readFileSync(`/proc/${killed}/environ`, 'latin1')).not.toContain(secret)
  expect(readFileSync(`/proc/${killed}/oom_score_adj`, 'latin1').trim()).toBe('1000')
  process.kill(Number(killed), 'SIGKILL')
  await until('all pages are rendered', async () => (await rendered()).length === PAGES, BUSY_MS)
  expect((await rendered()).includes(null)).toBe(false)
  // One that rendered what was left alone has ended with it.
  expect((await site.fetch('/share.png')).status).toBe(200)
  const [last] = jobs()
  expect(commandOf(Number(last))).toContain(JOB_PROCESS)
  expect(await site.end('SIGTERM')).toBe(0)
  expect(commandOf(Number(last))).toBe('')

  const again = await startChild(data.path, { AUTH_SECRET: secret })
  expect((await again.fetch('/share.png')).status).toBe(200)
  const [left] = childrenOf(JOB_PROCESS, again.pid)
  expect(commandOf(Number(left))).toContain(JOB_PROCESS)
  await again.end('SIGKILL')
  await until('it has ended, too', () => commandOf(Number(left)) === '')
})
