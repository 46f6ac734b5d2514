import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Turn, Turns } from './turn.ts'

type Page = { fileKey: string; page: number }

/** What recognition has found; what an administrator has chosen stays. */
export async function noteTurn(db: Database, { fileKey, page }: Page, turn: Turn): Promise<void> {
  const known = db.updateTable('pageTurns').set({ turn }).where('fileKey', '=', fileKey)
  if (turn === 0) await known.where('page', '=', page).where('byHand', '=', 0).execute()
  else
    await db
      .insertInto('pageTurns')
      .values({ fileKey, page, turn, byHand: 0 })
      .onConflict((there) =>
        there.columns(['fileKey', 'page']).doUpdateSet({ turn }).where('pageTurns.byHand', '=', 0),
      )
      .execute()
}

/** Turns pages of a file on by a quarter to the right, as an administrator chose; recognition leaves them so. */
export async function turnOn(db: Database, fileKey: string, pages: number[]): Promise<void> {
  await db
    .insertInto('pageTurns')
    .values(pages.map((page) => ({ fileKey, page, turn: 90 as const, byHand: 1 })))
    .onConflict((there) =>
      there.columns(['fileKey', 'page']).doUpdateSet((eb) => ({
        turn: eb(eb.parens('pageTurns.turn', '+', 90 as Turn), '%', 360 as Turn),
        byHand: 1,
      })),
    )
    .execute()
}

export async function selectTurns(readDb: ReadDatabase, fileKey: string): Promise<Turns> {
  const rows = await readDb
    .selectFrom('pageTurns')
    .select(['page', 'turn'])
    .where('fileKey', '=', fileKey)
    .execute()
  return Object.fromEntries(rows.map(({ page, turn }) => [page, turn]))
}

/** Files with pages whose pictures are to be turned. */
export async function selectFilesToTurn(readDb: ReadDatabase, limit: number): Promise<string[]> {
  const rows = await readDb
    .selectFrom('pageTurns')
    .select('fileKey')
    .distinct()
    .whereRef('turn', '<>', 'drawn')
    .limit(limit)
    .execute()
  return rows.map((row) => row.fileKey)
}

/** Pages of a file whose pictures are to be turned, in their order. */
export async function selectPagesToTurn(
  readDb: ReadDatabase,
  fileKey: string,
): Promise<{ page: number; turn: Turn }[]> {
  return await readDb
    .selectFrom('pageTurns')
    .select(['page', 'turn'])
    .where('fileKey', '=', fileKey)
    .whereRef('turn', '<>', 'drawn')
    .orderBy('page')
    .execute()
}

/** The picture of the page is turned so; if another turn was chosen meanwhile, the page still waits. */
export async function noteRendered(db: Database, { fileKey, page }: Page, drawn: Turn): Promise<void> {
  await db
    .updateTable('pageTurns')
    .set({ drawn })
    .where('fileKey', '=', fileKey)
    .where('page', '=', page)
    .execute()
}
