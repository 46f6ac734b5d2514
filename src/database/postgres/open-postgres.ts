import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { CamelCaseQueries } from '../row-names.ts'
import type { Database, ReadDatabase, Schema } from '../schema.ts'
import type { Versions } from '../versions.ts'
import { clientConfig, type PostgresSettings } from './connection-settings.ts'
import { markFault } from './mark-fault.ts'
import { type ClientHooks, PooledClient } from './pooled-client.ts'
import { createStatementNames } from './prepared-names.ts'
import { retryConflicts } from './retry-conflicts.ts'

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
      const known = clients.get(client) ?? new PooledClient(client, hooks)
      clients.set(client, known)
      // Kysely's type has a second `query` besides, for cursors, which nobody here opens.
      return known as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
