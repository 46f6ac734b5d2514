import { randomBytes } from 'node:crypto'

/** Letters that are easy to read aloud; 32 of them, so that a random byte maps evenly. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** `length` random characters from an alphabet of 32 without look-alikes. */
export function randomName(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/**
 * A new key `{folder}/{name}_{timestamp}-{8 random}.{extension}`; the name comes from a title or file name and keeps
 * only a–z, 0–9 and hyphens, at most 80 of them.
 */
export function newFileKey(folder: string, name: string, extension: 'pdf' | 'webp', now: Date): string {
  const time = now.toISOString().replace(/[-:.]/g, '')
  return `${folder}/${keyName(name)}_${time}-${randomName(8)}.${extension}`
}

/** A name as it stands in a key: a–z, 0–9 and hyphens, at most 80 of them; "paper" when nothing is left. */
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
