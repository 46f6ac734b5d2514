import type { Locks, Reserve, Versions } from '#database/locks.ts'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { SearchCounter } from '#domain/activity/activity.ts'
import type { Alerts } from '#domain/alerts/alerts.ts'
import type { Sequences } from '#domain/archive/archive.ts'
import type { Backups } from '#domain/backup/backup-retention.ts'
import type { Pictures } from '#domain/centre/pictures/given-pictures.ts'
import type { FileChecks } from '#domain/file-checks/file-checks.ts'
import type { FileStore } from '#domain/files/file-store.ts'
import type { Inspector } from '#domain/files/inspect-pdf.ts'
import type { Identity } from '#domain/identity/identity.ts'
import type { Recogniser } from '#domain/recognition/recogniser.ts'
import type { SearchIndex } from '#domain/search/search-index.ts'
import type { CurrentCentre } from './centre/centre.ts'
import type { InboxFileStore } from './inbox/inbox.ts'
import type { PaperLists } from './lists/paper-lists.ts'
import type { PageStore } from './page-images/page-image.ts'
import type { Vocabulary } from './search/understanding/vocabulary.ts'
import type { WorksheetMaker } from './worksheets/worksheet-file.ts'

/** `now` is the wall clock, `monotonic` milliseconds that never jump. */
export type Clock = { now(): Date; monotonic(): number }

type LogLine = (fields: Record<string, unknown>, message: string) => void
/** What is logged of each request: never a query, body or cookie; `ms` until its head was sent. */
export type RequestLine = {
  requestId: string
  method: string
  path: string
  status: number
  ms: number
  address: string
}
export type Log = { info: LogLine; warn: LogLine; error: LogLine }

/** All that a rule may use. Rules take the part they need: `Pick<App, 'db' | 'clock'>`. */
export type App = {
  db: Database
  /** Reads only, and goes on while a writer waits. */
  readDb: ReadDatabase
  /** What cached pages are compared by; answers at once, and the same to all requests that arrive at once unless `isAnew`. */
  versions: (isAnew?: boolean) => Versions
  /** What must be done by one at a time among all servers of the database. */
  locks: Locks
  /** For what must work while the disk is full. */
  reserve: Reserve
  lists: PaperLists
  sequences: Sequences
  files: FileStore
  checks: FileChecks
  inbox: InboxFileStore
  pageStore: PageStore
  search: SearchIndex
  vocabulary: Vocabulary
  searches: SearchCounter
  inspector: Inspector & WorksheetMaker
  recogniser: Recogniser
  identity: Identity
  /** What the centre says of itself, as it is published now. */
  centre: CurrentCentre
  pictures: Pictures
  backups: Backups
  alerts: Alerts
  clock: Clock
  log: Log
  logRequest: (line: RequestLine) => void
}
