import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { noteUnsettled } from '#domain/files/unsettled-store.server.ts'
import { ArchiveFault } from './archive.ts'
import { countOwn, emptyTable, walkTable } from './archive-store.server.ts'
import { ARCHIVED_TABLES } from './archived-tables.ts'

/** Throws when this site has anything of its own; samples are none. */
export async function requireEmpty(db: Database): Promise<void> {
  const { papers, binned, waiting, administrators } = await countOwn(db)
  const own = [
    papers > 0 && count(papers, 'paper'),
    binned > 0 && `${count(binned, 'paper')} in the bin`,
    waiting > 0 && `${count(waiting, 'file')} in the inbox`,
    administrators && 'administrators who have signed in',
  ].filter((one) => one !== false)
  if (own.length > 0)
    throw new ArchiveFault(
      `This site has ${own.join(', ')} of its own. An archive goes into an empty place: name another DATA_DIR (or DATABASE_URL and FILES_URL).`,
    )
}

/** In the caller's transaction: samples, and what a first start has made. Returns the keys of the samples' files. */
export async function emptySite(tx: Database, { search }: Pick<App, 'search'>): Promise<string[]> {
  const keys: string[] = []
  const stored = ARCHIVED_TABLES.filter(({ name }) => name === 'storedFiles')
  for (const table of stored)
    for await (const rows of walkTable(tx, table)) keys.push(...rows.map((row) => String(row.fullPath)))
  for (const table of ARCHIVED_TABLES.toReversed()) await emptyTable(tx, table)
  await noteUnsettled(tx, 'files', keys)
  await search.clear(tx)
  return keys
}

function count(number: number, what: string) {
  return `${number} ${number === 1 ? what : `${what}s`}`
}
