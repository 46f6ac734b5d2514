import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isPostgres } from '#tests/support/engine.ts'
import {
  EMAIL,
  expectRefusal,
  type IdentitySite,
  NEW,
  OTHER,
  openIdentitySite,
  signedIn,
} from '#tests/support/identity-site.ts'

async function made(response: Response) {
  expect(response.status).toBe(201)
  return (await response.json()) as { id: string; email: string; password: string | null }
}

test('an administrator made here must choose a password of their own before anything else', async () => {
  await using site = await openIdentitySite()
  const owner = await signedIn(site)
  expect(await made(await owner.call('POST', '/administrators', OTHER))).toMatchObject({
    email: OTHER.email,
    password: null,
  })
  const other = await signedIn(site, OTHER.password, OTHER.email)
  await expectRefusal(await other.callAdmin(), 403, 'new-password-required')
  await expectRefusal(await other.call('POST', '/account/second-factor'), 403, 'new-password-required')
  expect(await (await other.call('GET', '/account')).json()).toMatchObject({ owes: 'new-password' })
  const same = { present: OTHER.password, next: OTHER.password }
  expect((await other.call('PUT', '/account/password', same)).status).toBe(422)
  expect((await other.call('PUT', '/account/password', { ...same, next: NEW })).status).toBe(204)
  expect((await other.callAdmin()).status).toBe(200)
})

test('a password made here is shown once, works, and is nowhere kept', async () => {
  await using site = await openIdentitySite()
  const owner = await signedIn(site)
  const { password } = await made(await owner.call('POST', '/administrators', { email: ' Ravi@Example.in ' }))
  expect(password).toMatch(/^[\w-]{24}$/)
  await signedIn(site, password ?? '', OTHER.email)
  const journal = await site.db.selectFrom('journal').selectAll().execute()
  expect(journal).toMatchObject([
    { action: 'created', author: EMAIL, subject: OTHER.email, kind: 'administrator' },
  ])
  expect(JSON.stringify([journal, site.entries])).not.toContain(password)
})

test.each([
  [{ email: 'ravi' }, 422, 'unacceptable-email', 'email'],
  [{ email: EMAIL.toUpperCase() }, 409, 'email-already-in-use', 'email'],
  [{ email: OTHER.email, password: 'short' }, 422, 'unacceptable-password', 'password'],
])('an administrator %o is refused at its field', async (body, status, code, field) => {
  await using site = await openIdentitySite()
  const response = await (await signedIn(site)).call('POST', '/administrators', body)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code, field })
})

test('disabling ends the sessions at once; restoring lets sign in again and does not revive them', async () => {
  await using site = await openIdentitySite()
  const { id } = await site.identity.administrators.create(OTHER)
  const [owner, other] = [await signedIn(site), await signedIn(site, OTHER.password, OTHER.email)]
  expect((await owner.call('POST', `/administrators/${id}/disablement`)).status).toBe(204)
  await expectRefusal(await other.callAdmin(), 403, 'user-disabled')
  expect((await site.visitor('192.0.2.1').signIn(OTHER.password, OTHER.email)).status).toBe(403)
  expect((await owner.call('POST', `/administrators/${id}/restoration`)).status).toBe(204)
  await expectRefusal(await other.callAdmin(), 401, 'user-token-expired')
  await signedIn(site, OTHER.password, OTHER.email)
  const actions = await site.db.selectFrom('journal').select(['action', 'subject']).execute()
  expect(actions.slice(1)).toEqual([
    { action: 'disabled', subject: OTHER.email },
    { action: 'restored', subject: OTHER.email },
  ])
})

test('nobody disables themselves, and nobody is nobody', async () => {
  await using site = await openIdentitySite()
  const owner = await signedIn(site)
  const [{ id } = { id: '' }] = await site.identity.administrators.list()
  await expectRefusal(await owner.call('POST', `/administrators/${id}/disablement`), 409, 'your-own-account')
  for (const act of ['disablement', 'restoration'])
    await expectRefusal(await owner.call('POST', `/administrators/no-one/${act}`), 404, 'not-found')
})

test('of two who disable each other at the same moment one is disabled, however many others there are', async () => {
  await using site = await openIdentitySite()
  const [other, third] = [
    await site.identity.administrators.create(OTHER),
    { ...OTHER, email: 'third@example.in' },
  ]
  await site.identity.administrators.create(third)
  const owner = (await site.identity.administrators.list()).find(({ email }) => email === EMAIL)
  const [first, second] = [await signedIn(site), await signedIn(site, OTHER.password, OTHER.email)]
  const held = await lockAdministrators(site)
  const answers = [
    first.call('POST', `/administrators/${other.id}/disablement`),
    second.call('POST', `/administrators/${owner?.id}/disablement`),
  ]
  await held.until(2)
  await held.end()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, 409])
  expect((await site.identity.administrators.list()).filter(({ disabled }) => disabled)).toHaveLength(1)
})

test('the page’s call and the command line’s at the same moment leave one who can sign in', async () => {
  await using site = await openIdentitySite()
  const { id } = await site.identity.administrators.create(OTHER)
  const owner = await signedIn(site)
  await Promise.allSettled([
    owner.call('POST', `/administrators/${id}/disablement`),
    site.identity.administrators.disable(EMAIL),
  ])
  expect((await site.identity.administrators.list()).filter(({ disabled }) => !disabled)).toHaveLength(1)
})

