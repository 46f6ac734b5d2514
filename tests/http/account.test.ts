import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPdf } from '../support/made-pdfs.ts'
import { ADMIN, FIELDS, openSite, type Site, uploadBody } from '../support/site.ts'
import { expectWhole, until } from '../support/stored.ts'
import { openUpload, postPaper } from '../support/uploads.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ env: { REQUIRE_SECOND_FACTOR: 'on' } })
})
afterAll(() => site?.end())

type Headers = Record<string, string>

function post(path: string, body: object, headers: Headers = {}, method = 'POST') {
  return site.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: site.origin, ...headers },
    body: JSON.stringify(body),
  })
}

function cookiesOf(response: Response) {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

test('whoever owes a second factor is led to the account, may set it up, and then signs in by two steps', async () => {
  const owner = await site.signIn()
  const page = await site.fetch('/admin', { headers: { Cookie: owner.cookie } })
  expect(page.status).toBe(200)
  const refused = await site.fetch('/api/admin/papers', { headers: owner.headers })
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'second-factor-required'])
  const upload = await post('/api/admin/inbox', {}, owner.headers)
  expect([upload.status, (await upload.json()).code]).toEqual([403, 'second-factor-required'])

  const begun = await (await post('/api/admin/account/second-factor', {}, owner.headers)).json()
  const totp = new TOTP({ secret: Secret.fromBase32(begun.key) })
  const proof = { code: totp.generate() }
  const proven = await post('/api/admin/account/second-factor', proof, owner.headers, 'PUT')
  expect((await proven.json()).recoveryCodes).toHaveLength(10)
  expect((await site.fetch('/api/admin/papers', { headers: owner.headers })).status).toBe(200)

  const password = await post('/api/auth/login', ADMIN)
  expect(password.status).toBe(202)
  expect(password.headers.get('Cache-Control')).toBe('no-store')
  const challenge = { Cookie: cookiesOf(password) }
  expect(challenge.Cookie).toMatch(/^challenge=[\w-]{43}$/)
  const ahead = { code: totp.generate({ timestamp: Date.now() + 30_000 }) }
  expect((await post('/api/auth/login/code', ahead)).status).toBe(401)
  const finished = await post('/api/auth/login/code', ahead, challenge)
  expect(finished.status).toBe(200)
  expect(cookiesOf(finished)).toMatch(/^session=.+; device=[\w-]+\.[\w-]+; challenge=$/)
  expect((await post('/api/auth/login/code', ahead, challenge)).status).toBe(401)
})

test('the account’s calls take nothing that they do not know, and nobody without both halves of a session', async () => {
  const calls: [string, string][] = [
    ['GET', 'account'],
    ['POST', 'account/confirmation'],
    ['PUT', 'account/password'],
    ['DELETE', 'account/sessions'],
    ['POST', 'account/second-factor'],
    ['PUT', 'account/second-factor'],
    ['POST', 'account/second-factor/removal'],
    ['POST', 'account/recovery-codes'],
    ['POST', 'administrators'],
    ['POST', 'administrators/x/disablement'],
    ['POST', 'administrators/x/restoration'],
  ]
  for (const [method, path] of calls) {
    const headers = { Origin: site.origin }
    expect((await site.fetch(`/api/admin/${path}`, { method, headers })).status, path).toBe(401)
  }
})

describe('of whoever is disabled meanwhile', () => {
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

  test('what the admin area reads is kept by no cache', async () => {
    await site.app.identity.administrators.restore(ADMIN.email)
    const { headers } = await site.signIn()
    for (const path of ['account', 'papers', 'journal']) {
      const answer = await site.fetch(`/api/admin/${path}`, { headers })
      expect([answer.status, answer.headers.get('Cache-Control')], path).toEqual([200, 'no-store'])
    }
  })
})
