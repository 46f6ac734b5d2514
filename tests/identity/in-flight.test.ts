import { expect, test } from 'vitest'
import { acceptCode, beginSecondFactor, switchOnSecondFactor } from '#domain/identity/second-factor.server.ts'
import {
  EMAIL,
  expectRefusal,
  NEW,
  OTHER,
  openIdentitySite,
  openIn,
  PASSWORD,
  SECRET,
} from '#tests/support/identity-site.ts'
import { interrupted } from '#tests/support/interrupted.ts'
import { codeAt, switchOn } from '#tests/support/second-factor.ts'

/** A site at which something happens once, while a password or recovery code waits to be hashed. */
async function openMeanwhile() {
  let act: (() => Promise<unknown>) | null = null
  const site = await openIdentitySite({
    async atHash() {
      const happens = act
      act = null
      await happens?.()
    },
  })
  return Object.assign(site, {
    meanwhile(next: () => Promise<unknown>) {
      act = next
    },
  })
}

test('a password changed while the former one is being looked at lets that one begin no session', async () => {
  await using site = await openMeanwhile()
  const visitor = site.visitor()
  site.meanwhile(() => site.identity.administrators.setPassword(EMAIL, NEW))
  await expectRefusal(await visitor.signIn(), 401, 'invalid-credential')
  expect([visitor.cookie, visitor.device]).toEqual(['', ''])
  expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('nor a second step', async () => {
  await using site = await openMeanwhile()
  const owner = site.visitor()
  await owner.signIn()
  await switchOn(owner)
  const visitor = site.visitor()
  site.meanwhile(() => site.identity.administrators.setPassword(EMAIL, NEW))
  await expectRefusal(await visitor.signIn(), 401, 'invalid-credential')
  expect(await site.db.selectFrom('signInChallenges').selectAll().execute()).toEqual([])
})

test('whoever is disabled while making an administrator has made none', async () => {
  await using site = await openMeanwhile()
  await site.identity.administrators.create(OTHER)
  const owner = site.visitor()
  await owner.signIn()
  site.meanwhile(() => site.identity.administrators.disable(EMAIL))
  const third = { email: 'third@example.in', password: NEW }
  const refused = await owner.call('POST', '/administrators', third)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'signed-out',
    detail: 'This account has been disabled.',
  })
  expect(await site.identity.administrators.list()).toHaveLength(2)
})

test('whoever is signed out while switching a second factor on has not switched it on', async () => {
  await using site = await openMeanwhile()
  const [owner, borrowed] = [site.visitor(), site.visitor()]
  await owner.signIn()
  await borrowed.signIn()
  const { key } = await (await borrowed.call('POST', '/account/second-factor')).json()
  site.meanwhile(() => owner.call('DELETE', '/account/sessions'))
  const proof = { code: codeAt(key) }
  await expectRefusal(await borrowed.call('PUT', '/account/second-factor', proof), 409, 'signed-out')
  expect((await site.visitor().signIn()).status).toBe(200)
})

test('a key made in another tab while this one is being proven is not put in force unproven', async () => {
  await using site = await openMeanwhile()
  const owner = site.visitor()
  await owner.signIn()
  const { key } = await (await owner.call('POST', '/account/second-factor')).json()
  site.meanwhile(() => owner.call('POST', '/account/second-factor'))
  const proof = { code: codeAt(key) }
  await expectRefusal(await owner.call('PUT', '/account/second-factor', proof), 409, 'second-factor-off')
  expect((await site.visitor().signIn()).status).toBe(200)
})

test('a code does not prove a key that takes the place of its own while it is looked at', async () => {
  await using site = await openIdentitySite()
  const owner = site.visitor()
  await owner.signIn()
  const { key } = await (await owner.call('POST', '/account/second-factor')).json()
  const { id } = await site.db.selectFrom('administrators').select('id').executeTakeFirstOrThrow()
  const otherTab = await openIn(site.folder)
  const begin = () => beginSecondFactor({ db: otherTab.db, secrets: [SECRET] }, id)
  const db = interrupted(site.db, 'second_factors', begin)
  expect(await acceptCode({ db, clock: site.clock, secrets: [SECRET] }, id, codeAt(key))).toBe(false)
  await otherTab.close()
  expect(await switchOnSecondFactor(site, id)).toBe(false)
  expect((await site.visitor().signIn()).status).toBe(200)
})

test('a recovery code for which no place to hash was free costs no try', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let holding = false
  await using site = await openIdentitySite({ atHash: async () => (holding ? await held : undefined) })
  const owner = site.visitor()
  await owner.signIn()
  const { recoveryCodes } = await switchOn(owner)
  expect((await owner.signIn()).status).toBe(202)
  holding = true
  const flood = Array.from({ length: 24 }, (_, index) =>
    site.visitor(`198.51.100.${index}`).signIn('not the password at all', `nobody-${index}@example.in`),
  )
  for (let guess = 1; guess <= 6; guess++) {
    await expectRefusal(await owner.signInWith(recoveryCodes[0] ?? ''), 429, 'too-many-requests')
    const typed = { present: PASSWORD, next: NEW }
    await expectRefusal(await owner.call('PUT', '/account/password', typed), 429, 'too-many-requests')
  }
  holding = false
  release()
  await Promise.all(flood)
  expect((await owner.signInWith(recoveryCodes[0] ?? '')).status).toBe(200)
})
