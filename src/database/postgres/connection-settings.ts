import { type Kysely, sql } from 'kysely'
import type { ClientConfig, CustomTypesConfig } from 'pg'
import type { Schema } from '../schema.ts'

type Parse = (text: string) => unknown

/** PostgreSQL's numbers of types, and what the schema has in their place: flags as 0 or 1, times as ISO 8601. */
const PARSERS = new Map<number, Parse>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [20, readWholeNumber],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  [1184, readTime],
  [1700, Number],
])

/** Everything else stays the text that PostgreSQL sends: days as 2026-11-21, JSON unparsed. */
const valueTypes: CustomTypesConfig = {
  getTypeParser: (type: number) => PARSERS.get(type) ?? ((text: string) => text),
}

/** Beyond 2^53 a number would silently be another one. */
function readWholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number`)
  return number
}

const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** The session's time zone is UTC. */
function readTime(text: string): string {
  const [, day, time, part = ''] = TIME.exec(text) ?? []
  if (!day) throw new RangeError(`${text} is no time of the years 1 to 9999`)
  return `${day}T${time}.${part.slice(0, 3).padEnd(3, '0')}Z`
}

/** As it is sent: no text of PostgreSQL holds the character U+0000. */
export function toParameter(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

const OLDEST = 15

/** Throws when the server is too old or keeps texts in another encoding. */
export async function checkServer(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version, getdatabaseencoding() as encoding`.execute(
    db,
  )
  const [{ version, encoding } = { version: 0, encoding: '' }] = rows
  const major = Math.floor(version / 10_000)
  if (major < OLDEST) throw new Error(`it is PostgreSQL ${major}, and ${OLDEST} or newer is needed`)
  if (encoding !== 'UTF8')
    throw new Error(`its encoding is ${encoding}: make one with "create database … encoding 'UTF8'"`)
}

const REASONS: Record<string, string> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the server lets this user in from here in no way',
  '3D000': 'there is no such database',
  '42501': 'the user may not make tables there; it needs "grant create on schema public"',
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
}

/** One sentence that names the variable, without the password. */
export function describeStart(error: unknown, url: string): string {
  const { message, cause, code = codeOf(cause) } = error as Error & { code?: string }
  const { hostname, host, pathname, username } = new URL(url)
  const where = `postgres://${username}@${host || hostname}${pathname}`
  return `DATABASE_URL cannot be used (${where}): ${REASONS[code] ?? message}.`
}

function codeOf(cause: unknown) {
  return (cause as { code?: string } | undefined)?.code ?? ''
}

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
    // Rows come from memory or an SSD: as for a disk that turns, 200 papers' files are found by reading all files' rows.
    random_page_cost: '1.1',
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
