import type { Locks, Reserve, Versions } from '#database/locks.ts'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { Sequences } from '#domain/archive/archive.ts'
import type { PaperLists } from '#domain/lists/paper-lists.ts'
import type { SearchIndex } from '#domain/search/search-index.ts'

/** A database and all that knows its engine. */
export type OpenDatabase = {
  db: Database
  readDb: ReadDatabase
  versions: (isAnew?: boolean) => Versions
  locks: Locks
  reserve: Reserve
  lists: PaperLists
  search: SearchIndex
  sequences: Sequences
  /** Whether other servers may use it, too. */
  isShared: boolean
  close(): Promise<void>
}
