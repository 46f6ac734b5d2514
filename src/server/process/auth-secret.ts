import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '#domain/app.ts'
import { hasReached, markReached, ofThisPlace } from '#domain/milestones.server.ts'
import { secretCheckOf } from '../adapters/archive/secret-check.ts'
import { type Config, ConfigError } from '../config.ts'

const LEAST_LENGTH = 32
const MARK = ofThisPlace('signed with ')

/** AUTH_SECRET, or the secret kept in DATA_DIR/auth-secret; throws ConfigError when that is damaged. */
export function readAuthSecret({ authSecret, dataDir }: Pick<Config, 'authSecret' | 'dataDir'>): string {
  if (authSecret) return authSecret
  const path = join(dataDir, 'auth-secret')
  const secret = (readIfThere(path) ?? makeSecret(dataDir, path)).trim()
  if (secret.length < LEAST_LENGTH) {
    throw new ConfigError(
      `${path} is damaged: restore it, or delete it to have a new one made (everybody signs in again).`,
    )
  }
  return secret
}

function readIfThere(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Linked into place when complete: neither a crash nor a second process leaves half a secret or two. */
function makeSecret(dataDir: string, path: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}

/** Servers of one database sign with one secret, which the first one marks. Throws ConfigError when this one has another. */
export async function claimSecret({ db, clock }: Pick<App, 'db' | 'clock'>, secret: string): Promise<void> {
  const own = `${MARK}${secretCheckOf(secret).slice(0, 16)}`
  if (await hasReached(db, own)) return
  const other = await db
    .selectFrom('milestones')
    .select('name')
    .where('name', 'like', `${MARK}%`)
    .executeTakeFirst()
  if (!other) return await markReached(db, own, clock.now())
  throw new ConfigError(
    "AUTH_SECRET is not the one that this database's site was begun with: set it to the same on every server, or copy DATA_DIR/auth-secret from one of them. Is it lost, let a new one in with: npm run admin -- forget-secret",
  )
}

/** The next server to start marks its own: everybody signs in anew, and codes of authenticator apps are dead. */
export async function forgetSecret(db: App['db']): Promise<void> {
  await db.deleteFrom('milestones').where('name', 'like', `${MARK}%`).execute()
}
