import { expect, test } from 'vitest'
import type { AccountState } from '#domain/identity/account.ts'
import { EMAIL, openIdentitySite, signedIn } from '#tests/support/identity-site.ts'

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

function recordOf(email: string, lastSignInTime: unknown) {
  const shown = { displayName: null, photoURL: null, email, phoneNumber: null }
  return {
    uid: expect.stringMatching(/^[\w-]{36}$/),
    ...shown,
    emailVerified: false,
    tenantId: null,
    providerData: [{ providerId: 'password', uid: email, ...shown }],
    metadata: { creationTime: TIME, lastSignInTime },
    isAnonymous: false,
  }
}

test('who is signed in has every field that the specification lists, empty where it does not apply', async () => {
  await using site = await openIdentitySite()
  const visitor = site.visitor()
  const read = async () => await (await visitor.send('/api/auth/session')).json()
  expect(await read()).toEqual({ administrator: null })
  await visitor.signIn()
  expect(await read()).toEqual({ administrator: recordOf(EMAIL, TIME) })
})

test('the administrators are listed with the same fields', async () => {
  await using site = await openIdentitySite()
  await site.identity.administrators.create({
    email: 'ravi@example.in',
    password: 'a quiet boat on the lake',
  })
  const visitor = await signedIn(site)
  const { administrators } = (await (await visitor.call('GET', '/account')).json()) as AccountState
  const marks = { secondFactor: false, refused: 0, disabled: false }
  expect(administrators).toEqual([
    { ...recordOf(EMAIL, TIME), ...marks, id: administrators[0]?.uid, present: true },
    { ...recordOf('ravi@example.in', null), ...marks, id: administrators[1]?.uid, present: false },
  ])
})
