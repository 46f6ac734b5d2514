import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg, { type PoolClient, type QueryArrayResult } from 'pg'
import type { Versions } from '../locks.ts'
import { CamelCaseQueries, camelCased, rowOf } from '../row-names.ts'
import type { Database, ReadDatabase, Schema } from '../schema.ts'
import { clientConfig, type PostgresSettings, toParameter } from './connection-settings.ts'
import { isConflict, isConnectionLost, markFault } from './session-locks.ts'

type ClientHooks = {
  nameOf(sql: string): string | undefined
  /** Called after each commit, before it is answered. */
  committed?: ((versions: Versions) => void) | undefined
}

const VERSIONS = 'select version, prepared, counts from content_version'
const WRITES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']
const KNOWN_SHAPES = 1_000

/** A connection of the pool as Kysely uses it: statements are prepared, rows have the schema's names and types. */
class PooledClient {
  readonly #client: PoolClient
  readonly #hooks: ClientHooks
  #isInTransaction = false
  #isLost = false

  constructor(client: PoolClient, hooks: ClientHooks) {
    this.#client = client
    this.#hooks = hooks
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on('error', () => {
      this.#isLost = true
    })
  }

  async query<Row>(sql: unknown, parameters: ReadonlyArray<unknown> = []): Promise<PostgresQueryResult<Row>> {
    try {
      const text = sql as string
      if (text === 'commit') return await this.#commit()
      if (text === 'begin') this.#isInTransaction = true
      if (text === 'rollback') this.#isInTransaction = false
      return await this.#run<Row>(text, parameters)
    } catch (error) {
      markFault(error)
      if (isConnectionLost(error)) this.#isLost = true
      throw error
    }
  }

  release(): void {
    const isUsable = !this.#isLost && !this.#isInTransaction
    this.#client.release(!isUsable)
  }

  async #run<Row>(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    const name = this.#hooks.nameOf(text)
    const values = parameters.map(toParameter)
    const result = await this.#client.query<unknown[]>({
      text,
      values,
      rowMode: 'array',
      ...(name ? { name } : {}),
    })
    const { committed } = this.#hooks
    if (committed && !this.#isInTransaction && WRITES.includes(result.command))
      committed(versionsOf(await this.#client.query({ text: VERSIONS, rowMode: 'array' })))
    const columns = columnsOf(text, result)
    return {
      command: result.command as PostgresQueryResult<Row>['command'],
      rowCount: result.rowCount ?? 0,
      rows: result.rows.map((row) => rowOf(columns, row) as Row),
    }
  }

  /** In one round trip with the version, so that whoever wrote sees a newer one at once. */
  async #commit<Row>(): Promise<PostgresQueryResult<Row>> {
    const { committed } = this.#hooks
    const text = committed ? `commit; ${VERSIONS}` : 'commit'
    const results = (await this.#client.query({ text, rowMode: 'array' })) as unknown
    const [ended, read] = (Array.isArray(results) ? results : [results]) as QueryArrayResult<unknown[]>[]
    this.#isInTransaction = false
    if (read) committed?.(versionsOf(read))
    return { command: ended?.command as 'COMMIT' | 'ROLLBACK', rowCount: 0, rows: [] }
  }
}

function versionsOf({ rows }: QueryArrayResult<unknown[]>): Versions {
  const [content = 0, prepared = 0, counts = 0] = rows[0]?.map(Number) ?? []
  return { content, prepared, counts }
}

const shapes = new Map<string, string[]>()

function columnsOf(sql: string, { fields }: QueryArrayResult<unknown[]>): string[] {
  const known = shapes.get(sql)
  if (known?.length === fields.length) return known
  if (shapes.size >= KNOWN_SHAPES) shapes.clear()
  const columns = fields.map(({ name }) => camelCased(name))
  shapes.set(sql, columns)
  return columns
}

const TRIES = 5

/** Runs a transaction again, five times at most, that PostgreSQL ended because another one was in its way. */
export function retryConflicts<Schema>(db: Kysely<Schema>): Kysely<Schema> {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = async (run) => {
      for (let tries = 1; ; tries++) {
        try {
          return await execute(run)
        } catch (error) {
          if (!isConflict(error) || tries === TRIES) throw error
        }
      }
    }
    return builder
  }
  return db
}

/** Statements that are prepared on each connection, at most; others are planned each time. */
const MOST = 300

/** Names statements from their second use on, so that PostgreSQL parses and plans them once for each connection. */
function createStatementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string | null>()
  let named = 0
  return (sql) => {
    const known = names.get(sql)
    if (known) return known
    if (sql.length > 20_000) return undefined
    if (known === null && named < MOST) {
      const name = `s${++named}`
      names.set(sql, name)
      return name
    }
    if (names.size >= 10 * MOST) for (const [text, name] of names) if (name === null) names.delete(text)
    names.set(sql, null)
    return undefined
  }
}

const IDLE_MS = 60_000

/** A pool that writes and one that only reads, so that whoever reads never waits for a writer's connection. */
export function openPostgres(
  settings: PostgresSettings,
  committed: (versions: Versions) => void = () => {},
): { db: Database; readDb: Kysely<Schema>; close(): Promise<void> } {
  const writing = Math.max(1, Math.floor(settings.connections * 0.4))
  const db = retryConflicts(connect(settings, { connections: writing, committed }))
  const readDb = connect(settings, {
    connections: Math.max(1, settings.connections - writing),
    readsOnly: true,
  })
  return {
    db,
    readDb: readDb satisfies ReadDatabase,
    async close() {
      await Promise.all([readDb.destroy(), db.destroy()])
    },
  }
}

/** One connection without a limit of time, for what takes long: migrations. */
export function openUnlimited({ url }: Pick<PostgresSettings, 'url'>): Kysely<Schema> {
  return connect({ url, connections: 1, statementMs: 0 }, { connections: 1 })
}

function connect(
  settings: PostgresSettings,
  options: { connections: number; readsOnly?: boolean; committed?: ClientHooks['committed'] },
): Kysely<Schema> {
  const { connections, readsOnly = false, committed } = options
  const pool = new pg.Pool({
    ...clientConfig(settings, { readsOnly }),
    max: connections,
    idleTimeoutMillis: IDLE_MS,
  })
  // An idle connection that breaks is taken out of the pool; the next statement tells whether the database is there.
  pool.on('error', () => {})
  const dialect = new PostgresDialect({ pool: asPool(pool, committed) })
  return new Kysely<Schema>({ dialect, plugins: [new CamelCaseQueries()] })
}

function asPool(pool: pg.Pool, committed: ClientHooks['committed']): PostgresPool {
  const hooks = { nameOf: createStatementNames(), committed }
  const clients = new WeakMap<pg.PoolClient, PooledClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        markFault(error)
        throw error
      })
      const known = clients.getOrInsertComputed(client, () => new PooledClient(client, hooks))
      // Kysely's type has a second `query` besides, for cursors, which nobody here opens.
      return known as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
