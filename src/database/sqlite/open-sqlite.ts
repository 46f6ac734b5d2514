import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, type Dialect, type Driver, Kysely, SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import { CamelCaseQueries } from '../row-names.ts'
import type { Database, ReadDatabase, Schema } from '../schema.ts'
import { markFault } from './mark-fault.ts'
import { createMutex } from './mutex.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { createTableNames } from './table-names.ts'
import { createWalSync, type WalSync } from './wal-sync.ts'

/** How long a write waits for another process's lock before it fails as busy. */
const BUSY_TIMEOUT_MS = 5_000

/** One writing and one reading connection; `close` ends both. */
export function openSqlite(path: string): { db: Database; readDb: ReadDatabase; close(): Promise<void> } {
  // For this account alone, also in a shared folder; the files beside it take its mode.
  closeSync(openSync(path, 'a', 0o600))
  const db = connect(() => openWriter(path), createWalSync(path))
  const readDb = connect(() => openReadDatabase(path))
  return {
    db,
    readDb,
    async close() {
      await readDb.destroy()
      await db.destroy()
    },
  }
}

function connect(open: () => DatabaseSync, wal?: WalSync): Kysely<Schema> {
  const dialect: Dialect = {
    createAdapter: () => new QueueingAdapter(),
    createDriver: () => createDriver(open, wal),
    createIntrospector: createTableNames,
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect, plugins: [new CamelCaseQueries()] })
}

/** Queries wait in the driver's own queue, where waiting counts towards the timeout; Kysely's would hide it. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }

  /** Without it a migration that is cut short stays half done, and the site never starts again. */
  override get supportsTransactionalDdl() {
    return true
  }
}

function openWriter(path: string) {
  // In defensive mode, a damaged table of the search index could not be dropped.
  const sqlite = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true, defensive: false })
  try {
    // Other processes may hold the lock while the first connection turns on WAL.
    sqlite.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -32000')
    // From here a locked database answers at once, and the driver waits without blocking the event loop.
    sqlite.exec('pragma busy_timeout = 0')
  } catch (error) {
    markFault(error)
    sqlite.close()
    throw error
  }
  return sqlite
}

function openReadDatabase(path: string) {
  const sqlite = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  sqlite.exec('pragma query_only = on; pragma cache_size = -32000')
  return sqlite
}

/** One connection behind a queue: queries are synchronous, but a transaction spans several ticks. */
function createDriver(open: () => DatabaseSync, wal?: WalSync): Driver {
  let connection: SqliteConnection
  const mutex = createMutex()
  return {
    async init() {
      connection = new SqliteConnection(open(), mutex, wal)
    },
    async acquireConnection() {
      const asked = performance.now()
      await mutex.acquire()
      connection.waitUntil = asked + BUSY_TIMEOUT_MS
      return connection
    },
    async releaseConnection() {
      mutex.release()
    },
    async beginTransaction(_connection, { accessMode }) {
      // What only reads takes no lock, and sees the database as it is at its first query.
      await connection.executeQuery(
        CompiledQuery.raw(accessMode === 'read only' ? 'begin' : 'begin immediate'),
      )
    },
    async commitTransaction() {
      await connection.executeQuery(CompiledQuery.raw('commit'))
    },
    async rollbackTransaction() {
      // A full disk has ended the transaction already; a second failure would hide the first.
      if (connection.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
    async destroy() {
      connection?.close()
      await wal?.close()
    },
  }
}
