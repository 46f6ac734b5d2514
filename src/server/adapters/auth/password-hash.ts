import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalizePassword } from '#domain/identity/password.server.ts'

export type PasswordHashing = {
  hash(password: string): Promise<string>
  verify(stored: { hash: string; password: string }): Promise<boolean>
}

/** Memory in KiB; OWASP's first choice for argon2id. About 0.1 s and 46 MiB for each hash. */
const COST = { memory: 47_104, passes: 1, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/** Argon2id hashing to PHC strings; `cost` (memory in KiB) is lowered only by tests. */
export function createArgon2id(cost: typeof COST = COST): PasswordHashing {
  return {
    async hash(password) {
      const nonce = randomBytes(SALT_BYTES)
      const key = await derive({
        ...cost,
        message: normalizePassword(password),
        nonce,
        tagLength: HASH_BYTES,
      })
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(key)}`
    },
    async verify({ hash, password }) {
      const [, memory, passes, parallelism, salt, key] = PHC.exec(hash) ?? []
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

function encode(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
