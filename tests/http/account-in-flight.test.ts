import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPdf } from '../support/made-pdfs.ts'
import { multipart, openPost, parts } from '../support/raw-http.ts'
import { ADMIN, FIELDS, openSite, type Site } from '../support/site.ts'
import { expectWhole, until } from '../support/stored.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.end())

test('whoever is disabled while an upload is on its way publishes nothing', async () => {
  await site.app.identity.administrators.create({
    email: 'ravi@centre.example',
    password: 'chalk dust on the third bench',
  })
  const admin = await site.signIn()
  const { type, bytes } = multipart(parts(FIELDS, plainPdf()))
  const headers = { ...admin.headers, 'Content-Type': type, 'Content-Length': String(bytes.length) }
  const socket = await openPost(site.origin, '/api/admin/papers', headers)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(bytes.subarray(0, bytes.length - 10))
  await until('it is being taken in', () => readdirSync(join(site.dataDir, 'quarantine')).length > 0)
  await site.app.identity.administrators.disable(ADMIN.email)
  socket.write(bytes.subarray(bytes.length - 10))
  await until('it is answered', () => answer.includes('"code"'))
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).toContain('"user-token-expired"')
  expect(await (await site.fetch('/api/papers')).json()).toMatchObject({ papers: [] })
  expectWhole(site.dataDir)
})

test('what the desk reads is kept by no cache', async () => {
  await site.app.identity.administrators.restore(ADMIN.email)
  const { headers } = await site.signIn()
  for (const path of ['account', 'papers', 'journal']) {
    const answer = await site.fetch(`/api/admin/${path}`, { headers })
    expect([answer.status, answer.headers.get('Cache-Control')], path).toEqual([200, 'no-store'])
  }
})
