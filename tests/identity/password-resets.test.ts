import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMailer } from '#server/adapters/alerts.ts'
import { createIdentity } from '#server/adapters/auth/identity.ts'
import { readConfig } from '#server/config.ts'
import { startSmtp } from '../support/alert-receivers.ts'
import {
  codeOf,
  createVisitor,
  EMAIL,
  expectRefusal,
  type IdentitySite,
  MINUTE,
  mountIdentity,
  NEW,
  ORIGIN,
  OTHER,
  openIdentitySite,
  PASSWORD,
  SECRET,
} from '../support/identity-site.ts'
import { codeAt, pass, STEP, switchOn } from '../support/second-factor.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

/** The same site, with a mail server. */
function withMail(site: IdentitySite, url: string) {
  const { smtp } = readConfig({ SMTP_URL: url, SITE_URL: ORIGIN })
  const identity = createIdentity({ ...site.settings, secrets: [SECRET], mailer: smtp && createMailer(smtp) })
  const http = mountIdentity(identity)
  const visitor = (address = '203.0.113.7') => createVisitor(http, address)
  return {
    identity,
    visitor,
    /** The answer, once the mail has gone or is known not to. */
    async ask(email: string, address?: string) {
      const answer = await visitor(address).post('/api/auth/password-reset', { email })
      await identity.settle()
      return answer
    },
    use: (token: string, password: string) =>
      visitor().post('/api/auth/password-reset/password', { token, password }),
  }
}

const tokenIn = ({ text }: { text: string }) => /\/login\/new-password#([\w-]{43})\s/.exec(text)?.[1] ?? ''

test('a link in a mail sets a new password once, ends all sessions, and the second factor is still asked for', async () => {
  await using site = await openIdentitySite()
  await using smtp = await startSmtp()
  const { visitor, ask, use } = withMail(site, smtp.url)
  const owner = visitor()
  await owner.signIn()
  const { key } = await switchOn(owner)
  pass(STEP)
  expect((await ask(` ${EMAIL.toUpperCase()}`)).status).toBe(202)
  const [mail] = smtp.mails
  if (!mail) throw new Error('no mail')
  expect(mail).toMatchObject({
    to: [EMAIL],
    from: 'thervu@papers.example.in',
    subject: 'Thervu: a new password',
  })
  expect(mail.text).toContain(`${ORIGIN}/login/new-password#`)
  const token = tokenIn(mail)
  expect(JSON.stringify(await site.db.selectFrom('passwordResets').selectAll().execute())).not.toContain(
    token,
  )
  expect(JSON.stringify(site.entries)).not.toContain(token)
  await expectRefusal(await use(token, 'too short'), 422, 'unacceptable-password')
  expect((await owner.callAdmin()).status).toBe(200)
  expect((await use(token, NEW)).status).toBe(204)
  await expectRefusal(await owner.callAdmin(), 401, 'user-token-expired')
  await expectRefusal(await use(token, 'another one, by a thief'), 409, 'link-expired')
  await expectRefusal(await visitor().signIn(PASSWORD), 401, 'invalid-credential')
  const again = visitor()
  expect((await again.signIn(NEW)).status).toBe(202)
  expect((await again.signInWith(codeAt(key))).status).toBe(200)
  const journal = await site.db.selectFrom('journal').select(['action', 'author', 'subject']).execute()
  expect(journal.at(-1)).toEqual({ action: 'password reset', author: EMAIL, subject: EMAIL })
})

test('unknown and disabled addresses get the same answer as known ones, and no mail', async () => {
  await using site = await openIdentitySite()
  await using smtp = await startSmtp()
  const { ask, identity } = withMail(site, smtp.url)
  await identity.administrators.create(OTHER)
  await identity.administrators.disable(OTHER.email)
  const answers = await Promise.all(
    [EMAIL, OTHER.email, 'nobody@example.in'].map(async (email, at) => {
      const answer = await ask(email, `203.0.113.${at + 1}`)
      return [answer.status, await answer.text(), [...answer.headers]]
    }),
  )
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(smtp.mails.map(({ to }) => to)).toEqual([[EMAIL]])
})

test('the answer does not wait for the account or the mail: it comes while the mail server hangs', async () => {
  await using site = await openIdentitySite()
  await using smtp = await startSmtp({ hangs: true })
  const { smtp: server } = readConfig({ SMTP_URL: smtp.url })
  if (!server) throw new Error('no server')
  const mailer = createMailer(server)
  const identity = createIdentity({ ...site.settings, secrets: [SECRET], mailer })
  const visitor = createVisitor(mountIdentity(identity), '203.0.113.7')
  expect((await visitor.post('/api/auth/password-reset', { email: EMAIL })).status).toBe(202)
  mailer.close()
  await identity.settle()
  expect(site.entries.at(-1)).toMatchObject({
    message: 'the link for a new password could not be sent',
    fields: { fault: expect.stringContaining('the site is being closed') },
  })
})

