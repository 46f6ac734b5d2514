import { randomBytes } from 'node:crypto'
import type { KEY_ENDINGS } from './thumbnail-format.ts'

/** 32 characters without look-alikes, so that a random byte maps evenly. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

export function randomName(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** `{folder}/{name}_{timestamp}-{8 random}.{extension}`, with the name as `keyName` writes it. */
export function newFileKey(
  folder: string,
  name: string,
  extension: (typeof KEY_ENDINGS)[number],
  now: Date,
): string {
  const time = now.toISOString().replace(/[-:.]/g, '')
  return `${folder}/${keyName(name)}_${time}-${randomName(8)}.${extension}`
}

/** a–z, 0–9 and hyphens, at most 80 of them; "paper" when nothing is left. */
export function keyName(name: string): string {
  const ascii = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  return ascii || 'paper'
}
