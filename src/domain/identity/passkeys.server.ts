import type { ExpressionBuilder } from 'kysely'
import type { Database, Schema } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Passkey } from './account.ts'

/** `publicKey` is COSE, in base64url; `counter` is the highest that signed. */
export type StoredPasskey = Passkey & { administratorId: string; publicKey: string; counter: number }

/** Oldest first. */
export async function listPasskeys(db: Database, administratorId: string): Promise<StoredPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('administratorId', '=', administratorId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

export async function findPasskey(db: Database, id: string): Promise<StoredPasskey | null> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toPasskey(row) : null
}

/** False when it is there already, whosever it is. */
export async function insertPasskey(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { transports, ...passkey }: Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values({
      ...passkey,
      transports: JSON.stringify(transports),
      createdAt: clock.now().toISOString(),
      lastUsedAt: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Own = Pick<StoredPasskey, 'administratorId' | 'id'>

/** False when the account has no such passkey. */
export async function renamePasskey(db: Database, { administratorId, id }: Own, name: string) {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('administratorId', '=', administratorId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removePasskey(db: Database, { administratorId, id }: Own): Promise<void> {
  await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('administratorId', '=', administratorId)
    .execute()
}

/** Compare-and-set: false when the counter did not grow, as of a copy; authenticators without one send 0 always. */
export async function notePasskeyUse(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  id: string,
  counter: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: clock.now().toISOString() })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** When the first of an administrator's passkeys was added, in a query of theirs. */
export function firstPasskeyOf(select: ExpressionBuilder<Schema, 'administrators'>) {
  return select
    .selectFrom('passkeys')
    .select((of) => of.fn.min('passkeys.createdAt').as('since'))
    .whereRef('passkeys.administratorId', '=', 'administrators.id')
}

type Row = Omit<StoredPasskey, 'transports'> & { transports: string }

function toPasskey({ transports, ...row }: Row): StoredPasskey {
  return { ...row, transports: JSON.parse(transports) }
}
