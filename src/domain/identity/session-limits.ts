/** Safe in the browser. */

export const TOKEN_KEY = 'accessToken'
export const TOKEN_LIFE_SECONDS = 15 * 60
export const REFRESH_BEFORE_EXPIRY_SECONDS = 5 * 60
export const BACK_OFF_SECONDS = { first: 30, most: 960 }
export const NETWORK_TIMEOUT_SECONDS = { desktop: 30, phone: 60, offline: 5 }

export const SESSION_IDLE_SECONDS = 60 * 60
export const SESSION_LIFE_SECONDS = 12 * 60 * 60
/** Use is written at most this often, so the idle limit may come this much early. */
export const SESSION_USE_STEP_SECONDS = 60
export const SESSIONS_PER_ADMINISTRATOR = 5

/** What devices that never signed in may try together, for one account: so many at once, then one per so many seconds.
 * Fewer than 100 an hour for an account; more than one network's own waits leave it (12 in the first hour, then 4). */
export const SHARED_ATTEMPTS = {
  neighbourhood: { atOnce: 15, seconds: 240 },
  account: { atOnce: 40, seconds: 60 },
}
export const ADDRESS_ATTEMPTS = { most: 10, perSeconds: 10 * 60 }
export const HASHES = { atOnce: 4, waiting: 20, retrySeconds: 5 }

export const SECOND_STEP = { seconds: 5 * 60, tries: 5, open: 5 }
/** Links for a new password: how long one works, how many of an account do, and how often one may be asked for. */
export const PASSWORD_RESETS = { minutes: 30, open: 3, shared: { atOnce: 3, seconds: 20 * 60 } }
export const RECOVERY_CODES = 10
export const PASSKEYS = { most: 10, nameCharacters: 60 }
export const CONFIRMED_SECONDS = 10 * 60
export const KNOWN_DEVICE_SECONDS = 365 * 24 * 60 * 60

/** The days on which a device was used: how many are kept, and in how much text. */
export const HEARTBEAT = { days: 30, characters: 1024 }

export const PASSWORD_LENGTH = { least: 15, most: 128 }
