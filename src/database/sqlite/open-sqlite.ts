import { closeSync, openSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
  type TableMetadata,
} from 'kysely'
import { isBusy } from '../faults.ts'
import { CamelCaseQueries, camelCased, rowOf } from '../row-names.ts'
import type { Database, ReadDatabase, Schema } from '../schema.ts'
import { markFault } from './mark-fault.ts'

const BUSY_POLL_MS = 20
const READS = /^\s*(?:select|pragma|begin|commit|rollback)\b/i

/** Queries are synchronous; only a lock of another process, and the disk after a commit, are waited for. */
class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: DatabaseSync
  readonly #mutex: Mutex
  /** Of the writing connection. */
  readonly #wal: WalSync | undefined
  #hasWritten = false
  readonly #statements = new Map<string, { statement: StatementSync; columns: string[] }>()
  /** Until when, on the monotonic clock, a locked database is tried again. */
  waitUntil = 0

  constructor(sqlite: DatabaseSync, mutex: Mutex, wal?: WalSync) {
    this.#sqlite = sqlite
    this.#mutex = mutex
    this.#wal = wal
  }

  get isTransaction() {
    return this.#sqlite.isTransaction
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const waitUntil = this.waitUntil
    while (true) {
      try {
        const result = this.#run<Row>(sql, parameters as SQLInputValue[])
        await this.#makeDurable(sql)
        return result
      } catch (error) {
        markFault(error)
        if (!isBusy(error) || performance.now() >= waitUntil) throw error
        await this.#waitForLock()
        this.waitUntil = waitUntil
      }
    }
  }

  /** Nobody is told of a write before it is on the disk. */
  async #makeDurable(sql: string) {
    if (!READS.test(sql)) this.#hasWritten = true
    if (!this.#wal || !this.#hasWritten || this.isTransaction) return
    this.#hasWritten = false
    await this.#wal.sync()
  }

  /** Outside a transaction, queries that only read go first: they need no lock. */
  async #waitForLock() {
    if (this.isTransaction) return await wait(BUSY_POLL_MS)
    this.#mutex.release()
    await wait(BUSY_POLL_MS)
    await this.#mutex.acquire()
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not offered: read lists by the page.')
  }

  close() {
    this.#statements.clear()
    this.#sqlite.close()
  }

  #run<Row>(sql: string, parameters: SQLInputValue[]): QueryResult<Row> {
    const { statement, columns } = this.#prepare(sql)
    if (columns.length > 0) {
      const rows = statement.all(...parameters) as unknown as SQLOutputValue[][]
      return { rows: rows.map((values) => rowOf(columns, values) as Row) }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** Cached: preparing costs more than most queries. */
  #prepare(sql: string) {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const statement = this.#sqlite.prepare(sql)
    const prepared = { statement, columns: statement.columns().map(({ name }) => camelCased(name)) }
    // A search index uses row numbers beyond 2^53, on which `run` would throw after it has written.
    if (prepared.columns.length === 0) statement.setReadBigInts(true)
    else statement.setReturnArrays(true)
    if (this.#statements.size >= 500) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** How long a write waits for another process's lock before it fails as busy. */
const BUSY_TIMEOUT_MS = 5_000

/** One writing and one reading connection; `close` ends both. */
export function openSqlite(path: string): { db: Database; readDb: ReadDatabase; close(): Promise<void> } {
  // For this account alone, also in a shared folder; the files next to it take its mode.
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

type Column = {
  table: string
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

/** Virtual tables are left out: a damaged one of the search index would keep the site from starting. */
function createTableNames(db: Kysely<unknown>): DatabaseIntrospector {
  return {
    getSchemas: async () => [],
    async getTables(): Promise<TableMetadata[]> {
      const { rows } = await sql<Column>`
        select tables.name as "table", columns.* from sqlite_master as tables, pragma_table_info(tables.name) as columns
        where tables.type = 'table' and tables.sql not like 'create virtual table%'`.execute(
        db.withoutPlugins(),
      )
      return [...Map.groupBy(rows, (row) => row.table)].map(([name, columns]) => ({
        name,
        isView: false,
        isForeign: false,
        columns: columns.map((column) => ({
          name: column.name,
          dataType: column.type,
          isNullable: column.notnull === 0,
          isAutoIncrementing: column.pk === 1 && column.type.toLowerCase() === 'integer',
          hasDefaultValue: column.dflt_value !== null,
        })),
      }))
    },
  }
}

/** One at a time, in the order of asking. */
type Mutex = { acquire(): Promise<void>; release(): void }

function createMutex(): Mutex {
  let last = Promise.resolve()
  const releases: (() => void)[] = []
  return {
    async acquire() {
      const before = last
      last = new Promise((resolve) => releases.push(resolve))
      await before
    },
    release() {
      releases.shift()?.()
    },
  }
}

/**
 * Brings what was committed onto the disk, in the thread pool: what `pragma synchronous = full` does at each commit
 * while everything else waits. The file stays the same for as long as the database is open.
 */
function createWalSync(databasePath: string) {
  let file: Promise<FileHandle> | undefined
  return {
    /** Rejects when the disk refuses: what was committed may be gone after a power cut. */
    async sync(): Promise<void> {
      file ??= open(`${databasePath}-wal`, 'r')
      await (await file).datasync()
    },
    async close(): Promise<void> {
      await (await file)?.close()
    },
  }
}

type WalSync = ReturnType<typeof createWalSync>
