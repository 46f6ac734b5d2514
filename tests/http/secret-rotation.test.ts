import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { openDataDir, STARTED, startChild } from '../support/child-site.ts'
import { ADMIN } from '../support/site.ts'

const ROOT = join(import.meta.dirname, '../..')

test('the secret of a running site is changed: nobody is signed out, and the codes of the phone go on', async () => {
  await using data = await openDataDir()
  const linesOf = () => readFileSync(join(data.path, 'auth-secret'), 'utf8').trim().split('\n')
  const before = await startChild(data.path)
  const { headers } = await before.signIn()
  const post = (path: string, body: object, method = 'POST') =>
    before.fetch(`/api/admin/account/${path}`, {
      method,
      headers: { ...headers, Origin: before.origin, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { key } = (await (await post('second-factor', {})).json()) as { key: string }
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  expect((await post('second-factor', { code: totp.generate() }, 'PUT')).status).toBe(200)

  const old = linesOf()
  const command = spawnSync(process.execPath, [join(ROOT, 'scripts/admin.ts'), 'rotate-secret'], {
    env: { PATH: process.env.PATH, ...STARTED, DATA_DIR: data.path },
    encoding: 'utf8',
  })
  expect([command.status, command.stdout]).toEqual([0, expect.stringContaining('Everybody stays signed in')])
  expect(linesOf()).toEqual([expect.not.stringMatching(old[0] ?? ''), ...old])
  // The site that runs goes on with what it read.
  expect((await before.fetch('/api/admin/account', { headers })).status).toBe(200)
  await before.end('SIGTERM')

  const after = await startChild(data.path)
  const here = { ...headers, Origin: after.origin }
  expect((await after.fetch('/api/admin/account', { headers: here })).status).toBe(200)
  const login = (path: string, body: object, cookie = '') =>
    after.fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { Origin: after.origin, 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    })
  const first = await login('login', ADMIN)
  expect(first.status).toBe(202)
  const challenge = first.headers.getSetCookie()[0]?.split(';')[0]
  const code = totp.generate({ timestamp: Date.now() + 30_000 })
  expect((await login('login/code', { code }, challenge)).status).toBe(200)
  await after.end('SIGTERM')
})
