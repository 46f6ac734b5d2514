import { resolve } from 'node:path'
import { ConfigError, readNumber } from './read-number.ts'

export type DatabaseSettings =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: string; connections: number; statementMs: number }

/** For what takes a whole site in one transaction, which no statement of a visitor does. */
export function withoutTimeLimit(database: DatabaseSettings): DatabaseSettings {
  return database.kind === 'postgres' ? { ...database, statementMs: 0 } : database
}

/** Throws ConfigError. */
export function readDatabase(text: (name: string) => string | null, dataDir: string): DatabaseSettings {
  const value = text('DATABASE_URL')
  if (value === null) return { kind: 'sqlite', path: resolve(dataDir, 'thervu.db') }
  if (value.startsWith('sqlite:') && value.length > 7)
    return { kind: 'sqlite', path: resolve(value.slice(7)) }
  if (/^postgres(ql)?:\/\/[^/?]*\/[^/?]+(\?|$)/.test(value) && URL.canParse(value)) {
    const connections = readNumber('DATABASE_POOL', text('DATABASE_POOL'), 10, 500)
    if (connections < 2) throw new ConfigError('DATABASE_POOL must be at least 2.')
    const statementMs = readNumber('DATABASE_STATEMENT_MS', text('DATABASE_STATEMENT_MS'), 2_000, 600_000)
    return { kind: 'postgres', url: value, connections, statementMs }
  }
  throw new ConfigError(
    'DATABASE_URL must be left out, sqlite:/path/to/file.db or postgres://user:password@host:5432/database.',
  )
}
