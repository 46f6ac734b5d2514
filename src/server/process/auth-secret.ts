import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

const LEAST_LENGTH = 32

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
