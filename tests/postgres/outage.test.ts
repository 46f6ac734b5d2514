import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'
import { openDataDir } from '../support/child-site.ts'
import { openLine } from '../support/cut-line.ts'
import { databaseEnv } from '../support/engine.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let line: Awaited<ReturnType<typeof openLine>>
let address: URL
let paper: Paper
const data = await openDataDir()
beforeAll(async () => {
  address = new URL((await databaseEnv(data.path)).DATABASE_URL ?? '')
  line = await openLine({ host: address.hostname, port: Number(address.port) })
  const DATABASE_URL = Object.assign(new URL(address), { port: String(line.port) }).href
  site = await openSite({ dataDir: data.path, env: { DATABASE_URL } })
  paper = await publish(site, await site.signIn())
})
afterAll(async () => {
  await site.end()
  await line.close()
  await data[Symbol.asyncDispose]()
})

/** Such as were not asked for before, so that none comes from the cache. */
let asked = 0
const addresses = () => [`/api/papers?q=matrices${++asked}`, `${paperPath(paper)}?page=${asked}`]
const write = () =>
  site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST', headers: { Origin: site.origin } })

for (const how of ['refuse', 'swallow'] as const) {
  test(`while the database is gone (${how}) the site says so, and goes on by itself when it is back`, async () => {
    expect((await write()).status).toBe(200)
    line[how]()
    for (const path of addresses()) expect((await site.fetch(path)).status).toBe(503)
    const refused = await write()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await site.fetch('/readyz')).status).toBe(503)
    expect((await site.fetch('/healthz')).status).toBe(200)
    line.restore()
    await expect.poll(async () => (await site.fetch('/readyz')).status).toBe(200)
    for (const path of addresses()) expect((await site.fetch(path)).status).toBe(200)
    await expect.poll(async () => (await write()).status).toBe(200)
  })
}

test.each([
  ['a wrong password', { password: 'wrong' }, /the user or the password is wrong/],
  ['a database that is not there', { pathname: '/nowhere' }, /there is no such database/],
  ['a port on which nothing answers', { port: '1' }, /nothing answers there/],
])('%s is said in one sentence at the start, without the password', async (_what, change, sentence) => {
  const url = Object.assign(new URL(address), change)
  const env = { DATA_DIR: data.path, LOG_LEVEL: 'silent', DATABASE_URL: url.href }
  const refusal = await createApp(readConfig(env)).then(
    () => 'started',
    (error: Error) => error.message,
  )
  expect(refusal).toMatch(/^DATABASE_URL cannot be used \(postgres:\/\/thervu@[\w.]+:\d+\/\w+\): [^.]+\.$/)
  expect(refusal).toMatch(sentence)
  expect(refusal).not.toContain('papers:')
})
