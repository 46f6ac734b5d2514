import type { Generated, Kysely } from 'kysely'
import type { Database } from '#database/schema.ts'

/** Better Auth's tables as far as they are used here; times are UTC in ISO 8601, flags 0 or 1. */
type AuthTables = {
  user: {
    id: string
    name: string
    email: string
    emailVerified: number
    image: Generated<string | null>
    createdAt: string
    updatedAt: string
    role: string | null
    banned: number | null
    mustChangePassword: Generated<number>
    lastSignInAt: Generated<string | null>
  }
  account: {
    id: string
    accountId: string
    providerId: string
    userId: string
    password: string | null
    createdAt: string
    updatedAt: string
  }
  session: {
    id: string
    token: string
    userId: string
    expiresAt: string
    createdAt: string
    updatedAt: string
    /** Browser and system in words, not what the browser sent. */
    userAgent: string | null
    confirmedAt: string | null
    deviceId: string | null
    /** The last day, as 2026-11-21, that was noted for the device. */
    notedDay: Generated<string | null>
  }
  jwks: { id: string; publicKey: string; privateKey: string }
}

export type AuthDatabase = Kysely<AuthTables>

/** The same connection or transaction, under the names that Better Auth gives its columns. */
export function authTablesOf(db: Database): AuthDatabase {
  return db.withoutPlugins() as unknown as AuthDatabase
}
