import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  accountChanges,
  expectRefusal,
  MINUTE,
  OTHER,
  openIdentitySite,
  PASSWORD,
  signedIn,
} from '#tests/support/identity-site.ts'
import { codeAt, pass, switchOn } from '#tests/support/second-factor.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('what is sensitive asks for the password again after ten minutes, and once is enough for the next ten', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  pass(10 * MINUTE)
  const sensitive = [
    ['POST', '/account/second-factor'],
    ['PUT', '/account/second-factor', { code: '000000' }],
    ['POST', '/account/recovery-codes'],
    ['POST', '/administrators', { email: OTHER.email }],
    ['POST', '/administrators/someone/disablement'],
    ['POST', '/administrators/someone/restoration'],
  ] as const
  for (const [method, path, body] of sensitive)
    await expectRefusal(await visitor.call(method, path, body), 403, 'confirm-first')
  const wrong = await visitor.call('POST', '/account/confirmation', { password: 'not the password at all' })
  expect(await wrong.json()).toMatchObject({ code: 'wrong-password', field: 'password' })
  await expectRefusal(await visitor.call('POST', '/account/second-factor'), 403, 'confirm-first')
  expect((await visitor.call('POST', '/account/confirmation', { password: PASSWORD })).status).toBe(204)
  pass(9 * MINUTE)
  const renewed = await (await visitor.send('/api/auth/token')).json()
  visitor.accessToken = (renewed as { accessToken: string }).accessToken
  expect((await visitor.call('POST', '/account/second-factor')).status).toBe(201)
  pass(MINUTE)
  await expectRefusal(await visitor.call('POST', '/account/second-factor'), 403, 'confirm-first')
})

test('one browser’s confirmation does not open what is sensitive in another', async () => {
  await using site = await openIdentitySite()
  const [here, there] = [await signedIn(site), await signedIn(site)]
  pass(11 * MINUTE)
  await here.call('POST', '/account/confirmation', { password: PASSWORD })
  expect((await here.call('POST', '/account/second-factor')).status).toBe(201)
  await expectRefusal(await there.call('POST', '/account/second-factor'), 403, 'confirm-first')
})

test('a second factor is on only when a code has proven it, and off only with password and code', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  await expectRefusal(
    await visitor.call('PUT', '/account/second-factor', { code: '123456' }),
    422,
    'wrong-code',
  )
  const begun = (await (await visitor.call('POST', '/account/second-factor')).json()) as {
    key: string
    address: string
  }
  expect(begun.address).toContain(`secret=${begun.key}`)
  expect(begun.address).toMatch(/^otpauth:\/\/totp\/Thervu:meena%40example\.in\?/)
  expect((await site.visitor().signIn()).status).toBe(200)
  const { key, recoveryCodes } = await switchOn(visitor)
  expect(key).not.toBe(begun.key)
  await expectRefusal(await visitor.call('POST', '/account/second-factor'), 409, 'second-factor-on')
  pass(MINUTE)
  const remove = (password: string, code: string) =>
    visitor.call('POST', '/account/second-factor/removal', { password, code })
  expect(await (await remove('not the password', codeAt(key))).json()).toMatchObject({ field: 'password' })
  expect(await (await remove(PASSWORD, '000000')).json()).toMatchObject({ field: 'code' })
  const renewed = (await (await visitor.call('POST', '/account/recovery-codes')).json()) as {
    recoveryCodes: string[]
  }
  expect((await remove(PASSWORD, recoveryCodes[0] ?? '')).status).toBe(422)
  expect((await remove(PASSWORD, renewed.recoveryCodes[0] ?? '')).status).toBe(204)
  await expectRefusal(await remove(PASSWORD, codeAt(key)), 409, 'second-factor-off')
  expect((await site.visitor().signIn()).status).toBe(200)
  expect((await accountChanges(site)).map(([, action]) => action)).toEqual([
    'second factor switched on',
    'recovery codes renewed',
    'recovery code used',
    'second factor switched off',
  ])
})

test('where a second factor is required, nothing else is open before it is on', async () => {
  await using site = await openIdentitySite({ requireSecondFactor: true })
  const visitor = await signedIn(site)
  await expectRefusal(await visitor.callAdmin(), 403, 'second-factor-required')
  for (const [method, path] of [
    ['POST', '/administrators'],
    ['POST', '/account/recovery-codes'],
    ['DELETE', '/account/sessions'],
  ] as const)
    await expectRefusal(await visitor.call(method, path), 403, 'second-factor-required')
  expect(await (await visitor.call('GET', '/account')).json()).toMatchObject({ owes: 'second-factor' })
  await switchOn(visitor)
  expect((await visitor.callAdmin()).status).toBe(200)
})

test('what a call does not know, or what has another shape, is refused by its field', async () => {
  await using site = await openIdentitySite()
  const visitor = await signedIn(site)
  const wrong = [
    ['PUT', '/account/password', { present: PASSWORD, next: 1 }, 'next'],
    ['PUT', '/account/password', { present: PASSWORD }, 'next'],
    ['POST', '/account/confirmation', { password: PASSWORD, more: true }, 'more'],
    ['PUT', '/account/second-factor', { code: '1'.repeat(41) }, 'code'],
    ['POST', '/administrators', { email: `${'a'.repeat(320)}@example.in` }, 'email'],
    ['DELETE', '/account/sessions?here=perhaps', undefined, 'here'],
    ['GET', '/account?page=2', undefined, 'page'],
  ] as const
  for (const [method, path, body, field] of wrong) {
    const refused = await visitor.call(method, path, body)
    expect([path, refused.status]).toEqual([path, 422])
    expect(await refused.json()).toMatchObject({ code: 'invalid-request', field })
  }
  for (const path of ['/account/sessions/no-session', '/administrators/../x'])
    expect((await visitor.call('DELETE', path)).status).toBe(404)
})
