import type { Database } from '#database/schema.ts'
import type { AccountRefusal, Actor } from '#domain/identity/account.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { authTablesOf } from './auth-tables.ts'
import { sidOf } from './better-auth.ts'

/** Why whoever passed the guard may not act any more: disabled or signed out since, perhaps while hashing; else null. */
export async function refuseEnded(
  tx: Database,
  { administrator: { id, sid } }: Actor,
): Promise<AccountRefusal | null> {
  const tables = authTablesOf(tx)
  const user = await tables.selectFrom('user').select('banned').where('id', '=', id).executeTakeFirst()
  if (!user || user.banned) return { code: 'signed-out', detail: describeCode('user-disabled') }
  const sessions = await tables.selectFrom('session').select('id').where('userId', '=', id).execute()
  if (sessions.some((session) => sidOf(session.id) === sid)) return null
  return { code: 'signed-out', detail: describeCode('user-token-expired') }
}
