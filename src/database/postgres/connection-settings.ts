import type { ClientConfig } from 'pg'
import { valueTypes } from './value-types.ts'

export type PostgresSettings = {
  /** postgres://user:password@host:port/database, with `?sslmode=` as psql takes it. */
  url: string
  /** Connections of one process, at most. */
  connections: number
  /** How long a statement may take, in milliseconds. */
  statementMs: number
}

/** How long a server that does not answer is waited for, and a free connection when all are in use. */
const CONNECT_MS = 2_000
/** A server that vanished without a word ends no transaction: PostgreSQL does, and frees its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** Within half a minute PostgreSQL notices a server whose machine is gone. */
const KEEPALIVE = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 }

/** A `statementMs` of 0 sets no limit. */
export function clientConfig(
  { url, statementMs }: Pick<PostgresSettings, 'url' | 'statementMs'>,
  { readsOnly = false } = {},
): ClientConfig {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO',
    default_transaction_isolation: 'read\\ committed',
    ...(readsOnly ? { default_transaction_read_only: 'on' } : {}),
    ...KEEPALIVE,
  }
  return {
    connectionString: withLibpqModes(url),
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    // PostgreSQL counts from when it has the statement; a line that is cut lets nothing arrive.
    ...(statementMs > 0 ? { query_timeout: statementMs + CONNECT_MS } : {}),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'thervu',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: valueTypes,
  }
}

/** `sslmode=require` encrypts and `verify-full` checks the certificate, as with psql; the driver's own are stricter. */
function withLibpqModes(url: string) {
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}
