import { sql } from 'kysely'
import type { Database, PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { entryOf, factsOf } from './index-entry.ts'
import { selectTexts } from './text-store.server.ts'

type Indexer = Pick<App, 'search'>

/**
 * Adds a paper and the texts of its pages to the index, in the transaction that writes the paper. A broken index keeps
 * no paper from being written: the next search has it made anew from all of them.
 */
export async function indexPaper(tx: Database, { search }: Indexer, row: PaperRow): Promise<void> {
  await survive(tx, search, async () => {
    await search.add(tx, entryOf(row))
    const texts = await selectTexts(tx, row.fileKey)
    if (texts.length > 0) await search.addText(tx, factsOf(row), texts)
  })
}

/** Takes a paper and its texts out of the index, in the transaction that takes it out of the catalogue or changes it. */
export async function unindexPaper(tx: Database, { search }: Indexer, row: PaperRow): Promise<void> {
  await survive(tx, search, () => search.remove(tx, entryOf(row)))
}

/** Puts the texts of a paper's pages into the index, in the transaction that stores them; without a paper, nothing. */
export async function indexTexts(tx: Database, { search }: Indexer, fileKey: string): Promise<void> {
  const row = await tx.selectFrom('papers').selectAll().where('fileKey', '=', fileKey).executeTakeFirst()
  if (!row) return
  await survive(tx, search, async () => search.addText(tx, factsOf(row), await selectTexts(tx, fileKey)))
}

/** Taken back to before the fault: a damaged table would let the whole transaction fail when it ends. */
async function survive(tx: Database, search: App['search'], write: () => Promise<void>) {
  await sql`savepoint index_entry`.execute(tx)
  try {
    await write()
  } catch (error) {
    if (!search.isBroken(error)) throw error
    await sql`rollback to index_entry`.execute(tx)
    await distrust(tx, search)
  }
  await sql`release index_entry`.execute(tx)
}

async function distrust(tx: Database, search: App['search']) {
  try {
    await search.reach(tx, Number.MAX_SAFE_INTEGER)
  } catch (error) {
    if (!search.isBroken(error)) throw error
  }
}
