import type { Database } from '#database/schema.ts'
import type { AccountRefusal, Actor } from '#domain/identity/account.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { findSession } from '#domain/identity/sessions.server.ts'
import { COMMAND_LINE, type Fields } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import type { AuthContext } from './auth-context.ts'

type Person = { id: string; email: string }
type WriteEntry = (
  action: string,
  about?: { account?: Person; before?: Fields; after?: Fields },
) => Promise<void>

/** One transaction; refuses whoever was disabled or signed out since the guard, perhaps while hashing. */
export async function changeAs<Result>(
  parts: AuthContext,
  actor: Actor,
  work: (tx: Database, write: WriteEntry) => Promise<Result>,
): Promise<Result | AccountRefusal> {
  return await parts.db.transaction().execute(async (tx) => {
    const session = await findSession({ ...parts, db: tx }, actor.administrator.sid)
    if (session && !session.administrator.disabled)
      return await work(tx, journalOf(parts, actor.administrator, tx))
    return signedOut(session ? 'user-disabled' : 'user-token-expired')
  })
}

export function signedOut(why: 'user-disabled' | 'user-token-expired'): AccountRefusal {
  return { code: 'signed-out', detail: describeCode(why) }
}

/** Journals changes of an account, by default the author's own. A null author is the command line. */
export function journalOf(
  { clock }: Pick<AuthContext, 'clock'>,
  author: Person | null,
  tx: Database,
): WriteEntry {
  return async (action, { account, before, after } = {}) => {
    const subject = account ?? author
    if (!subject) throw new Error('An entry needs an account.')
    await recordChange(tx, { clock }, author ? { id: author.id, email: author.email } : COMMAND_LINE, {
      action,
      kind: 'administrator',
      subjectId: subject.id,
      subject: subject.email,
      before: before ?? null,
      after: after ?? null,
    })
  }
}
