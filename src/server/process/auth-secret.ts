import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '#domain/app.ts'
import { sealAnew } from '#domain/identity/second-factor.server.ts'
import { SESSION_LIFE_SECONDS } from '#domain/identity/session-limits.ts'
import { markReached, ofThisPlace, unmarkReached, whenReached } from '#domain/milestones.server.ts'
import type { Secrets } from '../adapters/auth/cookies.ts'
import { type Config, ConfigError } from '../config.ts'

const LEAST_LENGTH = 32
const MARK = ofThisPlace('signed with ')
const CHANGED = ofThisPlace('changed the secret to ')

type SecretConfig = Pick<Config, 'authSecret' | 'acceptedSecret' | 'dataDir'>

/** AUTH_SECRET and AUTH_SECRET_ACCEPTED, or the lines of DATA_DIR/auth-secret; throws ConfigError when that is damaged. */
export function readAuthSecrets({ authSecret, acceptedSecret, dataDir }: SecretConfig): Secrets {
  if (authSecret) return acceptedSecret ? [authSecret, acceptedSecret] : [authSecret]
  const path = join(dataDir, 'auth-secret')
  const [secret = '', ...former] = linesOf(readIfThere(path) ?? makeSecret(dataDir, path))
  if ([secret, ...former].some(({ length }) => length < LEAST_LENGTH)) {
    throw new ConfigError(
      `${path} is damaged: restore it, or delete it to have a new one made (everybody signs in again).`,
    )
  }
  return [secret, ...former]
}

/** The one that signs. */
export function readAuthSecret(config: SecretConfig): string {
  return readAuthSecrets(config)[0]
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}

/** Puts a new secret before those in DATA_DIR/auth-secret, for the next start. Throws ConfigError where AUTH_SECRET is set. */
export function rotateStoredSecret(config: SecretConfig): void {
  if (config.authSecret)
    throw new ConfigError(
      'The secret is in AUTH_SECRET: give it a new value, put the old one into AUTH_SECRET_ACCEPTED, and restart (docs/running.md).',
    )
  keepSecrets(config.dataDir, [newSecret(), ...readAuthSecrets(config)])
}

/** Complete, or as it was. */
function keepSecrets(dataDir: string, secrets: readonly string[]) {
  const draft = draftOf(join(dataDir, 'auth-secret'), secrets)
  renameSync(draft, join(dataDir, 'auth-secret'))
}

function newSecret() {
  return randomBytes(32).toString('base64url')
}

function draftOf(path: string, secrets: readonly string[]) {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${secrets.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return draft
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
  const draft = draftOf(path, [newSecret()])
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}

/**
 * Servers of one database know one secret at least in common: each marks its own, and drops the marks of others once it
 * accepts none. Throws ConfigError when this one knows none of those that are marked.
 */
export async function claimSecret({ db, clock }: Pick<App, 'db' | 'clock'>, secrets: Secrets): Promise<void> {
  const [own, ...accepted] = secrets.map((secret) => MARK + checkOf(secret))
  const marked = new Set(await reachedLike(db, MARK))
  if (marked.size > 0 && ![own, ...accepted].some((name) => marked.has(name ?? '')))
    throw new ConfigError(
      "AUTH_SECRET is not the one that this database's site was begun with: set it to the same on every server, or copy DATA_DIR/auth-secret from one of them. To change it, see docs/running.md. Is it lost, let a new one in with: npm run admin -- forget-secret",
    )
  if (own && !marked.has(own)) await markReached(db, own, clock.now())
  if (accepted.length > 0) return
  for (const name of marked) if (name !== own) await unmarkReached(db, name)
}

/**
 * At each start: seals with the new secret what the former one sealed, and says how long the former one is needed: as
 * long as a sign-in lasts from the first start with the new one. Then it goes out of DATA_DIR/auth-secret by itself.
 */
export async function changeSecret(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  secrets: Secrets,
  config: SecretConfig,
): Promise<void> {
  const { sealed, closed } = await sealAnew({ db, secrets })
  if (sealed > 0) log.info({ sealed }, 'keys of authenticator apps are sealed with the new AUTH_SECRET')
  if (closed > 0)
    log.warn({ closed }, 'keys of authenticator apps were sealed with another secret: AUTH_SECRET_ACCEPTED')
  if (secrets.length === 1) return
  const mark = CHANGED + checkOf(secrets[0])
  const since = (await whenReached(db, mark)) ?? clock.now()
  const others = (await reachedLike(db, CHANGED)).filter((name) => name !== mark)
  for (const name of others) await unmarkReached(db, name)
  await markReached(db, mark, clock.now())
  const until = new Date(since.getTime() + SESSION_LIFE_SECONDS * 1000)
  if (clock.now() < until)
    return log.info({ until }, 'the former secret is needed until then, by those who are signed in')
  if (config.authSecret)
    return log.warn({ until }, 'the former secret is no longer needed: unset AUTH_SECRET_ACCEPTED everywhere')
  keepSecrets(config.dataDir, secrets.slice(0, 1))
  log.info({ until }, 'the former secret is no longer needed, and gone from DATA_DIR/auth-secret')
}

async function reachedLike(db: App['db'], begin: string) {
  const rows = await db.selectFrom('milestones').select('name').where('name', 'like', `${begin}%`).execute()
  return rows.map(({ name }) => name)
}

function checkOf(secret: string) {
  return secretCheckOf(secret).slice(0, 16)
}

/** The next server to start marks its own: everybody signs in again, and codes of authenticator apps are dead. */
export async function forgetSecret(db: App['db']): Promise<void> {
  await db.deleteFrom('milestones').where('name', 'like', `${MARK}%`).execute()
}

/** The same for the same signing secret, which it does not tell. */
export function secretCheckOf(secret: string): string {
  return createHmac('sha256', secret).update('the secret of an archive').digest('base64url')
}
