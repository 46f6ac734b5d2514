import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { isBusy } from '../faults.ts'
import { camelCased, rowOf } from '../row-names.ts'
import { markFault } from './mark-fault.ts'
import type { Mutex } from './mutex.ts'
import type { WalSync } from './wal-sync.ts'

const BUSY_POLL_MS = 20
const READS = /^\s*(?:select|pragma|begin|commit|rollback)\b/i

/** Queries are synchronous; only a lock of another process, and the disk after a commit, are waited for. */
export class SqliteConnection implements DatabaseConnection {
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
