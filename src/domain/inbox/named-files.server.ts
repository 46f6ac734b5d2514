import type { Database } from '#database/schema.ts'
import { countFileRows, selectKnownKeys } from '#domain/files/store.server.ts'
import { countAllRows, selectNamed } from './store.server.ts'

/** A file of a paper by its key, or one of the inbox by its upload. */
export type KeptName = { kind: 'files' | 'inbox'; name: string }

/** How many of these the database names. */
export async function countNamed(db: Database, kept: KeptName[]): Promise<number> {
  const names = (wanted: KeptName['kind']) =>
    kept.flatMap(({ kind, name }) => (kind === wanted ? [name] : []))
  return (await selectKnownKeys(db, names('files'))).size + (await selectNamed(db, names('inbox'))).size
}

/** How many the database names in all. */
export async function countAllNamed(db: Database): Promise<number> {
  return (await countFileRows(db)) + (await countAllRows(db))
}
