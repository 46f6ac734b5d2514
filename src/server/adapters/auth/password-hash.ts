import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { normalizePassword, type PasswordHashing } from '#domain/identity/password.server.ts'
import { HASHES } from '#domain/identity/session-limits.ts'

export type { PasswordHashing }

/** Memory in KiB; OWASP's first choice for argon2id: about 0.1 s and 46 MiB for each hash. */
const COST = { memory: 47_104, passes: 1, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

export function createArgon2id(cost: typeof COST = COST): PasswordHashing {
  async function hash(password: string) {
    const nonce = randomBytes(SALT_BYTES)
    const key = await derive({ ...cost, message: normalizePassword(password), nonce, tagLength: HASH_BYTES })
    return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(key)}`
  }

  return {
    hash,
    async verify({ hash: stored, password }) {
      if (!stored) {
        await hash(password)
        return false
      }
      const [, memory, passes, parallelism, salt, key] = PHC.exec(stored) ?? []
      if (!salt || !key) throw new Error('A stored password is not an argon2id hash.')
      const expected = Buffer.from(key, 'base64')
      const actual = await derive({
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        message: normalizePassword(password),
        nonce: Buffer.from(salt, 'base64'),
        tagLength: expected.length,
      })
      return timingSafeEqual(expected, actual)
    },
  }
}

export type HashQueue = {
  /** Returns null, without calling `work`, when the queue is full. */
  admit<Result>(work: (hashing: PasswordHashing) => Promise<Result>): Promise<Result | null>
}

/** Each hash takes 46 MiB, so few run at once, some wait, and the rest are refused. */
export function createHashQueue(hashing: PasswordHashing): HashQueue {
  const run = pLimit(HASHES.atOnce)
  const queued: PasswordHashing = {
    hash: (password) => run(() => hashing.hash(password)),
    verify: (stored) => run(() => hashing.verify(stored)),
  }
  let admitted = 0
  return {
    async admit(work) {
      if (admitted >= HASHES.atOnce + HASHES.waiting) return null
      admitted += 1
      try {
        return await work(queued)
      } finally {
        admitted -= 1
      }
    },
  }
}

function encode(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
