import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPdf } from '../support/made-pdfs.ts'
import { ADMIN, FIELDS, openSite, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, until } from '../support/stored.ts'
import { openUpload, postPaper } from '../support/uploads.ts'

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
  const file = plainPdf()
  const { socket, answer } = await openUpload(site, admin.headers, 'on-its-way-1', { length: file.length })
  socket.write(file.subarray(0, file.length - 10))
  await until('it is being taken in', () => readdirSync(join(site.dataDir, 'uploads')).length > 0)
  await site.app.identity.administrators.disable(ADMIN.email)
  socket.write(file.subarray(file.length - 10))
  await until('it is answered', () => answer() !== '')
  const published = await postPaper(site, admin.headers, uploadBody(FIELDS, { file }), {
    uploadId: 'on-its-way-1',
  })
  expect([published.status, (await published.json()).code]).toEqual([403, 'user-disabled'])
  expect(await (await site.fetch('/api/papers')).json()).toMatchObject({ papers: [] })
  await expectWhole(site.dataDir)
})

test('/login tells whoever is disabled, without scripts as well, and nobody but the owner of the session', async () => {
  const meena = { email: 'meena@centre.example', password: 'chalk dust on the third bench' }
  await site.app.identity.administrators.create(meena)
  const { cookie } = await site.signIn(meena)
  const isTold = async (cookie: string) =>
    (await (await site.fetch('/login', { headers: { Cookie: cookie } })).text()).includes(
      'This account has been disabled.',
    )
  expect(await isTold(cookie)).toBe(false)
  await site.app.identity.administrators.disable(meena.email)
  expect(await Promise.all([cookie, '', 'session=nonsense'].map(isTold))).toEqual([true, false, false])
})

test('what the desk reads is kept by no cache', async () => {
  await site.app.identity.administrators.restore(ADMIN.email)
  const { headers } = await site.signIn()
  for (const path of ['account', 'papers', 'journal']) {
    const answer = await site.fetch(`/api/admin/${path}`, { headers })
    expect([answer.status, answer.headers.get('Cache-Control')], path).toEqual([200, 'no-store'])
  }
})
