import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDataDir, startChild, startRefused } from '../support/child-site.ts'
import { bigPdf } from '../support/made-pdfs.ts'
import { publish, uploadBody } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf, until } from '../support/stored.ts'
import { openUpload, postPaper } from '../support/uploads.ts'

/** The server as `npm start` runs it: a process of its own, from the real build. More of its kind is in `tests/long`. */

test('a server killed during an upload leaves whole papers or none, and the next one goes on', async () => {
  await using data = await openDataDir()
  const site = await startChild(data.path)
  const { headers } = await site.signIn()
  const sending = [1, 2].map(() => postPaper(site, headers, uploadBody()).catch(() => null))
  await until('one is stored', () => filesIn(join(data.path, 'files')).length > 0)
  await site.end()
  const acknowledged = (await Promise.all(sending)).filter((answer) => answer?.status === 201).length
  const next = await startChild(data.path)
  await expectWhole(data.path)
  const papers = (await rowsOf(data.path, 'select id from papers')).length
  expect(papers).toBeGreaterThanOrEqual(acknowledged)
  await publish(next, await next.signIn())
  expect((await rowsOf(data.path, 'select id from papers')).length).toBe(papers + 1)
  expect(await next.end('SIGTERM')).toBe(0)
})

test('SIGTERM lets a running upload end, takes nobody new, and ends with 0', async () => {
  await using data = await openDataDir()
  const site = await startChild(data.path)
  const { headers } = await site.signIn()
  const file = bigPdf(1024 * 1024)
  const { socket, answer } = await openUpload(site, headers, 'runs-to-its-end', { length: file.length })
  socket.write(file.subarray(0, 500_000))
  await until('it arrives', () => filesIn(join(data.path, 'uploads')).length > 0)
  const ended = site.end('SIGTERM')
  await until('the door is closed', () =>
    site.fetch('/healthz').then(
      () => false,
      () => true,
    ),
  )
  socket.write(file.subarray(500_000))
  expect(await ended).toBe(0)
  expect(answer()).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer()).toContain(`{"offset":${file.length}}`)
  await expectWhole(data.path)
})

test('a second server on the same data is refused with one sentence, and the first goes on', async () => {
  await using data = await openDataDir()
  const first = await startChild(data.path)
  const { code, complaint } = await startRefused(data.path)
  expect(code).toBe(1)
  expect(complaint).toMatch(/^DATA_DIR is in use by another Thervu server .*\.\n$/)
  expect((await first.fetch('/readyz')).status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
  const second = await startChild(data.path)
  expect(await second.end('SIGINT')).toBe(0)
})

// `tests/rules/config.test.ts` holds what is read of each; here is what only a start finds out.
test('a wrong setting or a taken port stops the start with one sentence that names the variable', {
  timeout: 300_000,
}, async () => {
  await using data = await openDataDir()
  const site = await startChild(data.path)
  await using other = await openDataDir()
  // A folder that others use: a wrong setting must not close it to them.
  const folder = join(other.path, 'of-others')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const wrong: Record<string, string>[] = [
    { PORT: new URL(site.origin).port },
    { HOST: 'no such host' },
    { ADMIN_PASSWORD: 'short' },
    { DATA_DIR: '/dev/null' },
    { FILES_URL: 'file:///dev/null' },
    { DATABASE_URL: `sqlite:${folder}` },
  ]
  for (const env of wrong) {
    const { code, complaint } = await startRefused(other.path, env)
    expect([env, code]).toEqual([env, 1])
    expect(complaint).toMatch(new RegExp(`^${Object.keys(env)[0]} [^\\n]*\\n$`))
  }
  expect(statSync(folder).mode & 0o777).toBe(0o755)
  await site.end()
})