test('whoever is made on the command line is an owner; on the page an uploader, if nothing else is said', async () => {
  await using site = await openIdentitySite()
  const owner = await signedIn(site)
  await made(await owner.call('POST', '/administrators', OTHER))
  await made(await owner.call('POST', '/administrators', { ...OTHER, email: 'e@example.in', role: 'editor' }))
  expect((await owner.call('POST', '/administrators', { ...OTHER, role: 'king' })).status).toBe(422)
  const roles = (await site.identity.administrators.list()).map(({ email, role }) => [email, role])
  expect(Object.fromEntries(roles)).toEqual({
    [EMAIL]: 'owner',
    [OTHER.email]: 'uploader',
    'e@example.in': 'editor',
  })
  const account = await (await owner.call('GET', '/account')).json()
  expect(account).toMatchObject({ role: 'owner', owners: [EMAIL] })
  expect(account.administrators.map(({ role }: { role: string }) => role).sort()).toEqual([
    'editor',
    'owner',
    'uploader',
  ])
})

test('the last owner who can sign in stays one: not demoted, not disabled, however many others there are', async () => {
  await using site = await openIdentitySite()
  const { administrators } = site.identity
  const second = await administrators.create(OTHER)
  await administrators.create({ ...OTHER, email: 'editor@example.in', role: 'editor' })
  const owner = await signedIn(site)
  // Made in the same millisecond, they are in no order that is known.
  const self = (await administrators.list()).find(({ email }) => email === EMAIL)
  expect((await owner.call('PUT', `/administrators/${second.id}/role`, { role: 'uploader' })).status).toBe(
    204,
  )
  const refused = await owner.call('PUT', `/administrators/${self?.id}/role`, { role: 'editor' })
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    {
      code: 'last-administrator',
      detail: expect.stringContaining(`${EMAIL} is the last owner who can sign in`),
    },
  ])
  await expect(administrators.disable(EMAIL)).rejects.toThrow(/last owner/)
  // A disabled owner does not count.
  expect((await owner.call('PUT', `/administrators/${second.id}/role`, { role: 'owner' })).status).toBe(204)
  await administrators.disable(OTHER.email)
  expect((await owner.call('PUT', `/administrators/${self?.id}/role`, { role: 'editor' })).status).toBe(409)
  await administrators.restore(OTHER.email)
  expect((await owner.call('PUT', `/administrators/${self?.id}/role`, { role: 'editor' })).status).toBe(204)
  await expectRefusal(
    await owner.call('POST', `/administrators/${second.id}/disablement`),
    403,
    'role-needed',
  )
})

test('of two owners who demote each other at the same moment one stays an owner, and the other one is told', async () => {
  await using site = await openIdentitySite()
  const other = await site.identity.administrators.create(OTHER)
  const owner = (await site.identity.administrators.list()).find(({ email }) => email === EMAIL)
  const [first, second] = [await signedIn(site), await signedIn(site, OTHER.password, OTHER.email)]
  const held = await lockAdministrators(site)
  const answers = [
    first.call('PUT', `/administrators/${other.id}/role`, { role: 'uploader' }),
    second.call('PUT', `/administrators/${owner?.id}/role`, { role: 'uploader' }),
  ]
  await held.until(2)
  await held.end()
  const told = await Promise.all(answers)
  expect(told.map(({ status }) => status).toSorted()).toEqual([204, 403])
  const refused = told.find(({ status }) => status === 403)
  expect(await refused?.json()).toMatchObject({
    code: 'role-needed',
    detail: expect.stringMatching(/You are no owner any more: .* Ask \S+@example\.in\./),
  })
  const roles = (await site.identity.administrators.list()).map(({ role }) => role)
  expect(roles.toSorted()).toEqual(['owner', 'uploader'])
  const changes = await site.db
    .selectFrom('journal')
    .selectAll()
    .where('action', '=', 'role changed')
    .execute()
  expect(changes).toMatchObject([{ before: '{"role":"owner"}', after: '{"role":"uploader"}' }])
})

test('an owner who is demoted while a password is hashed makes no administrator any more', async () => {
  let demote = async () => {}
  await using site = await openIdentitySite({ atHash: () => demote() })
  const other = await site.identity.administrators.create(OTHER)
  const owner = await signedIn(site)
  const [self] = (await site.identity.administrators.list()).filter(({ email }) => email === EMAIL)
  demote = async () => {
    await site.db
      .updateTable('administrators')
      .set({ role: 'editor' })
      .where('id', '=', self?.id ?? '')
      .execute()
  }
  const answer = await owner.call('POST', '/administrators', { ...OTHER, email: 'third@example.in' })
  await expectRefusal(answer, 403, 'role-needed')
  expect((await site.identity.administrators.list()).map(({ id }) => id).sort()).toEqual(
    [other.id, self?.id].sort(),
  )
})

/** Holds their rows, so that whoever is to change them has read all before and waits. */
async function lockAdministrators({ db }: IdentitySite) {
  const [begun, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = db.transaction().execute(async (tx) => {
    await tx.updateTable('administrators').set({ disabled: 0 }).execute()
    begun.resolve()
    await turn.promise
  })
  await begun.promise
  return {
    /** SQLite lets one transaction begin at a time. */
    async until(waiting: number) {
      if (!isPostgres) return
      const count = async () => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
        return rows[0]?.count
      }
      await expect.poll(count, { interval: 5 }).toBe(waiting)
    },
    async end() {
      turn.resolve()
      await held
    },
  }
}
