import type { AccountRefusal, Colleagues } from '#domain/identity/account.ts'
import {
  type AccountRow,
  findByEmail,
  listAdministrators,
  normalizeEmail,
  readAdministrator,
  replacePasswordHash,
} from '#domain/identity/administrators.server.ts'
import { closeReset, findReset, openReset } from '#domain/identity/challenges.server.ts'
import type { PasswordResets } from '#domain/identity/identity.ts'
import { findPasswordProblem } from '#domain/identity/password.server.ts'
import { PASSWORD_RESETS } from '#domain/identity/session-limits.ts'
import { endSessions } from '#domain/identity/sessions.server.ts'
import { claimAttempt, forgiveEverything } from '#domain/identity/sign-in-throttle.server.ts'
import type { AuthContext } from './auth-context.ts'
import { busy, changeAs, journalOf } from './own-account.ts'

const NO_MAIL: AccountRefusal = {
  code: 'mail-not-set',
  detail:
    'This site sends no mails: SMTP_URL is not set. On the server, npm run admin -- password and the email set a new password.',
}
const EXPIRED: AccountRefusal = {
  code: 'link-expired',
  detail: `This link was used, or is older than ${PASSWORD_RESETS.minutes} minutes. Ask for another one.`,
}

type Linked = Pick<AccountRow, 'id' | 'email'>

export function createPasswordResets(
  parts: AuthContext,
): PasswordResets & Pick<Colleagues, 'sendReset'> & { settle(): Promise<void> } {
  const { db, log, mailer, queue, accountOf } = parts
  const sending = new Set<Promise<void>>()

  /** What went wrong, or null. */
  async function sendLink({ id, email }: Linked, siteOrigin: string): Promise<string | null> {
    if (!mailer) return NO_MAIL.detail
    const token = await openReset(parts, id)
    const site = await parts.issuer()
    return await mailer.send({
      to: [email],
      subject: `${site}: a new password`,
      text: `Somebody asked for a new password for ${email} at ${site}. This link takes one, once and within ${PASSWORD_RESETS.minutes} minutes:

${siteOrigin}/login/new-password#${token}

If that was not you, there is nothing to do: the password stays as it is.`,
    })
  }

  async function sendIfKnown(
    email: string,
    { requestId, siteOrigin }: { requestId: string; siteOrigin: string },
  ) {
    const account = await findByEmail(db, email)
    const facts = { requestId, accountId: account?.id ?? null }
    if (!account || account.disabled) return log.info(facts, 'a new password was asked for, and no mail sent')
    const fault = await sendLink(account, siteOrigin)
    if (fault) log.error({ ...facts, fault }, 'the link for a new password could not be sent')
    else log.info(facts, 'a link for a new password was sent')
  }

  return {
    byMail: mailer !== null,
    async ask(email, request) {
      if (!mailer) return NO_MAIL
      const account = accountOf(normalizeEmail(email))
      const allowance = {
        key: `${account}:reset`,
        shared: [{ key: `${account}:resets`, ...PASSWORD_RESETS.shared }],
      }
      const wait =
        (await parts.addresses.take(request.address)) ||
        (await parts.reserve.use(() => claimAttempt(parts, allowance)))
      if (wait > 0) return wait
      // After the answer, which takes as long where there is no such account.
      const sent = sendIfKnown(email, request)
        .catch((error: unknown) => log.error({ err: error }, 'the link for a new password could not be sent'))
        .then(() => void sending.delete(sent))
      sending.add(sent)
      return 0
    },
    async use(token, password, { requestId }) {
      const id = await findReset(parts, token)
      const account = id === null ? null : await readAdministrator(db, id)
      if (!account || account.disabled) return EXPIRED
      const detail = findPasswordProblem(password, account.email)
      if (detail) return { code: 'unacceptable-password', detail, field: 'password' }
      const hash = await queue.admit((hashing) => hashing.hash(password))
      if (!hash) return busy()
      return await db.transaction().execute(async (tx) => {
        if (!(await closeReset(tx, token)) || !(await replacePasswordHash(tx, account, hash))) return EXPIRED
        await endSessions(tx, account.id)
        await forgiveEverything({ db: tx }, accountOf(account.email))
        await journalOf(parts, account, tx)('password reset')
        log.info({ requestId, accountId: account.id }, 'password changed by a link')
        return null
      })
    },
    async sendReset(actor, id, siteOrigin) {
      if (!mailer) return NO_MAIL
      const account = (await listAdministrators(db)).find((one) => one.id === id && !one.disabled)
      if (!account) return { code: 'not-found', detail: 'There is no such administrator who may sign in.' }
      const fault = await sendLink(account, siteOrigin)
      if (fault) return { code: 'mail-failed', detail: fault }
      return await changeAs(parts, actor, 'uploader', async (_tx, write) => {
        await write('reset sent', { account })
        log.info({ requestId: actor.requestId, accountId: id }, 'a link for a new password was sent')
        return null
      })
    },
    async settle() {
      while (sending.size > 0) await Promise.all(sending)
    },
  }
}