test('three mails go at once and then one every twenty minutes, from wherever they are asked for; unknown ones count alike', async () => {
  await using site = await openIdentitySite()
  await using smtp = await startSmtp()
  const { ask } = withMail(site, smtp.url)
  for (const email of [EMAIL, 'nobody@example.in']) {
    const statuses: number[] = []
    for (let network = 1; network <= 5; network++)
      statuses.push((await ask(email, `198.51.${network}.${email.length}`)).status)
    expect(statuses).toEqual([202, 202, 202, 429, 429])
  }
  expect(smtp.mails).toHaveLength(3)
  pass(20 * MINUTE)
  expect((await ask(EMAIL, '198.51.9.9')).status).toBe(202)
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, at) => ask(`nobody-${at}@example.in`, '192.0.2.1')),
  )
  expect(many.filter(({ status }) => status === 429)).toHaveLength(2)
})

test('a link ends after thirty minutes, with another password, and with the account; only the newest three work', async () => {
  await using site = await openIdentitySite()
  await using smtp = await startSmtp()
  const { ask, use, identity } = withMail(site, smtp.url)
  const linkOf = async (email = EMAIL) => {
    await ask(email, `203.0.113.${smtp.mails.length + 20}`)
    return tokenIn(smtp.mails.at(-1) ?? { text: '' })
  }
  const late = await linkOf()
  pass(30 * MINUTE)
  await expectRefusal(await use(late, NEW), 409, 'link-expired')
  const changed = await linkOf()
  await identity.administrators.setPassword(EMAIL, PASSWORD)
  await expectRefusal(await use(changed, NEW), 409, 'link-expired')
  await identity.administrators.create(OTHER)
  const disabled = await linkOf(OTHER.email)
  await identity.administrators.disable(OTHER.email)
  await expectRefusal(await use(disabled, NEW), 409, 'link-expired')
  await expectRefusal(await use('', NEW), 409, 'link-expired')
  await expectRefusal(await use('a'.repeat(43), NEW), 409, 'link-expired')
  pass(24 * 60 * MINUTE)
  const links: string[] = []
  for (const _ of [1, 2, 3]) {
    links.push(await linkOf())
    pass(MINUTE)
  }
  pass(17 * MINUTE)
  links.push(await linkOf())
  await expectRefusal(await use(links[0] ?? '', NEW), 409, 'link-expired')
  const [one, other] = await Promise.all([use(links[1] ?? '', NEW), use(links[1] ?? '', OTHER.password)])
  expect([one.status, other.status].sort()).toEqual([204, 409])
})

test('administrators mail each other a link, with the password typed again; the journal says so', async () => {
  await using site = await openIdentitySite()
  await using smtp = await startSmtp()
  const { visitor, identity } = withMail(site, smtp.url)
  const other = await identity.administrators.create(OTHER)
  const owner = visitor()
  await owner.signIn()
  const send = (id: string) => owner.call('POST', `/administrators/${id}/password-reset`)
  expect(await (await owner.call('GET', '/account')).json()).toMatchObject({ resetsByMail: true })
  expect((await send(other.id)).status).toBe(204)
  expect(smtp.mails).toMatchObject([{ to: [OTHER.email] }])
  const journal = await site.db.selectFrom('journal').select(['action', 'author', 'subject']).execute()
  expect(journal.at(-1)).toEqual({ action: 'reset sent', author: EMAIL, subject: OTHER.email })
  await expectRefusal(await send('nobody'), 404, 'not-found')
  pass(11 * MINUTE)
  await expectRefusal(await send(other.id), 403, 'confirm-first')
})

test('without a mail server the answer says the command, and a mail server that is gone is told to the colleague', async () => {
  await using site = await openIdentitySite()
  const other = await site.identity.administrators.create(OTHER)
  const refused = await site.visitor().post('/api/auth/password-reset', { email: EMAIL })
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    409,
    expect.stringContaining('npm run admin -- password'),
  ])
  const owner = site.visitor()
  await owner.signIn()
  expect(await codeOf(await owner.call('POST', `/administrators/${other.id}/password-reset`))).toBe(
    'mail-not-set',
  )
  const gone = await startSmtp()
  await gone[Symbol.asyncDispose]()
  const asking = withMail(site, gone.url).visitor()
  await asking.signIn()
  const failed = await asking.call('POST', `/administrators/${other.id}/password-reset`)
  expect(await failed.json()).toMatchObject({
    code: 'mail-failed',
    detail: expect.stringContaining('did not take the mail'),
  })
})
