import type { Database } from '#database/schema.ts'

type Factor = { sealedKey: string; lastStep: number; provenAt: string | null }

/** The key and the state of an administrator's second factor; undefined when there is none. */
export async function findSecondFactor(db: Database, administratorId: string): Promise<Factor | undefined> {
  return await db
    .selectFrom('secondFactors')
    .select(['sealedKey', 'lastStep', 'provenAt'])
    .where('administratorId', '=', administratorId)
    .executeTakeFirst()
}

/** Keeps a key that is still to be proven in place of an unproven one; false when a proven one stands. */
export async function saveSecondFactor(
  db: Database,
  row: { administratorId: string; sealedKey: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('secondFactors')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('administratorId')
        .doUpdateSet({ sealedKey: row.sealedKey, lastStep: 0 })
        .where('secondFactors.provenAt', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes the half minute whose code was taken; false when that one or a later one was taken before. */
export async function raiseLastStep(db: Database, administratorId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('administratorId', '=', administratorId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks a key of which a code was taken as proven; false when there is none, also when another has come since. */
export async function markProven(db: Database, administratorId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set({ provenAt: now.toISOString() })
    .where('administratorId', '=', administratorId)
    .where('provenAt', 'is', null)
    .where('lastStep', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes key, codes and waiting sign-ins; false when no proven key was there. */
export async function deleteSecondFactor(db: Database, administratorId: string): Promise<boolean> {
  const wasOn = (await findSecondFactor(db, administratorId))?.provenAt != null
  for (const table of ['signInChallenges', 'recoveryCodes', 'secondFactors'] as const) {
    await db.deleteFrom(table).where('administratorId', '=', administratorId).execute()
  }
  return wasOn
}

/** Removes all recovery codes of an administrator and keeps these. */
export async function replaceRecoveryCodes(
  db: Database,
  administratorId: string,
  codes: { beginning: string; hash: string }[],
): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('administratorId', '=', administratorId).execute()
  await db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ ...code, administratorId, usedAt: null })))
    .execute()
}

/** The hash of an unused code by its beginning, or null. */
export async function findRecoveryCode(
  db: Database,
  administratorId: string,
  beginning: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('recoveryCodes')
    .select('hash')
    .where('administratorId', '=', administratorId)
    .where('beginning', '=', beginning)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Marks a code as used; false when it was used or replaced meanwhile. */
export async function spendRecoveryCode(
  db: Database,
  { administratorId, beginning, hash }: { administratorId: string; beginning: string; hash: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now.toISOString() })
    .where('administratorId', '=', administratorId)
    .where('beginning', '=', beginning)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many codes have not been used. */
export async function countRecoveryCodes(db: Database, administratorId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select((expression) => expression.fn.countAll<number>().as('left'))
    .where('administratorId', '=', administratorId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
