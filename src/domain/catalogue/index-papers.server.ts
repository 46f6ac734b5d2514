import type { Database, PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { entryOf, factsOf } from './index-entry.ts'
import { selectTexts } from './text-store.server.ts'

type Indexer = Pick<App, 'search'>

/**
 * Adds a paper and the texts of its pages to the index, in the transaction that writes the paper. A broken index keeps
 * no paper from being written: it is made anew from all of them.
 */
export async function indexPaper(tx: Database, { search }: Indexer, row: PaperRow): Promise<void> {
  await survive(search, async () => {
    await search.add(tx, entryOf(row))
    const texts = await selectTexts(tx, row.fileKey)
    if (texts.length > 0) await search.addText(tx, factsOf(row), texts)
  })
}

/** Takes a paper and its texts out of the index, in the transaction that takes it out of the catalogue or changes it. */
export async function unindexPaper(tx: Database, { search }: Indexer, row: PaperRow): Promise<void> {
  await survive(search, () => search.remove(tx, entryOf(row)))
}

/** Puts the texts of a paper's pages into the index, in the transaction that stores them; without a paper, nothing. */
export async function indexTexts(tx: Database, { search }: Indexer, fileKey: string): Promise<void> {
  const row = await tx.selectFrom('papers').selectAll().where('fileKey', '=', fileKey).executeTakeFirst()
  if (!row) return
  await survive(search, async () => search.addText(tx, factsOf(row), await selectTexts(tx, fileKey)))
}

async function survive(search: App['search'], write: () => Promise<void>) {
  try {
    await write()
  } catch (error) {
    if (!search.isBroken(error)) throw error
  }
}
