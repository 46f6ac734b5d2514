import type { Database } from '#database/schema.ts'
import type { Clock } from '#domain/app.ts'
import type { Actor } from '#domain/identity/account.ts'
import { COMMAND_LINE, type Fields } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'

type Whom = { id: string; email: string }
type States = { before?: Fields; after?: Fields }

/**
 * Writes what was done with an account, the actor's own unless another is named, into the journal. Without an actor it
 * was done on the command line.
 */
export function journalOf(parts: { clock: Clock }, actor: Actor | null, tx: Database) {
  return async (action: string, { whom, before, after }: States & { whom?: Whom } = {}) => {
    const subject = whom ?? actor?.administrator
    if (!subject) throw new Error('An entry needs somebody whom it is about.')
    const author = actor ? { id: actor.administrator.id, email: actor.administrator.email } : COMMAND_LINE
    await recordChange(tx, parts, author, {
      action,
      kind: 'administrator',
      subjectId: subject.id,
      subject: subject.email,
      before: before ?? null,
      after: after ?? null,
    })
  }
}
