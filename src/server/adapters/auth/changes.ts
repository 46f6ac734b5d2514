import type { Database } from '#database/schema.ts'
import type { AccountRefusal, Actor } from '#domain/identity/account.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { findSession } from '#domain/identity/sessions.server.ts'
import { COMMAND_LINE, type Fields } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import type { Parts } from './parts.ts'

type Whom = { id: string; email: string }
type WriteEntry = (action: string, about?: { whom?: Whom; before?: Fields; after?: Fields }) => Promise<void>

/**
 * Runs in one transaction what somebody changes who passed the guard; a refusal instead for whoever was disabled or
 * signed out since, perhaps while hashing.
 */
export async function changeAs<Result>(
  parts: Parts,
  actor: Actor,
  work: (tx: Database, write: WriteEntry) => Promise<Result>,
): Promise<Result | AccountRefusal> {
  return await parts.db.transaction().execute(async (tx) => {
    const session = await findSession({ ...parts, db: tx }, actor.administrator.sid)
    if (session && !session.administrator.disabled)
      return await work(tx, journalOf(parts, actor.administrator, tx))
    const code = session ? 'user-disabled' : 'user-token-expired'
    return { code: 'signed-out', detail: describeCode(code) }
  })
}

/**
 * Writes what was done with an account, the author's own unless another is named, into the journal. Without an author
 * it was done on the command line.
 */
export function journalOf({ clock }: Pick<Parts, 'clock'>, author: Whom | null, tx: Database): WriteEntry {
  return async (action, { whom, before, after } = {}) => {
    const subject = whom ?? author
    if (!subject) throw new Error('An entry needs somebody whom it is about.')
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
