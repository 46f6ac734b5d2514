import type { Reserve } from '#database/locks.ts'
import type { Database } from '#database/schema.ts'
import type { Mailer } from '#domain/alerts/alerts.ts'
import type { Clock, Log } from '#domain/app.ts'
import type { RefusalNotes } from '#domain/identity/refused-sign-ins.server.ts'
import type { Cookie, Secrets, SessionCookie } from './cookies.ts'
import type { AddressLimit, KnownDevices } from './known-devices.ts'
import type { HashQueue, PasswordHashing } from './password-hash.ts'
import type { StoredTokens } from './token-signing.ts'

export type AuthContext = {
  db: Database
  reserve: Reserve
  clock: Clock
  log: Log
  secrets: Secrets
  mailer: Mailer | null
  issuer: () => Promise<string>
  requireSecondFactor: boolean
  hashing: PasswordHashing
  queue: HashQueue
  addresses: AddressLimit
  refusals: RefusalNotes
  tokens: StoredTokens
  devices: KnownDevices
  sessionCookie: SessionCookie
  challengeCookie: Cookie
  /** A hash for the failure counts: people type passwords into the wrong field. */
  accountOf(email: string): string
}
